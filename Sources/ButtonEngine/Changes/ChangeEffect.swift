import ButtonModel
import ButtonStore

/// A change under way, all of which has one revision: what it writes, and what ``Committer/finish(_:)`` has to know of
/// it. Nothing else gives keys of the state their values, but for the start, which restores them.
struct ChangeEffect {
  private unowned(unsafe) let store: Store
  /// The revision of what it changes.
  let revision: UInt64
  /// Whether it makes that revision even if it gives no key another value.
  var makesRevision = false
  /// The keys that have another value, or none any more.
  var changed: [KeyID] = []
  /// The number of keys that it has written, if it counts as a set of changes.
  var writes: Int?
  /// Its cost, in units of work.
  var work = 0

  /// A change that has done nothing yet. The store must outlive it.
  init(of store: Store) {
    self.store = store
    revision = store.nextRevision
  }

  /// Sets or removes (nil) the value of a key. Returns whether its newest value changed.
  @inline(__always) @discardableResult
  mutating func write(_ key: KeyID, _ value: StateValue?) -> Bool {
    guard store.write(key, value, revision: revision) else { return false }
    changed.append(key)
    return true
  }
}
