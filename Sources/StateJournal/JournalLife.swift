import ButtonModel

/// What the journal knows of the daemon's life beside its state.
struct JournalLife: Hashable {
  /// The revision of the newest change in the file.
  var revision: UInt64 = 0
  /// No revision beyond this has been told to anybody: where a daemon goes on after one that did not
  /// stop cleanly.
  var reserved: UInt64 = 0
  /// The daemon that had the file last has said goodbye.
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
    reserved = revision + JournalLife.reserve
    isClean = false
  }

  /// Everything up to a revision is in the file.
  mutating func reach(_ revision: UInt64) {
    self.revision = max(self.revision, revision)
    if self.revision > reserved - JournalLife.reserve / 2 {
      reserved = self.revision + JournalLife.reserve
    }
  }
}
