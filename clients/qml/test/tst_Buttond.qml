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

    Component { id: keepers; Buttond { path: server.url + "#x" } }

    function take(message) {
        if (message.method === "hello") answer(message, {});
        else asked.push(message);
    }

    function answer(message, result) {
        peer.sendTextMessage(JSON.stringify({ id: message.id, result: result }));
    }

    /** Answers a subscription with its name. */
    function begin(message, name) {
        const frame = { subscription: name, epoch: "e", snapshot: true, tick: 5, revision: 5, buttons: [], removed: [] };
        answer(message, frame);
    }

    TestCase {
        name: "Buttond"
        when: windowShown

        function init() {
            window.asked = [];
            window.shows = 0;
        }

        function shown(id) {
            const keeper = createTemporaryObject(keepers, window);
            tryVerify(() => keeper.isConnected, 20000);
            keeper.attach(id, window.view);
            return keeper;
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
    }
}
