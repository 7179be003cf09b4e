/// A property that a configuration, a value for a state, or a plugin may set.
///
/// The raw value orders the properties and is sent between daemon and worker of one build; third
/// parties see names.
public enum Property: UInt8, Hashable, Sendable, CaseIterable {
  case title, attributedTitle, titleRuns, foregroundColor, titleColor, titleColorTransformer
  case titleTextStyle, titleFontSize, titleFontWeight, titleFontDesign
  case titleItalic, titleMonospacedDigits, titleAdjustsFontForContentSize, titleFontTransformer
  case titleUnderline, titleStrikethrough
  case titleLineBreakMode, titleLineLimit, titlePadding, titleAlignment
  case subtitle, attributedSubtitle, subtitleColorTransformer, subtitleLineBreakMode
  case subtitleTextStyle, subtitleFontSize, subtitleFontWeight, subtitleFontDesign
  case subtitleItalic, subtitleMonospacedDigits, subtitleAdjustsFontForContentSize
  case subtitleFontTransformer
  case image, imagePlacement, imagePadding, imageReservation, imageColorTransformer
  case symbolEffect, symbolEffectValue
  case imageSize, imageWeight, imageRenderingMode
  case labelStyle
  case showsActivityIndicator, activityIndicatorColorTransformer
  case indicator, indicatorColorTransformer
  case progress, progressColor
  case contentInsetTop, contentInsetLeading, contentInsetBottom, contentInsetTrailing
  case buttonSize, controlSize, cornerStyle, borderShape, borderRadius
  case baseForegroundColor, baseBackgroundColor
  case automaticallyUpdateForSelection, contentAnimation, contentTransition
  case backgroundCornerRadius
  case backgroundInsetTop, backgroundInsetLeading, backgroundInsetBottom, backgroundInsetTrailing
  case backgroundColor, backgroundColorTransformer
  case strokeColor, strokeColorTransformer, strokeWidth, strokeOutset
  case backgroundImage, backgroundImageContentMode
  case shadowColor, shadowOpacity, shadowRadius, shadowX, shadowY
  case material
  case isFullWidth, isBusy, opacity, scale
  case accessibilityLabel, accessibilityHint
  case transactionOnPress, transactionOnRelease, transactionAlways, transactionAnimatesContent
}
