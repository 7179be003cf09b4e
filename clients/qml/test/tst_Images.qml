// Images that the daemon keeps; the cases answer in its place.
import QtQuick
import QtTest
import QtWebSockets
import ".."

Item {
    id: window
    width: 420
    height: 300

    /** Base64 of images by the hash that names them, what a client has asked for, and its connection. */
    property var kept: ({})
    property var asked: []
    property var peer: null
    /** Requests that wait for `answerAll`; null: each is answered at once. */
    property var held: null
    property var refusals: []

    Rectangle { anchors.fill: parent; color: "white" }

    WebSocketServer {
        id: server
        listen: true
        host: "127.0.0.1"
        onClientConnected: socket => {
            window.peer = socket;
            socket.textMessageReceived.connect(text => window.take(JSON.parse(text)));
        }
    }

    Buttond { id: keeper; path: server.url + "#x"; onRefused: (id, reason, message) => window.refusals.push(reason) }
    Buttond { id: other; path: "ws://127.0.0.1:1#x"; isActive: false }
    Component { id: buttons; LiveButton { daemon: keeper } }

    function take(message) {
        if (message.method === "hello") return answer(message, {});
        // The cases show looks themselves.
        if (message.method !== "images.get") return;
        asked.push(message.params.image);
        if (held) held.push(message);
        else reply(message);
    }

    function reply(message) {
        const image = message.params.image;
        if (kept[image]) return answer(message, { image: image, type: kept[image][0], data: kept[image][1] });
        peer.sendTextMessage(JSON.stringify({ id: message.id, error: { code: -32001, message: "no", data: { reason: "notFound" } } }));
    }

    function answer(message, result) {
        peer.sendTextMessage(JSON.stringify({ id: message.id, result: result }));
    }

    function answerAll() {
        const all = held;
        held = null;
        all.forEach(reply);
    }

    TestCase {
        name: "Images"
        when: windowShown

        readonly property var plain: ({
            title: "", imageColor: "#0000FFFF", imageSize: 40, backgroundColor: "#00000000", cornerShape: "fixed",
            insetTop: 0, insetLeading: 0, insetBottom: 0, insetTrailing: 0,
        })
        // A red disc.
        readonly property string drawing: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" '
            + 'height="24"><circle cx="12" cy="12" r="12" fill="#ff0000"/></svg>'
        readonly property string disc: Qt.btoa(drawing)
        // Red, twice as wide as high.
        readonly property string wide: "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR42mP4z8DwH4QBEfcD/f6tu5kAAAAASUVORK5CYII="
        property int count: 0

        function initTestCase() {
            tryVerify(() => keeper.isConnected, 20000);
        }

        function init() {
            window.held = null;
            window.asked = [];
        }

        /** The name of an image that the daemon keeps, if there is data. */
        function image(type, data) {
            count += 1;
            const name = "sha256:" + String(count).padStart(64, "0");
            if (data) window.kept[name] = [type, data];
            return name;
        }

        function look(members) { return Object.assign({}, plain, members); }

        function shown(members, more) {
            const button = createTemporaryObject(buttons, window, Object.assign({ button: "b", x: 60, y: 60 }, more));
            button.show({ id: "b", appearance: look(members) }, null);
            return button;
        }

        function isColour(x, y, colour) { return Qt.colorEqual(grabImage(window).pixel(x, y), colour); }

        function test_anImageIsDrawnInItsColourOrItsOwn() {
            const name = image("image/svg+xml", disc);
            shown({ imageName: name });
            shown({ imageName: name, imageRenderingMode: "original" }, { x: 160 });
            tryVerify(() => isColour(80, 80, "blue") && isColour(180, 80, "red") && isColour(61, 61, "white"));
            compare(window.asked, [name]);
        }

        function test_aPictureKeepsItsShape_data() {
            return [{ tag: "template", colour: "blue" }, { tag: "original", colour: "red" }];
        }

        function test_aPictureKeepsItsShape(data) {
            shown({ imageName: image("image/png", wide), imageRenderingMode: data.tag });
            tryVerify(() => isColour(80, 80, data.colour));
            verify(isColour(80, 64, "white") && isColour(80, 95, "white"));
        }

        function test_aBackgroundIsDrawn() {
            shown({ backgroundImageName: image("image/png", wide) }, { width: 60, height: 40 });
            tryVerify(() => isColour(90, 80, "red"));
        }

        function test_thePlaceIsKeptWhileAnImageComes() {
            window.held = [];
            const there = shown({ imageName: image("image/svg+xml", disc) });
            const absent = shown({ imageName: image() }, { x: 160 });
            tryVerify(() => window.held.length === 2);
            tryVerify(() => there.implicitWidth === 40 && absent.implicitWidth === 40);
            verify(isColour(80, 80, "white"));
            window.answerAll();
            tryVerify(() => isColour(80, 80, "blue"));
            compare(there.implicitWidth, 40);
            tryVerify(() => absent.implicitWidth === 0);
            compare(window.refusals, []);
        }

        function test_anImageThatWasAbsentMayCome() {
            const name = image();
            const button = shown({ imageName: name });
            tryVerify(() => window.asked.length === 1);
            tryVerify(() => button.implicitWidth === 0);
            window.kept[name] = ["image/svg+xml", disc];
            for (let round = 0; round < 5; round += 1) button.show({ id: "b", appearance: look({ imageName: name }) }, null);
            tryVerify(() => isColour(80, 80, "blue"));
            compare(window.asked.length, 2);
        }

        function test_aNewConnectionAsksForWhatIsNotThere() {
            const [first, second] = [image("image/svg+xml", disc), image()];
            shown({ imageName: first });
            shown({ imageName: second }, { x: 160 });
            tryVerify(() => isColour(80, 80, "blue") && window.asked.length === 2);
            window.kept[second] = ["image/svg+xml", disc];
            keeper.isActive = false;
            tryVerify(() => !keeper.isConnected);
            keeper.isActive = true;
            tryVerify(() => isColour(180, 80, "blue"), 20000);
            compare(window.asked, [first, second, second]);
        }

        function test_aLookThatChangesShowsTheOtherImage() {
            const names = [image("image/svg+xml", disc), image("image/png", wide)];
            const button = shown({ imageName: names[0] });
            tryVerify(() => isColour(80, 64, "blue"));
            for (const [index, colour] of [[1, "white"], [0, "blue"], [1, "white"], [0, "blue"]]) {
                button.show({ id: "b", appearance: look({ imageName: names[index] }) }, null);
                tryVerify(() => isColour(80, 64, colour) && isColour(80, 80, "blue"));
            }
            compare(window.asked, names);
        }

        function test_anImageIsGivenBackToTheDaemonThatKeepsIt() {
            const name = image();
            const button = shown({ imageName: name });
            tryVerify(() => window.asked.length === 1 && button.implicitWidth === 0);
            button.daemon = other;
            window.kept[name] = ["image/svg+xml", disc];
            shown({ imageName: name }, { x: 160 });
            tryVerify(() => isColour(180, 80, "blue"));
            button.daemon = keeper;
        }

        function test_menusHaveImages() {
            const menu = [{ id: "a", title: "A", image: image("image/svg+xml", disc) }, { id: "b", title: "B" }];
            const button = shown({ menu: menu }, { width: 40, height: 40 });
            tryVerify(() => keeper.isConnected);
            button.openMenu();
            tryVerify(() => button.isMenuOpen);
            let entry = null;
            tryVerify(() => { entry = findChild(window.Window.window.contentItem, "entry.a"); return entry && entry.width > 0; });
            tryVerify(() => {
                const at = entry.mapToItem(window, entry.width - 18, entry.height / 2);
                return isColour(at.x, at.y, palette.highlightedText);
            });
            button.closeMenu();
        }

        function test_imagesThatAreNotShownAreDroppedWhereThereAreTooMany() {
            // Together they need more than the bound.
            const colours = ["red", "green"];
            const data = colours.map(each => Qt.btoa(drawing.replace("#ff0000", each) + "<!--" + "x".repeat(3 << 20) + "-->"));
            const names = Array.from({ length: 10 }, (_, index) => image("image/svg+xml", data[index % 2]));
            const button = shown({ imageName: names[0], imageRenderingMode: "original" });
            const show = index => {
                button.show({ id: "b", appearance: look({ imageName: names[index], imageRenderingMode: "original" }) }, null);
                tryVerify(() => isColour(80, 80, colours[index % 2]));
            };
            names.forEach((_, index) => show(index));
            show(8);
            compare(window.asked, names);
            show(9);
            show(0);
            compare(window.asked, [...names, names[0]]);
        }
    }
}
