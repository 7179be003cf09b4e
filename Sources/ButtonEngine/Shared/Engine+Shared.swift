package import ButtonModel
import ButtonProtocol
import ButtonStore

/// Keys that are shared with other daemons.
extension Engine {
  package func share(_ keys: SharedKeys) {
    context.shared = keys
    for (id, definition) in context.journaledFleet.unusable { keys.noteUnusable(id, definition) }
    store.mark(keys.prefixes)
  }

  package var journaledFleet: JournaledFleet { context.journaledFleet }

  /// Writes what the fleet has, and what waits for it, as one change set; with a scope, removes all
  /// its other keys and definitions. The values must have passed the rules of their scope. Returns
  /// the keys that show another value.
  package func applyShared(
    _ changes: [SharedChange], replacing scope: Int? = nil
  ) -> [UTF8String] {
    guard let shared = context.shared else { return [] }
    var effect = ChangeEffect(of: store)
    effect.writes = changes.count
    effect.work = changes.count &* WorkCost.change
    func write(_ change: SharedChange) {
      if SharedDefinition.isKey(change.key) {
        return applyDefinition(change, shared, &effect)
      }
      let key = store.intern(change.key)
      if derived[key] != nil { return }
      let mustSave = shared.note(change.key, committed: change.committed, shown: change.shown)
      if effect.write(key, change.shown) { shared.noteChanged(key) }
      if mustSave, gate.durability != .none {
        change.key.bytes.withUnsafeBytes { store.putBackUnsaved($0) }
      }
    }
    if let scope {
      let kept = Set(changes.map(\.key))
      for key in keys(of: scope) where !kept.contains(key) {
        write(SharedChange(key, committed: nil, shown: nil))
      }
    }
    for change in changes { write(change) }
    committer.finish(effect)
    return effect.changed.map { store.name(of: $0) }
  }

  private func keys(of scope: Int) -> [UTF8String] {
    var found: [UTF8String] = []
    guard let shared = context.shared else { return found }
    for prefix in shared.scopes[scope].prefixes {
      states.selection.forEachKey(StateSubscriptionSpec(under: prefix), after: nil) { key, _ in
        found.append(key)
        return true
      }
    }
    // Keys that show nothing, though the fleet has a value.
    for key in shared.committed.keys
    where key.bytes.withUnsafeBytes({ shared.scope(of: $0) }) == scope {
      found.append(key)
    }
    return found + definitionKeys(of: scope)
  }

  /// The newest value of a key, or a button's definition; nil without one.
  package func value(of name: UTF8String) -> StateValue? {
    if let id = SharedDefinition.id(of: name) {
      return definition(of: id).flatMap { SharedDefinition.value(of: $0) }
    }
    return store.key(named: name).flatMap { store.value(of: $0) }
  }

  /// A key that tells how a scope is doing; it is never kept.
  package func setFleetKey(_ name: UTF8String, _ value: StateValue) {
    let isNew = store.key(named: name) == nil || !context.fleetKeys.contains(name)
    let key = store.intern(name)
    if derived[key] != nil { return }
    var effect = ChangeEffect(of: store)
    if isNew {
      // A value that was kept before there was a fleet.
      effect.write(key, nil)
      context.leases.removed(key)
      store.beginDeriving(key)
      context.fleetKeys.insert(name)
    }
    if effect.write(key, value) { committer.finish(effect) }
  }

  /// Keeps the scope's content with the next group of the journal.
  package func keepScope(_ name: UTF8String, _ content: [UInt8]) {
    context.unsaved.insert(.scope(name), UnsavedEntries.Record(content: content))
  }

  /// Nil removes the record.
  package func keepRequest(_ name: UTF8String, _ content: [UInt8]?, ordinal: UInt64) {
    context.unsaved.insert(
      .request(name), UnsavedEntries.Record(content: content, ordinal: ordinal))
  }

  /// Marks looks that read the scope as stale or, without a message, as up to date again.
  package func markShared(_ scope: Int, staleBecause message: String?) {
    guard let shared = context.shared else { return }
    shared.stale[scope] = message.map {
      SharedKeys.Staleness(message: $0, since: clock.frameNumber + 1)
    }
    var concerned: [KeyID] = []
    _ = store.keys(changedAfter: nil) { key in
      if store.withName(of: key, { shared.scope(of: $0) }) == scope { concerned.append(key) }
      return true
    }
    if !concerned.isEmpty { plugins.showLost(concerned + derived.dependents(of: concerned)) }
  }
}
