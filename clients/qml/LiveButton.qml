// A button of buttond, as the daemon says that it looks now.
import QtQuick

Item {
    id: root

    required property Buttond daemon
    /** The button's id. */
    required property string button
    /** Where pictures are: `IMAGES/NAME.svg`. Without it the element draws only images that the daemon keeps. */
    property url images
    property string fontFamily
    /** The item over which the menu is drawn; the content of the button's window unless given. */
    property Item menuParent
    /** Whether the menu is open. */
    readonly property bool isMenuOpen: d.menu !== null
    /** The look on show; null while there is none. */
    readonly property var look: d.record ? d.record.appearance : null
    /** Whether the look asks for all the width there is, which is the program's to give. */
    readonly property bool isFullWidth: look !== null && look.isFullWidth === true && !look.isCircle
    /** What is wrong with it, as the daemon says; null while all is well. */
    readonly property var status: d.record && d.record.status ? d.record.status : null
    /** Whether a press would be taken. */
    readonly property bool isUsable: daemon.isConnected && look !== null && look.isEnabled !== false
        && !look.isBusy

    implicitWidth: look ? (live.isCircle ? Math.max(d.wide, d.high) : d.wide) : 64
    implicitHeight: look ? (live.isCircle ? Math.max(d.wide, d.high) : d.high) : 36
    opacity: (look ? live.n("opacity", 1) : 0) * (daemon.isConnected ? 1 : 0.5)
    activeFocusOnTab: true
    LayoutMirroring.childrenInherit: true
    Accessible.role: Accessible.Button
    Accessible.name: look ? [look.accessibilityLabel || [look.title, look.subtitle].filter(each => each).join(", ") || button,
        live.percentage].filter(each => each).join(", ") : button
    Accessible.description: [look ? look.accessibilityHint : "", status ? status.message : ""].filter(each => each).join(". ")
    Accessible.focusable: true
    Accessible.pressed: live.isSet("isHighlighted")
    Accessible.checkable: d.hasBeenSelected
    Accessible.checked: live.isSet("isSelected")
    Accessible.defaultButton: live.text("role") === "primary"
    Accessible.onPressAction: press()

    /** Presses the button and lets it go, as a key would; or shows its menu, where a press does. */
    function press(): void {
        if (d.showsMenu) return openMenu();
        if (d.began(null)) d.ended(null);
    }

    /** Shows the menu, if there is one. */
    function openMenu(): void {
        const place = menuParent ?? (root.Window.window ? root.Window.window.contentItem : null);
        if (!isUsable || !look.menu || d.menu || !place) return;
        d.cancelled();
        d.menu = menus.createObject(place);
        d.menu.open();
    }

    /** Chooses an entry of the menu by its id, whether the menu is open or not. */
    function choose(item: string): void {
        closeMenu();
        d.request("menu.choose", { button: d.id, item: item });
    }

    /** Closes the menu; none of its entries is chosen. */
    function closeMenu(): void {
        if (!d.menu) return;
        const had = d.menu.activeFocus;
        d.menu.visible = false;
        d.menu.destroy();
        d.menu = null;
        if (had) forceActiveFocus();
    }

    /** The daemon has another look; null: there is no such button. */
    function show(record: var, transaction: var): void {
        const isNew = !d.record;
        live.take(record ? record.appearance : null, transaction, isNew);
        d.record = record;
        d.hasBeenSelected = d.hasBeenSelected || live.isSet("isSelected");
        if (isNew) Qt.callLater(report);
        if (!look || !look.menu) closeMenu();
    }

    /** Says whether a pointer is over it. */
    function report(): void {
        if (look && hover.hovered) d.request("pointer.entered", { id: d.id });
    }

    onWidthChanged: if (d.isPressing) Qt.callLater(d.measure)
    onHeightChanged: if (d.isPressing) Qt.callLater(d.measure)
    onButtonChanged: d.follow()
    onDaemonChanged: d.follow()
    Component.onCompleted: { d.isReady = true; d.follow(); }
    Component.onDestruction: d.leave()
    onIsUsableChanged: if (!isUsable) closeMenu()
    Keys.onSpacePressed: event => d.keyPressed(event)
    Keys.onReturnPressed: event => d.keyPressed(event)
    Keys.onEnterPressed: event => d.keyPressed(event)
    Keys.onDownPressed: event => { if (look && look.menu) openMenu(); else event.accepted = false; }

    QtObject {
        id: d

        property bool isReady: false
        /** The daemon and the button that are on show. */
        property Buttond keeper: null
        property string id
        property var record: null
        property bool isPressing: false
        property LiveMenu menu: null
        /** Whether a press shows the menu. */
        readonly property bool showsMenu: root.look !== null && root.look.showsMenuAsPrimaryAction === true
        /** Whether it is a button that stays in. */
        property bool hasBeenSelected: false
        /** Texts are centred, unless the look says otherwise or there is a picture beside two of them. */
        readonly property string alignment: {
            const wanted = live.text("titleAlignment");
            if (wanted && wanted !== "automatic") return wanted;
            return badge.visible && !live.isColumn && live.text("subtitle") ? "leading" : "center";
        }
        /** Between image and texts; a spinner, which fills its place, keeps clear of a text that asks for no space. */
        readonly property real gap: live.n("imagePadding") || (badge.isSpinning ? 6 : 0)
        /** What the indicator takes of the width. */
        readonly property real side: indicator.visible ? indicator.width + 6 : 0
        readonly property real insets: live.n("insetLeading") + live.n("insetTrailing")
        /** How wide the content is where nothing wraps. */
        readonly property real natural: {
            const width = Math.max(title.natural, subtitle.natural);
            if (!badge.visible) return width;
            return live.isColumn ? Math.max(width, badge.width) : badge.width + (width > 0 ? gap + width : 0);
        }
        /** How wide and high it is by its content. */
        readonly property real wide: natural + side + insets
        readonly property real high: content.implicitHeight + live.n("insetTop") + live.n("insetBottom")
        /** How wide the texts may be. */
        readonly property real room: Math.max(1,
            shape.width - insets - side - (badge.visible && !live.isColumn ? badge.width + gap : 0))

        /** The link of the title at a place of the button; empty: none. */
        function linkAt(place: var): string {
            const inside = title.mapFromItem(root, place.x, place.y);
            const link = title.textFormat === Text.StyledText ? title.linkAt(inside.x, inside.y) : "";
            return title.isSafe(link) ? link : "";
        }

        /** Shows the button that is named now. */
        function follow(): void {
            if (!isReady || (keeper === root.daemon && id === root.button)) return;
            leave();
            root.show(null, null);
            hasBeenSelected = false;
            keeper = root.daemon;
            id = root.button;
            if (keeper) keeper.attach(id, root);
        }

        function leave(): void {
            root.closeMenu();
            cancelled();
            if (hover.hovered) request("pointer.exited", { id: id });
            if (keeper) keeper.detach(id, root);
            keeper = null;
        }

        function request(method: string, params: var): bool {
            return keeper !== null && keeper.request(id, method, params);
        }

        /** A key that is held repeats itself, and presses once. */
        function keyPressed(event: var): void { if (!event.isAutoRepeat) root.press(); }

        function began(place: var): bool {
            if (!root.isUsable || isPressing) return false;
            isPressing = measure() && request("press.began", at(place));
            return isPressing;
        }

        /** Says how large it is drawn, by which the daemon measures this press: it forgets that with the button, and
         *  has one size for all elements that show it. */
        function measure(): bool {
            return request("layout.report", { id: id, width: root.width, height: root.height });
        }

        function moved(place: var): void {
            if (isPressing) request("press.moved", at(place));
        }

        function ended(place: var): void {
            if (isPressing) request("press.ended", at(place));
            isPressing = false;
        }

        function cancelled(): void {
            if (isPressing) request("press.cancelled", at(null));
            isPressing = false;
        }

        function at(place: var): var {
            return place ? { id: id, x: place.x, y: place.y } : { id: id };
        }
    }

    LiveLook {
        id: live
        daemon: root.daemon
        images: root.images
        fontFamily: root.fontFamily
        isStill: root.daemon.traits.reduceMotion === true
    }

    component Moving: NumberAnimation {
        duration: live.duration
        easing.type: live.curve
        easing.overshoot: live.overshoot
    }

    Behavior on opacity { enabled: live.animates; Moving {} }

    Item {
        id: face
        objectName: "face"
        anchors.fill: parent
        scale: live.n("scale", 1)
        Behavior on scale { enabled: live.animates; Moving {} }

        // A circle stays one in a place that is wider or higher.
        Item {
            id: shape
            anchors.centerIn: parent
            width: live.isCircle ? Math.min(parent.width, parent.height) : parent.width
            height: live.isCircle ? width : parent.height

            LiveGround {
                id: ground
                anchors.fill: parent
                look: live
            }

            Grid {
                id: content
                anchors.centerIn: parent
                anchors.horizontalCenterOffset: (live.n("insetLeading") - live.n("insetTrailing") - d.side) / 2
                    * (root.LayoutMirroring.enabled ? -1 : 1)
                anchors.verticalCenterOffset: (live.n("insetTop") - live.n("insetBottom")) / 2
                columns: live.isColumn ? 1 : 9
                columnSpacing: d.gap
                rowSpacing: d.gap
                horizontalItemAlignment: Grid.AlignHCenter
                verticalItemAlignment: Grid.AlignVCenter
                layoutDirection: live.isTurned && !live.isColumn ? Qt.RightToLeft : Qt.LeftToRight

                LiveImage { id: badge; look: live }

                Column {
                    spacing: live.n("titlePadding", 1)
                    visible: !title.isEmpty || !subtitle.isEmpty

                    LiveText {
                        id: title
                        objectName: "title"
                        look: live
                        name: "title"
                        runs: live.look !== null && live.look.titleRuns ? live.look.titleRuns : null
                        alignment: d.alignment
                        room: d.room
                    }

                    LiveText {
                        id: subtitle
                        objectName: "subtitle"
                        look: live
                        name: "subtitle"
                        usualSize: 15
                        usualStyle: "subheadline"
                        alignment: d.alignment
                        room: d.room
                    }
                }
            }

            // The mark of a popup.
            Canvas {
                id: indicator
                objectName: "indicator"
                readonly property color ink: live.color("indicatorColor")
                anchors {
                    right: parent.right; rightMargin: live.n("insetTrailing")
                    verticalCenter: content.verticalCenter
                }
                width: live.n("titleFontSize", 17)
                height: width
                visible: live.text("indicator") === "popup"
                onInkChanged: requestPaint()
                onVisibleChanged: requestPaint()
                onPaint: {
                    const context = getContext("2d");
                    context.reset();
                    context.scale(width / 24, height / 24);
                    context.lineWidth = 2;
                    context.lineCap = context.lineJoin = "round";
                    context.strokeStyle = ink;
                    for (const [start, end] of [[9.5, 5.5], [14.5, 18.5]]) {
                        context.beginPath();
                        context.moveTo(8, start);
                        context.lineTo(12, end);
                        context.lineTo(16, start);
                        context.stroke();
                    }
                }
            }
        }
    }

    Rectangle {
        // Something is wrong: the look is an old one, or what feeds it is gone.
        anchors {
            right: parent.right; rightMargin: (parent.width - shape.width) / 2 - 3
            top: parent.top; topMargin: (parent.height - shape.height) / 2 - 3
        }
        width: 9
        height: 9
        radius: 4.5
        color: "#FF9500"
        visible: root.status !== null
    }

    Rectangle {
        anchors.centerIn: parent
        width: shape.width + 6
        height: shape.height + 6
        radius: ground.cornerRadius + 3
        color: "transparent"
        border { width: 2; color: palette.highlight }
        visible: root.activeFocus
    }

    HoverHandler {
        id: hover
        onHoveredChanged: if (root.look) {
            d.request(hovered ? "pointer.entered" : "pointer.exited", { id: d.id });
        }
    }

    MouseArea {
        anchors.fill: parent
        acceptedButtons: Qt.LeftButton | (root.look && root.look.menu ? Qt.RightButton : Qt.NoButton)
        pressAndHoldInterval: 500
        onPressed: event => {
            const link = event.button === Qt.LeftButton ? d.linkAt(event) : "";
            if (link) {
                Qt.openUrlExternally(link);
                event.accepted = false;
            } else if (event.button === Qt.RightButton || d.showsMenu) root.openMenu();
            else if (!d.began(event)) event.accepted = false;
        }
        onPressAndHold: root.openMenu()
        onPositionChanged: event => d.moved(event)
        onReleased: event => d.ended(event)
        onCanceled: d.cancelled()
    }

    Component {
        id: menus

        LiveMenu {
            owner: root
            daemon: root.daemon
            entries: root.look ? (root.look.menu ?? []) : []
            isPopup: root.look !== null && root.look.isPopup === true
            isDark: root.daemon.traits.userInterfaceStyle === "dark"
            fontFamily: root.fontFamily
            onChosen: item => root.choose(item)
            onDismissed: root.closeMenu()
        }
    }
}
