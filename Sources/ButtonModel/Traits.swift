/// What a subscriber's display asks for: light or dark, contrast, content size, direction, tint, and what
/// its reader prefers.
public struct Traits: Hashable, Sendable {
  public var userInterfaceStyle: UserInterfaceStyle
  public var contrast: Contrast
  public var contentSize: ContentSize
  public var layoutDirection: LayoutDirection
  public var tint: Color
  /// The language of the reader; looks in which no style asks for it are the same in all.
  public var locale: LanguageTag
  /// Whether the reader wants little to move. Styles decide what that means; no look changes without.
  public var reduceMotion: Bool
  /// Whether the reader wants heavier letters: every weight is raised.
  public var boldText: Bool

  /// Traits with the documented defaults for what is left out.
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

/// Light or dark.
public enum UserInterfaceStyle: String, Hashable, Sendable, CaseIterable {
  case light, dark
}

/// Ordinary or raised contrast.
public enum Contrast: String, Hashable, Sendable, CaseIterable {
  case normal, high
}

/// The reader's preferred text size.
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

/// The direction in which text runs; leading is left in the first, right in the second.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  case leftToRight, rightToLeft
}
