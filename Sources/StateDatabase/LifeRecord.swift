import ButtonModel

/// What the state database knows about the daemon's life, besides its state.
struct LifeRecord: Hashable {
  /// The revision of the newest change in the file.
  var revision: UInt64 = 0
  /// No revision beyond this was ever sent to a client: where a daemon continues after one that did not
  /// stop cleanly.
  var reserved: UInt64 = 0
  /// The last daemon that had the file closed it cleanly.
  var isClean = true
  /// Counts the transactions that the file has had, this one included.
  var number: UInt64 = 0
  /// The sum of the checksums of all rows of keys and buttons: none is missing and none is old.
  var digest: UInt64 = 0

  /// How far ahead revisions are reserved. Revisions count every change set, also those of which the
  /// file knows nothing: of the last moments, of `volatile.` keys, while the disk was full.
  /// `Revision.maximumKept` has room for a quarter of a million stops that are not clean.
  static let reserve: UInt64 = 1_000_000_000

  /// False for revisions that no daemon comes to.
  var isSound: Bool { max(revision, reserved) <= Revision.maximumKept }

  /// The revision that a new life goes on from.
  var start: UInt64 { isClean ? revision : max(revision, reserved) }

  /// A life begins.
  mutating func begin() {
    revision = start
    reserved = revision + LifeRecord.reserve
    isClean = false
  }

  /// Everything up to a revision is in the file.
  mutating func reach(_ revision: UInt64) {
    self.revision = max(self.revision, revision)
    if self.revision > reserved - LifeRecord.reserve / 2 {
      reserved = self.revision + LifeRecord.reserve
    }
  }
}
