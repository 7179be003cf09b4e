// A button of buttond, as the daemon says that it looks now.
import QtQuick

Item {
    id: root

    required property Buttond daemon
    /** The button's id. */
    required property string button
    /** Where pictures are: `IMAGES/NAME.svg`. Without it the image of a look is left out. */
    property url images
    property string fontFamily
    /** The item over which the menu is drawn; the content of the button's window unless given. */
    property Item menuParent
    /** Whether the menu is open. */
    readonly property bool isMenuOpen: d.menu !== null
    /** The look on show; null while there is none. */
    readonly property var look: d.record ? d.record.appearance : null
    /** What is wrong with it, as the daemon says; null while all is well. */
    readonly property var status: d.record && d.record.status ? d.record.status : null
    /** Whether a press would be taken. */
    readonly property bool isUsable: daemon.isConnected && look !== null && look.isEnabled !== false
        && !look.isBusy

    implicitWidth: look ? (look.isCircle ? Math.max(d.wide, d.high) : d.wide) : 64
    implicitHeight: look ? (look.isCircle ? Math.max(d.wide, d.high) : d.high) : 36
    opacity: (look ? d.n("opacity", 1) : 0) * (daemon.isConnected ? 1 : 0.5)
    activeFocusOnTab: true
    Accessible.role: Accessible.Button
    Accessible.name: look ? (look.accessibilityLabel ?? look.title ?? button) : button
    Accessible.description: [look ? look.accessibilityHint : "", status ? status.message : ""].filter(each => each).join(". ")
    Accessible.focusable: true
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
        daemon.request(button, "menu.choose", { button: button, item: item });
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
        const animation = transaction && !transaction.disablesAnimations ? transaction.animation : null;
        d.animates = animation ? true : false;
        d.animatesContent = d.animates && transaction.animatesContent !== false;
        if (animation) {
            d.curve = d.curves[animation.curve] ?? Easing.InOutQuad;
            d.duration = animation.curve === "spring" ? animation.response * 1000 : animation.durationMs;
            d.overshoot = animation.curve === "spring" ? 1.7 * (1 - animation.dampingFraction) : 0;
        }
        const isNew = !d.record;
        d.record = record;
        if (isNew) Qt.callLater(report);
        if (!look || !look.menu) closeMenu();
    }

    /** Says how large it is drawn, by which the daemon measures presses, and whether a pointer is over it. */
    function report(): void {
        if (look && width > 0 && height > 0) {
            daemon.request(button, "layout.report", { id: button, width: width, height: height });
        }
        if (look && hover.hovered) daemon.request(button, "pointer.entered", { id: button });
    }

    onWidthChanged: Qt.callLater(report)
    onHeightChanged: Qt.callLater(report)
    Component.onCompleted: daemon.attach(button, root)
    Component.onDestruction: {
        closeMenu();
        d.cancelled();
        if (hover.hovered) daemon.request(button, "pointer.exited", { id: button });
        daemon.detach(button, root);
    }
    onIsUsableChanged: if (!isUsable) closeMenu()
    Keys.onSpacePressed: press()
    Keys.onReturnPressed: press()
    Keys.onEnterPressed: press()
    Keys.onDownPressed: event => { if (look && look.menu) openMenu(); else event.accepted = false; }

    QtObject {
        id: d

        property var record: null
        property bool isPressing: false
        property LiveMenu menu: null
        /** Whether a press shows the menu. */
        readonly property bool showsMenu: root.look !== null && root.look.showsMenuAsPrimaryAction === true
        property bool animates: false
        property bool animatesContent: false
        property int curve: Easing.InOutQuad
        property int duration: 0
        property real overshoot: 0
        readonly property var curves: ({
            linear: Easing.Linear, easeIn: Easing.InQuad, easeOut: Easing.OutQuad,
            easeInOut: Easing.InOutQuad, spring: Easing.OutBack,
        })
        readonly property bool isColumn: root.look !== null
            && (root.look.imagePlacement === "top" || root.look.imagePlacement === "bottom")
        readonly property bool isTurned: root.look !== null
            && (root.look.imagePlacement === "trailing" || root.look.imagePlacement === "bottom")
        readonly property real radius: root.look && root.look.cornerShape === "capsule" ? 9999 : n("cornerRadius")

        /** Texts are centred, unless the look says otherwise or there is a picture beside two of them. */
        readonly property string alignment: {
            const wanted = root.look ? root.look.titleAlignment : "";
            if (wanted && wanted !== "automatic") return wanted;
            return badge.visible && !isColumn && root.look.subtitle ? "leading" : "center";
        }
        /** Between image and texts; a spinner, which fills its place, keeps clear of a text that asks for no space. */
        readonly property real gap: n("imagePadding") || (spinner.running ? 6 : 0)
        /** How wide the title is where it does not wrap; parts of one differ in weight. */
        readonly property real titleWidth: title.isPlain ? titleMetrics.advanceWidth : parts.implicitWidth
        /** How wide the content is where nothing wraps. */
        readonly property real natural: {
            const texts = Math.ceil(Math.max(titleWidth, subtitleMetrics.advanceWidth));
            if (!badge.visible) return texts;
            return isColumn ? Math.max(texts, badge.width) : badge.width + (texts > 0 ? gap + texts : 0);
        }
        /** How wide and high it is by its content. */
        readonly property real wide: natural + n("insetLeading") + n("insetTrailing")
        readonly property real high: content.implicitHeight + n("insetTop") + n("insetBottom")
        /** How wide the texts may be. */
        readonly property real room: Math.max(1, root.width - n("insetLeading") - n("insetTrailing")
            - (badge.visible && !isColumn ? badge.width + gap : 0))

        readonly property var weights: ({
            ultraLight: Font.Thin, thin: Font.ExtraLight, light: Font.Light, regular: Font.Normal, medium: Font.Medium,
            semibold: Font.DemiBold, bold: Font.Bold, heavy: Font.ExtraBold, black: Font.Black,
        })
        readonly property var families: ({ rounded: "Nunito", serif: "serif", monospaced: "monospace" })

        /** The font's family for a design of the look. */
        function family(name: string): string {
            const design = root.look ? root.look[name + "FontDesign"] : undefined;
            return (design && families[design]) || root.fontFamily || Application.font.family;
        }

        /** The font's weight of the look. */
        function weight(name: string): int {
            return (root.look && weights[root.look[name + "FontWeight"]]) || Font.Normal;
        }

        /** Whether the look says so. */
        function isSet(name: string): bool {
            return root.look !== null && root.look[name] === true;
        }

        /** A length of the look. */
        function n(name: string, usual: real): real {
            return root.look && root.look[name] !== undefined ? root.look[name] : usual || 0;
        }

        /** The opacity of a colour of the look. */
        function alpha(name: string): real {
            const text = root.look ? root.look[name] : undefined;
            return text ? parseInt(text.slice(7, 9), 16) / 255 : 1;
        }

        /** A colour of the look: buttond writes #RRGGBBAA, Qt #AARRGGBB. */
        function color(name: string): color {
            const text = root.look ? root.look[name] : undefined;
            return text ? "#" + text.slice(7, 9) + text.slice(1, 7) : "transparent";
        }

        /** Links that may be opened: they run nothing. */
        function isSafe(link: string): bool { return /^(https?:\/\/|mailto:)[!-~]{1,2048}$/i.test(link); }

        /** The title in parts, as Qt's styled text; nothing of a part is taken for a tag. */
        function styled(runs: var): string {
            const escaped = text => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
                .replace(/"/g, "&quot;").replace(/\n/g, "<br>");
            return runs.map(run => {
                let part = escaped(run.text);
                if (["semibold", "bold", "heavy", "black"].includes(run.fontWeight)) part = "<b>" + part + "</b>";
                if (run.italic) part = "<i>" + part + "</i>";
                if (run.underline) part = "<u>" + part + "</u>";
                if (run.strikethrough) part = "<s>" + part + "</s>";
                if (/^#[0-9A-F]{8}$/.test(run.color)) part = `<font color="${run.color.slice(0, 7)}">${part}</font>`;
                if (run.link && isSafe(run.link)) part = `<a href="${escaped(run.link)}">${part}</a>`;
                return part;
            }).join("");
        }

        /** The link of the title at a place of the button; empty: none. */
        function linkAt(place: var): string {
            const inside = title.mapFromItem(root, place.x, place.y);
            const link = title.textFormat === Text.StyledText ? title.linkAt(inside.x, inside.y) : "";
            return isSafe(link) ? link : "";
        }

        function began(place: var): bool {
            if (!root.isUsable || isPressing) return false;
            isPressing = root.daemon.request(root.button, "press.began", at(place));
            return isPressing;
        }

        function moved(place: var): void {
            if (isPressing) root.daemon.request(root.button, "press.moved", at(place));
        }

        function ended(place: var): void {
            if (isPressing) root.daemon.request(root.button, "press.ended", at(place));
            isPressing = false;
        }

        function cancelled(): void {
            if (isPressing) root.daemon.request(root.button, "press.cancelled", at(null));
            isPressing = false;
        }

        function at(place: var): var {
            return place ? { id: root.button, x: place.x, y: place.y } : { id: root.button };
        }
    }

    TextMetrics { id: titleMetrics; font: title.font; text: root.look ? (root.look.title ?? "") : "" }
    Text { id: parts; visible: false; font: title.font; textFormat: Text.StyledText; text: title.isPlain ? "" : title.text }
    TextMetrics { id: subtitleMetrics; font: subtitle.font; text: subtitle.text }

    component Fading: ColorAnimation {
        duration: d.duration
        easing.type: d.curve
    }

    component Moving: NumberAnimation {
        duration: d.duration
        easing.type: d.curve
        easing.overshoot: d.overshoot
    }

    Behavior on opacity { enabled: d.animates; Moving {} }

    Item {
        id: face
        objectName: "face"
        anchors.fill: parent
        scale: d.n("scale", 1)
        Behavior on scale { enabled: d.animates; Moving {} }

        Rectangle {
            id: ground
            objectName: "ground"
            anchors {
                fill: parent
                leftMargin: d.n(root.LayoutMirroring.enabled ? "backgroundInsetTrailing" : "backgroundInsetLeading")
                rightMargin: d.n(root.LayoutMirroring.enabled ? "backgroundInsetLeading" : "backgroundInsetTrailing")
                topMargin: d.n("backgroundInsetTop")
                bottomMargin: d.n("backgroundInsetBottom")
            }
            radius: Math.min(d.radius, height / 2, width / 2)
            color: d.color("backgroundColor")
            Behavior on color { enabled: d.animatesContent; Fading {} }
            Behavior on radius { enabled: d.animatesContent; Moving {} }
        }

        Rectangle {
            anchors { fill: ground; margins: -d.n("strokeOutset") }
            radius: Math.min(ground.radius + d.n("strokeOutset"), height / 2)
            color: "transparent"
            border { width: d.n("strokeWidth"); color: d.color("strokeColor") }
            visible: d.n("strokeWidth") > 0
        }

        Grid {
            id: content
            anchors.centerIn: parent
            anchors.horizontalCenterOffset: (d.n("insetLeading") - d.n("insetTrailing")) / 2
                * (root.LayoutMirroring.enabled ? -1 : 1)
            anchors.verticalCenterOffset: (d.n("insetTop") - d.n("insetBottom")) / 2
            columns: d.isColumn ? 1 : 9
            columnSpacing: d.gap
            rowSpacing: d.gap
            horizontalItemAlignment: Grid.AlignHCenter
            verticalItemAlignment: Grid.AlignVCenter
            layoutDirection: d.isTurned && !d.isColumn ? Qt.RightToLeft : Qt.LeftToRight

            Item {
                id: badge
                readonly property real side: d.n("imageSize") || d.n("titleFontSize") * 1.2
                visible: spinner.running || picture.status === Image.Ready
                width: side
                height: side

                Image {
                    id: picture
                    readonly property string name: root.look && root.look.imageName && root.images.toString()
                        ? root.look.imageName : ""
                    anchors.fill: parent
                    sourceSize: Qt.size(badge.side * 2, badge.side * 2)
                    source: name ? root.images + "/" + encodeURIComponent(name) + ".svg" : ""
                    visible: !spinner.running && isOriginal
                    opacity: d.alpha("imageColor")
                    readonly property bool isOriginal: root.look !== null
                        && root.look.imageRenderingMode === "original"
                }

                // The shape of the picture, in the foreground colour.
                Canvas {
                    id: stencil
                    objectName: "stencil"
                    readonly property color ink: d.color("imageColor")
                    anchors.fill: parent
                    visible: !spinner.running && picture.status === Image.Ready && !picture.isOriginal
                    onInkChanged: requestPaint()
                    onVisibleChanged: requestPaint()
                    onImageLoaded: requestPaint()
                    onPaint: {
                        const context = getContext("2d");
                        context.reset();
                        if (!visible) return;
                        if (!isImageLoaded(picture.source)) return loadImage(picture.source);
                        context.drawImage(picture.source, 0, 0, width, height);
                        context.globalCompositeOperation = "source-in";
                        context.fillStyle = ink;
                        context.fillRect(0, 0, width, height);
                    }
                }

                Repeater {
                    model: spinner.running ? 8 : 0
                    Rectangle {
                        required property int index
                        x: badge.side / 2 - width / 2
                        y: badge.side * 0.04
                        width: badge.side * 0.1
                        height: badge.side * 0.26
                        radius: width / 2
                        color: d.color("activityIndicatorColor")
                        opacity: 0.2 + ((index + spinner.step) % 8) * 0.11
                        transform: Rotation {
                            angle: -index * 45
                            origin { x: width / 2; y: badge.side * 0.46 }
                        }
                    }
                }

                Timer {
                    id: spinner
                    property int step: 0
                    interval: 125
                    repeat: true
                    running: root.look !== null && root.look.showsActivityIndicator === true
                    onTriggered: step = (step + 1) % 8
                }
            }

            Column {
                spacing: d.n("titlePadding")
                visible: title.text.length + subtitle.text.length > 0

                Text {
                    id: title
                    objectName: "title"
                    /** Parts of a title say all of themselves. */
                    readonly property bool isPlain: !root.look || !root.look.titleRuns
                    text: !root.look ? "" : isPlain ? root.look.title ?? "" : d.styled(root.look.titleRuns)
                    textFormat: isPlain ? Text.PlainText : Text.StyledText
                    linkColor: color
                    color: d.color("titleColor")
                    font {
                        pixelSize: Math.max(1, d.n("titleFontSize", 17))
                        family: d.family("title")
                        weight: isPlain || d.weight("title") < Font.DemiBold ? d.weight("title") : Font.Normal
                        italic: isPlain && d.isSet("titleItalic")
                        underline: isPlain && d.isSet("titleUnderline")
                        strikeout: isPlain && d.isSet("titleStrikethrough")
                    }
                    anchors.horizontalCenter: d.alignment === "center" ? parent.horizontalCenter : undefined
                    anchors.right: d.alignment === "trailing" ? parent.right : undefined
                    width: Math.min(Math.ceil(d.titleWidth), d.room)
                    wrapMode: d.titleWidth > d.room ? Text.Wrap : Text.NoWrap
                    visible: text.length > 0
                    Behavior on color { enabled: d.animatesContent; Fading {} }
                }

                Text {
                    id: subtitle
                    objectName: "subtitle"
                    text: root.look ? (root.look.subtitle ?? "") : ""
                    textFormat: Text.PlainText
                    color: d.color("subtitleColor")
                    font {
                        pixelSize: Math.max(1, d.n("subtitleFontSize", 13))
                        family: d.family("subtitle")
                        weight: d.weight("subtitle")
                        italic: d.isSet("subtitleItalic")
                        underline: d.isSet("subtitleUnderline")
                        strikeout: d.isSet("subtitleStrikethrough")
                    }
                    anchors.horizontalCenter: d.alignment === "center" ? parent.horizontalCenter : undefined
                    anchors.right: d.alignment === "trailing" ? parent.right : undefined
                    width: Math.min(Math.ceil(subtitleMetrics.advanceWidth), d.room)
                    wrapMode: subtitleMetrics.advanceWidth > d.room ? Text.Wrap : Text.NoWrap
                    visible: text.length > 0
                }
            }
        }
    }

    Rectangle {
        // Something is wrong: the look is an old one, or what feeds it is gone.
        anchors { right: parent.right; top: parent.top; margins: -3 }
        width: 9
        height: 9
        radius: 4.5
        color: "#FF9500"
        visible: root.status !== null
    }

    Rectangle {
        anchors { fill: parent; margins: -3 }
        radius: ground.radius + 3
        color: "transparent"
        border { width: 2; color: palette.highlight }
        visible: root.activeFocus
    }

    HoverHandler {
        id: hover
        onHoveredChanged: if (root.look) {
            root.daemon.request(root.button, hovered ? "pointer.entered" : "pointer.exited", { id: root.button });
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
            entries: root.look ? (root.look.menu ?? []) : []
            isPopup: root.look !== null && root.look.isPopup === true
            isDark: root.daemon.traits.userInterfaceStyle === "dark"
            fontFamily: root.fontFamily
            onChosen: item => root.choose(item)
            onDismissed: root.closeMenu()
        }
    }
}
