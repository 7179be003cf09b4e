/// The CRC-32 that ends each chunk of a PNG, eight bytes a step.
enum PNGChecksum {
  /// What a byte adds, for each of the places 0 to 7 before the end of a step: eight tables of 256.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      tables[byte] = (0..<8).reduce(UInt32(byte)) { rest, _ in
        rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320
      }
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// The checksum of a part of the bytes.
  static func of(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    let tables = tables.span
    let bytes = bytes.span
    var sum = UInt32.max
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      var next: UInt32 = 0
      for offset in 0..<8 {
        var byte = bytes[place + offset]
        if offset < 4 { byte ^= UInt8(truncatingIfNeeded: sum >> UInt32(8 * offset)) }
        next ^= tables[(7 - offset) << 8 | Int(byte)]
      }
      sum = next
      place += 8
    }
    while place < range.upperBound {
      sum = sum >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[place])]
      place += 1
    }
    return ~sum
  }
}
