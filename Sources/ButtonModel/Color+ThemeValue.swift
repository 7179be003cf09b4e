/// A theme's colour is JSON text: `["#RRGGBBAA"]`, with a second colour for dark displays
/// `["#RRGGBBAA","#RRGGBBAA"]`, or with four for light, dark, high contrast and dark high contrast.
/// No other value of a theme is JSON.
extension Color {
  /// Nil if the text is not exactly of `themeValue`'s form.
  public init?(themeValue text: UnsafeRawBufferPointer) {
    let count = text.count / (Color.themeMemberBytes + 1)
    guard text.count == count * (Color.themeMemberBytes + 1) + 1,
      text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]")
    else { return nil }
    var members: [UInt32] = []
    for index in 0..<count {
      let start = 1 + index * (Color.themeMemberBytes + 1)
      guard index == 0 || text[start - 1] == UInt8(ascii: ","),
        let member = Color.themeMember(text, at: start)
      else { return nil }
      members.append(member)
    }
    switch count {
    case 1: self = .rgba(members[0])
    case 2: self = .dynamic(DynamicColor(light: members[0], dark: members[1]))
    case 4:
      self = .dynamic(
        DynamicColor(
          light: members[0], dark: members[1], highContrastLight: members[2],
          highContrastDark: members[3]))
    default: return nil
    }
  }

  /// The value of a theme's token; nil for `tint`, which a theme cannot hold.
  public var themeValue: UTF8String? {
    let light: UInt32
    let others: (dark: UInt32, highContrastLight: UInt32, highContrastDark: UInt32)
    switch self {
    case .named(.tint): return nil
    case .rgba(let rgba):
      light = rgba
      others = (rgba, rgba, rgba)
    case .named(let name):
      let members = name.members
      light = members.light.rgba
      others = (
        members.dark.rgba, members.highContrastLight.rgba, members.highContrastDark.rgba
      )
    case .dynamic(let color):
      light = color.light
      others = (
        color[.dark, .normal].rgba, color[.light, .high].rgba, color[.dark, .high].rgba
      )
    }
    var members = [light]
    if others.highContrastLight != light || others.highContrastDark != others.dark {
      members += [others.dark, others.highContrastLight, others.highContrastDark]
    } else if others.dark != light {
      members.append(others.dark)
    }
    return UTF8String("[" + members.map { "\"\(Color.hex($0))\"" }.joined(separator: ",") + "]")
  }

  /// The length of a colour's text with its quotes.
  private static let themeMemberBytes = 11

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
