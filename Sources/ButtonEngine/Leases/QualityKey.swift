import ButtonModel

/// Names of hidden keys that say whether a state key is lost: the state key's with the highest bit
/// of its first byte set, so of the same length. The value is ``lost``, or absent if all is well.
enum QualityKey {
  static let lost = StateValue.string("lost")

  private static let mark: UInt8 = 0x80

  static func withName<R>(
    of key: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> R
  ) -> R {
    withMarkFlipped(key, body)
  }

  static func isName(_ name: UnsafeRawBufferPointer) -> Bool { (name.first ?? 0) >= mark }

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
