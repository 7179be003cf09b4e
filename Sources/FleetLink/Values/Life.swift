package import ButtonModel

/// One run of a daemon, named by a random number: two runs, also of copied folders, never share one.
package struct Life: Hashable, Sendable, RawRepresentable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The life with this name; nil unless it has 16 hexadecimal digits.
  package init?(_ text: some Collection<UInt8>) {
    guard let value = Hexadecimal.value(text) else { return nil }
    self.init(rawValue: value)
  }

  /// Its name, 16 hexadecimal digits.
  package var text: UTF8String { UTF8String(bytes: Hexadecimal.text(rawValue)) }
}

extension Life: CustomStringConvertible {
  package var description: String { text.string }
}
