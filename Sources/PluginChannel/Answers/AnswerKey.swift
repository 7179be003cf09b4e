/// A key that a pass read: its number in the daemon, or the index of a name in the answer.
@usableFromInline
package struct AnswerKey: RawRepresentable, Hashable, Sendable {
  /// As sent: the top bit marks an index into the answer's new names.
  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable
  package static func known(_ id: UInt32) -> AnswerKey { AnswerKey(rawValue: id) }

  @inlinable
  package static func new(_ index: Int) -> AnswerKey {
    AnswerKey(rawValue: UInt32(index) | newBit)
  }

  /// Nil if the answer names the key.
  @inlinable package var knownID: UInt32? {
    rawValue & AnswerKey.newBit == 0 ? rawValue : nil
  }

  /// Nil for a numbered key.
  @inlinable package var newIndex: Int? {
    rawValue & AnswerKey.newBit == 0 ? nil : Int(rawValue & ~AnswerKey.newBit)
  }

  @usableFromInline static let newBit: UInt32 = 1 << 31
}
