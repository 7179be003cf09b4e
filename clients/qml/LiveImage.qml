// The image of a LiveButton, or the spinner in its place.
import QtQuick

Item {
    id: root

    required property LiveLook look
    readonly property real side: look.n("imageSize") || look.n("titleFontSize") * 1.2
    readonly property bool isSpinning: look.isSet("showsActivityIndicator")
    readonly property bool isOriginal: look.text("imageRenderingMode") === "original"
    /** How the image moves. */
    readonly property string effect: isSpinning || look.isStill || !look.look || !look.look.imageName
        ? "" : look.text("symbolEffect")
    /** What makes an effect that plays once play again. */
    readonly property string occasion: effect + " " + look.text("symbolEffectValue")
    property bool hasBeenSeen: false

    // The place of an image that the daemon keeps is kept while it comes.
    visible: isSpinning || picture.isReady || look.image.isAwaited || (look.image.isKept && picture.isLoading)
    width: look.isColumn ? side : Math.max(side, look.n("imageReservation"))
    height: look.isColumn ? Math.max(side, look.n("imageReservation")) : side

    onOccasionChanged: {
        if (hasBeenSeen && effect === "bounce") bounce.restart();
        if (hasBeenSeen && effect === "wiggle") wiggle.restart();
    }

    Connections {
        target: root.look
        function onLookChanged() { Qt.callLater(() => { root.hasBeenSeen = root.look.look !== null; }); }
    }

    Item {
        id: symbol
        objectName: "symbol"
        anchors.centerIn: parent
        width: root.side
        height: root.side
        transform: Translate { id: jump }

        LivePicture {
            id: picture
            anchors.fill: parent
            source: root.look.image.source
            ink: root.look.color("imageColor")
            isOriginal: root.isOriginal
            visible: !root.isSpinning
        }

        Repeater {
            model: root.isSpinning ? 8 : 0
            Rectangle {
                required property int index
                x: root.side / 2 - width / 2
                y: root.side * 0.04
                width: root.side * 0.1
                height: root.side * 0.26
                radius: width / 2
                color: root.look.color("activityIndicatorColor")
                opacity: 0.2 + ((index + spinner.step) % 8) * 0.11
                transform: Rotation {
                    angle: -index * 45
                    origin { x: width / 2; y: root.side * 0.46 }
                }
            }
        }

        Timer {
            id: spinner
            property int step: 0
            interval: 125
            repeat: true
            running: root.isSpinning
            onTriggered: step = (step + 1) % 8
        }
    }

    SequentialAnimation {
        running: root.effect === "pulse" || root.effect === "variableColor"
        loops: Animation.Infinite
        onStopped: symbol.opacity = 1
        NumberAnimation { target: symbol; property: "opacity"; to: 0.35; duration: 800; easing.type: Easing.InOutQuad }
        NumberAnimation { target: symbol; property: "opacity"; to: 1; duration: 800; easing.type: Easing.InOutQuad }
    }

    SequentialAnimation {
        running: root.effect === "breathe"
        loops: Animation.Infinite
        onStopped: symbol.scale = 1
        NumberAnimation { target: symbol; property: "scale"; to: 1.06; duration: 1500; easing.type: Easing.InOutQuad }
        NumberAnimation { target: symbol; property: "scale"; to: 0.94; duration: 1500; easing.type: Easing.InOutQuad }
    }

    NumberAnimation {
        target: symbol; property: "rotation"; from: 0; to: 360
        duration: 2000
        running: root.effect === "rotate"
        loops: Animation.Infinite
        onStopped: symbol.rotation = 0
    }

    SequentialAnimation {
        id: wiggle
        NumberAnimation { target: symbol; property: "rotation"; to: -12; duration: 100 }
        NumberAnimation { target: symbol; property: "rotation"; to: 10; duration: 100 }
        NumberAnimation { target: symbol; property: "rotation"; to: -8; duration: 100 }
        NumberAnimation { target: symbol; property: "rotation"; to: 5; duration: 100 }
        NumberAnimation { target: symbol; property: "rotation"; to: 0; duration: 100 }
    }

    SequentialAnimation {
        id: bounce
        NumberAnimation { target: jump; property: "y"; to: -0.22 * root.side; duration: 170; easing.type: Easing.OutQuad }
        NumberAnimation { target: jump; property: "y"; to: 0.04 * root.side; duration: 170; easing.type: Easing.InQuad }
        NumberAnimation { target: jump; property: "y"; to: 0; duration: 160 }
    }
}
