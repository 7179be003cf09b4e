package import ButtonModel

extension Property {
  /// True when a value is of this property's kind and in its range.
  package func accepts(_ value: ChannelProperty) -> Bool {
    switch (kind, value) {
    case (.bool, .bool), (.text, .text), (.color, .color), (.effect, .effect),
      (.number, .number), (.choice, .choice), (.attributedText, .attributedText):
      true
    default: false
    }
  }

  private enum Kind { case bool, number, text, choice, color, effect, attributedText }

  private var kind: Kind {
    switch self {
    case .title, .subtitle, .image, .backgroundImage, .material, .accessibilityLabel,
      .accessibilityHint:
      .text
    case .attributedTitle, .attributedSubtitle: .attributedText
    case .titleColor, .baseForegroundColor, .baseBackgroundColor, .backgroundColor, .strokeColor,
      .shadowColor:
      .color
    case .titleColorTransformer, .subtitleColorTransformer, .imageColorTransformer,
      .activityIndicatorColorTransformer, .indicatorColorTransformer, .backgroundColorTransformer,
      .strokeColorTransformer:
      .effect
    case .titleUnderline, .titleStrikethrough, .showsActivityIndicator,
      .automaticallyUpdateForSelection, .isFullWidth, .isBusy:
      .bool
    case .titleFontWeight, .titleLineBreakMode, .titleAlignment, .imagePlacement, .indicator,
      .buttonSize, .cornerStyle, .contentAnimation, .backgroundImageContentMode:
      .choice
    case .titleFontSize, .titlePadding, .imagePadding, .imageReservation, .contentInsetTop,
      .contentInsetLeading, .contentInsetBottom, .contentInsetTrailing, .backgroundCornerRadius,
      .backgroundInsetTop, .backgroundInsetLeading, .backgroundInsetBottom,
      .backgroundInsetTrailing, .strokeWidth, .strokeOutset, .shadowOpacity, .shadowRadius,
      .shadowX, .shadowY, .opacity, .scale:
      .number
    }
  }
}
