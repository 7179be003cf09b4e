// What texts are drawn with.
extension Look {
  /// The text style from which the title's size, which grows with the content size, and its weight follow;
  /// else the one that belongs to `buttonSize`. Setting it drops `titleFontSize`.
  public var titleTextStyle: TextStyle? {
    get { read("button.titleTextStyle") }
    nonmutating set { set("button.titleTextStyle", newValue) }
  }

  /// Points, 1 to 1,000, whatever the content size unless `titleAdjustsFontForContentSize` is set; else the
  /// size of the text style. Setting it drops `titleTextStyle`.
  public var titleFontSize: Double? {
    get { read("button.titleFontSize") }
    nonmutating set { set("button.titleFontSize", newValue) }
  }

  /// How heavy the title's letters are.
  public var titleFontWeight: FontWeight? {
    get { read("button.titleFontWeight") }
    nonmutating set { set("button.titleFontWeight", newValue) }
  }

  /// The design of the title's font.
  public var titleFontDesign: FontDesign? {
    get { read("button.titleFontDesign") }
    nonmutating set { set("button.titleFontDesign", newValue) }
  }

  /// Whether the title is italic.
  public var titleItalic: Bool? {
    get { read("button.titleItalic") }
    nonmutating set { set("button.titleItalic", newValue) }
  }

  /// Whether all digits of the title are as wide as each other.
  public var titleMonospacedDigits: Bool? {
    get { read("button.titleMonospacedDigits") }
    nonmutating set { set("button.titleMonospacedDigits", newValue) }
  }

  /// Whether a size in points grows with the content size as text styles do.
  public var titleAdjustsFontForContentSize: Bool? {
    get { read("button.titleAdjustsFontForContentSize") }
    nonmutating set { set("button.titleAdjustsFontForContentSize", newValue) }
  }

  /// Transforms the resolved font of the title, attributes of the text included.
  public var titleFontTransformer: FontEffect? {
    get { read("button.titleFontTransformer") }
    nonmutating set { set("button.titleFontTransformer", newValue) }
  }

  /// The text style from which the subtitle's size, which grows with the content size, and its weight follow;
  /// else the one that belongs to `buttonSize`. Setting it drops `subtitleFontSize`.
  public var subtitleTextStyle: TextStyle? {
    get { read("button.subtitleTextStyle") }
    nonmutating set { set("button.subtitleTextStyle", newValue) }
  }

  /// Points, 1 to 1,000, whatever the content size unless `subtitleAdjustsFontForContentSize` is set; else the
  /// size of the text style. Setting it drops `subtitleTextStyle`.
  public var subtitleFontSize: Double? {
    get { read("button.subtitleFontSize") }
    nonmutating set { set("button.subtitleFontSize", newValue) }
  }

  /// How heavy the subtitle's letters are.
  public var subtitleFontWeight: FontWeight? {
    get { read("button.subtitleFontWeight") }
    nonmutating set { set("button.subtitleFontWeight", newValue) }
  }

  /// The design of the subtitle's font.
  public var subtitleFontDesign: FontDesign? {
    get { read("button.subtitleFontDesign") }
    nonmutating set { set("button.subtitleFontDesign", newValue) }
  }

  /// Whether the subtitle is italic.
  public var subtitleItalic: Bool? {
    get { read("button.subtitleItalic") }
    nonmutating set { set("button.subtitleItalic", newValue) }
  }

  /// Whether all digits of the subtitle are as wide as each other.
  public var subtitleMonospacedDigits: Bool? {
    get { read("button.subtitleMonospacedDigits") }
    nonmutating set { set("button.subtitleMonospacedDigits", newValue) }
  }

  /// Whether a size in points grows with the content size as text styles do.
  public var subtitleAdjustsFontForContentSize: Bool? {
    get { read("button.subtitleAdjustsFontForContentSize") }
    nonmutating set { set("button.subtitleAdjustsFontForContentSize", newValue) }
  }

  /// Transforms the resolved font of the subtitle, attributes of the text included.
  public var subtitleFontTransformer: FontEffect? {
    get { read("button.subtitleFontTransformer") }
    nonmutating set { set("button.subtitleFontTransformer", newValue) }
  }
}
