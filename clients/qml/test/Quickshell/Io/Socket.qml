// Stands for Quickshell's type in the tests. Qt's own QML has no Unix sockets, so this reaches the daemon through a
// gateway's WebSocket; `path` is its address, with the token behind a #.
import QtQml
import QtWebSockets

QtObject {
    id: root

    property string path
    property bool connected: false
    property SplitParser parser
    signal connectionStateChanged
    signal error(int code)

    property bool wasOpen: false
    property string pending: ""

    onConnectedChanged: {
        if (connected === (socket.status === WebSocket.Open)) return;
        socket.active = connected;
    }

    function write(text: string): void { pending += text; }

    function flush(): void {
        for (const line of pending.split("\n")) if (line) socket.sendTextMessage(line);
        pending = "";
    }

    function changed(): void {
        const isOpen = socket.status === WebSocket.Open;
        if (socket.status === WebSocket.Connecting || socket.status === WebSocket.Closing) return;
        if (!isOpen) socket.active = false;
        if (isOpen === wasOpen && isOpen) return;
        wasOpen = isOpen;
        connected = isOpen;
        connectionStateChanged();
    }

    property WebSocket socket: WebSocket {
        url: root.path.split("#")[0]
        requestedSubprotocols: ["buttond.1", "token." + root.path.split("#")[1]]
        onTextMessageReceived: message => {
            for (const line of message.split("\n")) if (line) root.parser.read(line);
        }
        onStatusChanged: Qt.callLater(root.changed)
    }
}
