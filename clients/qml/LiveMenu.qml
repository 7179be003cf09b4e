// The menu of a LiveButton while it is open: over all that is in the window, beside the button.
import QtQuick

Item {
    id: root

    /** The button that the menu belongs to. */
    required property Item owner
    /** What keeps images. */
    property Buttond daemon
    /** Its entries, as its look has them. */
    required property var entries
    /** Whether one of them is what the button shows. */
    required property bool isPopup
    required property bool isDark
    property string fontFamily
    /** The entry that the keys are at. */
    property int current: -1

    /** This entry is taken. */
    signal chosen(string item)
    /** None is taken. */
    signal dismissed()

    readonly property color ink: isDark ? "#FFFFFF" : "#000000"
    readonly property bool hasImages: entries.some(entry => /^sha256:/.test(entry.image ?? ""))
    readonly property bool hasMarks: isPopup || entries.some(entry => entry.state !== undefined)

    anchors.fill: parent
    z: 1e6
    focus: true
    Accessible.role: Accessible.PopupMenu

    /** Shows where the menu is and takes the keys. */
    function open(): void {
        place();
        current = Math.max(0, entries.findIndex(entry => entry.state === "on"));
        forceActiveFocus();
    }

    /** Below the button where there is room, else above it. */
    function place(): void {
        const corner = owner.mapToItem(root, 0, 0);
        const start = owner.LayoutMirroring.enabled ? corner.x + owner.width - sheet.width : corner.x;
        const below = corner.y + owner.height + 4;
        sheet.x = Math.max(4, Math.min(start, root.width - sheet.width - 4));
        sheet.y = Math.max(4, below + sheet.height <= root.height ? below : corner.y - 4 - sheet.height);
    }

    /** Takes an entry, unless it is disabled. */
    function choose(index: int): void {
        const entry = entries[index];
        if (entry && entry.isEnabled !== false) chosen(entry.id);
    }

    onEntriesChanged: current = Math.min(current, entries.length - 1)
    onWidthChanged: place()
    onHeightChanged: place()
    Keys.onPressed: event => {
        const count = entries.length;
        switch (event.key) {
        case Qt.Key_Escape: case Qt.Key_Tab: dismissed(); break;
        case Qt.Key_Down: current = (current + 1) % count; break;
        case Qt.Key_Up: current = (current + count - 1) % count; break;
        case Qt.Key_Home: current = 0; break;
        case Qt.Key_End: current = count - 1; break;
        case Qt.Key_Return: case Qt.Key_Enter: case Qt.Key_Space:
            // The press that has opened the menu may still be held.
            if (!event.isAutoRepeat) choose(current);
            break;
        default: return;
        }
        event.accepted = true;
    }

    MouseArea {
        anchors.fill: parent
        acceptedButtons: Qt.AllButtons
        onPressed: root.dismissed()
    }

    Rectangle {
        id: sheet
        objectName: "menu"
        width: Math.max(160, Math.min(360, root.width - 8, list.widest + 10))
        height: Math.min(list.contentHeight + 10, root.height * 0.8)
        radius: 10
        color: root.isDark ? "#2C2C2E" : "#F9F9F9"
        border { width: 1; color: root.isDark ? "#545458" : "#C6C6C8" }
        onHeightChanged: root.place()
        onWidthChanged: root.place()

        ListView {
            id: list
            property real widest: 0
            anchors { fill: parent; margins: 5 }
            clip: true
            boundsBehavior: Flickable.StopAtBounds
            model: root.entries
            currentIndex: root.current

            delegate: Rectangle {
                id: row
                required property var modelData
                required property int index
                readonly property bool isCurrent: root.current === index
                readonly property bool isEnabled: modelData.isEnabled !== false
                objectName: "entry." + modelData.id
                width: list.width
                height: 34
                radius: 6
                color: isCurrent && isEnabled ? palette.highlight : "transparent"
                border { width: isCurrent && !isEnabled ? 2 : 0; color: palette.mid }
                Accessible.role: Accessible.MenuItem
                Accessible.name: modelData.title
                Accessible.checkable: root.hasMarks
                Accessible.checked: modelData.state === "on"
                Accessible.onPressAction: root.choose(index)

                readonly property color ink: !isEnabled ? (root.isDark ? "#8E8E93" : "#8A8A8E")
                    : isCurrent ? palette.highlightedText
                    : modelData.role === "destructive" ? (root.isDark ? "#FF8078" : "#C00012") : root.ink

                Text {
                    anchors { left: parent.left; leftMargin: 8; verticalCenter: parent.verticalCenter }
                    text: row.modelData.state === "on" ? "✓" : row.modelData.state === "mixed" ? "–" : ""
                    visible: root.hasMarks
                    color: row.ink
                    font: label.font
                }

                Text {
                    id: label
                    anchors { left: parent.left; leftMargin: root.hasMarks ? 30 : 10; verticalCenter: parent.verticalCenter }
                    readonly property real end: root.hasImages ? 36 : 10
                    width: Math.min(implicitWidth, row.width - x - end)
                    text: row.modelData.title
                    textFormat: Text.PlainText
                    elide: Text.ElideRight
                    color: row.ink
                    font { pixelSize: 15; family: root.fontFamily || Application.font.family }
                    onImplicitWidthChanged: list.widest = Math.max(list.widest, implicitWidth + x + end)
                    Component.onCompleted: list.widest = Math.max(list.widest, implicitWidth + x + end)
                }

                LiveSource {
                    id: image
                    daemon: root.daemon
                    name: row.modelData.image ?? ""
                }

                LivePicture {
                    anchors { right: parent.right; rightMargin: 10; verticalCenter: parent.verticalCenter }
                    width: 16
                    height: 16
                    source: image.source
                    ink: row.ink
                }

                MouseArea {
                    anchors.fill: parent
                    hoverEnabled: true
                    onPositionChanged: root.current = row.index
                    onClicked: root.choose(row.index)
                }
            }
        }
    }
}
