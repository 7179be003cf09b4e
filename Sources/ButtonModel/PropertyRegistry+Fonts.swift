private let everyone: PropertySetters = [.configuration, .stateValues, .plugin]

extension PropertyRegistry {
  static let fontRows: [PropertyRow] = [
    PropertyRow(
      .titleTextStyle, "titleTextStyle", .choice(TextStyle.names), setters: everyone, since: 7,
      """
      The text style from which the title's size, which grows with the content size, and its weight \
      follow; nothing: the one that belongs to buttonSize. Assigning it drops titleFontSize.
      """),
    PropertyRow(
      .titleFontSize, "titleFontSize", .number(1...1_000), setters: everyone,
      """
      The title's size in points, whatever the content size unless \
      titleAdjustsFontForContentSize is true; nothing: the size of the text style. Assigning \
      it drops titleTextStyle.
      """),
    PropertyRow(
      .titleFontWeight, "titleFontWeight", .choice(FontWeight.names),
      default: .choice(FontWeight.regular.rawValue), setters: everyone,
      "How heavy the title's letters are."),
    PropertyRow(
      .titleFontDesign, "titleFontDesign", .choice(FontDesign.names),
      default: .choice(FontDesign.default.rawValue), setters: everyone, since: 7,
      "The design of the title's font, which clients draw with the fonts that they have."),
    PropertyRow(
      .titleItalic, "titleItalic", .bool, default: .bool(false), setters: everyone, since: 7,
      "Whether the title is italic."),
    PropertyRow(
      .titleMonospacedDigits, "titleMonospacedDigits", .bool, default: .bool(false),
      setters: everyone, since: 7, "Whether all digits of the title are as wide as each other."),
    PropertyRow(
      .titleAdjustsFontForContentSize, "titleAdjustsFontForContentSize", .bool,
      default: .bool(false), setters: everyone, since: 7,
      "Whether a size in points grows with the content size as text styles do."),
    PropertyRow(
      .titleFontTransformer, "titleFontTransformer", .fontEffect, since: 7,
      "Makes the title's font out of the one that was decided, attributes of the text included."),
    PropertyRow(
      .subtitleTextStyle, "subtitleTextStyle", .choice(TextStyle.names), setters: everyone,
      since: 7,
      """
      The text style from which the subtitle's size, which grows with the content size, and its weight \
      follow; nothing: the one that belongs to buttonSize. Assigning it drops subtitleFontSize.
      """),
    PropertyRow(
      .subtitleFontSize, "subtitleFontSize", .number(1...1_000), setters: everyone, since: 7,
      """
      The subtitle's size in points, whatever the content size unless \
      subtitleAdjustsFontForContentSize is true; nothing: the size of the text style. \
      Assigning it drops subtitleTextStyle.
      """),
    PropertyRow(
      .subtitleFontWeight, "subtitleFontWeight", .choice(FontWeight.names),
      default: .choice(FontWeight.regular.rawValue), setters: everyone, since: 7,
      "How heavy the subtitle's letters are."),
    PropertyRow(
      .subtitleFontDesign, "subtitleFontDesign", .choice(FontDesign.names),
      default: .choice(FontDesign.default.rawValue), setters: everyone, since: 7,
      "The design of the subtitle's font, which clients draw with the fonts that they have."),
    PropertyRow(
      .subtitleItalic, "subtitleItalic", .bool, default: .bool(false), setters: everyone, since: 7,
      "Whether the subtitle is italic."),
    PropertyRow(
      .subtitleMonospacedDigits, "subtitleMonospacedDigits", .bool, default: .bool(false),
      setters: everyone, since: 7, "Whether all digits of the subtitle are as wide as each other."),
    PropertyRow(
      .subtitleAdjustsFontForContentSize, "subtitleAdjustsFontForContentSize", .bool,
      default: .bool(false), setters: everyone, since: 7,
      "Whether a size in points grows with the content size as text styles do."),
    PropertyRow(
      .subtitleFontTransformer, "subtitleFontTransformer", .fontEffect, since: 7,
      "Makes the subtitle's font out of the one that was decided, attributes of the text included."),
  ]
}
