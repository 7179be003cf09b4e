// A connection to buttond for the LiveButtons of a shell: one socket, one subscription to all that is shown.
import QtQuick
import Quickshell.Io

Item {
    id: root
    visible: false

    /** The daemon's socket, such as `$XDG_RUNTIME_DIR/buttond/buttond.sock`. */
    required property string path
    /** How this program is named in the daemon's log and in actions. */
    property string name: "qml"
    /** What the looks are made for: `userInterfaceStyle`, `contrast`, `contentSize`, `layoutDirection`, `tint`,
     *  `locale`, `reduceMotion`, `boldText`. */
    property var traits: ({})
    /** Whether to be connected at all. */
    property bool isActive: true
    /** Whether looks are up to date and presses are taken. */
    readonly property bool isConnected: d.isOpen
    /** Bounds what the daemon sends, in frames a second; 0 for as many as there are. */
    property real maxRate: 0

    /** The daemon has refused a request of the button `id`, which is empty for one of the connection. */
    signal refused(string id, string reason, string message)

    onIsActiveChanged: socket.connected = isActive
    onTraitsChanged: { d.mark = null; d.subscribe(); }

    /** A LiveButton begins to show the button with this id. */
    function attach(id: string, view: var): void {
        if (!d.views[id]) d.views[id] = [];
        d.views[id].push(view);
        if (d.looks[id]) view.show(d.looks[id], null);
        Qt.callLater(d.subscribe);
    }

    /** It shows it no more. */
    function detach(id: string, view: var): void {
        d.views[id] = (d.views[id] ?? []).filter(each => each !== view);
        if (d.views[id].length > 0) return;
        delete d.views[id];
        Qt.callLater(d.subscribe);
    }

    /** An image that the daemon keeps is on show: its `source`, and whether it `isThere` or `isAbsent`. All who show it
     *  share it. */
    function showImage(name: string): var {
        let image = d.images[name];
        if (!image) image = d.images[name] = keptImages.createObject(root, { name: name });
        image.users += 1;
        d.unused = d.unused.filter(each => each !== image);
        askForImage(image);
        return image;
    }

    /** It is shown there no more. */
    function hideImage(image: var): void {
        image.users -= 1;
        d.release(image);
    }

    /** Asks for an image that is not there; for one that is absent after a pause. */
    function askForImage(image: var): void {
        if (image.isThere || image.isAsked) return;
        if (Date.now() - image.askedAt >= again.interval) return d.want(image);
        image.isDue = true;
        again.start();
    }

    /** Sends a request about a button; says whether there is a connection for it. */
    function request(id: string, method: string, params: var): bool {
        if (!d.isOpen) return false;
        d.send(method, params, null, id, null);
        return true;
    }

    QtObject {
        id: d

        property bool isOpen: false
        property int lastRequest: 0
        /** By the number of a request, what its answer is for. */
        property var asked: ({})
        /** By button, the LiveButtons that show it, and the newest record; a button may have any name. */
        property var views: Object.create(null)
        property var looks: Object.create(null)
        /** What is subscribed to, its epoch, and the last frame of it that is on show. */
        property string ids: ""
        property string subscription: ""
        property string epoch: ""
        property var mark: null
        /** The buttons of a snapshot that has come in part; null: none is coming. */
        property var there: null
        /** Whether the daemon has refused what is subscribed to, and the program knows. */
        property bool isRefused: false
        property int delay: 100
        /** By name, the images that are there or wanted; those of them that are not on show, the oldest first. */
        property var images: Object.create(null)
        property var unused: []
        /** The images that wait for their request, and how many requests there are: looks wait behind the answers. */
        property var wanted: []
        property int fetching: 0
        /** Bytes of the addresses of all images, above which those that are not on show are dropped. */
        property real imageBytes: 0
        readonly property real mostImageBytes: 64 << 20

        /** `failed` hears of a refusal in place of the program. */
        function send(method: string, params: var, answered: var, about: string, failed: var): void {
            lastRequest += 1;
            asked[lastRequest] = { answered: answered, about: about, failed: failed };
            const message = { jsonrpc: "2.0", id: lastRequest, method: method, params: params };
            socket.write(JSON.stringify(message) + "\n");
            socket.flush();
        }

        function opened(): void {
            asked = ({});
            subscription = "";
            send("hello", { client: root.name }, () => {
                delay = 100;
                isOpen = true;
                subscribe();
                for (const id in views) for (const view of views[id]) view.report();
                fetching = 0;
                wanted = [];
                for (const image of Object.values(images)) {
                    image.isAsked = false;
                    if (image.users > 0) want(image);
                    else release(image);
                }
            }, "", null);
        }

        function closed(): void {
            isOpen = false;
            if (!root.isActive) return;
            retry.interval = delay;
            retry.start();
            delay = Math.min(5000, delay * 2);
        }

        /** Subscribes to what is shown now, and goes on after the last frame where that is the same. */
        function subscribe(): void {
            if (!isOpen) return;
            for (const id in looks) if (!views[id]) delete looks[id];
            const wanted = Object.keys(views).sort();
            const text = JSON.stringify([wanted, root.traits, root.maxRate]);
            if (subscription && text === ids) return;
            if (subscription) send("unsubscribe", { subscription: subscription }, null, "", null);
            subscription = "";
            if (text !== ids) mark = null;
            const since = mark;
            ids = text;
            if (wanted.length === 0) return;
            const params = { match: wanted, traits: root.traits };
            if (since) params.since = since;
            if (root.maxRate > 0) params.maxRate = root.maxRate;
            send("buttons.subscribe", params, result => {
                if (text !== ids) return send("unsubscribe", { subscription: result.subscription }, null, "", () => {});
                subscription = result.subscription;
                epoch = result.epoch;
                there = null;
                isRefused = false;
                take(result);
            }, "", error => {
                if (text !== ids) return;
                for (const id in looks) forget(id);
                mark = null;
                if (!isRefused) complain("", error);
                isRefused = true;
                later.start();
            });
        }

        function take(frame: var): void {
            if (frame.snapshot) there = new Set();
            for (const record of frame.buttons) {
                const before = looks[record.id];
                looks[record.id] = record;
                if (there) there.add(record.id);
                const transaction = before && !there ? record.transaction : null;
                for (const view of views[record.id] ?? []) view.show(record, transaction ?? null);
            }
            for (const id of frame.removed) forget(id);
            if (frame.more) return;
            if (there) {
                for (const id in looks) if (!there.has(id)) delete looks[id];
                for (const id in views) if (!looks[id]) forget(id);
            }
            there = null;
            mark = { epoch: epoch, tick: frame.tick };
        }

        function forget(id: string): void {
            delete looks[id];
            for (const view of views[id] ?? []) view.show(null, null);
        }

        function want(image: var): void {
            if (image.isThere || image.isAsked) return;
            if (!wanted.includes(image)) wanted.push(image);
            fetch();
        }

        function fetch(): void {
            while (isOpen && fetching < 4 && wanted.length > 0) {
                const image = wanted.shift();
                fetching += 1;
                image.isAsked = true;
                image.askedAt = Date.now();
                const end = result => {
                    const known = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];
                    image.isThere = result !== null && known.includes(result.type);
                    image.isAbsent = !image.isThere;
                    if (image.isThere) {
                        const address = `data:${result.type};base64,${result.data}`;
                        image.bytes = 2 * address.length;
                        imageBytes += image.bytes;
                        image.source = address;
                    }
                    image.isAsked = false;
                    fetching -= 1;
                    release(image);
                    Qt.callLater(drop);
                    fetch();
                };
                send("images.get", { image: image.name }, end, "", () => end(null));
            }
        }

        /** Nobody may show the image: keeps it then if it is there, else forgets it. */
        function release(image: var): void {
            if (image.users > 0 || image.isAsked) return;
            if (image.isThere) {
                if (!unused.includes(image)) unused.push(image);
                Qt.callLater(drop);
            } else {
                wanted = wanted.filter(each => each !== image);
                forgetImage(image);
            }
        }

        /** Drops what is too much. */
        function drop(): void {
            while (imageBytes > mostImageBytes && unused.length > 0) {
                const image = unused.shift();
                imageBytes -= image.bytes;
                forgetImage(image);
            }
        }

        function forgetImage(image: var): void {
            delete images[image.name];
            image.destroy();
        }

        function complain(about: string, error: var): void {
            root.refused(about, error.data ? error.data.reason : "", error.message);
        }

        function read(line: string): void {
            const message = JSON.parse(line);
            if (message.method === "buttons.updated") {
                if (message.params.subscription === subscription) take(message.params);
                return;
            }
            // The daemon does not know whose line it could not read.
            const request = asked[message.id] ?? { answered: null, about: "", failed: null };
            delete asked[message.id];
            if (message.error && request.failed) {
                request.failed(message.error);
            } else if (message.error) {
                complain(request.about, message.error);
            } else if (request.answered) {
                request.answered(message.result);
            }
        }
    }

    Socket {
        id: socket
        path: root.path
        connected: true
        parser: SplitParser { onRead: line => d.read(line) }
        onConnectionStateChanged: socket.connected ? d.opened() : d.closed()
        onError: if (!socket.connected) d.closed()
    }

    Component {
        id: keptImages

        QtObject {
            required property string name
            /** A data address. */
            property url source
            property real bytes: 0
            property bool isThere: false
            property bool isAbsent: false
            property int users: 0
            property bool isAsked: false
            property real askedAt: 0
            /** Whether it is asked for when the pause is over. */
            property bool isDue: false
        }
    }

    Timer {
        id: again
        interval: 1000
        onTriggered: {
            for (const image of Object.values(d.images)) {
                if (image.isDue) d.want(image);
                image.isDue = false;
            }
        }
    }

    Timer {
        id: later
        interval: 10000
        onTriggered: d.subscribe()
    }

    Timer {
        id: retry
        onTriggered: { socket.connected = false; socket.connected = root.isActive; }
    }
}
