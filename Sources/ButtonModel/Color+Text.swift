extension Color {
  /// `#RGB`, `#RRGGBB`, `#RRGGBBAA` or a name; nil for any other text.
  public init?(text: UnsafeRawBufferPointer) {
    if text.first == UInt8(ascii: "#") {
      guard let rgba = Color.rgba(hexDigits: text.dropFirst()) else { return nil }
      self = .rgba(rgba)
    } else {
      guard let name = NamedColor(name: text) else { return nil }
      self = .named(name)
    }
  }

  public init?(_ text: String) {
    var text = text
    guard let color = text.withUTF8({ Color(text: UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = color
  }

  /// As clients receive it: `#RRGGBBAA` in upper case.
  public static func hex(_ rgba: UInt32) -> String {
    let digits = String(rgba, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Nil for a text that is not of ``hex(_:)``'s form.
  package static func rgba(hex text: String) -> UInt32? {
    guard text.utf8.count == 9, case .rgba(let rgba)? = Color(text) else { return nil }
    return rgba
  }

  private static func rgba(hexDigits: Slice<UnsafeRawBufferPointer>) -> UInt32? {
    var value: UInt32 = 0
    guard [3, 6, 8].contains(hexDigits.count) else { return nil }
    for byte in hexDigits {
      guard let digit = digit(byte) else { return nil }
      value = value << 4 | digit
      if hexDigits.count == 3 { value = value << 4 | digit }
    }
    return hexDigits.count == 8 ? value : value << 8 | 0xFF
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
