import ButtonModel

/// What the state database records about the daemon's runs, besides its state.
struct LifeRecord: Hashable {
  /// The revision of the newest change in the file.
  var revision: UInt64 = 0
  /// An upper bound of the revisions sent to clients: after an unclean stop, the daemon continues
  /// from here.
  var reserved: UInt64 = 0
  /// Whether the last daemon closed the file cleanly.
  var isClean = true
  /// The number of transactions of the file, including this one.
  var number: UInt64 = 0
  /// The sum of the checksums of all rows of keys and buttons, which shows missing and outdated
  /// rows.
  var digest: UInt64 = 0

  /// How far ahead revisions are reserved. Revisions count every change set, also those of which the
  /// file knows nothing: of the last moments, of `volatile.` keys, while the disk was full.
  /// `Revision.maximumKept` has room for a quarter of a million stops that are not clean.
  static let reserve: UInt64 = 1_000_000_000

  /// Whether the revisions are within the possible range.
  var isSound: Bool { max(revision, reserved) <= Revision.maximumKept }

  /// The revision from which the next run continues.
  var start: UInt64 { isClean ? revision : max(revision, reserved) }

  /// Begins a run.
  mutating func begin() {
    revision = start
    reserved = revision + LifeRecord.reserve
    isClean = false
  }

  /// Notes that everything up to a revision is in the file.
  mutating func reach(_ revision: UInt64) {
    self.revision = max(self.revision, revision)
    if self.revision > reserved - LifeRecord.reserve / 2 {
      reserved = self.revision + LifeRecord.reserve
    }
  }
}
