/// A key that a button's pass read: one the daemon has numbered, or a name the answer brings along.
@usableFromInline
package struct AnswerKey: RawRepresentable, Hashable, Sendable {
  /// As on the wire: the top bit marks an index into the answer's new names.
  @usableFromInline package let rawValue: UInt32

  /// A reference as it stands on the wire.
  @inlinable
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A key by the number the daemon gave it.
  @inlinable
  package static func known(_ id: UInt32) -> AnswerKey { AnswerKey(rawValue: id) }

  /// A key by its place among the answer's new names.
  @inlinable
  package static func new(_ index: Int) -> AnswerKey {
    AnswerKey(rawValue: UInt32(index) | newBit)
  }

  /// The daemon's number, nil when the answer names the key.
  @inlinable package var knownID: UInt32? {
    rawValue & AnswerKey.newBit == 0 ? rawValue : nil
  }

  /// The place among the answer's new names, nil for a numbered key.
  @inlinable package var newIndex: Int? {
    rawValue & AnswerKey.newBit == 0 ? nil : Int(rawValue & ~AnswerKey.newBit)
  }

  @usableFromInline static let newBit: UInt32 = 1 << 31
}
