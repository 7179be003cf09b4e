// The look that a LiveButton shows, and how it moves from the one before: what the parts of the button read.
import QtQuick

QtObject {
    id: root

    /** The look; null while there is none. */
    property var look: null
    /** What keeps images. */
    property Buttond daemon
    /** Where pictures are; empty: nowhere. */
    property url images
    /** The font of texts that name no design. */
    property string fontFamily
    /** Whether nothing moves of its own accord. */
    property bool isStill: false
    /** Whether the change to this look is animated, and whether more than opacity and scale is. */
    property bool animates: false
    property bool animatesContent: false
    property int curve: Easing.InOutQuad
    property int duration: 0
    property real overshoot: 0
    /** How long a text gives way to the next, in milliseconds; 0: it changes at once. */
    property int textDuration: 0

    readonly property LiveSource image: LiveSource {
        daemon: root.daemon
        folder: root.images
        name: root.text("imageName")
    }
    readonly property LiveSource backdrop: LiveSource {
        daemon: root.daemon
        folder: root.images
        name: root.text("backgroundImageName")
    }
    readonly property bool isCircle: isSet("isCircle")
    readonly property bool isColumn: ["top", "bottom"].includes(text("imagePlacement"))
    /** Whether the image comes after the texts. */
    readonly property bool isTurned: ["trailing", "bottom"].includes(text("imagePlacement"))
    /** The progress in words; empty: the look shows none. */
    readonly property string percentage: look !== null && look.progress !== undefined
        ? Math.round(Math.max(0, Math.min(1, look.progress)) * 100) + "%" : ""
    readonly property real cornerRadius: text("cornerShape") === "capsule" ? 9999 : n("cornerRadius")

    readonly property var curves: ({
        linear: Easing.Linear, easeIn: Easing.InQuad, easeOut: Easing.OutQuad,
        easeInOut: Easing.InOutQuad, spring: Easing.OutBack,
    })

    /** Takes a look and says how it is to be shown; `isFirst`: none was on show. */
    function take(look: var, transaction: var, isFirst: bool): void {
        const isAtOnce = transaction && transaction.disablesAnimations;
        const animation = transaction && !isAtOnce ? transaction.animation : null;
        animates = animation ? true : false;
        animatesContent = animates && transaction.animatesContent !== false;
        if (animation) {
            curve = curves[animation.curve] ?? Easing.InOutQuad;
            duration = animation.curve === "spring" ? animation.response * 1000 : animation.durationMs;
            overshoot = animation.curve === "spring" ? 1.7 * (1 - animation.dampingFraction) : 0;
        }
        const keepsText = isFirst || isStill || isAtOnce || !look || !look.contentTransition
            || (transaction && transaction.animatesContent === false);
        textDuration = keepsText ? 0 : (animation ? animation.durationMs : undefined) ?? 350;
        this.look = look;
        image.renew();
        backdrop.renew();
    }

    /** Whether the look says so. */
    function isSet(name: string): bool {
        return look !== null && look[name] === true;
    }

    /** A word or a text of the look. */
    function text(name: string): string {
        return look !== null && look[name] ? look[name] : "";
    }

    /** A length or a factor of the look. */
    function n(name: string, usual: real): real {
        return look !== null && look[name] !== undefined ? look[name] : usual || 0;
    }

    /** A colour of the look: buttond writes #RRGGBBAA, Qt #AARRGGBB. */
    function color(name: string): color {
        const value = text(name);
        return value ? "#" + value.slice(7, 9) + value.slice(1, 7) : "transparent";
    }
}
