package import ButtonModel

/// Identifies a request over all daemons and retries: a life and a number within it, from 1 without
/// gaps.
package struct RequestNumber: Hashable, Sendable {
  package let life: Life
  package let sequence: UInt64

  package init(_ life: Life, _ sequence: UInt64) {
    self.life = life
    self.sequence = sequence
  }

  /// Nil unless the text is `LIFE:SEQUENCE`.
  package init?(_ text: UTF8String) {
    let bytes = text.bytes
    guard bytes.count > 17, bytes[16] == UInt8(ascii: ":"), let life = Life(bytes[..<16]),
      let sequence = Decimal.value(bytes[17...]), sequence > 0
    else { return nil }
    self.init(life, sequence)
  }

  package var text: UTF8String {
    UTF8String(bytes: Hexadecimal.text(life.rawValue) + Array(":\(sequence)".utf8))
  }
}

extension RequestNumber: CustomStringConvertible {
  package var description: String { text.string }
}

/// Unsigned numbers as decimal text without leading zeros.
enum Decimal {
  /// Nil for anything else, and beyond what a double holds exactly, as the engine counts in
  /// doubles.
  static func value(_ text: some Collection<UInt8>) -> UInt64? {
    guard let first = text.first, text.count <= 16 else { return nil }
    if first == UInt8(ascii: "0"), text.count > 1 { return nil }
    var value: UInt64 = 0
    for byte in text {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
      value = value * 10 + UInt64(byte & 15)
    }
    return value <= 1 << 53 ? value : nil
  }
}
