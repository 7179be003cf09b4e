import ButtonModel
import ButtonResolver

/// Buttons and displays out of a seed, with few different values so that some come out equal.
enum RandomButton {
  static func make(using generator: inout some RandomNumberGenerator) -> ResolverInput {
    var values = StateValues()
    for property in StateValues.properties where Int.random(in: 0..<4, using: &generator) == 0 {
      let state = ControlState(rawValue: .random(in: 0..<16, using: &generator))
      values.set(value(of: property, using: &generator), of: property, for: state)
    }
    let hasConfiguration = Int.random(in: 0..<8, using: &generator) > 0
    return ResolverInput(
      base: SystemStyle.allCases.randomElement(using: &generator) ?? .plain,
      configuration: hasConfiguration ? list(using: &generator) : nil, stateValues: values,
      pluginProperties: list(using: &generator),
      state: ControlState(rawValue: .random(in: 0..<16, using: &generator)),
      isBusy: .random(using: &generator),
      role: ButtonRole.allCases.randomElement(using: &generator) ?? .none)
  }

  static func traits(using generator: inout some RandomNumberGenerator) -> Traits {
    Traits(
      userInterfaceStyle: .random(using: &generator) ? .light : .dark,
      contrast: .random(using: &generator) ? .normal : .high,
      contentSize: ContentSize.allCases.randomElement(using: &generator) ?? .l,
      tint: .random(using: &generator) ? .named(.systemBlue) : .rgba(0x1234_5678))
  }

  private static func list(using generator: inout some RandomNumberGenerator) -> PropertyList {
    var list = PropertyList()
    for property in Property.allCases where Int.random(in: 0..<8, using: &generator) == 0 {
      list[property] = value(of: property, using: &generator)
    }
    return list
  }

  private static func value(
    of property: Property, using generator: inout some RandomNumberGenerator
  ) -> PropertyValue {
    switch property.row.kind {
    case .bool: .bool(.random(using: &generator))
    case .number(let range):
      .number(
        .random(in: range.lowerBound...min(range.upperBound, 20), using: &generator))
    case .text: .text(.random(using: &generator) ? "a" : "ä \"b\"")
    case .choice(let names): .choice(.random(in: 0..<UInt8(names.count), using: &generator))
    case .color: .color(color(using: &generator))
    case .effect:
      .effect(
        [.grayscale, .alpha(0.3), .opacity(0.5), .darker(0.25)]
          .randomElement(using: &generator) ?? .constant(color(using: &generator)))
    case .textRuns:
      .text(
        TextRun.json([
          TextRun(text: "of "),
          TextRun(
            text: "parts", color: .random(using: &generator) ? color(using: &generator) : nil,
            italic: .random(using: &generator)),
        ]))
    case .fontEffect: .text(.random(using: &generator) ? "italic" : "scale(1.5) weight(bold)")
    case .transaction: .text(.random(using: &generator) ? "default" : "disablesAnimations")
    case .attributedText:
      .attributedText(
        AttributedText(
          text: "rich", color: .random(using: &generator) ? color(using: &generator) : nil,
          fontWeight: .random(using: &generator) ? 6 : nil,
          underline: .random(using: &generator)))
    }
  }

  private static func color(using generator: inout some RandomNumberGenerator) -> Color {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: .rgba(.random(in: 0 ... .max, using: &generator))
    case 1: .named(NamedColor.allCases.randomElement(using: &generator) ?? .clear)
    default: .dynamic(DynamicColor(light: 0x1111_11FF, dark: 0x2222_22FF))
    }
  }
}
