import ButtonModel

/// The names of keys in the store that say whether a state key is lost.
///
/// Such a name is that of the state key with the highest bit of its first byte set, so it is as long
/// as the key's. Its value is ``lost``, or absent while all is well.
enum QualityKey {
  /// The value while the key is lost.
  static let lost = StateValue.string("lost")

  private static let mark: UInt8 = 0x80

  /// Passes the name for a state key to `body`.
  static func withName<R>(
    of key: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> R
  ) -> R {
    withMarkFlipped(key, body)
  }

  /// Whether a key name is that of a quality.
  static func isName(_ name: UnsafeRawBufferPointer) -> Bool { (name.first ?? 0) >= mark }

  /// Passes the name of the state key of a quality to `body`.
  static func withStateKey<R>(
    of name: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> R
  ) -> R {
    withMarkFlipped(name, body)
  }

  /// `body` gets a copy, so that it may change the table of names.
  private static func withMarkFlipped<R>(
    _ name: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> R
  ) -> R {
    precondition(!name.isEmpty, "a key has a name")
    return withUnsafeTemporaryAllocation(byteCount: name.count, alignment: 1) { copy in
      copy.copyMemory(from: name)
      copy[0] ^= mark
      return body(UnsafeRawBufferPointer(copy))
    }
  }
}
