// A picture in its own colours, or its shape in one.
import QtQuick

Item {
    id: root

    required property url source
    required property color ink
    /** Whether it has its own colours, as opaque as the ink. */
    property bool isOriginal: false
    readonly property bool isReady: picture.status === Image.Ready
    readonly property bool isLoading: picture.status === Image.Loading

    Image {
        id: picture
        anchors.fill: parent
        sourceSize: Qt.size(root.width * 2, root.height * 2)
        fillMode: Image.PreserveAspectFit
        source: root.source
        visible: root.isOriginal
        opacity: root.ink.a
    }

    Canvas {
        id: stencil
        objectName: "stencil"
        readonly property color ink: root.ink
        readonly property url source: root.source
        property url loaded
        anchors.fill: parent
        visible: root.isReady && !root.isOriginal
        onInkChanged: requestPaint()
        onVisibleChanged: requestPaint()
        onImageLoaded: requestPaint()
        // It keeps all pictures that it ever had until it is told.
        onSourceChanged: {
            if (loaded.toString()) unloadImage(loaded);
            loaded = "";
            requestPaint();
        }
        onPaint: {
            const context = getContext("2d");
            context.reset();
            if (!visible) return;
            // Of a picture that another button has loaded nobody is told: it is there at once.
            loaded = source;
            loadImage(source);
            if (!isImageLoaded(source)) return;
            const size = Qt.size(picture.paintedWidth, picture.paintedHeight);
            context.drawImage(source, (width - size.width) / 2, (height - size.height) / 2, size.width, size.height);
            context.globalCompositeOperation = "source-in";
            context.fillStyle = ink;
            context.fillRect(0, 0, width, height);
        }
    }
}
