/// A 64-bit checksum that detects damaged rows; SQLite has none for its pages.
///
/// Each step is a bijection of both the previous sum and the word, so a change within one word is
/// always detected, and any other with a probability of 1 − 2⁻⁶⁴. Protects against failing disks,
/// not against attackers.
struct RowChecksum {
  private(set) var value: UInt64

  /// The initial sum differs between tables.
  init(table: UInt64) { value = 0x9E37_79B9_7F4A_7C15 ^ table }

  mutating func combine(_ word: UInt64) {
    value = (value ^ word) &* 0xD6E8_FEB8_6659_FD93
    value ^= value >> 32
  }

  /// Combines the bytes with their count.
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
