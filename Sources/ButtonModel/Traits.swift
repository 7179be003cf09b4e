/// What a subscriber's display and reader ask of a look.
public struct Traits: Hashable, Sendable {
  public var userInterfaceStyle: UserInterfaceStyle
  public var contrast: Contrast
  public var contentSize: ContentSize
  public var layoutDirection: LayoutDirection
  public var tint: Color
  /// The reader's; only looks whose style asks for it depend on it.
  public var locale: LanguageTag
  /// The reader wants little motion. Only styles act on it.
  public var reduceMotion: Bool
  /// The reader wants heavier letters: every weight is raised.
  public var boldText: Bool

  public init(
    userInterfaceStyle: UserInterfaceStyle = .light, contrast: Contrast = .normal,
    contentSize: ContentSize = .l, layoutDirection: LayoutDirection = .leftToRight,
    tint: Color = .named(.systemBlue), locale: LanguageTag = .english, reduceMotion: Bool = false,
    boldText: Bool = false
  ) {
    self.userInterfaceStyle = userInterfaceStyle
    self.contrast = contrast
    self.contentSize = contentSize
    self.layoutDirection = layoutDirection
    self.tint = tint
    self.locale = locale
    self.reduceMotion = reduceMotion
    self.boldText = boldText
  }
}

public enum UserInterfaceStyle: String, Hashable, Sendable, CaseIterable {
  case light, dark
}

public enum Contrast: String, Hashable, Sendable, CaseIterable {
  case normal, high
}

public enum ContentSize: String, Hashable, Sendable, CaseIterable {
  case xS
  case s = "S"
  case m = "M"
  case l = "L"
  case xL = "XL"
  case xxL = "XXL"
  case xxxL = "XXXL"
  case ax1 = "AX1"
  case ax2 = "AX2"
  case ax3 = "AX3"
  case ax4 = "AX4"
  case ax5 = "AX5"
}

/// Leading is left in the first, right in the second.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  case leftToRight, rightToLeft
}
