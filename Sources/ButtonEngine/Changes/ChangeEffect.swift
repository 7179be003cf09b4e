import ButtonStore

/// What a change has done: what ``Committer/finish(_:)`` has to know of it.
struct ChangeEffect {
  /// The revision that it makes besides that of the keys that it has written; 0 if there is nothing else.
  var revision: UInt64 = 0
  /// The keys that have another value, or none any more.
  var changed: [KeyID] = []
  /// The number of keys that it has written, if it counts as a set of changes.
  var writes: Int?
  /// Its cost, in units of work.
  var work = 0

  /// Adds what another part of the same change has done.
  mutating func add(_ other: ChangeEffect) {
    revision = max(revision, other.revision)
    changed += other.changed
    work &+= other.work
  }
}
