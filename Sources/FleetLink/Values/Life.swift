package import ButtonModel

/// One run of a daemon, named by a random number: two runs, even of copied folders, never share
/// one.
package struct Life: Hashable, Sendable, RawRepresentable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Nil unless the text is 16 hexadecimal digits.
  package init?(_ text: some Collection<UInt8>) {
    guard let value = Hexadecimal.value(text) else { return nil }
    self.init(rawValue: value)
  }

  /// Derived from this life, and as random.
  package var successor: Life {
    var mixed = rawValue &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Life(rawValue: mixed ^ (mixed >> 31))
  }

  package var text: UTF8String { UTF8String(bytes: Hexadecimal.text(rawValue)) }
}

extension Life: CustomStringConvertible {
  package var description: String { text.string }
}
