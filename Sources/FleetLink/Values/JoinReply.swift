package import ButtonModel

/// Whether a cursor is in the engine's history.
package enum JoinVerdict: String, Hashable, Sendable {
  /// It is, and the log goes on from there.
  case tail
  /// It is older than the log.
  case trimmed
  /// Its revision has another chain, or is ahead.
  case fork
  /// There was no cursor.
  case fresh
}

/// What the engine answers a daemon that joins a scope.
package struct JoinReply: Hashable, Sendable {
  package let verdict: JoinVerdict
  /// The name of the history: the chain of revision 0.
  package let id: Chain
  /// How far the history goes.
  package let head: FleetCursor
  /// The revision of the oldest entry of the log; one beyond the head when it is empty.
  package let oldest: UInt64
  /// How many keys there are.
  package let keyCount: Int
  /// The last number of each life that was asked for; 0 of one that is not known.
  package let numbers: [Life: UInt64]
  /// Up to which revision an administrator has restored the history, without the numbers of lives; nil of
  /// one that the engine has not lost.
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
  /// Its value's text; nil if the key was removed.
  package let value: UTF8String?

  package init(key: UTF8String, revision: UInt64, value: UTF8String?) {
    self.key = key
    self.revision = revision
    self.value = value
  }
}
