/// Text with attributes that apply to all of it.
public final class AttributedText: Hashable, Sendable {
  public static let fontSizes = 1.0...1_000.0

  public let text: UTF8String
  public let color: Color?
  public let fontSize: Double?
  /// The raw value of a `FontWeight`.
  public let fontWeight: UInt8?
  public let underline: Bool
  public let strikethrough: Bool

  public init(
    text: UTF8String, color: Color? = nil, fontSize: Double? = nil, fontWeight: UInt8? = nil,
    underline: Bool = false, strikethrough: Bool = false
  ) {
    self.text = text
    self.color = color
    self.fontSize = fontSize
    self.fontWeight = fontWeight
    self.underline = underline
    self.strikethrough = strikethrough
  }

  public static func == (a: AttributedText, b: AttributedText) -> Bool {
    a.text == b.text && a.color == b.color && a.fontSize == b.fontSize
      && a.fontWeight == b.fontWeight && a.underline == b.underline
      && a.strikethrough == b.strikethrough
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(color)
    hasher.combine(fontSize)
    hasher.combine(fontWeight)
    hasher.combine(underline)
    hasher.combine(strikethrough)
  }
}
