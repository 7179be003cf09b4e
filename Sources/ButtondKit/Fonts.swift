/// A named role of text, from which its size and weight follow; the size grows with the content size.
public enum TextStyle: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// 34 points at the usual content size.
  case largeTitle
  /// 28 points.
  case title
  /// 22 points.
  case title2
  /// 20 points.
  case title3
  /// 17 points, semibold.
  case headline
  /// 17 points: running text.
  case body
  /// 16 points.
  case callout
  /// 15 points.
  case subheadline
  /// 13 points.
  case footnote
  /// 12 points.
  case caption
  /// 11 points.
  case caption2
}

/// The design of a font, which clients draw with the fonts that they have.
public enum FontDesign: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// The client's own.
  case `default`
  /// Letters have round ends.
  case rounded
  /// Letters have serifs.
  case serif
  /// All characters are of one width.
  case monospaced
}

/// What a font transformer does to a font: what it leaves out stays as it was. A number out of range
/// gives the button up.
public struct FontEffect: Hashable, Sendable {
  /// The text style from which size and weight follow; `size` and `weight` count for more.
  public var textStyle: TextStyle?
  /// Points, 1 to 1,000, whatever the content size.
  public var size: Double?
  /// What the size is multiplied by, 0.1 to 10.
  public var scale: Double?
  /// How heavy the letters are.
  public var weight: FontWeight?
  /// The design of the font.
  public var design: FontDesign?
  /// Whether the font becomes italic.
  public var italic: Bool
  /// Whether all digits become as wide as each other.
  public var monospacedDigits: Bool

  /// An effect; one that changes nothing gives the button up.
  public init(
    textStyle: TextStyle? = nil, size: Double? = nil, scale: Double? = nil,
    weight: FontWeight? = nil, design: FontDesign? = nil, italic: Bool = false,
    monospacedDigits: Bool = false
  ) {
    self.textStyle = textStyle
    self.size = size
    self.scale = scale
    self.weight = weight
    self.design = design
    self.italic = italic
    self.monospacedDigits = monospacedDigits
  }
}

extension FontEffect: PropertyValue {
  /// Takes texts as the host writes them.
  public init?(_ value: Value) {
    guard case .string(let text) = value else { return nil }
    self.init()
    let written = text.split(separator: " ")
    for word in written {
      let parts = word.split(separator: "(", maxSplits: 1)
      guard parts.count == 1 || word.hasSuffix(")") else { return nil }
      let argument = parts.count == 2 ? String(parts[1].dropLast()) : ""
      switch parts.first {
      case "textStyle": textStyle = TextStyle(rawValue: argument)
      case "size": size = Double(argument)
      case "scale": scale = Double(argument)
      case "weight": weight = FontWeight(rawValue: argument)
      case "design": design = FontDesign(rawValue: argument)
      case "italic": italic = true
      case "monospacedDigits": monospacedDigits = true
      default: return nil
      }
    }
    // A word whose argument means nothing has left nothing.
    guard words.count == written.count else { return nil }
  }

  func value(for call: PluginCall) -> Value { .string(words.joined(separator: " ")) }

  private var words: [String] {
    var words: [String] = []
    if let textStyle { words.append("textStyle(\(textStyle.rawValue))") }
    if let size { words.append("size(\(size))") }
    if let scale { words.append("scale(\(scale))") }
    if let weight { words.append("weight(\(weight.rawValue))") }
    if let design { words.append("design(\(design.rawValue))") }
    if italic { words.append("italic") }
    if monospacedDigits { words.append("monospacedDigits") }
    return words
  }
}
