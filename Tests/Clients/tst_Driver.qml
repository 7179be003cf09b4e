// LiveButtons in a window that a mouse presses as driver-qml is told; Settings.qml has the addresses.
import QtQuick
import QtTest
import ".."

Item {
    id: window
    width: 880
    height: 480

    /** By id, the buttons that have been pressed. */
    property var buttons: ({})
    /** What waits for a button to be `highlighted` or not. */
    property var awaited: null
    property bool isOver: false

    Settings { id: settings }
    Buttond {
        id: link
        path: settings.path
        onRefused: (id, reason, message) => window.next({ error: { reason: reason, says: message } })
    }
    Component {
        id: element
        LiveButton {
            daemon: link
            // Behind all that follows from the look.
            onLookChanged: Qt.callLater(window.settle)
        }
    }

    /** Answers a command, and asks for the next. */
    function next(answer: var): void {
        const request = new XMLHttpRequest();
        request.onreadystatechange = () => {
            if (request.readyState !== XMLHttpRequest.DONE) return;
            if (request.responseText) run(JSON.parse(request.responseText));
            else isOver = true;
        };
        request.open("POST", settings.commands);
        request.send(answer === null ? "" : JSON.stringify(answer));
    }

    /** Answers once the look shows what the mouse did. */
    function settle(): void {
        if (!awaited) return;
        const { button, shows, act } = awaited;
        if (!button.isUsable) return;
        awaited.act = null;
        if (act) act();
        if ((button.look.isHighlighted === true) !== shows) return;
        awaited = null;
        next({ ok: null });
    }

    function run(command: var): void {
        if (command.op !== "press") return next({ ok: null });
        const id = command.id;
        const [x, y] = command.at ?? [5, 5];
        if (!buttons[id]) {
            const count = Object.keys(buttons).length;
            buttons[id] = element.createObject(window, {
                button: id, x: 10 + 108 * (count % 8), y: 10 + 50 * Math.floor(count / 8), width: 100, height: 40,
            });
        }
        const button = buttons[id];
        const acts = {
            began: () => mouse.mousePress(button, x, y),
            moved: () => mouse.mouseMove(button, x, y),
            ended: () => mouse.mouseRelease(button, x, y),
            // The window takes the mouse from a button that is disabled.
            cancelled: () => {
                button.enabled = false;
                button.enabled = true;
                mouse.mouseRelease(button, 5, 5);
            },
        };
        const isInside = x >= 0;
        awaited = { button: button, shows: isInside && command.event in { began: 0, moved: 0 }, act: acts[command.event] };
        settle();
    }

    TestCase {
        id: mouse
        name: "Driver"
        when: windowShown

        function test_commands() {
            window.next(null);
            tryVerify(() => window.isOver, 2147483647);
        }
    }
}
