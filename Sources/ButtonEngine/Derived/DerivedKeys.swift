import ButtonExpressions
import ButtonModel
import ButtonStore

/// The keys whose values follow from other keys, and their evaluation.
///
/// A write queues the keys that read what was written. ``settle()`` evaluates the queued ones in the
/// order of their ranks, each once; one whose value stays the same queues nothing.
final class DerivedKeys {
  /// The derived keys that read a key, and some that did and are defined no more.
  private struct Readers {
    var entries: [DerivedKey] = []
    var goneCount = 0
  }

  /// The steps that the evaluations of one tick may take together.
  static let stepsOfTick = 2_000_000
  /// The cost of a step in units of work.
  static let workOfStep = 10

  private let store: Store
  private let budget: TurnBudget
  private let leases: Leases
  private var evaluator = ExpressionEvaluator()
  private var keys: [KeyID: DerivedKey] = [:]
  /// The derived keys that read a key.
  private var readers: [KeyID: Readers] = [:]
  /// The keys in `readers`, to pass over other keys quickly.
  private var inputs = KeySet()
  /// The queued keys by rank.
  private var queue: [[DerivedKey]] = []
  private var queuedCount = 0
  private var lowestRank = 0
  /// Tells the failures of hidden keys apart.
  private var failureNumber: UInt64 = 0
  /// The steps that are left in this tick.
  private var stepsLeft = DerivedKeys.stepsOfTick
  /// Keys that the tick had no steps left for: they are evaluated in the next one.
  private var late: [DerivedKey] = []
  /// The keys that were defined or removed since they were last taken.
  private var redefined: [KeyID] = []
  /// The keys in order of their names, until a definition comes or goes.
  private var ordered: [(name: UTF8String, entry: DerivedKey)]?
  /// The keys that programs of actions read, and how many of these do.
  private var actionInputs: [KeyID: Int] = [:]
  /// Whether there are no derived keys.
  private(set) var isEmpty = true
  /// The bytes of all definitions, and of programs of actions.
  private(set) var byteCount = 0
  /// The number of keys in error, without hidden ones.
  private(set) var failureCount = 0
  private var unlistedCount = 0

  /// Without derived keys.
  init(store: Store, budget: TurnBudget, leases: Leases) {
    self.store = store
    self.budget = budget
    self.leases = leases
  }

  /// The number of derived keys that clients have named.
  var count: Int { keys.count - unlistedCount }

  /// The derived key with an id; nil if the key is not derived.
  subscript(key: KeyID) -> DerivedKey? { isEmpty ? nil : keys[key] }

  /// The derived keys that clients have named, after `after`, in order of their names.
  func inOrder(after: UTF8String? = nil) -> ArraySlice<(name: UTF8String, entry: DerivedKey)> {
    let list =
      ordered
      ?? keys.values.filter { !$0.isUnlisted }.map { (store.name(of: $0.key), $0) }
      .sorted { $0.name < $1.name }
    ordered = list
    guard let after else { return list[...] }
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].name <= after { low = middle + 1 } else { high = middle }
    }
    return list[low...]
  }

  /// Whether an expression reads the key, or it is derived: its id must stay.
  func uses(_ key: KeyID) -> Bool {
    !isEmpty && (inputs.contains(key) || keys[key] != nil) || actionInputs[key] != nil
  }

  /// Whether a derived key, a binding or an action reads the key.
  func reads(_ key: KeyID) -> Bool {
    !isEmpty && inputs.contains(key) || actionInputs[key] != nil
  }

  /// The keys that a hidden key follows from; nil if it is not one.
  func inputs(ofHidden key: KeyID) -> [KeyID]? {
    self[key].flatMap { $0.isUnlisted ? $0.inputs : nil }
  }

  /// The derived keys that follow from these, directly or through others.
  func dependents(of keys: [KeyID]) -> [KeyID] {
    var found: [KeyID] = []
    var seen = KeySet()
    func add(_ reader: DerivedKey) {
      if seen.insert(reader.key) { found.append(reader.key) }
    }
    for key in keys { forEachReader(of: key, add) }
    var next = 0
    while next < found.count {
      forEachReader(of: found[next], add)
      next += 1
    }
    budget.work &+= found.count &* WorkCost.lookup
    return found
  }

  // MARK: Evaluation

  /// Whether a derived key may not reflect the newest values.
  var isBehind: Bool { queuedCount > 0 || !late.isEmpty }

  /// The keys that a key follows from and that nothing feeds any more, as of the last commit; only
  /// itself if it is not derived.
  func lostInputs(of key: KeyID) -> [KeyID] {
    if isEmpty || keys[key] == nil { return leases.wasLost(key) ? [key] : [] }
    var lost: [KeyID] = []
    var waiting = [key]
    var seen = KeySet()
    while let next = waiting.popLast() {
      if leases.wasLost(next) { lost.append(next) }
      for input in keys[next]?.inputs ?? [] where seen.insert(input) { waiting.append(input) }
    }
    return lost
  }

  /// Queues the keys that read what was written.
  func note(_ written: [KeyID]) {
    for key in written { note(key) }
  }

  private func note(_ key: KeyID) {
    guard inputs.contains(key), let readers = readers[key] else { return }
    for reader in readers.entries where reader.isDefined { enqueue(reader) }
  }

  private func enqueue(_ entry: DerivedKey) {
    if entry.isQueued { return }
    entry.isQueued = true
    while queue.count <= entry.rank { queue.append([]) }
    queue[entry.rank].append(entry)
    lowestRank = queuedCount == 0 ? entry.rank : min(lowestRank, entry.rank)
    queuedCount += 1
  }

  /// Begins a tick: its evaluations have all their steps left.
  func beginTick() {
    stepsLeft = DerivedKeys.stepsOfTick
    for entry in late where entry.isDefined { enqueue(entry) }
    late = []
  }

  /// Queues the keys that ask whether what feeds a key is gone.
  func noteLiveness() {
    let qualities = leases.takeFreshQualities()
    if !isEmpty { note(qualities) }
  }

  /// Evaluates all queued keys and writes their values in one revision. Returns the keys whose
  /// value changed.
  func settle() -> [KeyID] {
    if queuedCount == 0 { return [] }
    var changed: [KeyID] = []
    let revision = store.nextRevision
    while queuedCount > 0 {
      let rank = lowestRank
      lowestRank += 1
      // What is evaluated queues only keys of higher ranks.
      for entry in queue[rank] where entry.isQueued {
        entry.isQueued = false
        queuedCount -= 1
        if entry.isDefined, evaluate(entry, revision: revision) {
          changed.append(entry.key)
          note(entry.key)
        }
      }
      queue[rank].removeAll(keepingCapacity: queue[rank].count <= 4_096)
    }
    return changed
  }

  /// Returns whether the value changed.
  private func evaluate(_ entry: DerivedKey, revision: UInt64) -> Bool {
    let result = evaluator.evaluate(
      entry.derivation.program,
      reading: DerivedInputs(store: store, leases: leases, keys: entry.inputs),
      atMost: stepsLeft)
    entry.steps = evaluator.steps
    stepsLeft = max(0, stepsLeft - entry.steps)
    budget.work &+= WorkCost.change &+ entry.steps &* DerivedKeys.workOfStep
    if entry.isUnlisted { return take(result, for: entry) }
    if (entry.failure != nil) != result.isFailure { failureCount += result.isFailure ? 1 : -1 }
    switch result {
    case .success(let value):
      entry.failure = nil
      return store.write(entry.key, value, revision: revision)
    case .failure(let failure):
      entry.failure = failure
      if failure.reason == .overBudget, stepsLeft == 0 { late.append(entry) }
      return store.write(entry.key, nil, revision: revision)
    }
  }

  /// Takes the value of a hidden key. A failure is written too, in a form that no value has, so that
  /// the readers of the key hear of it.
  private func take(
    _ result: Result<StateValue, ExpressionFailure>, for entry: DerivedKey
  ) -> Bool {
    switch result {
    case .success(let value):
      entry.failure = nil
      return store.writeUnlisted(entry.key, value)
    case .failure(let failure):
      if failure.reason == .overBudget, stepsLeft == 0 { late.append(entry) }
      if entry.failure == failure { return false }
      entry.failure = failure
      failureNumber += 1
      return store.writeUnlisted(entry.key, .json(UTF8String("failure \(failureNumber)")))
    }
  }

  /// Why a key has no value, in words; nil if it has one or is not derived.
  func error(of key: KeyID) -> ExpressionError? {
    guard let entry = self[key] else { return nil }
    return entry.failure.map { entry.derivation.program.error(for: $0) }
  }

  // MARK: Definition

  /// Defines, redefines (a derivation) or removes (nil) keys, each of them once. Throws, without a
  /// change, if a key would depend on itself.
  func define(
    _ changes: [(key: KeyID, derivation: Derivation?)], revision: UInt64
  ) throws(DerivationCycle) {
    var replaced: [(key: KeyID, old: DerivedKey?)] = []
    for change in changes {
      let old = keys[change.key]
      if let old { retire(old) }
      if let derivation = change.derivation { add(change.key, derivation, isUnlisted: false) }
      replaced.append((change.key, old))
    }
    ordered = nil
    do {
      try rank(changes.map(\.key))
    } catch {
      let refused = changes.compactMap { keys[$0.key] }
      for entry in refused { retire(entry) }
      for case (_, let old?) in replaced { reinstate(old) }
      for entry in refused { sweep(entry) }
      isEmpty = keys.isEmpty
      throw error
    }
    isEmpty = keys.isEmpty
    redefined += changes.map(\.key)
    for case (_, let old?) in replaced { sweep(old) }
    for (key, old) in replaced {
      if old?.failure != nil { failureCount -= 1 }
      if let entry = keys[key] {
        if old == nil { store.beginDeriving(key) }
        enqueue(entry)
      } else if old != nil {
        store.endDeriving(key, revision: revision)
      }
      note(key)
    }
  }

  /// The keys that were defined or removed since the last call: they may follow from other lost keys.
  func takeRedefined() -> [KeyID] {
    if redefined.isEmpty { return [] }
    defer { redefined = [] }
    return redefined
  }

  /// Adds a hidden key, which nothing else is derived from, and evaluates it.
  func addUnlisted(_ key: KeyID, _ derivation: Derivation) {
    let entry = add(key, derivation, isUnlisted: true)
    unlistedCount += 1
    isEmpty = false
    entry.rank = 1 + entry.inputs.reduce(-1) { max($0, keys[$1]?.rank ?? -1) }
    _ = evaluate(entry, revision: store.nextRevision)
  }

  /// Removes a hidden key.
  func removeUnlisted(_ key: KeyID) {
    guard let entry = keys[key] else { return }
    retire(entry)
    sweep(entry)
    unlistedCount -= 1
    isEmpty = keys.isEmpty
    _ = store.writeUnlisted(key, nil)
  }

  /// Counts a program of actions and the keys that it reads.
  func retain(_ derivation: Derivation) {
    byteCount += DerivedKey.byteCount(of: derivation)
    for key in derivation.program.keys { actionInputs[store.intern(key.name), default: 0] += 1 }
  }

  /// Takes back ``retain(_:)``.
  func release(_ derivation: Derivation) {
    byteCount -= DerivedKey.byteCount(of: derivation)
    for key in derivation.program.keys {
      guard let id = store.key(named: key.name), let count = actionInputs[id] else { continue }
      actionInputs[id] = count == 1 ? nil : count - 1
    }
  }

  @discardableResult
  private func add(
    _ key: KeyID, _ derivation: Derivation, isUnlisted: Bool
  ) -> DerivedKey {
    let entry = DerivedKey(
      key, derivation, isUnlisted: isUnlisted,
      inputs: derivation.program.keys.map { store.intern($0.name) },
      asked: derivation.program.keys.filter(\.readsLiveness).map {
        leases.quality(of: store.intern($0.name))
      })
    entry.isDefined = true
    byteCount += entry.byteCount
    keys[key] = entry
    for input in entry.reads {
      readers[input, default: Readers()].entries.append(entry)
      _ = inputs.insert(input)
    }
    return entry
  }

  /// Ends a definition. It stays among the readers of its keys until ``sweep(_:)``.
  private func retire(_ entry: DerivedKey) {
    entry.isDefined = false
    byteCount -= entry.byteCount
    keys[entry.key] = nil
    for input in entry.reads { readers[input]?.goneCount += 1 }
  }

  /// Takes back ``retire(_:)``.
  private func reinstate(_ entry: DerivedKey) {
    entry.isDefined = true
    byteCount += entry.byteCount
    keys[entry.key] = entry
    for input in entry.reads { readers[input]?.goneCount -= 1 }
  }

  /// Removes the readers that are gone from the lists of a definition's keys where they are the most.
  private func sweep(_ entry: DerivedKey) {
    for input in entry.reads {
      guard let index = readers.index(forKey: input) else { continue }
      let count = readers.values[index].entries.count
      guard 2 * readers.values[index].goneCount > count else { continue }
      readers.values[index].goneCount = 0
      readers.values[index].entries.removeAll { !$0.isDefined }
      guard readers.values[index].entries.isEmpty else { continue }
      readers.remove(at: index)
      inputs.remove(input)
    }
  }

  /// Gives the keys and all that depend on them ranks above those of what they read; throws if one
  /// depends on itself.
  private func rank(_ changed: [KeyID]) throws(DerivationCycle) {
    var affected: [DerivedKey] = []
    // For each affected key the number of affected keys that it reads and that have no rank yet.
    var waiting: [KeyID: Int] = [:]
    func add(_ entry: DerivedKey) {
      guard waiting.updateValue(0, forKey: entry.key) == nil else { return }
      affected.append(entry)
    }
    for key in changed { if let entry = keys[key] { add(entry) } }
    var next = 0
    while next < affected.count {
      forEachReader(of: affected[next].key, add)
      next += 1
    }
    budget.work &+= affected.count &* WorkCost.lookup
    for entry in affected {
      for input in entry.inputs where waiting[input] != nil { waiting[entry.key, default: 0] += 1 }
    }
    var ready = affected.filter { waiting[$0.key] == 0 }
    var ranks: [KeyID: Int] = [:]
    next = 0
    while next < ready.count {
      let entry = ready[next]
      next += 1
      ranks[entry.key] =
        1 + entry.inputs.reduce(-1) { max($0, ranks[$1] ?? keys[$1]?.rank ?? -1) }
      forEachReader(of: entry.key) { reader in
        waiting[reader.key, default: 0] -= 1
        if waiting[reader.key] == 0 { ready.append(reader) }
      }
    }
    if ready.count < affected.count {
      throw cycle(among: affected.filter { ranks[$0.key] == nil })
    }
    for entry in affected { move(entry, to: ranks[entry.key] ?? 0) }
  }

  /// Gives a key a rank; one that is queued moves to the queue of that rank.
  private func move(_ entry: DerivedKey, to rank: Int) {
    if entry.rank == rank { return }
    if entry.isQueued {
      queue[entry.rank].removeAll { $0 === entry }
      entry.isQueued = false
      queuedCount -= 1
      entry.rank = rank
      enqueue(entry)
    } else {
      entry.rank = rank
    }
  }

  /// A way from a key that depends on itself back to it. Each of these keys reads another of them.
  private func cycle(among unranked: [DerivedKey]) -> DerivationCycle {
    var next: [KeyID: DerivedKey] = [:]
    for entry in unranked { next[entry.key] = entry }
    var path: [KeyID] = []
    var places: [KeyID: Int] = [:]
    var entry = unranked[0]
    while places[entry.key] == nil {
      places[entry.key] = path.count
      path.append(entry.key)
      guard let input = entry.inputs.lazy.compactMap({ next[$0] }).first else {
        preconditionFailure("a key without a rank reads another one")
      }
      entry = input
    }
    let start = places[entry.key] ?? 0
    return DerivationCycle(path: (path[start...] + [entry.key]).map { store.name(of: $0) })
  }

  private func forEachReader(of key: KeyID, _ body: (DerivedKey) -> Void) {
    for reader in readers[key]?.entries ?? [] where reader.isDefined { body(reader) }
  }
}

/// Keys that would depend on each other in a circle.
struct DerivationCycle: Error {
  /// Each key reads the next; the last is the first again.
  let path: [UTF8String]
}

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
