extension Appearance {
  /// A part of the title as it is drawn: complete, except for the font size, which is the title's.
  public struct TitleRun: Hashable, Sendable {
    public var text: UTF8String
    /// 0xRRGGBBAA.
    public var color: UInt32
    public var fontWeight: FontWeight
    public var italic: Bool
    public var underline: Bool
    public var strikethrough: Bool
    /// An address of https, http or mailto that opens with a click; nil for none.
    public var link: UTF8String?

    public init(
      text: UTF8String, color: UInt32, fontWeight: FontWeight = .regular, italic: Bool = false,
      underline: Bool = false, strikethrough: Bool = false, link: UTF8String? = nil
    ) {
      self.text = text
      self.color = color
      self.fontWeight = fontWeight
      self.italic = italic
      self.underline = underline
      self.strikethrough = strikethrough
      self.link = link
    }
  }
}
