/// The members of an appearance in JSON, in the order in which they are written.
public enum AppearanceKey: UInt8, Hashable, Sendable, CaseIterable {
  case isEnabled, isSelected, isHighlighted, isFocused, isBusy, role
  case title, titleRuns, titleColor, titleFontSize, titleFontWeight, titleTextStyle, titleFontDesign
  case titleItalic, titleMonospacedDigits, titleUnderline
  case titleStrikethrough, titleLineBreakMode
  case subtitle, subtitleColor, subtitleFontSize, subtitleFontWeight, subtitleTextStyle
  case subtitleFontDesign, subtitleItalic, subtitleMonospacedDigits, subtitleUnderline
  case subtitleStrikethrough, subtitleLineBreakMode, titlePadding, titleAlignment
  case contentTransition
  case imageName, imageColor, imagePlacement, imagePadding, imageReservation
  case symbolEffect, symbolEffectValue
  case imageSize, imageWeight, imageRenderingMode
  case showsActivityIndicator, activityIndicatorColor, indicator, indicatorColor
  case progress, progressColor
  case backgroundColor, cornerShape, cornerRadius, isCircle, strokeColor, strokeWidth, strokeOutset
  case backgroundInsetTop, backgroundInsetLeading, backgroundInsetBottom, backgroundInsetTrailing
  case material, backgroundImageName, backgroundImageContentMode
  case shadowColor, shadowRadius, shadowX, shadowY
  case insetTop, insetLeading, insetBottom, insetTrailing, isFullWidth
  case opacity, scale
  case accessibilityLabel, accessibilityHint

  /// The member's name.
  public var name: String { "\(self)" }

  /// The member with a name; nil if there is none.
  public init?(name: UnsafeRawBufferPointer) {
    guard let index = AppearanceKey.index[name] else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// Whether the member is sent even with its default value.
  public var isAlwaysPresent: Bool {
    switch self {
    case .titleColor, .titleFontSize, .backgroundColor, .cornerShape, .cornerRadius, .insetTop,
      .insetLeading, .insetBottom, .insetTrailing:
      true
    default: false
    }
  }

  private static let index = NameIndex(names: allCases.map { UTF8String($0.name) })
}
