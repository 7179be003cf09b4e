// What a connection subscribes to; the cases answer in the daemon's place.
import QtQuick
import QtTest
import QtWebSockets
import ".."

Item {
    id: window

    property var asked: []
    property var peer: null
    property int shows: 0
    property int refusals: 0
    readonly property var view: ({ show: () => { window.shows += 1; }, report: () => {} })

    WebSocketServer {
        id: server
        listen: true
        host: "127.0.0.1"
        onClientConnected: socket => {
            window.peer = socket;
            socket.textMessageReceived.connect(text => window.take(JSON.parse(text)));
        }
    }

    Component { id: keepers; Buttond { path: server.url + "#x"; onRefused: window.refusals += 1 } }
    Component { id: buttons; LiveButton {} }

    function take(message) {
        if (message.method === "hello") answer(message, {});
        else asked.push(message);
    }

    function answer(message, result) {
        peer.sendTextMessage(JSON.stringify({ id: message.id, result: result }));
    }

    /** Answers a subscription with its name, and members of its first frame. */
    function begin(message, name, members) {
        const frame = {
            subscription: name, epoch: "e", snapshot: true, tick: 5, revision: 5, buttons: [], removed: [],
        };
        answer(message, Object.assign(frame, members));
    }

    /** Sends a part of a frame behind the first. */
    function tell(tick, members) {
        const part = { subscription: "s", tick: tick, revision: 5, removed: [] };
        peer.sendTextMessage(JSON.stringify({ method: "buttons.updated", params: Object.assign(part, members) }));
    }

    function refuse(message) {
        const error = { code: -32005, message: "too many", data: { reason: "limitExceeded" } };
        peer.sendTextMessage(JSON.stringify({ id: message.id, error: error }));
    }

    function record(id) {
        const look = {
            title: id, titleColor: "#000000FF", titleFontSize: 17, titleTextStyle: "body", backgroundColor: "#FFFFFFFF",
            cornerShape: "fixed", cornerRadius: 0, insetTop: 0, insetLeading: 0, insetBottom: 0, insetTrailing: 0,
        };
        return { id: id, appearance: look };
    }

    TestCase {
        name: "Buttond"
        when: windowShown

        function init() {
            window.asked = [];
            window.shows = 0;
            window.refusals = 0;
        }

        function connected() {
            const keeper = createTemporaryObject(keepers, window);
            tryVerify(() => keeper.isConnected, 20000);
            return keeper;
        }

        function shown(id) {
            const keeper = connected();
            keeper.attach(id, window.view);
            return keeper;
        }

        /** What is shown a button's records, and keeps their ids, null for none. */
        function viewer() {
            const ids = [];
            return { ids: ids, show: record => ids.push(record ? record.id : null), report: () => {} };
        }

        /** Ends the connection, and does something before it comes back and subscribes. */
        function interrupt(keeper, act) {
            const count = window.asked.length;
            keeper.isActive = false;
            tryVerify(() => !keeper.isConnected, 20000);
            if (act) act();
            wait(0);
            keeper.isActive = true;
            waitFor(count + 1);
        }

        /** Answers a subscription, and waits until it is on show. */
        function beginAndShow(message, name) {
            window.shows = 0;
            window.begin(message, name);
            tryVerify(() => window.shows > 0, 20000);
        }

        function waitFor(count) { tryVerify(() => window.asked.length === count, 20000); }

        function test_aSubscriptionThatIsNotWantedAnyMoreIsEnded() {
            const keeper = shown("a");
            waitFor(1);
            keeper.traits = { userInterfaceStyle: "dark" };
            waitFor(2);
            window.begin(window.asked[0], "light");
            waitFor(3);
            compare(window.asked[2].method, "unsubscribe");
            compare(window.asked[2].params, { subscription: "light" });
            // The one that is wanted goes on until another is.
            beginAndShow(window.asked[1], "dark");
            compare(window.asked.length, 3);
            keeper.attach("b", window.view);
            waitFor(5);
            compare(window.asked[3].params, { subscription: "dark" });
        }

        function test_aSetThatWasNotAnsweredIsNotResumed() {
            const keeper = shown("a");
            waitFor(1);
            beginAndShow(window.asked[0], "one");
            keeper.attach("b", window.view);
            waitFor(3);
            compare(window.asked[2].params.match, ["a", "b"]);
            keeper.isActive = false;
            tryVerify(() => !keeper.isConnected, 20000);
            keeper.isActive = true;
            waitFor(4);
            compare(window.asked[3].params.match, ["a", "b"]);
            compare(window.asked[3].params.since, undefined);
        }

        function test_elementsThatSwapTheirButtonsBothHaveALook() {
            const keeper = connected();
            const [one, two] = [viewer(), viewer()];
            keeper.attach("a", one);
            keeper.attach("b", two);
            waitFor(1);
            window.begin(window.asked[0], "s", { buttons: [window.record("a"), window.record("b")] });
            tryVerify(() => one.ids.length === 1 && two.ids.length === 1, 20000);
            keeper.detach("a", one);
            keeper.attach("b", one);
            keeper.detach("b", two);
            keeper.attach("a", two);
            wait(0);
            compare(one.ids, ["a", "b"]);
            compare(two.ids, ["b", "a"]);
            compare(window.asked.length, 1);
        }

        function test_anElementThatIsMadeAgainMeanwhileHasALook() {
            const keeper = connected();
            const [one, two] = [viewer(), viewer()];
            keeper.attach("a", one);
            waitFor(1);
            window.begin(window.asked[0], "s", { buttons: [window.record("a")] });
            tryVerify(() => one.ids.length === 1, 20000);
            interrupt(keeper, () => {
                keeper.detach("a", one);
                wait(0);
                keeper.attach("a", two);
            });
            // The daemon says nothing of what has not changed.
            compare(window.asked[1].params.since, { epoch: "e", tick: 5 });
            compare(two.ids, ["a"]);
        }

        function test_aSnapshotInPartsIsOne() {
            const keeper = connected();
            const [one, two, three] = [viewer(), viewer(), viewer()];
            keeper.attach("a", one);
            keeper.attach("b", two);
            keeper.attach("c", three);
            waitFor(1);
            window.begin(window.asked[0], "s", { buttons: [window.record("a")], more: true });
            window.tell(6, { buttons: [window.record("b")] });
            window.tell(7, { buttons: [window.record("a")], snapshot: true, more: true });
            window.tell(8, { buttons: [window.record("b")] });
            tryVerify(() => three.ids.length === 2, 20000);
            compare(one.ids, ["a", "a"]);
            compare(two.ids, ["b", "b"]);
            compare(three.ids, [null, null]);
            interrupt(keeper, null);
            compare(window.asked[1].params.since, { epoch: "e", tick: 8 });
        }

        function test_aButtonMayHaveAnyName() {
            const keeper = connected();
            const one = viewer();
            keeper.attach("constructor", one);
            waitFor(1);
            compare(window.asked[0].params.match, ["constructor"]);
            window.begin(window.asked[0], "s", { buttons: [window.record("constructor")] });
            tryVerify(() => one.ids.length === 1, 20000);
            compare(one.ids, ["constructor"]);
        }

        // Ten seconds: so long it waits before it asks again.
        function test_looksOfARefusedSubscriptionAreNotShown() {
            const keeper = connected();
            const one = viewer();
            keeper.attach("a", one);
            waitFor(1);
            window.begin(window.asked[0], "s", { buttons: [window.record("a")] });
            tryVerify(() => one.ids.length === 1, 20000);
            interrupt(keeper, null);
            window.refuse(window.asked[1]);
            tryVerify(() => one.ids.length === 2, 20000);
            compare(one.ids, ["a", null]);
            compare(window.refusals, 1);
            waitFor(3);
            compare(window.asked[2].params.since, undefined);
            window.begin(window.asked[2], "s", { buttons: [window.record("a")] });
            tryVerify(() => one.ids.length === 3, 20000);
            compare(one.ids, ["a", null, "a"]);
        }

        function test_eachPressSaysHowLargeTheButtonIs() {
            const keeper = connected();
            const button = createTemporaryObject(buttons, window, {
                daemon: keeper, button: "a", width: 90, height: 30,
            });
            waitFor(1);
            window.begin(window.asked[0], "s", { buttons: [window.record("a")] });
            tryVerify(() => button.isUsable, 20000);
            wait(0);
            window.asked = [];
            button.press();
            button.press();
            waitFor(6);
            const press = ["layout.report", "press.began", "press.ended"];
            compare(window.asked.map(each => each.method), press.concat(press));
            compare(window.asked[3].params, { id: "a", width: 90, height: 30 });
            button.destroy();
            waitFor(7);
        }
    }
}
