import ButtonModel

extension PropertyScratch {
  /// What a value means for a member of the appearance, in its form; nil if it does not affect it.
  func contribution(
    of value: PropertyValue, for property: Property, to key: AppearanceKey, _ traits: ResolvedTraits
  ) -> StateValue? {
    switch value {
    case .attributedText(let text): return contribution(of: text, to: key, traits)
    case .bool(let value): return .bool(value)
    case .number(let value):
      if property == .borderRadius, !isRoundedRectangle { return nil }
      return .length(value)
    case .text(let text):
      guard property == .titleRuns else { return .string(text) }
      return contribution(ofRuns: text, to: key)
    case .color(let color): return .color(traits.components(color).rgba)
    case .effect: return nil
    case .choice(let choice):
      if property == .cornerStyle { return contribution(ofCornerStyle: choice, to: key) }
      if property == .borderShape { return contribution(ofBorderShape: choice, to: key) }
      if property == .titleTextStyle || property == .subtitleTextStyle {
        return contribution(ofTextStyle: choice, to: key, traits)
      }
      if property == .indicator {
        let isPopup = choice == ButtonConfiguration.Indicator.popup.rawValue
        return .string((isPopup ? Appearance.Indicator.popup : .none).name)
      }
      guard case .choice(let names) = PropertyRegistry.rows[Int(property.rawValue)].kind,
        Int(choice) < names.count
      else { return nil }
      return .string(names[Int(choice)])
    }
  }

  private func contribution(
    of text: AttributedText, to key: AppearanceKey, _ traits: ResolvedTraits
  ) -> StateValue? {
    switch key {
    case .title, .subtitle: .string(text.text)
    case .titleColor, .subtitleColor: text.color.map { .color(traits.components($0).rgba) }
    case .titleFontSize, .subtitleFontSize, .titleTextStyle, .subtitleTextStyle:
      text.fontSize.map { .length($0) }
    case .titleFontWeight, .subtitleFontWeight:
      text.fontWeight.flatMap { FontWeight(rawValue: $0) }.map { .string($0.name) }
    case .titleUnderline, .subtitleUnderline: text.underline ? .bool(true) : nil
    case .titleStrikethrough, .subtitleStrikethrough: text.strikethrough ? .bool(true) : nil
    default: nil
    }
  }

  private func contribution(ofRuns json: UTF8String, to key: AppearanceKey) -> StateValue? {
    guard key == .title else { return .json(json) }
    return (try? TextRun.runs(json)).map { .string(TextRun.joined($0)) }
  }

  private func contribution(
    ofTextStyle choice: UInt8, to key: AppearanceKey, _ traits: ResolvedTraits
  ) -> StateValue? {
    guard let style = TextStyle(rawValue: choice) else { return nil }
    switch key {
    case .titleFontSize, .subtitleFontSize: return .length(traits[style])
    case .titleFontWeight, .subtitleFontWeight: return .string(style.weight.name)
    default: return .string(style.name)
    }
  }

  private func contribution(
    ofCornerStyle choice: UInt8, to key: AppearanceKey
  ) -> StateValue? {
    guard let style = ButtonConfiguration.CornerStyle(rawValue: choice) else { return nil }
    if key == .cornerShape {
      return .string((style == .capsule ? Appearance.CornerShape.capsule : .fixed).name)
    }
    if style == .capsule { return .length(0) }
    return SizeMetrics.cornerRadius(of: style).map { .length($0) }
  }

  private func contribution(
    ofBorderShape choice: UInt8, to key: AppearanceKey
  ) -> StateValue? {
    guard let shape = ButtonConfiguration.BorderShape(rawValue: choice), shape != .automatic else {
      return nil
    }
    let isRound = shape != .roundedRectangle
    return switch key {
    case .cornerShape: .string((isRound ? Appearance.CornerShape.capsule : .fixed).name)
    case .cornerRadius: isRound ? .length(0) : nil
    default: .bool(shape == .circle)
    }
  }

  private var isRoundedRectangle: Bool {
    choice(.borderShape) == ButtonConfiguration.BorderShape.roundedRectangle
  }

  /// The property that determines a member; nil if the style does.
  func decider(of key: AppearanceKey, _ traits: ResolvedTraits) -> Property? {
    if key == .shadowColor, !sets(.shadowOpacity) { return nil }
    if key == .progressColor, !sets(.progress) { return nil }
    if key == .subtitleColor, !sets(.attributedSubtitle) { return nil }
    return key.sources.first { source in
      self[source].map { contribution(of: $0, for: source, to: key, traits) != nil } ?? false
    }
  }
}
