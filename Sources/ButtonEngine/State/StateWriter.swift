import ButtonModel
import ButtonProtocol
import ButtonStore

/// Applies change sets to the state: computes all new values, checks all limits, then writes.
final class StateWriter {
  private let context: EngineContext
  private let budget: TurnBudget
  private let store: Store
  private let durability: DurabilityGate
  private let committer: Committer
  private let derived: DerivedKeys
  private let leases: Leases
  private let arithmetic = StateArithmetic()
  /// The place of the latest change by key, for long change sets.
  private var latestChange: [KeyID: Int] = [:]
  /// Values that several operations of the present change set change in a row.
  private var folds: [KeyID: ValueFold] = [:]

  init(_ context: EngineContext, durability: DurabilityGate, committer: Committer) {
    self.context = context
    budget = context.budget
    store = context.store
    derived = context.derived
    leases = context.leases
    self.durability = durability
    self.committer = committer
  }

  /// See ``Engine/notify(_:)``.
  func notify(_ action: PerformedAction) { durability.notifyDurable(.performed(action)) }

  /// See ``Engine/apply(_:ifRevision:under:)``. With `ifRevision`, nothing is applied if a named
  /// key has changed after that revision.
  func apply(
    _ changes: inout ChangeSet, ifRevision: UInt64? = nil, under claim: LeaseClaim? = nil
  ) throws(EngineError) -> UInt64 {
    let hasMarks = try check(&changes)
    if !derived.isEmpty { try refuseDerivedKeys(changes) }
    if context.clockKeys.isInUse { try refuseClockKeys(changes) }
    var own: Set<KeyID>?
    let shared = hasMarks || changes.performer != nil ? context.shared : nil
    if let shared { own = try ownKeys(in: changes, shared, isLeased: claim != nil) }
    try committer.admit(changes)
    if let ifRevision { try checkRevision(ifRevision, changes) }
    if let claim { try leases.check(changes, claim, context.settings) }
    var effect = ChangeEffect(of: store)
    if own != nil, let shared {
      try submit(&changes, to: shared, isConditional: ifRevision != nil)
    } else {
      try compute(&changes)
    }
    // Lent, to reuse its memory for the next set.
    swap(&effect.changed, &changes.changed)
    defer { swap(&effect.changed, &changes.changed) }
    for index in changes.changes.indices where isLast(index, changes) {
      guard let key = changes.changes[index].key, own?.contains(key) ?? true else { continue }
      effect.write(key, changes.value(at: index))
    }
    let count = own?.count ?? changes.count
    if own?.isEmpty != true { effect.writes = count }
    effect.work = count &* WorkCost.change
    if let claim {
      leases.written(changes, claim, &effect)
      effect.work &+= count &* WorkCost.claim
    }
    return committer.finish(effect)
  }

  /// This daemon's keys in a change in which the fleet has a part; nil if it has none: no key is
  /// shared, and no button's action.
  private func ownKeys(
    in changes: ChangeSet, _ shared: SharedKeys, isLeased: Bool
  ) throws(EngineError) -> Set<KeyID>? {
    var own: Set<KeyID> = []
    var first: Int?
    for index in changes.changes.indices {
      guard let key = changes.changes[index].key else { continue }
      switch store.withName(of: key, { shared.owner(of: $0) }) {
      case .daemon:
        throw .shared(.reserved(store.name(of: key).string), index: index)
      case .scope: first = first ?? index
      case nil: own.insert(key)
      }
    }
    guard first != nil || changes.performer != nil else { return nil }
    if isLeased, let first, let key = changes.changes[first].key {
      throw .shared(.leased(store.name(of: key).string), index: first)
    }
    return own
  }

  /// Hands the fleet its part, once whatever is wrong with the rest is found.
  private func submit(
    _ changes: inout ChangeSet, to shared: SharedKeys, isConditional: Bool
  ) throws(EngineError) {
    let operations = changes.changes.compactMap { change in
      change.key.map { StateOperation(key: store.name(of: $0), kind: change.kind) }
    }
    try compute(&changes)
    let submission = SharedSubmission(
      operations: operations, isConditional: isConditional, performer: changes.performer,
      connection: changes.connection, waitsForFleet: changes.waitsForFleet)
    changes.changed = try shared.changes { () throws(EngineError) in
      try shared.writer.submit(submission)
    }
    changes.isShared = true
  }

  /// Throws for malformed names. Returns whether any key is shared, or tells how a scope is doing.
  private func check(_ changes: inout ChangeSet) throws(EngineError) -> Bool {
    changes.changed.empty()
    let marksKeys = store.marksKeys
    var hasMarks = false
    var isComplete = true
    for index in changes.changes.indices {
      var key = changes.changes[index].key
      if key == nil {
        let isValid: Bool
        (key, isValid) = changes.withName(at: index) { name in
          if HiddenKey.isName(name) { return (nil, false) }
          let key = store.key(named: name)
          return (key, key != nil || StateKey.isValid(name))
        }
        guard isValid else { throw .invalidKey(index: index) }
        changes.changes[index].key = key
      }
      guard let key else {
        isComplete = false
        continue
      }
      if marksKeys, store.isMarked(key) { hasMarks = true }
    }
    if isComplete { return hasMarks }
    for index in changes.changes.indices where changes.changes[index].key == nil {
      guard !changes.withName(at: index, { context.clockKeys.owns($0) }) else {
        throw .clockKey(index: index)
      }
    }
    for index in changes.changes.indices where changes.changes[index].key == nil {
      let key = changes.withName(at: index) { store.intern($0) }
      changes.changes[index].key = key
      if marksKeys, store.isMarked(key) { hasMarks = true }
    }
    return hasMarks
  }

  private func refuseDerivedKeys(_ changes: ChangeSet) throws(EngineError) {
    for index in changes.changes.indices {
      guard let key = changes.changes[index].key, derived[key] != nil else { continue }
      throw .derivedKey(index: index, key: store.name(of: key).string)
    }
  }

  private func refuseClockKeys(_ changes: ChangeSet) throws(EngineError) {
    for index in changes.changes.indices {
      if let key = changes.changes[index].key, context.clockKeys.contains(key) {
        throw .clockKey(index: index)
      }
    }
  }

  private func checkRevision(_ revision: UInt64, _ changes: ChangeSet) throws(EngineError) {
    guard revision <= store.revision else { throw .revisionAhead(current: store.revision) }
    for change in changes.changes {
      guard let key = change.key, store.changedAt(key) > revision else { continue }
      throw .conflict(key: store.name(of: key).string, changedAt: store.changedAt(key))
    }
  }

  /// Computes every new value as a set or a removal, before any is written, and checks the limits.
  private func compute(_ changes: inout ChangeSet) throws(EngineError) {
    if !latestChange.isEmpty { latestChange.removeAll(keepingCapacity: true) }
    if !folds.isEmpty { folds.removeAll() }
    var keys = store.presentKeyCount
    var bytes = store.valueBytes
    for index in changes.changes.indices {
      // Sizes before and after; nil if absent.
      let old: Int?
      let new: Int?
      if folds.isEmpty, case .set(let value) = changes.changes[index].kind {
        old = earlierBytes(changes, before: index)
        new = value.storedBytes
      } else {
        (old, new) = try operate(&changes, at: index)
      }
      // Escaping makes a string at most six times as long.
      if let new, new &* 6 &+ 2 > context.settings.limits.valueBytes, isTooLong(changes, at: index)
      {
        throw context.settings.limits.exceeded(\.valueBytes, at: index)
      }
      if (old == nil) != (new == nil), let key = changes.changes[index].key {
        keys += new == nil ? -1 : 1
        bytes += new == nil ? -nameLength(of: key) : nameLength(of: key)
      }
      bytes += (new ?? 0) - (old ?? 0)
      if new != nil {
        // What adds nothing is applied even above a limit.
        if keys > context.settings.limits.keys, keys > store.presentKeyCount {
          throw context.settings.limits.exceeded(\.keys, at: index)
        }
        if bytes > context.settings.limits.stateBytes, bytes > store.valueBytes {
          throw context.settings.limits.exceeded(\.stateBytes, at: index)
        }
      }
    }
    if !folds.isEmpty { for fold in folds.values { finish(fold, &changes) } }
  }

  private func isTooLong(_ changes: ChangeSet, at index: Int) -> Bool {
    if let key = changes.changes[index].key, let fold = folds[key], fold.index == index {
      return fold.bytes > context.settings.limits.valueBytes
    }
    return changes.value(at: index)?.isLongerAsJSON(than: context.settings.limits.valueBytes)
      ?? false
  }

  /// Returns the sizes of the values before and after.
  private func operate(
    _ changes: inout ChangeSet, at index: Int
  ) throws(EngineError) -> (old: Int?, new: Int?) {
    if let sizes = fold(&changes, at: index) { return sizes }
    let old = earlierValue(changes, before: index)
    let new: StateValue?
    do {
      new = try arithmetic.apply(changes.changes[index].kind, to: old)
    } catch {
      throw .invalidOperation(index: index, message: error.message)
    }
    if case .json(let text)? = new { budget.work &+= 2 * text.bytes.count }
    changes.changes[index].kind = new.map { .set($0) } ?? .remove
    return (old?.storedBytes, new?.storedBytes)
  }

  /// Operates on a value that an earlier operation of the request has split; nil if it cannot.
  private func fold(_ changes: inout ChangeSet, at index: Int) -> (old: Int?, new: Int?)? {
    guard let key = changes.changes[index].key else { return nil }
    let kind = changes.changes[index].kind
    switch kind {
    case .append, .merge: break
    case .set, .remove, .increment, .toggle:
      unfold(key, &changes)
      return nil
    }
    if folds[key] == nil {
      guard let earlier = latestChange[key] else { return nil }
      folds[key] = ValueFold(
        changes.value(at: earlier), for: kind, at: earlier, with: arithmetic.targetParser)
    }
    guard let old = folds[key]?.bytes, folds[key]?.apply(kind, with: arithmetic) == true else {
      unfold(key, &changes)
      return nil
    }
    folds[key]?.index = index
    latestChange[key] = index
    return (old, folds[key]?.bytes)
  }

  private func unfold(_ key: KeyID, _ changes: inout ChangeSet) {
    if let fold = folds.removeValue(forKey: key) { finish(fold, &changes) }
  }

  private func finish(_ fold: ValueFold, _ changes: inout ChangeSet) {
    budget.work &+= 10 * fold.bytes
    changes.changes[fold.index].kind = .set(fold.value)
  }

  /// What the change at `index` starts from: an earlier change of the same key, else the store.
  private func earlierValue(_ changes: ChangeSet, before index: Int) -> StateValue? {
    guard let key = changes.changes[index].key else { return nil }
    if let earlier = earlierChange(of: key, changes, before: index) {
      return changes.value(at: earlier)
    }
    return store.value(of: key)
  }

  /// Returns the size of that value; nil if absent.
  @inline(__always)
  private func earlierBytes(_ changes: ChangeSet, before index: Int) -> Int? {
    guard let key = changes.changes[index].key else { return nil }
    if let earlier = earlierChange(of: key, changes, before: index) {
      return changes.value(at: earlier)?.storedBytes
    }
    return store.storedBytes(of: key)
  }

  /// Makes the change at `index` the latest of its key.
  @inline(__always)
  private func earlierChange(of key: KeyID, _ changes: ChangeSet, before index: Int) -> Int? {
    if changes.count > ChangeSet.fewChanges { return latestChange.updateValue(index, forKey: key) }
    var earlier = index
    while earlier > 0 {
      earlier -= 1
      if changes.changes[earlier].key == key { return earlier }
    }
    return nil
  }

  private func nameLength(of key: KeyID) -> Int { store.withName(of: key) { $0.count } }

  private func isLast(_ index: Int, _ changes: ChangeSet) -> Bool {
    guard let key = changes.changes[index].key else { return false }
    if changes.count > ChangeSet.fewChanges { return latestChange[key] == index }
    return !changes.changes[(index + 1)...].contains { $0.key == key }
  }
}
