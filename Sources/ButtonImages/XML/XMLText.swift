/// The characters of a text file, before anything reads words of it.
enum XMLText {
  /// What UTF-8 files may begin with.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether the first character behind spaces opens a tag.
  static func looksLikeMarkup(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: mark) ? mark.count : 0
    return bytes[start...].first { !isSpace($0) } == UInt8(ascii: "<")
  }

  /// Whether a byte is one of XML's four spaces.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  /// Whether a text may have this character: any but controls, surrogates, U+FFFE and U+FFFF.
  static func allows(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x0A, 0x0D, 0x20..<0x7F, 0xA0..<0xD800, 0xE000..<0xFFFE, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// The place of the first byte that is not UTF-8 or not allowed, if there is one.
  static func firstFault(_ bytes: [UInt8]) -> Int? {
    let bytes = bytes.span
    var place = 0
    while place < bytes.count {
      let first = bytes[place]
      if first >= 0x20 && first < 0x7F {
        place += 1
        continue
      }
      // The number of bytes, the least scalar that needs them, and the scalar's first bits.
      let (count, least, bits): (Int, UInt32, UInt8) =
        switch first {
        case 0..<0x80: (1, 0, first)
        case 0xC2...0xDF: (2, 0x80, first & 0x1F)
        case 0xE0...0xEF: (3, 0x800, first & 0x0F)
        case 0xF0...0xF4: (4, 0x10000, first & 0x07)
        default: (0, 0, 0)
        }
      guard count > 0, count <= bytes.count - place else { return place }
      var scalar = UInt32(bits)
      for offset in 1..<max(1, count) {
        let next = bytes[place + offset]
        guard next & 0xC0 == 0x80 else { return place }
        scalar = scalar << 6 | UInt32(next & 0x3F)
      }
      guard scalar >= least, allows(scalar) else { return place }
      place += count
    }
    return nil
  }
}
