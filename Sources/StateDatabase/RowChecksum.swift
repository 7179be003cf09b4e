/// 64 bits that show whether a row of the database is as it was written; SQLite has no checksum for
/// its pages.
///
/// Every step maps the sum before and every word one to one, so any change within one word is seen
/// for certain, all others but for one in 2⁶⁴. It guards against failing disks, not against people.
struct RowChecksum {
  private(set) var value: UInt64

  /// The sum of nothing; different for rows of different tables.
  init(table: UInt64) { value = 0x9E37_79B9_7F4A_7C15 ^ table }

  /// Takes in a number.
  mutating func combine(_ word: UInt64) {
    value = (value ^ word) &* 0xD6E8_FEB8_6659_FD93
    value ^= value >> 32
  }

  /// Takes in bytes and how many they are.
  mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    combine(UInt64(bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    guard offset < bytes.count else { return }
    var last: UInt64 = 0
    for index in offset..<bytes.count { last = last << 8 | UInt64(bytes[index]) }
    combine(last)
  }
}
