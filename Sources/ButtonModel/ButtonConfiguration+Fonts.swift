// What texts are drawn with; nil leaves a property to the style.
extension ButtonConfiguration {
  /// The text style from which the title's size and weight follow; nil: the one of the button's size.
  public var titleTextStyle: TextStyle? {
    get { properties.choice(.titleTextStyle) }
    set { properties.setChoice(newValue, for: .titleTextStyle) }
  }

  /// The title's size in points; nil: that of the text style.
  public var titleFontSize: Double? {
    get { properties.number(.titleFontSize) }
    set { properties.setNumber(newValue, for: .titleFontSize) }
  }

  /// How heavy the title's letters are.
  public var titleFontWeight: FontWeight? {
    get { properties.choice(.titleFontWeight) }
    set { properties.setChoice(newValue, for: .titleFontWeight) }
  }

  /// The design of the title's font.
  public var titleFontDesign: FontDesign? {
    get { properties.choice(.titleFontDesign) }
    set { properties.setChoice(newValue, for: .titleFontDesign) }
  }

  /// Whether the title is italic.
  public var titleItalic: Bool? {
    get { properties.bool(.titleItalic) }
    set { properties.setBool(newValue, for: .titleItalic) }
  }

  /// Whether all digits of the title are as wide as each other.
  public var titleMonospacedDigits: Bool? {
    get { properties.bool(.titleMonospacedDigits) }
    set { properties.setBool(newValue, for: .titleMonospacedDigits) }
  }

  /// Whether a size in points grows with the content size.
  public var titleAdjustsFontForContentSize: Bool? {
    get { properties.bool(.titleAdjustsFontForContentSize) }
    set { properties.setBool(newValue, for: .titleAdjustsFontForContentSize) }
  }

  /// Transforms the resolved font of the title: the text form of a `FontEffect`.
  public var titleFontTransformer: String? {
    get { properties.text(.titleFontTransformer)?.string }
    set { properties.setText(newValue, for: .titleFontTransformer) }
  }

  /// The text style from which the subtitle's size and weight follow; nil: the one of the button's size.
  public var subtitleTextStyle: TextStyle? {
    get { properties.choice(.subtitleTextStyle) }
    set { properties.setChoice(newValue, for: .subtitleTextStyle) }
  }

  /// The subtitle's size in points; nil: that of the text style.
  public var subtitleFontSize: Double? {
    get { properties.number(.subtitleFontSize) }
    set { properties.setNumber(newValue, for: .subtitleFontSize) }
  }

  /// How heavy the subtitle's letters are.
  public var subtitleFontWeight: FontWeight? {
    get { properties.choice(.subtitleFontWeight) }
    set { properties.setChoice(newValue, for: .subtitleFontWeight) }
  }

  /// The design of the subtitle's font.
  public var subtitleFontDesign: FontDesign? {
    get { properties.choice(.subtitleFontDesign) }
    set { properties.setChoice(newValue, for: .subtitleFontDesign) }
  }

  /// Whether the subtitle is italic.
  public var subtitleItalic: Bool? {
    get { properties.bool(.subtitleItalic) }
    set { properties.setBool(newValue, for: .subtitleItalic) }
  }

  /// Whether all digits of the subtitle are as wide as each other.
  public var subtitleMonospacedDigits: Bool? {
    get { properties.bool(.subtitleMonospacedDigits) }
    set { properties.setBool(newValue, for: .subtitleMonospacedDigits) }
  }

  /// Whether a size in points grows with the content size.
  public var subtitleAdjustsFontForContentSize: Bool? {
    get { properties.bool(.subtitleAdjustsFontForContentSize) }
    set { properties.setBool(newValue, for: .subtitleAdjustsFontForContentSize) }
  }

  /// Transforms the resolved font of the subtitle: the text form of a `FontEffect`.
  public var subtitleFontTransformer: String? {
    get { properties.text(.subtitleFontTransformer)?.string }
    set { properties.setText(newValue, for: .subtitleFontTransformer) }
  }
}
