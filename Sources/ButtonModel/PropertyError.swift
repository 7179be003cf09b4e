/// Why a value is none for a property.
public enum PropertyError: Error, Hashable, Sendable {
  /// The property has values of another kind.
  case wrongKind(Property)
  /// The number is not finite or lies outside the property's range.
  case outOfRange(Property)
  /// The text is none of the property's names, no colour or no effect.
  case unknownName(Property)
}

extension PropertyError: CustomStringConvertible {
  /// What the property takes instead, for the one who set it.
  public var description: String {
    switch self {
    case .wrongKind(let property), .outOfRange(let property), .unknownName(let property):
      "\(property.row.name) takes \(property.expectation)"
    }
  }
}

extension Property {
  /// What the property takes, in words: `a number from 0 to 1`.
  public var expectation: String {
    switch row.kind {
    case .bool: "true or false"
    case .number(let range):
      "a number from \(Property.text(range.lowerBound)) to \(Property.text(range.upperBound))"
    case .text: "a text"
    case .choice(let names): "one of " + names.map(\.string).joined(separator: ", ")
    case .color:
      "a colour: #RGB, #RRGGBB, #RRGGBBAA, a name, or an object with light, dark, "
        + "highContrastLight and highContrastDark"
    case .effect:
      "an effect: grayscale, constant(COLOUR), or alpha, opacity or darker with a number from 0 to 1"
    case .attributedText:
      "an object with text, color, fontSize, fontWeight, underline and strikethrough"
    }
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
