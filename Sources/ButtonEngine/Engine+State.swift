import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// Applies all changes or none and returns the revision they made; `changes.changed` then lists the
  /// keys that have another value.
  ///
  /// With `ifRevision` nothing is applied when a named key changed after that revision.
  package func apply(
    _ changes: inout ChangeSet, ifRevision: UInt64? = nil
  ) throws(EngineError) -> UInt64 {
    try check(&changes)
    try checkDurable(changes)
    if let ifRevision { try checkRevision(ifRevision, changes) }
    try compute(changes)
    let revision = store.nextRevision
    for index in changes.changes.indices where isLast(index, changes) {
      guard let key = changes.changes[index].key else { continue }
      if store.write(key, valueScratch[index], revision: revision) { changes.changed.append(key) }
    }
    if presses.count > 0 { endRefusedPresses(after: changes.changed) }
    work &+= changes.count &* Engine.workOfChange
    statistics.changeSets += 1
    statistics.writes += UInt64(changes.count)
    return store.revision
  }

  /// Finds the keys by name and refuses names that are not well formed.
  private func check(_ changes: inout ChangeSet) throws(EngineError) {
    changes.changed.empty()
    var isComplete = true
    for index in changes.changes.indices where changes.changes[index].key == nil {
      let (key, isValid): (KeyID?, Bool) = changes.withName(at: index) { name in
        if ThemeKey.isName(name) { return (nil, false) }
        let key = store.key(named: name)
        return (key, key != nil || StateKey.isValid(name))
      }
      guard isValid else { throw .invalidKey(index: index) }
      changes.changes[index].key = key
      if key == nil { isComplete = false }
    }
    if isComplete { return }
    for index in changes.changes.indices where changes.changes[index].key == nil {
      changes.changes[index].key = changes.withName(at: index) { store.intern($0) }
    }
  }

  private func checkRevision(_ revision: UInt64, _ changes: ChangeSet) throws(EngineError) {
    guard revision <= store.revision else { throw .revisionAhead(current: store.revision) }
    for change in changes.changes {
      guard let key = change.key, store.changedAt(key) > revision else { continue }
      throw .conflict(key: store.name(of: key).string, changedAt: store.changedAt(key))
    }
  }

  /// Computes every new value before anything is written, and checks the limits.
  private func compute(_ changes: ChangeSet) throws(EngineError) {
    valueScratch.empty()
    if !latestChange.isEmpty { latestChange.removeAll(keepingCapacity: true) }
    if !folds.isEmpty { folds.removeAll() }
    var keys = store.presentKeyCount
    var bytes = store.valueBytes
    for index in changes.changes.indices {
      // Bytes of the values before and after; nil for an absent one.
      let (old, new) = try compute(changes, at: index)
      // Escapes make a text at most six times as long.
      if let new, new &* 6 &+ 2 > settings.maximumValueBytes, isTooLong(new, at: index) {
        throw .limitExceeded(
          limit: "valueBytes", value: settings.maximumValueBytes, index: index)
      }
      let name =
        (old == nil) == (new == nil)
        ? 0 : changes.changes[index].key.map { nameLength(of: $0) } ?? 0
      if old == nil, new != nil {
        keys += 1
        bytes += name
      }
      if old != nil, new == nil {
        keys -= 1
        bytes -= name
      }
      bytes += (new ?? 0) - (old ?? 0)
      if new != nil {
        if keys > settings.maximumKeys {
          throw .limitExceeded(limit: "keys", value: settings.maximumKeys, index: index)
        }
        if bytes > settings.maximumStateBytes {
          throw .limitExceeded(
            limit: "stateBytes", value: settings.maximumStateBytes, index: index)
        }
      }
    }
    for fold in folds.values {
      work &+= 10 * fold.bytes
      valueScratch[fold.index] = fold.value
    }
  }

  /// Whether the value that a change makes has more bytes as JSON than a value may have; `bytes` are
  /// those of one that was not put together.
  private func isTooLong(_ bytes: Int, at index: Int) -> Bool {
    valueScratch[index]?.isLongerAsJSON(than: settings.maximumValueBytes)
      ?? (bytes > settings.maximumValueBytes)
  }

  /// Computes the value after one change.
  @inline(__always)
  private func compute(
    _ changes: ChangeSet, at index: Int
  ) throws(EngineError) -> (old: Int?, new: Int?) {
    if case .set(let new) = changes.changes[index].kind, folds.isEmpty {
      let old = earlierValue(changes, before: index)
      valueScratch.append(new)
      return (old?.payloadBytes, new.payloadBytes)
    }
    return try operate(changes, at: index)
  }

  /// The same for what is computed from the value before.
  private func operate(
    _ changes: ChangeSet, at index: Int
  ) throws(EngineError) -> (old: Int?, new: Int?) {
    let kind = changes.changes[index].kind
    if let key = changes.changes[index].key, let sizes = fold(kind, of: key, at: index) {
      return sizes
    }
    let old = earlierValue(changes, before: index)
    let new: StateValue?
    do {
      new = try arithmetic.apply(kind, to: old)
    } catch {
      throw .invalidOperation(index: index, message: error.message)
    }
    if case .json(let text)? = new { work &+= 2 * text.bytes.count }
    valueScratch.append(new)
    return (old?.payloadBytes, new?.payloadBytes)
  }

  /// Does an operation on a value that an earlier one of the same request has changed without putting it
  /// together; nil where that is not possible.
  private func fold(
    _ kind: StateOperation.Kind, of key: KeyID, at index: Int
  ) -> (old: Int?, new: Int?)? {
    switch kind {
    case .append, .merge: break
    case .set, .remove, .increment, .toggle:
      unfold(key)
      return nil
    }
    if folds[key] == nil {
      guard let earlier = latestChange[key] else { return nil }
      folds[key] = ValueFold(
        valueScratch[earlier], for: kind, at: earlier, with: arithmetic.targetParser)
    }
    guard let old = folds[key]?.bytes, folds[key]?.apply(kind, with: arithmetic) == true else {
      unfold(key)
      return nil
    }
    folds[key]?.index = index
    latestChange[key] = index
    // The fold has the value.
    valueScratch.append(nil)
    return (old, folds[key]?.bytes)
  }

  /// Puts a value together that was taken apart.
  private func unfold(_ key: KeyID) {
    guard let fold = folds.removeValue(forKey: key) else { return }
    valueScratch[fold.index] = fold.value
  }

  /// The value that the change at `index` starts from: what an earlier change of the set made of the
  /// key, else the store's.
  private func earlierValue(_ changes: ChangeSet, before index: Int) -> StateValue? {
    guard let key = changes.changes[index].key else { return nil }
    if changes.count > ChangeSet.fewChanges {
      defer { latestChange[key] = index }
      if let earlier = latestChange[key] { return valueScratch[earlier] }
    } else {
      for earlier in stride(from: index - 1, through: 0, by: -1)
      where changes.changes[earlier].key == key {
        return valueScratch[earlier]
      }
    }
    return store.value(of: key)
  }

  private func nameLength(of key: KeyID) -> Int { store.withName(of: key) { $0.count } }

  /// True when no later change of the set is of the same key.
  private func isLast(_ index: Int, _ changes: ChangeSet) -> Bool {
    guard let key = changes.changes[index].key else { return false }
    if changes.count > ChangeSet.fewChanges { return latestChange[key] == index }
    return !changes.changes[(index + 1)...].contains { $0.key == key }
  }
}

extension StateValue {
  /// Bytes that the value takes in the store, near enough for `stateBytes`: exact for text, 8 for
  /// what is stored in place.
  var payloadBytes: Int {
    switch self {
    case .null, .bool, .int, .double: 8
    case .string(let text), .json(let text): text.bytes.count
    }
  }
}
