// The title or the subtitle of a LiveButton.
import QtQuick

Text {
    id: root

    required property LiveLook look
    /** The beginning of the members' names: `title` or `subtitle`. */
    required property string name
    /** Where it stands beside the other text: `leading`, `center` or `trailing`. */
    required property string alignment
    /** How wide it may be. */
    required property real room
    property real usualSize: 17
    property string usualStyle: "body"
    /** A title's runs; null: it is of one kind. */
    property var runs: null
    /** How wide it is where it neither wraps nor is cut. */
    readonly property real natural: isEmpty ? 0 : Math.ceil(measure.implicitWidth)
    readonly property bool isEmpty: text.length === 0

    readonly property string breaks: look.text(name + "LineBreakMode")
    readonly property bool isCut: breaks.startsWith("byTruncating") || breaks === "byClipping"
    /** How many lines it has at most where it wraps; 0: any number. */
    readonly property int limit: isCut ? 0 : look.n(name + "LineLimit")
    readonly property string content: look.text(name)
    property string shown: ""

    readonly property var weights: ({
        ultraLight: Font.Thin, thin: Font.ExtraLight, light: Font.Light, regular: Font.Normal, medium: Font.Medium,
        semibold: Font.DemiBold, bold: Font.Bold, heavy: Font.ExtraBold, black: Font.Black,
    })
    readonly property var families: ({ rounded: "Nunito", serif: "serif", monospaced: "monospace" })
    /** Heights of lines by text style, as multiples of the font's size. */
    readonly property var lines: ({
        largeTitle: 41 / 34, title: 34 / 28, title2: 28 / 22, title3: 25 / 20, headline: 22 / 17, body: 22 / 17,
        callout: 21 / 16, subheadline: 20 / 15, footnote: 18 / 13, caption: 16 / 12, caption2: 13 / 11,
    })

    text: runs ? styled(runs) : content
    textFormat: runs ? Text.StyledText : Text.PlainText
    visible: !isEmpty
    color: look.color(name + "Color")
    linkColor: color
    font: fontOf(hasEvenDigits(plain) ? "" : families.monospaced)
    lineHeightMode: Text.FixedHeight
    lineHeight: Math.round(font.pixelSize * (lines[look.text(name + "TextStyle")] ?? lines[usualStyle]))
    width: Math.min(natural, room)
    wrapMode: isCut || natural <= room ? Text.NoWrap : breaks === "byCharWrapping" ? Text.WrapAnywhere : Text.Wrap
    maximumLineCount: limit > 0 ? limit : 2147483647
    clip: breaks === "byClipping"
    // Qt cuts a text in runs at its end alone.
    elide: breaks === "byClipping" || !isCut && limit === 0 ? Text.ElideNone : runs || !isCut ? Text.ElideRight
        : breaks === "byTruncatingHead" ? Text.ElideLeft
        : breaks === "byTruncatingMiddle" ? Text.ElideMiddle : Text.ElideRight
    horizontalAlignment: alignment === "center" ? Text.AlignHCenter
        : alignment === "trailing" ? Text.AlignRight : Text.AlignLeft
    anchors.horizontalCenter: alignment === "center" ? parent.horizontalCenter : undefined
    anchors.left: alignment === "leading" ? parent.left : undefined
    anchors.right: alignment === "trailing" ? parent.right : undefined
    transform: [
        // A line of a given height begins with its text: this sets the text in the middle.
        Translate { y: (root.lineHeight - plain.height) / 2 },
        Translate { id: roll }
    ]
    Behavior on color {
        enabled: root.look.animatesContent
        ColorAnimation { duration: root.look.duration; easing.type: root.look.curve }
    }

    // Qt 6.4 otherwise looks for links where they were before.
    onWidthChanged: if (runs) forceLayout()
    onContentChanged: {
        const before = shown;
        shown = content;
        if (before && content && look.textDuration > 0) giveWay(before);
    }

    /** The font of the look, of its family unless another is given. Qt below 6.6 ignores the features. */
    function fontOf(family: string): font {
        const weight = weights[look.text(name + "FontWeight")] || Font.Normal;
        return Qt.font({
            family: family || families[look.text(name + "FontDesign")] || look.fontFamily || Application.font.family,
            pixelSize: Math.max(1, look.n(name + "FontSize", usualSize)),
            // Runs of a title say all of themselves; weights below semibold they cannot.
            weight: !runs || weight < Font.DemiBold ? weight : Font.Normal,
            italic: !runs && look.isSet(name + "Italic"),
            underline: !runs && look.isSet(name + "Underline"),
            strikeout: !runs && look.isSet(name + "Strikethrough"),
            features: look.isSet(name + "MonospacedDigits") ? { tnum: 1 } : {},
        });
    }

    /** Whether a font's digits are as wide as the look wants them; those of most fonts are, without a feature. */
    function hasEvenDigits(metrics: var): bool {
        if (!look.isSet(name + "MonospacedDigits") || metrics.font.pixelSize <= 0) return true;
        const zero = metrics.advanceWidth("0");
        return Array.from("123456789").every(digit => Math.abs(metrics.advanceWidth(digit) - zero) < 0.01);
    }

    /** Links that may be opened: they run nothing. */
    function isSafe(link: string): bool { return /^(https?:\/\/|mailto:)[!-~]{1,2048}$/i.test(link); }

    /** The title in runs, as Qt's styled text; nothing of a run is taken for a tag. */
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

    /** Fades the text in that is new; a number rolls in as well, up where it grows. */
    function giveWay(before: string): void {
        const number = words => parseFloat(words.replace(/[^\d.-]/g, "")) || 0;
        const side = number(content) < number(before) ? -0.7 : 0.7;
        const rolls = look.text("contentTransition") === "numericText";
        rolling.from = rolls ? side * font.pixelSize : 0;
        change.restart();
    }

    FontMetrics { id: plain; font: root.fontOf("") }
    Text { id: measure; visible: false; font: root.font; textFormat: root.textFormat; text: root.text }

    ParallelAnimation {
        id: change
        NumberAnimation {
            target: root; property: "opacity"; from: 0; to: 1
            duration: root.look.textDuration; easing.type: Easing.OutQuad
        }
        NumberAnimation {
            id: rolling
            target: roll; property: "y"; to: 0
            duration: root.look.textDuration; easing.type: Easing.OutQuad
        }
    }
}
