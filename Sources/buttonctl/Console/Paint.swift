/// A button's own colours, for terminals.
struct Paint {
  private let text: UInt32
  private let ground: UInt32

  /// The colours of a look, `#RRGGBBAA` each; nil when it has none.
  init?(text: String?, ground: String?) {
    guard let ground = ground.flatMap(Self.color), ground & 0xFF > 0 else { return nil }
    self.ground = ground
    self.text = text.flatMap(Self.color) ?? 0xFF
  }

  /// The text in these colours.
  func callAsFunction(_ text: String) -> String {
    let front = Self.mix(self.text, over: ground)
    let back = Self.mix(ground, over: 0xFFFF_FFFF)
    return "\u{1B}[38;2;\(front)m\u{1B}[48;2;\(back)m\(text)\u{1B}[0m"
  }

  private static func color(_ text: String) -> UInt32? {
    guard text.hasPrefix("#"), text.utf8.count == 9 else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }

  /// Red, green and blue of a colour laid over another, as a terminal wants them.
  private static func mix(_ color: UInt32, over ground: UInt32) -> String {
    let alpha = color & 0xFF
    let parts = [24, 16, 8].map { shift in
      let (front, back) = ((color >> shift) & 0xFF, (ground >> shift) & 0xFF)
      return "\((front * alpha + back * (255 - alpha) + 127) / 255)"
    }
    return parts.joined(separator: ";")
  }
}
