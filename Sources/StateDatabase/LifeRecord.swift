import ButtonModel

/// What the state database records about the daemon's runs, besides its state.
struct LifeRecord: Hashable {
  /// The revision of the newest change in the file.
  var revision: UInt64 = 0
  /// Not below any revision sent to clients: after an unclean stop, the daemon continues here.
  var reserved: UInt64 = 0
  /// The last daemon closed the file cleanly.
  var isClean = true
  /// Transactions of the file, including this one.
  var number: UInt64 = 0
  /// The sum of the checksums of all rows of the other tables; shows missing and outdated rows.
  var digest: UInt64 = 0

  /// How far ahead revisions are reserved. They count every change set, also those that the file
  /// lacks: of the last moments, of `volatile.` keys, while the disk was full.
  /// `Revision.maximumKept` has room for a quarter of a million unclean stops.
  static let reserve: UInt64 = 1_000_000_000

  /// The revisions are within the possible range.
  var isSound: Bool { max(revision, reserved) <= Revision.maximumKept }

  /// The next run continues from here.
  var start: UInt64 { isClean ? revision : max(revision, reserved) }

  mutating func begin() {
    revision = start
    reserved = revision + LifeRecord.reserve
    isClean = false
  }

  /// Everything up to `revision` is in the file.
  mutating func reach(_ revision: UInt64) {
    self.revision = max(self.revision, revision)
    if self.revision > reserved - LifeRecord.reserve / 2 {
      reserved = self.revision + LifeRecord.reserve
    }
  }
}
