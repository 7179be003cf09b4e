// Written by scripts/record from Sources/ButtonModel/Appearance.swift.

/// The members of an appearance in JSON, in the order in which they are written.
public enum AppearanceKey: UInt8, Hashable, Sendable, CaseIterable {
  case isEnabled, isSelected, isHighlighted, isFocused, isBusy, role
  case title, titleRuns, titleColor, titleFontSize, titleFontWeight, titleTextStyle,
    titleFontDesign, titleItalic, titleMonospacedDigits, titleUnderline, titleStrikethrough,
    titleLineBreakMode, titleLineLimit
  case subtitle, subtitleColor, subtitleFontSize, subtitleFontWeight, subtitleTextStyle,
    subtitleFontDesign, subtitleItalic, subtitleMonospacedDigits, subtitleUnderline,
    subtitleStrikethrough, subtitleLineBreakMode, titlePadding, titleAlignment, contentTransition
  case imageName, imageColor, imagePlacement, imagePadding, imageReservation, symbolEffect,
    symbolEffectValue, imageSize, imageWeight, imageRenderingMode, showsActivityIndicator,
    activityIndicatorColor, indicator, indicatorColor, progress, progressColor
  case backgroundColor, cornerShape, cornerRadius, isCircle, strokeColor, strokeWidth,
    strokeOutset, backgroundInsetTop, backgroundInsetLeading, backgroundInsetBottom,
    backgroundInsetTrailing, material, backgroundImageName, backgroundImageContentMode,
    shadowColor, shadowRadius, shadowX, shadowY
  case insetTop, insetLeading, insetBottom, insetTrailing, isFullWidth, opacity, scale,
    accessibilityLabel, accessibilityHint

  /// Whether the member is sent even with its default value.
  public var isAlwaysPresent: Bool {
    switch self {
    case .titleColor, .titleFontSize, .backgroundColor, .cornerShape, .cornerRadius, .insetTop,
      .insetLeading, .insetBottom, .insetTrailing:
      true
    default: false
    }
  }

  /// How the member is read and written.
  package var member: AppearanceMember {
    switch self {
    case .isEnabled: .flag(\.isEnabled)
    case .isSelected: .flag(\.isSelected)
    case .isHighlighted: .flag(\.isHighlighted)
    case .isFocused: .flag(\.isFocused)
    case .isBusy: .flag(\.isBusy)
    case .role: .role(\.role)
    case .title: .text(\.title)
    case .titleRuns: .runs(\.titleRuns)
    case .titleColor: .color(\.titleColor)
    case .titleFontSize: .length(\.titleFontSize)
    case .titleFontWeight: .choice(\.titleFontWeight)
    case .titleTextStyle: .choice(\.titleTextStyle)
    case .titleFontDesign: .choice(\.titleFontDesign)
    case .titleItalic: .flag(\.titleItalic)
    case .titleMonospacedDigits: .flag(\.titleMonospacedDigits)
    case .titleUnderline: .flag(\.titleUnderline)
    case .titleStrikethrough: .flag(\.titleStrikethrough)
    case .titleLineBreakMode: .choice(\.titleLineBreakMode)
    case .titleLineLimit: .length(\.titleLineLimit)
    case .subtitle: .text(\.subtitle)
    case .subtitleColor: .color(\.subtitleColor)
    case .subtitleFontSize: .length(\.subtitleFontSize)
    case .subtitleFontWeight: .choice(\.subtitleFontWeight)
    case .subtitleTextStyle: .choice(\.subtitleTextStyle)
    case .subtitleFontDesign: .choice(\.subtitleFontDesign)
    case .subtitleItalic: .flag(\.subtitleItalic)
    case .subtitleMonospacedDigits: .flag(\.subtitleMonospacedDigits)
    case .subtitleUnderline: .flag(\.subtitleUnderline)
    case .subtitleStrikethrough: .flag(\.subtitleStrikethrough)
    case .subtitleLineBreakMode: .choice(\.subtitleLineBreakMode)
    case .titlePadding: .length(\.titlePadding)
    case .titleAlignment: .choice(\.titleAlignment)
    case .contentTransition: .choice(\.contentTransition)
    case .imageName: .text(\.imageName)
    case .imageColor: .color(\.imageColor)
    case .imagePlacement: .choice(\.imagePlacement)
    case .imagePadding: .length(\.imagePadding)
    case .imageReservation: .length(\.imageReservation)
    case .symbolEffect: .choice(\.symbolEffect)
    case .symbolEffectValue: .text(\.symbolEffectValue)
    case .imageSize: .length(\.imageSize)
    case .imageWeight: .choice(\.imageWeight)
    case .imageRenderingMode: .choice(\.imageRenderingMode)
    case .showsActivityIndicator: .flag(\.showsActivityIndicator)
    case .activityIndicatorColor: .color(\.activityIndicatorColor)
    case .indicator: .choice(\.indicator)
    case .indicatorColor: .color(\.indicatorColor)
    case .progress: .length(\.progress)
    case .progressColor: .color(\.progressColor)
    case .backgroundColor: .color(\.backgroundColor)
    case .cornerShape: .choice(\.cornerShape)
    case .cornerRadius: .length(\.cornerRadius)
    case .isCircle: .flag(\.isCircle)
    case .strokeColor: .color(\.strokeColor)
    case .strokeWidth: .length(\.strokeWidth)
    case .strokeOutset: .length(\.strokeOutset)
    case .backgroundInsetTop: .length(\.backgroundInsetTop)
    case .backgroundInsetLeading: .length(\.backgroundInsetLeading)
    case .backgroundInsetBottom: .length(\.backgroundInsetBottom)
    case .backgroundInsetTrailing: .length(\.backgroundInsetTrailing)
    case .material: .text(\.material)
    case .backgroundImageName: .text(\.backgroundImageName)
    case .backgroundImageContentMode: .choice(\.backgroundImageContentMode)
    case .shadowColor: .color(\.shadowColor)
    case .shadowRadius: .length(\.shadowRadius)
    case .shadowX: .length(\.shadowX)
    case .shadowY: .length(\.shadowY)
    case .insetTop: .length(\.insetTop)
    case .insetLeading: .length(\.insetLeading)
    case .insetBottom: .length(\.insetBottom)
    case .insetTrailing: .length(\.insetTrailing)
    case .isFullWidth: .flag(\.isFullWidth)
    case .opacity: .length(\.opacity)
    case .scale: .length(\.scale)
    case .accessibilityLabel: .text(\.accessibilityLabel)
    case .accessibilityHint: .text(\.accessibilityHint)
    }
  }
}
