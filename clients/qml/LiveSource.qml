// Where an image is that a look names: a file of a folder, or one that the daemon keeps.
import QtQuick

QtObject {
    id: root

    property Buttond daemon
    /** The image's name; empty: there is none. */
    property string name
    /** The folder of files, `NAME.svg` each; empty: there is none. */
    property url folder
    /** The address of the image; empty: it is awaited, or there is none. */
    readonly property url source: kept ? kept.source
        : name && !isKept && folder.toString() ? folder + "/" + encodeURIComponent(name) + ".svg" : ""
    /** Whether its name is that of an image that the daemon keeps: a hash of its bytes, so that it never changes. */
    readonly property bool isKept: keptName !== ""
    /** Whether it is not there yet. */
    readonly property bool isAwaited: isKept && !(kept && (kept.isThere || kept.isAbsent))

    readonly property string keptName: /^sha256:[0-9a-f]{64}$/.test(name) ? name : ""
    property var kept: null
    /** What keeps it. */
    property Buttond keeper: null
    property bool isReady: false

    /** A new look names it: one that is absent may have come. */
    function renew(): void {
        if (kept && kept.isAbsent) keeper.askForImage(kept);
    }

    function hold(): void {
        if (!isReady) return;
        const [before, giver] = [kept, keeper];
        keeper = daemon;
        kept = keptName && keeper ? keeper.showImage(keptName) : null;
        if (before && giver) giver.hideImage(before);
    }

    onKeptNameChanged: hold()
    onDaemonChanged: hold()
    Component.onCompleted: { isReady = true; hold(); }
    Component.onDestruction: if (kept && keeper) keeper.hideImage(kept)
}
