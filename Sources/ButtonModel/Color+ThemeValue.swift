/// A theme's colour travels as JSON text, `["#RRGGBBAA"]`, or `["#RRGGBBAA","#RRGGBBAA"]` when it has
/// another colour for dark displays; nothing else in a theme is JSON.
extension Color {
  /// The colour that a theme's value means; nil when the text is not exactly what `themeValue` gives.
  public init?(themeValue text: UnsafeRawBufferPointer) {
    switch text.count {
    case Color.themeMemberBytes + 2:
      guard let light = Color.themeMember(text, at: 1), text.first == UInt8(ascii: "["),
        text.last == UInt8(ascii: "]")
      else { return nil }
      self = .rgba(light)
    case 2 * Color.themeMemberBytes + 3:
      guard let light = Color.themeMember(text, at: 1),
        let dark = Color.themeMember(text, at: Color.themeMemberBytes + 2),
        text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]"),
        text[Color.themeMemberBytes + 1] == UInt8(ascii: ",")
      else { return nil }
      self = .dynamic(DynamicColor(light: light, dark: dark))
    default: return nil
    }
  }

  /// The colour as the value of a theme's token; nil for `tint` and for colours with members of
  /// their own for high contrast, which a theme cannot hold.
  public var themeValue: UTF8String? {
    switch self {
    case .rgba(let light): Color.themeValue(light, nil)
    case .named(.tint): nil
    case .named(let name):
      name.members.highContrastLight == name.members.light
        && name.members.highContrastDark == name.members.dark
        ? Color.themeValue(
          name.members.light.rgba,
          name.members.dark == name.members.light ? nil : name.members.dark.rgba)
        : nil
    case .dynamic(let color):
      color.highContrastLight == nil && color.highContrastDark == nil
        ? Color.themeValue(color.light, color.dark) : nil
    }
  }

  /// Bytes of `"#RRGGBBAA"` with its quotes.
  private static let themeMemberBytes = 11

  private static func themeValue(_ light: UInt32, _ dark: UInt32?) -> UTF8String {
    guard let dark else { return UTF8String("[\"\(hex(light))\"]") }
    return UTF8String("[\"\(hex(light))\",\"\(hex(dark))\"]")
  }

  private static func themeMember(_ text: UnsafeRawBufferPointer, at start: Int) -> UInt32? {
    guard text[start] == UInt8(ascii: "\""), text[start + 1] == UInt8(ascii: "#"),
      text[start + themeMemberBytes - 1] == UInt8(ascii: "\"")
    else { return nil }
    var value: UInt32 = 0
    for byte in text[(start + 2)..<(start + themeMemberBytes - 1)] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - 48)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - 55)
      default: return nil
      }
    }
    return value
  }
}
