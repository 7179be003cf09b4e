import ButtonExpressions
import ButtonModel
import ButtonProtocol
import ButtonStore

/// Evaluates derived keys. A write queues the readers of the written keys; ``settle()`` evaluates
/// these in order of rank, each once. A key that keeps its value queues nothing.
final class DerivedKeys {
  private let store: Store
  private let budget: TurnBudget
  private let leases: Leases
  private var evaluator: ExpressionEvaluator
  /// The steps that the evaluations of one tick may take together.
  private var stepsOfTick: Int
  private var graph = DerivationGraph()
  /// By rank.
  private var queue: [[DerivedKey]] = []
  private var queuedCount = 0
  private var lowestRank = 0
  /// Makes the failures of hidden keys distinct.
  private var failureNumber: UInt64 = 0
  /// The evaluation steps left in this tick.
  private var stepsLeft: Int
  /// The keys for which the tick had too few steps; the next tick evaluates them.
  private var late: [DerivedKey] = []
  /// The keys defined or removed since they were last taken.
  private var redefined: [KeyID] = []
  /// By name; nil since a definition came or went.
  private var ordered: [(name: UTF8String, entry: DerivedKey)]?
  /// The keys that programs of actions read, with the number of those programs.
  private var actionInputs: [KeyID: Int] = [:]
  private(set) var isEmpty = true
  /// The bytes of actions' programs.
  private var actionBytes = 0
  /// The number of failures, without hidden keys.
  private(set) var failureCount = 0
  private var unlistedCount = 0

  init(store: Store, budget: TurnBudget, leases: Leases, _ settings: EngineSettings) {
    self.store = store
    self.budget = budget
    self.leases = leases
    evaluator = ExpressionEvaluator(
      limits: settings.limits.expressions, language: settings.traits.locale)
    stepsOfTick = settings.limits.derivedSteps
    stepsLeft = stepsOfTick
  }

  /// Evaluates all keys again if their limits differ.
  func adopt(_ settings: EngineSettings) {
    stepsOfTick = settings.limits.derivedSteps
    if evaluator.limits == settings.limits.expressions { return }
    evaluator.limits = settings.limits.expressions
    for entry in graph.keys.values { enqueue(entry) }
  }

  /// The number of keys, without hidden ones.
  var count: Int { graph.keys.count - unlistedCount }

  /// Includes actions' programs.
  var byteCount: Int { graph.byteCount + actionBytes }

  /// Nil if the key is not derived.
  subscript(key: KeyID) -> DerivedKey? { isEmpty ? nil : graph.keys[key] }

  /// Returns the keys that clients named, after `after`, ordered by name.
  func inOrder(after: UTF8String? = nil) -> ArraySlice<(name: UTF8String, entry: DerivedKey)> {
    let list: [(name: UTF8String, entry: DerivedKey)]
    if let ordered {
      list = ordered
    } else {
      list = graph.keys.values.filter { !$0.isUnlisted }.map { (store.name(of: $0.key), $0) }
        .sorted { $0.name < $1.name }
      ordered = list
      budget.work &+= list.count &* WorkCost.value
    }
    guard let after else { return list[...] }
    return list[list.partitioningIndex { $0.name > after }...]
  }

  /// Whether a derived key, a binding or an action reads the key.
  func reads(_ key: KeyID) -> Bool {
    !isEmpty && graph.reads(key) || actionInputs[key] != nil
  }

  /// What a hidden key follows from; nil if the key is not hidden.
  func inputs(ofHidden key: KeyID) -> [KeyID]? {
    self[key].flatMap { $0.isUnlisted ? $0.inputs : nil }
  }

  /// Returns the keys that follow from `keys`, directly or through others.
  func dependents(of keys: [KeyID]) -> [KeyID] {
    var found: [KeyID] = []
    var seen = KeySet()
    func addReaders(of key: KeyID) {
      for reader in graph.readers(of: key) where reader.isDefined && seen.insert(reader.key) {
        found.append(reader.key)
      }
    }
    for key in keys { addReaders(of: key) }
    var next = 0
    while next < found.count {
      addReaders(of: found[next])
      next += 1
    }
    budget.work &+= found.count &* WorkCost.lookup
    return found
  }

  // MARK: Evaluation

  /// Whether keys may be out of date, or a definition or removal awaits the next commit.
  var isBehind: Bool { queuedCount > 0 || !late.isEmpty || !redefined.isEmpty }

  /// As of the last commit; a key that is not derived follows from itself.
  func lostInputs(of key: KeyID) -> [KeyID] {
    if isEmpty || graph.keys[key] == nil { return leases.wasLost(key) ? [key] : [] }
    var lost: [KeyID] = []
    var waiting = [key]
    var seen: Set<KeyID> = []
    while let next = waiting.popLast() {
      if leases.wasLost(next) { lost.append(next) }
      for input in graph.keys[next]?.inputs ?? [] where seen.insert(input).inserted {
        budget.work &+= WorkCost.lookup
        waiting.append(input)
      }
    }
    return lost
  }

  /// The first stale scope that shares the key, or one that it follows from.
  func staleScope(of key: KeyID, _ shared: SharedKeys) -> Int? {
    var found: Int?
    var waiting = [key]
    var seen: Set<KeyID> = []
    while let next = waiting.popLast() {
      if let scope = store.withName(of: next, { shared.scope(of: $0) }), shared.stale[scope] != nil
      {
        found = min(found ?? scope, scope)
      }
      if isEmpty { break }
      for input in graph.keys[next]?.inputs ?? [] where seen.insert(input).inserted {
        waiting.append(input)
      }
    }
    return found
  }

  /// Queues the readers of written keys.
  func note(_ written: [KeyID]) {
    for key in written { note(key) }
  }

  private func note(_ key: KeyID) {
    for reader in graph.readers(of: key) where reader.isDefined { enqueue(reader) }
  }

  private func enqueue(_ entry: DerivedKey) {
    if entry.isQueued { return }
    entry.isQueued = true
    while queue.count <= entry.rank { queue.append([]) }
    queue[entry.rank].append(entry)
    lowestRank = queuedCount == 0 ? entry.rank : min(lowestRank, entry.rank)
    queuedCount += 1
  }

  /// Renews the steps and queues the keys for which the last tick had too few.
  func beginTick() {
    stepsLeft = stepsOfTick
    for entry in late where entry.isDefined { enqueue(entry) }
    late = []
  }

  /// Queues the keys that ask whether a key is lost.
  func noteLiveness() {
    let qualities = leases.takeFreshQualities()
    if !isEmpty { note(qualities) }
  }

  /// Evaluates all queued keys in one revision; returns those whose value changed.
  func settle() -> [KeyID] {
    if queuedCount == 0 { return [] }
    var effect = ChangeEffect(of: store)
    while queuedCount > 0 {
      let rank = lowestRank
      lowestRank += 1
      // An evaluation queues only keys of higher ranks.
      var entries: [DerivedKey] = []
      swap(&entries, &queue[rank])
      for entry in entries where entry.isQueued {
        entry.isQueued = false
        queuedCount -= 1
        if entry.isDefined, evaluate(entry, &effect) { note(entry.key) }
      }
      entries.empty(keepingUpTo: 4_096)
      swap(&entries, &queue[rank])
    }
    return effect.changed
  }

  /// Returns whether the value changed.
  private func evaluate(_ entry: DerivedKey, _ effect: inout ChangeEffect) -> Bool {
    // A key that had no steps left before needs no second try in this tick.
    if stepsLeft == 0, entry.failure?.reason == .overBudget {
      late.append(entry)
      return false
    }
    let isCut = stepsLeft < evaluator.limits.steps
    let result = evaluator.evaluate(
      entry.derivation.program,
      reading: StateReader(store: store, leases: leases, keys: entry.inputs),
      atMost: stepsLeft)
    entry.steps = evaluator.steps
    stepsLeft = max(0, stepsLeft - entry.steps)
    budget.work &+= WorkCost.change &+ entry.steps &* WorkCost.expressionStep
    if isCut, case .failure(let failure) = result, failure.reason == .overBudget {
      late.append(entry)
    }
    if entry.isUnlisted {
      guard take(result, for: entry) else { return false }
      effect.changed.append(entry.key)
      return true
    }
    if (entry.failure != nil) != result.isFailure { failureCount += result.isFailure ? 1 : -1 }
    switch result {
    case .success(let value):
      entry.failure = nil
      return effect.write(entry.key, value)
    case .failure(let failure):
      entry.failure = failure
      return effect.write(entry.key, nil)
    }
  }

  /// A failure is written too, as a text that no value has, so that the key's readers become dirty.
  private func take(
    _ result: Result<StateValue, ExpressionFailure>, for entry: DerivedKey
  ) -> Bool {
    if !store.isUncommitted(entry.key) { entry.committedFailure = entry.failure }
    switch result {
    case .success(let value):
      entry.failure = nil
      return store.setHidden(entry.key, value)
    case .failure(let failure):
      if entry.failure == failure { return false }
      entry.failure = failure
      failureNumber += 1
      return store.setHidden(entry.key, .json(UTF8String("failure \(failureNumber)")))
    }
  }

  func hasFailed(_ key: KeyID) -> Bool { self[key].flatMap { failure(of: $0) } != nil }

  /// Nil if the key has a value or is not derived.
  func error(of key: KeyID) -> ExpressionError? {
    guard let entry = self[key] else { return nil }
    return failure(of: entry).map { entry.derivation.program.error(for: $0) }
  }

  private func failure(of entry: DerivedKey) -> ExpressionFailure? {
    let showsCommitted = store.showsCommitted && store.isUncommitted(entry.key)
    return showsCommitted ? entry.committedFailure : entry.failure
  }

  // MARK: Definition

  /// Nil removes a key; each is named once. Throws, without a change, if one would depend on
  /// itself.
  func define(
    _ changes: [(key: KeyID, derivation: Derivation?)], revision: UInt64
  ) throws(DerivationCycle) {
    var replaced: [(key: KeyID, old: DerivedKey?)] = []
    for change in changes {
      let old = graph.keys[change.key]
      if let old { graph.retire(old) }
      if let derivation = change.derivation { add(change.key, derivation, isUnlisted: false) }
      replaced.append((change.key, old))
    }
    ordered = nil
    do {
      for (entry, rank) in try graph.ranks(after: changes.map(\.key), store, budget) {
        move(entry, to: rank)
      }
    } catch {
      let refused = changes.compactMap { graph.keys[$0.key] }
      for entry in refused { graph.retire(entry) }
      for case (_, let old?) in replaced { graph.reinstate(old) }
      for entry in refused { graph.sweep(entry) }
      isEmpty = graph.keys.isEmpty
      throw error
    }
    isEmpty = graph.keys.isEmpty
    redefined += changes.map(\.key)
    for case (_, let old?) in replaced { graph.sweep(old) }
    for (key, old) in replaced {
      if old?.failure != nil { failureCount -= 1 }
      if let entry = graph.keys[key] {
        if old == nil { store.beginDeriving(key) }
        enqueue(entry)
      } else if old != nil {
        store.endDeriving(key, revision: revision)
      }
      note(key)
    }
  }

  var areRedefined: Bool { !redefined.isEmpty }

  /// Returns the keys redefined since the last call; they may follow from other lost keys now.
  func takeRedefined() -> [KeyID] {
    defer { redefined = [] }
    return redefined
  }

  /// Adds and evaluates a hidden key, from which nothing else is derived.
  func addUnlisted(_ key: KeyID, _ derivation: Derivation) {
    let entry = add(key, derivation, isUnlisted: true)
    unlistedCount += 1
    isEmpty = false
    entry.rank = 1 + entry.inputs.reduce(-1) { max($0, graph.keys[$1]?.rank ?? -1) }
    var effect = ChangeEffect(of: store)
    _ = evaluate(entry, &effect)
  }

  func removeUnlisted(_ key: KeyID) {
    guard let entry = graph.keys[key] else { return }
    graph.retire(entry)
    graph.sweep(entry)
    unlistedCount -= 1
    isEmpty = graph.keys.isEmpty
    _ = store.setHidden(key, nil)
  }

  /// Counts a program of actions and the keys that it reads.
  func retain(_ derivation: Derivation) {
    actionBytes += DerivedKey.byteCount(of: derivation)
    for key in derivation.program.keys { actionInputs[store.intern(key.name), default: 0] += 1 }
  }

  /// Undoes ``retain(_:)``.
  func release(_ derivation: Derivation) {
    actionBytes -= DerivedKey.byteCount(of: derivation)
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
    graph.insert(entry)
    return entry
  }

  /// A queued key moves to the queue of that rank.
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
}

extension DerivedKeys: KeyHolder {
  var keepsIDsForNow: Bool { isBehind }

  func holds(_ key: KeyID) -> Bool {
    !isEmpty && (graph.reads(key) || graph.keys[key] != nil) || actionInputs[key] != nil
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
