extension FontEffect {
  /// In bytes.
  private static let maximumBytes = 256

  public enum TextError: Error, Hashable, Sendable {
    /// An unknown word, or an argument that is missing or unknown.
    case unknownName
    /// A number that is not finite or out of range.
    case outOfRange
  }

  /// Parses words separated by spaces, such as `weight(bold) scale(1.2) italic`.
  ///
  /// The words are `textStyle(STYLE)`, `size(POINTS)`, `scale(FACTOR)`, `weight(WEIGHT)`,
  /// `design(DESIGN)`, `italic` and `monospacedDigits`; the last of repeated words counts.
  public init(text: UnsafeRawBufferPointer) throws(TextError) {
    guard text.count <= FontEffect.maximumBytes else { throw .unknownName }
    self.init()
    for word in text.split(separator: UInt8(ascii: " ")) {
      try take(String(decoding: word, as: UTF8.self))
    }
    guard self != FontEffect() else { throw .unknownName }
  }

  public init(_ text: UTF8String) throws(TextError) {
    self = try text.bytes.withUnsafeBytes { bytes in
      Result { () throws(TextError) in try FontEffect(text: bytes) }
    }.get()
  }

  public static func isValid(_ text: UnsafeRawBufferPointer) -> Bool {
    (try? FontEffect(text: text)) != nil
  }

  private mutating func take(_ word: String) throws(TextError) {
    let parts = word.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      switch word {
      case "italic": italic = true
      case "monospacedDigits": monospacedDigits = true
      default: throw .unknownName
      }
      return
    }
    guard parts[1].last == ")" else { throw .unknownName }
    let argument = String(parts[1].dropLast())
    switch parts[0] {
    case "size": size = try FontEffect.number(argument, in: FontEffect.sizes)
    case "scale": scale = try FontEffect.number(argument, in: FontEffect.scales)
    case "textStyle": textStyle = try FontEffect.choice(argument)
    case "weight": weight = try FontEffect.choice(argument)
    case "design": design = try FontEffect.choice(argument)
    default: throw .unknownName
    }
  }

  private static func number(
    _ text: String, in range: ClosedRange<Double>
  ) throws(TextError) -> Double {
    guard let number = Double(text) else { throw .unknownName }
    guard range.contains(number) else { throw .outOfRange }
    return number
  }

  private static func choice<Choice: PropertyChoice>(
    _ name: String
  ) throws(TextError) -> Choice {
    guard let choice = Choice(name: name) else { throw .unknownName }
    return choice
  }
}
