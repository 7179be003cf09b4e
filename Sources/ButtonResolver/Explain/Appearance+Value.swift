package import ButtonModel
import JSONRPC

extension Appearance {
  /// A member as clients see it, also at its default; nil is a text or name that is not there.
  package func value(of key: AppearanceKey) -> StateValue? {
    switch key {
    case .isEnabled: .bool(isEnabled)
    case .isSelected: .bool(isSelected)
    case .isHighlighted: .bool(isHighlighted)
    case .isFocused: .bool(isFocused)
    case .isBusy: .bool(isBusy)
    case .role: .string(UTF8String(role.rawValue))
    case .title: title.map { .string($0) }
    case .titleRuns: titleRuns.isEmpty ? nil : .runs(titleRuns)
    case .titleColor: .color(titleColor)
    case .titleFontSize: .length(titleFontSize)
    case .titleFontWeight: .string(titleFontWeight.name)
    case .titleTextStyle: titleTextStyle.map { .string($0.name) }
    case .titleFontDesign: .string(titleFontDesign.name)
    case .titleItalic: .bool(titleItalic)
    case .titleMonospacedDigits: .bool(titleMonospacedDigits)
    case .titleUnderline: .bool(titleUnderline)
    case .titleStrikethrough: .bool(titleStrikethrough)
    case .titleLineBreakMode: .string(titleLineBreakMode.name)
    case .subtitle: subtitle.map { .string($0) }
    case .subtitleColor: .color(subtitleColor)
    case .subtitleFontSize: .length(subtitleFontSize)
    case .subtitleFontWeight: .string(subtitleFontWeight.name)
    case .subtitleTextStyle: subtitleTextStyle.map { .string($0.name) }
    case .subtitleFontDesign: .string(subtitleFontDesign.name)
    case .subtitleItalic: .bool(subtitleItalic)
    case .subtitleMonospacedDigits: .bool(subtitleMonospacedDigits)
    case .subtitleUnderline: .bool(subtitleUnderline)
    case .subtitleStrikethrough: .bool(subtitleStrikethrough)
    case .subtitleLineBreakMode: .string(subtitleLineBreakMode.name)
    case .titlePadding: .length(titlePadding)
    case .titleAlignment: .string(titleAlignment.name)
    case .contentTransition: .string(contentTransition.name)
    case .symbolEffect: .string(symbolEffect.name)
    case .symbolEffectValue: symbolEffectValue.map { .string($0) }
    case .imageName: imageName.map { .string($0) }
    case .imageColor: .color(imageColor)
    case .imagePlacement: .string(imagePlacement.name)
    case .imagePadding: .length(imagePadding)
    case .imageReservation: .length(imageReservation)
    case .imageSize: .length(imageSize)
    case .imageWeight: .string(imageWeight.name)
    case .imageRenderingMode: .string(imageRenderingMode.name)
    case .showsActivityIndicator: .bool(showsActivityIndicator)
    case .activityIndicatorColor: .color(activityIndicatorColor)
    case .indicator: .string(indicator.name)
    case .indicatorColor: .color(indicatorColor)
    case .progress: progress.map { .length($0) }
    case .progressColor: .color(progressColor)
    case .backgroundColor: .color(backgroundColor)
    case .cornerShape: .string(cornerShape.name)
    case .cornerRadius: .length(cornerRadius)
    case .isCircle: .bool(isCircle)
    case .strokeColor: .color(strokeColor)
    case .strokeWidth: .length(strokeWidth)
    case .strokeOutset: .length(strokeOutset)
    case .backgroundInsetTop: .length(backgroundInsetTop)
    case .backgroundInsetLeading: .length(backgroundInsetLeading)
    case .backgroundInsetBottom: .length(backgroundInsetBottom)
    case .backgroundInsetTrailing: .length(backgroundInsetTrailing)
    case .material: material.map { .string($0) }
    case .backgroundImageName: backgroundImageName.map { .string($0) }
    case .backgroundImageContentMode: .string(backgroundImageContentMode.name)
    case .shadowColor: .color(shadowColor)
    case .shadowRadius: .length(shadowRadius)
    case .shadowX: .length(shadowX)
    case .shadowY: .length(shadowY)
    case .insetTop: .length(insetTop)
    case .insetLeading: .length(insetLeading)
    case .insetBottom: .length(insetBottom)
    case .insetTrailing: .length(insetTrailing)
    case .isFullWidth: .bool(isFullWidth)
    case .opacity: .length(opacity)
    case .scale: .length(scale)
    case .accessibilityLabel: accessibilityLabel.map { .string($0) }
    case .accessibilityHint: accessibilityHint.map { .string($0) }
    }
  }
}

extension StateValue {
  /// The runs of a title as clients see them.
  static func runs(_ runs: [Appearance.TitleRun]) -> StateValue {
    var writer = JSONWriter()
    writer.runs(runs)
    return .json(UTF8String(copying: writer.bytes))
  }

  /// 0xRRGGBBAA as clients see it.
  static func color(_ rgba: UInt32) -> StateValue { .string(UTF8String(Color.hex(rgba))) }

  /// A length as clients see it: without a point where it is whole.
  static func length(_ length: Double) -> StateValue {
    let rounded = Appearance.rounded(length)
    return Int64(exactly: rounded).map { .int($0) } ?? .double(rounded)
  }
}
