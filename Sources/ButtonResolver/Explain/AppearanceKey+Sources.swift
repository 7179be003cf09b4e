import ButtonModel

extension AppearanceKey {
  /// The properties that decide about it directly, those that win over the others first.
  var sources: [Property] {
    switch self {
    case .title: [.titleRuns, .attributedTitle, .title]
    case .titleRuns: [.titleRuns]
    case .titleColor: [.attributedTitle, .titleColor, .foregroundColor]
    case .titleFontSize, .titleTextStyle: [.attributedTitle, .titleFontSize, .titleTextStyle]
    case .titleFontWeight: [.attributedTitle, .titleFontWeight]
    case .titleFontDesign: [.titleFontDesign]
    case .titleItalic: [.titleItalic]
    case .titleMonospacedDigits: [.titleMonospacedDigits]
    case .titleUnderline: [.attributedTitle, .titleUnderline]
    case .titleStrikethrough: [.attributedTitle, .titleStrikethrough]
    case .titleLineBreakMode: [.titleLineBreakMode]
    case .subtitleLineBreakMode: [.subtitleLineBreakMode]
    case .subtitle: [.attributedSubtitle, .subtitle]
    case .subtitleColor, .subtitleUnderline, .subtitleStrikethrough: [.attributedSubtitle]
    case .subtitleFontSize, .subtitleTextStyle:
      [.attributedSubtitle, .subtitleFontSize, .subtitleTextStyle]
    case .subtitleFontWeight: [.attributedSubtitle, .subtitleFontWeight]
    case .subtitleFontDesign: [.subtitleFontDesign]
    case .subtitleItalic: [.subtitleItalic]
    case .subtitleMonospacedDigits: [.subtitleMonospacedDigits]
    case .titlePadding: [.titlePadding]
    case .titleAlignment: [.titleAlignment]
    case .contentTransition: [.contentTransition]
    case .imageName: [.image]
    case .symbolEffect: [.symbolEffect]
    case .symbolEffectValue: [.symbolEffectValue]
    case .imagePlacement: [.imagePlacement]
    case .imagePadding: [.imagePadding]
    case .imageReservation: [.imageReservation]
    case .imageSize: [.imageSize]
    case .imageWeight: [.imageWeight]
    case .imageRenderingMode: [.imageRenderingMode]
    case .showsActivityIndicator: [.showsActivityIndicator]
    case .indicator: [.indicator]
    case .progress: [.progress]
    case .progressColor: [.progressColor]
    case .backgroundColor: [.backgroundColor]
    case .cornerShape: [.borderShape, .cornerStyle]
    case .cornerRadius: [.borderShape, .borderRadius, .cornerStyle, .backgroundCornerRadius]
    case .isCircle: [.borderShape]
    case .strokeColor: [.strokeColor]
    case .strokeWidth: [.strokeWidth]
    case .strokeOutset: [.strokeOutset]
    case .backgroundInsetTop: [.backgroundInsetTop]
    case .backgroundInsetLeading: [.backgroundInsetLeading]
    case .backgroundInsetBottom: [.backgroundInsetBottom]
    case .backgroundInsetTrailing: [.backgroundInsetTrailing]
    case .material: [.material]
    case .backgroundImageContentMode: [.backgroundImageContentMode]
    case .backgroundImageName: [.backgroundImage]
    case .shadowColor: [.shadowColor, .shadowOpacity]
    case .shadowRadius: [.shadowRadius]
    case .shadowX: [.shadowX]
    case .shadowY: [.shadowY]
    case .insetTop: [.contentInsetTop]
    case .insetLeading: [.contentInsetLeading]
    case .insetBottom: [.contentInsetBottom]
    case .insetTrailing: [.contentInsetTrailing]
    case .isFullWidth: [.isFullWidth]
    case .isBusy: [.isBusy]
    case .opacity: [.opacity]
    case .scale: [.scale]
    case .accessibilityLabel: [.accessibilityLabel]
    case .accessibilityHint: [.accessibilityHint]
    case .isEnabled, .isSelected, .isHighlighted, .isFocused, .role, .imageColor,
      .activityIndicatorColor, .indicatorColor:
      []
    }
  }

  /// The transformer that is applied last.
  var transformer: Property? {
    switch self {
    case .titleColor: .titleColorTransformer
    case .subtitleColor: .subtitleColorTransformer
    case .imageColor: .imageColorTransformer
    case .activityIndicatorColor: .activityIndicatorColorTransformer
    case .indicatorColor: .indicatorColorTransformer
    case .backgroundColor: .backgroundColorTransformer
    case .strokeColor: .strokeColorTransformer
    case .titleFontSize, .titleFontWeight, .titleTextStyle, .titleFontDesign, .titleItalic,
      .titleMonospacedDigits:
      .titleFontTransformer
    case .subtitleFontSize, .subtitleFontWeight, .subtitleTextStyle, .subtitleFontDesign,
      .subtitleItalic, .subtitleMonospacedDigits:
      .subtitleFontTransformer
    default: nil
    }
  }

  /// What the system style may have made it of.
  static let bases: [Property] = [
    .foregroundColor, .baseForegroundColor, .baseBackgroundColor, .buttonSize,
    .controlSize,
    .automaticallyUpdateForSelection, .isBusy, .labelStyle,
    .titleTextStyle, .subtitleTextStyle,
  ]

  /// The layer behind what a button is doing, which no property decides alone.
  var stateLayer: LookLayer.Kind? {
    switch self {
    case .isEnabled, .isSelected, .isFocused, .role: .definition
    case .isHighlighted: .press
    default: nil
    }
  }
}
