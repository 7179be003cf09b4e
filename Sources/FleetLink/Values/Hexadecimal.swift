/// 64 bits as 16 lower-case hexadecimal digits: lives, chains and the names of histories.
enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ value: UInt64) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      for index in 0..<16 {
        buffer[index] = digits[Int(truncatingIfNeeded: value &>> UInt64(60 - 4 * index)) & 15]
      }
      count = 16
    }
  }

  /// Nil unless there are exactly 16 digits.
  static func value(_ text: some Collection<UInt8>) -> UInt64? {
    guard text.count == 16 else { return nil }
    var value: UInt64 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte & 15)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - 87)
      default: return nil
      }
    }
    return value
  }
}
