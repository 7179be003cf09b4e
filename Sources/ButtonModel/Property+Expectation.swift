extension Property {
  /// The values that the property accepts, in words: `a number from 0 to 1`.
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
    case .textRuns: TextRun.expectation
    case .fontEffect:
      "a font effect: words with spaces between them, textStyle(STYLE), size(1 TO 1000), "
        + "scale(0.1 TO 10), weight(WEIGHT), design(DESIGN), italic and monospacedDigits"
    case .transaction:
      "a transaction: none, disablesAnimations, default, linear(SECONDS), easeIn(SECONDS), "
        + "easeOut(SECONDS), easeInOut(SECONDS), spring(RESPONSE, DAMPING, BLEND), "
        + "spring(duration: SECONDS, bounce: NUMBER), interactiveSpring, smooth, snappy or bouncy"
    }
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
