import ButtonModel
import ButtonProtocol
import ButtonStore

/// Finds the keys that subscriptions and requests match.
struct StateSelection {
  private let budget: TurnBudget
  private let store: Store
  private let derived: DerivedKeys
  private let leases: Leases

  /// Creates a selection from the keys of the context's store.
  init(_ context: EngineContext) {
    budget = context.budget
    store = context.store
    derived = context.derived
    leases = context.leases
  }

  /// Visits the matching keys that have a value and names after `after`, in order of their names,
  /// until `body` returns false.
  func forEachKey(
    _ spec: StateSubscriptionSpec, after: UTF8String?,
    _ body: (UTF8String, StateValue) -> Bool
  ) {
    guard spec.keys == nil else {
      let keys = presentKeys(spec).map { (name: store.name(of: $0), key: $0) }
      for (name, key) in keys.sorted(by: { $0.name < $1.name }) {
        if let after, name <= after { continue }
        budget.work &+= WorkCost.value
        guard let value = store.value(of: key), body(name, value) else { return }
      }
      return
    }
    var cursor = store.keysInOrder(under: spec.under, after: after)
    while let key = store.next(&cursor) {
      budget.work &+= WorkCost.value
      guard let value = store.value(of: key), body(store.name(of: key), value) else { return }
    }
  }

  /// Visits the matching derived keys with names after `after`, in order of their names, until
  /// `body` returns false.
  func forEachDerivedKey(
    _ spec: StateSubscriptionSpec, after: UTF8String?,
    _ body: (UTF8String, DerivedKey) -> Bool
  ) {
    for (name, entry) in derived.inOrder(after: after) {
      budget.work &+= WorkCost.step
      if covers(spec, entry.key), !body(name, entry) { return }
    }
  }

  /// The matching keys that have a value.
  func presentKeys(_ spec: StateSubscriptionSpec) -> [KeyID] {
    var found: [KeyID] = []
    budget.work &+= (spec.keys?.count ?? 0) &* WorkCost.name
    for name in spec.keys ?? [] {
      if let key = store.key(named: name), store.value(of: key) != nil { found.append(key) }
    }
    if spec.keys == nil || spec.under != nil {
      var cursor =
        if let under = spec.under {
          under.bytes.withUnsafeBytes { store.keysInOrder(under: $0) }
        } else {
          store.keysInOrder()
        }
      while let key = store.next(&cursor) { found.append(key) }
    }
    var seen = KeySet()
    found.removeAll { !seen.insert($0) }
    budget.work &+= found.count &* WorkCost.step
    return found
  }

  /// The matching keys whose value changed, or that were lost or came back, after a revision.
  func keys(_ spec: StateSubscriptionSpec, changedAfter revision: UInt64) -> [KeyID] {
    var found: [KeyID] = []
    store.keys(changedAfter: revision) { key in
      if covers(spec, key) { found.append(key) }
      budget.work &+= WorkCost.step
    }
    budget.work &+= leases.keyCount &* WorkCost.step
    for key in leases.keys(changedAfter: revision)
    where store.changedAt(key) <= revision && covers(spec, key) { found.append(key) }
    return found
  }

  /// Whether a key matches.
  func covers(_ spec: StateSubscriptionSpec, _ key: KeyID) -> Bool {
    store.withName(of: key) { name in
      if HiddenKey.isName(name) { return false }
      if spec.keys == nil, spec.under == nil { return true }
      if spec.names(name) { return true }
      guard let under = spec.under?.bytes, name.starts(with: under) else { return false }
      return name.count == under.count || name[under.count] == UInt8(ascii: ".")
    }
  }

  /// Whether a key's value changed, or it was lost or came back, after a revision.
  func hasChanged(_ key: KeyID, after revision: UInt64) -> Bool {
    store.changedAt(key) > revision || leases.changedAt(key) > revision
  }
}
