/// Validates UTF-8 (RFC 3629) that arrives in any pieces, and fails at the first wrong byte.
struct UTF8Validator: Hashable, Sendable {
  /// How many more bytes the current character has.
  private var missing = 0
  /// The range of its next byte, which excludes overlong forms, surrogates and values over U+10FFFF.
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  init() {}

  /// Whether the text may end here.
  var isComplete: Bool { missing == 0 }

  /// Takes the next bytes; false if they make the text invalid.
  mutating func take(_ bytes: some Sequence<UInt8>) -> Bool {
    for byte in bytes {
      if missing == 0 {
        if byte >= 0x80, !begin(byte) { return false }
      } else {
        guard next.contains(byte) else { return false }
        missing -= 1
        next = 0x80...0xBF
      }
    }
    return true
  }

  /// Takes the first byte of a character that has several.
  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2...0xDF: missing = 1
    case 0xE0...0xEF: missing = 2
    case 0xF0...0xF4: missing = 3
    default: return false
    }
    switch byte {
    case 0xE0: next = 0xA0...0xBF
    case 0xED: next = 0x80...0x9F
    case 0xF0: next = 0x90...0xBF
    case 0xF4: next = 0x80...0x8F
    default: next = 0x80...0xBF
    }
    return true
  }
}
