package import ButtonModel
package import JSONRPC

extension JSONWriter {
  /// Members at their defaults are omitted, except those that are always present.
  package mutating func appearance(_ look: Appearance) {
    separate()
    // The usual size, so that the buffer does not grow member by member.
    reserve(1024)
    raw("{")
    members(of: look)
    // Some members are always present, so there is a trailing comma.
    truncate(to: count - 1)
    raw("}")
  }

  mutating func runs(_ runs: [Appearance.TitleRun]) {
    raw("[")
    for run in runs {
      raw("{")
      text(#""text":"#, run.text)
      color(#""color":"#, run.color)
      choice(#""fontWeight":"#, run.fontWeight, unless: .regular)
      flag(#""italic":"#, run.italic)
      flag(#""underline":"#, run.underline)
      flag(#""strikethrough":"#, run.strikethrough)
      text(#""link":"#, run.link)
      truncate(to: count - 1)
      raw("},")
    }
    truncate(to: count - 1)
    raw("]")
  }

  // A member is its name with quotes and colon, its value, and a trailing comma.

  @inline(__always)
  mutating func runs(_ name: StaticString, _ value: [Appearance.TitleRun]) {
    if value.isEmpty { return }
    raw(name)
    runs(value)
    raw(",")
  }

  @inline(__always)
  mutating func role(_ name: StaticString, _ value: ButtonRole, unless left: ButtonRole) {
    guard value != left else { return }
    raw(name)
    string(value.rawValue)
    raw(",")
  }

  @inline(__always)
  mutating func flag(_ name: StaticString, _ value: Bool, unless left: Bool = false) {
    guard value != left else { return }
    raw(name)
    raw(value ? "true," : "false,")
  }

  @inline(__always)
  mutating func text(_ name: StaticString, _ value: UTF8String?) {
    guard let value else { return }
    raw(name)
    value.bytes.withUnsafeBytes { string($0) }
    raw(",")
  }

  @inline(__always)
  mutating func length(_ name: StaticString, _ value: Double, unless left: Double? = nil) {
    guard value != left else { return }
    raw(name)
    number(rounded3: value)
    raw(",")
  }

  @inline(__always)
  mutating func choice<Choice: PropertyChoice>(
    _ name: StaticString, _ value: Choice, unless left: Choice? = nil
  ) {
    guard value != left else { return }
    raw(name)
    raw("\"")
    value.name.bytes.withUnsafeBytes { raw($0) }
    raw("\",")
  }

  @inline(__always)
  mutating func color(_ name: StaticString, _ rgba: UInt32, unless left: UInt32? = nil) {
    guard rgba != left else { return }
    raw(name)
    raw("\"#")
    // One nibble per byte, the first digit in the lowest.
    var nibbles = UInt64(rgba.byteSwapped)
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles >> 4 | nibbles << 8) & 0x0F0F_0F0F_0F0F_0F0F
    let aboveNine = (nibbles + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    let digits = nibbles + 0x3030_3030_3030_3030 + aboveNine * 7
    Swift.withUnsafeBytes(of: digits.littleEndian) { raw($0) }
    raw("\",")
  }
}
