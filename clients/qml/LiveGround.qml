// What is behind the content of a LiveButton: shadow, background, its picture, and the outline.
import QtQuick

Item {
    id: root

    required property LiveLook look
    readonly property real cornerRadius: ground.radius

    component Moving: NumberAnimation {
        duration: root.look.duration
        easing.type: root.look.curve
        easing.overshoot: root.look.overshoot
    }

    component Fading: ColorAnimation {
        duration: root.look.duration
        easing.type: root.look.curve
    }

    // Where there is no background there is no shadow, and none shows through a background.
    Canvas {
        id: shadow
        objectName: "shadow"
        readonly property color ink: root.look.color("shadowColor")
        readonly property real blur: root.look.n("shadowRadius")
        readonly property point offset: Qt.point(root.look.n("shadowX"), root.look.n("shadowY"))
        readonly property real space: Math.ceil(blur + Math.max(Math.abs(offset.x), Math.abs(offset.y))) + 1
        readonly property string shape: [ink, blur, offset, ground.radius].join(" ")
        anchors { fill: ground; margins: -space }
        visible: ink.a > 0 && (ground.color.a > 0 || backdrop.visible || root.look.text("material") !== "")
        onShapeChanged: requestPaint()
        onVisibleChanged: requestPaint()
        onPaint: {
            const context = getContext("2d");
            context.reset();
            if (!visible) return;
            const outline = () => {
                context.beginPath();
                context.roundedRect(space, space, ground.width, ground.height, ground.radius, ground.radius);
                context.fill();
            };
            context.shadowColor = ink;
            context.shadowBlur = blur;
            context.shadowOffsetX = offset.x;
            context.shadowOffsetY = offset.y;
            context.fillStyle = "black";
            outline();
            context.shadowColor = "transparent";
            context.globalCompositeOperation = "destination-out";
            outline();
        }
    }

    Rectangle {
        id: ground
        objectName: "ground"
        anchors {
            fill: parent
            leftMargin: root.look.n(root.LayoutMirroring.enabled ? "backgroundInsetTrailing" : "backgroundInsetLeading")
            rightMargin: root.look.n(root.LayoutMirroring.enabled ? "backgroundInsetLeading" : "backgroundInsetTrailing")
            topMargin: root.look.n("backgroundInsetTop")
            bottomMargin: root.look.n("backgroundInsetBottom")
        }
        radius: Math.max(0, Math.min(root.look.cornerRadius, height / 2, width / 2))
        color: root.look.color("backgroundColor")
        Behavior on color { enabled: root.look.animatesContent; Fading {} }
        Behavior on radius { enabled: root.look.animatesContent; Moving {} }
    }

    // How large the picture is by itself.
    Image { id: own; visible: false; source: root.look.backdrop.source }

    Canvas {
        id: backdrop
        objectName: "backdrop"
        readonly property string mode: root.look.text("backgroundImageContentMode") || "scaleToFill"
        readonly property real corner: ground.radius
        readonly property url source: own.source
        property url loaded
        anchors.fill: ground
        visible: own.status === Image.Ready
        onModeChanged: requestPaint()
        onCornerChanged: requestPaint()
        // It keeps all pictures that it ever had until it is told.
        onSourceChanged: {
            if (loaded.toString()) unloadImage(loaded);
            loaded = "";
            requestPaint();
        }
        onVisibleChanged: requestPaint()
        onImageLoaded: requestPaint()

        /** Where the picture is: its corner and its size. */
        function place(): rect {
            let size = Qt.size(own.implicitWidth, own.implicitHeight);
            if (mode === "scaleToFill") size = Qt.size(width, height);
            else if (mode.startsWith("scale")) {
                const factors = [width / size.width, height / size.height];
                const factor = mode === "scaleAspectFit" ? Math.min(...factors) : Math.max(...factors);
                size = Qt.size(size.width * factor, size.height * factor);
            }
            const side = mode.toLowerCase();
            const share = (first, last) => side.includes(first) ? 0 : side.includes(last) ? 1 : 0.5;
            return Qt.rect((width - size.width) * share("left", "right"),
                (height - size.height) * share("top", "bottom"), size.width, size.height);
        }

        onPaint: {
            const context = getContext("2d");
            context.reset();
            if (!visible) return;
            // Of a picture that another button has loaded nobody is told: it is there at once.
            loaded = source;
            loadImage(source);
            if (!isImageLoaded(source)) return;
            context.beginPath();
            context.roundedRect(0, 0, width, height, corner, corner);
            context.clip();
            const at = place();
            context.drawImage(source, at.x, at.y, at.width, at.height);
        }
    }

    // The part that progress fills is cut out of the whole shape, so that its corners are as round.
    Item {
        id: done
        objectName: "progress"
        property real share: Math.max(0, Math.min(1, root.look.n("progress")))
        anchors { left: ground.left; top: ground.top; bottom: ground.bottom }
        width: ground.width * share
        clip: true
        visible: root.look.look !== null && root.look.look.progress !== undefined
        Behavior on share { enabled: root.look.animatesContent; Moving {} }

        Rectangle {
            objectName: "fill"
            anchors { left: parent.left; top: parent.top; bottom: parent.bottom }
            width: ground.width
            radius: ground.radius
            color: root.look.color("progressColor")
            Behavior on color { enabled: root.look.animatesContent; Fading {} }
        }
    }

    // The bright rim of glass; the blur of a material needs what is behind the window.
    Rectangle {
        objectName: "rim"
        anchors.fill: ground
        radius: ground.radius
        color: "transparent"
        border { width: 1; color: "#4DFFFFFF" }
        visible: root.look.text("material") === "glass"
    }

    Rectangle {
        objectName: "stroke"
        anchors { fill: ground; margins: -root.look.n("strokeOutset") }
        radius: Math.max(0, Math.min(ground.radius + root.look.n("strokeOutset"), height / 2, width / 2))
        color: "transparent"
        border { width: root.look.n("strokeWidth"); color: root.look.color("strokeColor") }
        visible: root.look.n("strokeWidth") > 0
        Behavior on border.color { enabled: root.look.animatesContent; Fading {} }
    }
}
