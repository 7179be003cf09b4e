/// Base64 with padding (RFC 4648).
package enum Base64 {
  private static let letters: [UInt8] = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each letter; 64 for other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  package static func text(_ bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { text in
      letters.withUnsafeBufferPointer { letters in
        bytes.withUnsafeBufferPointer { bytes in
          var (place, start) = (0, 0)
          while start < bytes.count {
            let left = bytes.count - start
            var bits = Int(bytes[start]) << 16
            if left > 1 { bits |= Int(bytes[start + 1]) << 8 }
            if left > 2 { bits |= Int(bytes[start + 2]) }
            text[place] = letters[bits >> 18]
            text[place + 1] = letters[bits >> 12 & 63]
            text[place + 2] = left > 1 ? letters[bits >> 6 & 63] : UInt8(ascii: "=")
            text[place + 3] = left > 2 ? letters[bits & 63] : UInt8(ascii: "=")
            (place, start) = (place + 4, start + 3)
          }
        }
      }
      return count
    }
  }

  /// Nil unless the text is Base64 in whole groups of four.
  package static func bytes(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (bits, filled, padding) = (0, 0, 0)
    for letter in text {
      if letter == UInt8(ascii: "="), filled >= 2 {
        padding += 1
        bits <<= 6
      } else {
        let value = values[Int(letter)]
        guard value < 64, padding == 0 else { return nil }
        bits = bits << 6 | Int(value)
      }
      filled += 1
      guard filled == 4 else { continue }
      for shift in stride(from: 16, to: 8 * padding - 1, by: -8) {
        bytes.append(UInt8(bits >> shift & 0xFF))
      }
      // The bits that the padding leaves out must be zero, and nothing may follow it.
      guard bits & ((1 << (8 * padding)) - 1) == 0 else { return nil }
      if padding > 0 { filled = 5 }
      (bits, filled) = (0, filled == 5 ? 5 : 0)
    }
    return filled == 0 || filled == 5 ? bytes : nil
  }
}
