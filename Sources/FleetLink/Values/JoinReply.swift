package import ButtonModel

/// Whether a cursor is in the engine's history.
package enum JoinVerdict: String, Hashable, Sendable {
  /// It is, and the log continues from there.
  case tail
  /// It is older than the log.
  case trimmed
  /// Its revision has another chain, or is ahead.
  case fork
  /// There was no cursor.
  case fresh
}

/// The engine's answer to a daemon that joins a scope.
package struct JoinReply: Hashable, Sendable {
  package let verdict: JoinVerdict
  /// The name of the history: the chain of revision 0.
  package let id: Chain
  package let head: FleetCursor
  /// The revision of the oldest entry of the log; one beyond the head if it is empty.
  package let oldest: UInt64
  package let keyCount: Int
  /// The last number of each life that was asked for; 0 if unknown.
  package let numbers: [Life: UInt64]
  /// The revision to which an administrator has restored the history, without the numbers of lives;
  /// nil unless the engine lost it.
  package let restored: UInt64?

  package init(
    verdict: JoinVerdict, id: Chain, head: FleetCursor, oldest: UInt64, keyCount: Int,
    numbers: [Life: UInt64], restored: UInt64? = nil
  ) {
    self.verdict = verdict
    self.id = id
    self.head = head
    self.oldest = oldest
    self.keyCount = keyCount
    self.numbers = numbers
    self.restored = restored
  }
}

/// One key of a snapshot, with the revision that changed it last.
package struct SnapshotField: Hashable, Sendable {
  package let key: UTF8String
  package let revision: UInt64
  /// JSON; nil if the key was removed.
  package let value: UTF8String?

  package init(key: UTF8String, revision: UInt64, value: UTF8String?) {
    self.key = key
    self.revision = revision
    self.value = value
  }
}
