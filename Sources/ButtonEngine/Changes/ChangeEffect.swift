import ButtonModel
import ButtonStore

/// A change under way, of one revision: what it writes, and what ``Committer/finish(_:)`` must
/// know. Nothing else writes keys of the state, except the restore at start.
struct ChangeEffect {
  private unowned(unsafe) let store: Store
  let revision: UInt64
  /// Whether it makes that revision even if no value changes.
  var makesRevision = false
  /// The keys with a changed or removed value.
  var changed: [KeyID] = []
  /// The number of keys written; nil unless it counts as a set of changes.
  var writes: Int?
  /// In units of work.
  var work = 0

  /// The store must outlive it.
  init(of store: Store) {
    self.store = store
    revision = store.nextRevision
  }

  /// Nil removes the value. Returns whether the newest value changed.
  @inline(__always) @discardableResult
  mutating func write(_ key: KeyID, _ value: StateValue?) -> Bool {
    guard store.write(key, value, revision: revision) else { return false }
    changed.append(key)
    return true
  }
}
