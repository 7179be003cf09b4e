import ButtonModel

extension AppearanceKey {
  /// The properties that decide about it directly, those that win over the others first: the one of the same name,
  /// unless there are others.
  var sources: [Property] {
    switch self {
    case .title: [.titleRuns, .attributedTitle, .title]
    case .titleColor: [.attributedTitle, .titleColor, .foregroundColor]
    case .titleFontSize, .titleTextStyle: [.attributedTitle, .titleFontSize, .titleTextStyle]
    case .titleFontWeight: [.attributedTitle, .titleFontWeight]
    case .titleUnderline: [.attributedTitle, .titleUnderline]
    case .titleStrikethrough: [.attributedTitle, .titleStrikethrough]
    case .subtitle: [.attributedSubtitle, .subtitle]
    case .subtitleColor, .subtitleUnderline, .subtitleStrikethrough: [.attributedSubtitle]
    case .subtitleFontSize, .subtitleTextStyle:
      [.attributedSubtitle, .subtitleFontSize, .subtitleTextStyle]
    case .subtitleFontWeight: [.attributedSubtitle, .subtitleFontWeight]
    case .imageName: [.image]
    case .cornerShape: [.borderShape, .cornerStyle]
    case .cornerRadius: [.borderShape, .borderRadius, .cornerStyle, .backgroundCornerRadius]
    case .isCircle: [.borderShape]
    case .backgroundImageName: [.backgroundImage]
    case .shadowColor: [.shadowColor, .shadowOpacity]
    case .insetTop: [.contentInsetTop]
    case .insetLeading: [.contentInsetLeading]
    case .insetBottom: [.contentInsetBottom]
    case .insetTrailing: [.contentInsetTrailing]
    default: Self.properties["\(self)"].map { [$0] } ?? []
    }
  }

  /// The transformer that is applied last.
  var transformer: Property? {
    switch self {
    case .titleFontSize, .titleFontWeight, .titleTextStyle, .titleFontDesign, .titleItalic,
      .titleMonospacedDigits:
      .titleFontTransformer
    case .subtitleFontSize, .subtitleFontWeight, .subtitleTextStyle, .subtitleFontDesign,
      .subtitleItalic, .subtitleMonospacedDigits:
      .subtitleFontTransformer
    default: Self.properties["\(self)Transformer"]
    }
  }

  private static let properties = Dictionary(
    uniqueKeysWithValues: Property.allCases.map { ("\($0)", $0) })

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
