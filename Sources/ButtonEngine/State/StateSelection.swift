import ButtonModel
import ButtonProtocol
import ButtonStore

/// Finds the keys that subscriptions and requests match.
struct StateSelection {
  private let budget: TurnBudget
  private let store: Store
  private let derived: DerivedKeys
  private let leases: Leases

  init(_ context: EngineContext) {
    budget = context.budget
    store = context.store
    derived = context.derived
    leases = context.leases
  }

  /// Visits the matching keys with a value after `after`, by name, until `body` returns false.
  func forEachKey(
    _ spec: StateSubscriptionSpec, after: UTF8String?,
    _ body: (UTF8String, StateValue) -> Bool
  ) {
    var names = (spec.keys.map { Array($0) } ?? [])[...]
    if let after { names = names.drop { $0 <= after } }
    func visit(_ name: UTF8String, _ key: KeyID) -> Bool {
      budget.work &+= WorkCost.value
      guard let value = store.value(of: key) else { return true }
      return body(name, value)
    }
    // Names and what lies under a name are two ascending sequences, which become one.
    func visitNames(before end: UTF8String?) -> Bool {
      while let name = names.first {
        if let end, name >= end {
          if name == end { names.removeFirst() }
          return true
        }
        names.removeFirst()
        budget.work &+= WorkCost.name
        if let key = store.key(named: name), !visit(name, key) { return false }
      }
      return true
    }
    if spec.coversMoreThanNames {
      var cursor = store.keysInOrder(under: spec.under, after: after)
      while let key = store.next(&cursor) {
        let name = store.name(of: key)
        guard visitNames(before: name), visit(name, key) else { return }
      }
    }
    _ = visitNames(before: nil)
  }

  /// Visits the matching derived keys after `after`, by name, until `body` returns false.
  func forEachDerivedKey(
    _ spec: StateSubscriptionSpec, after: UTF8String?,
    _ body: (UTF8String, DerivedKey) -> Bool
  ) {
    for (name, entry) in derived.inOrder(after: after) {
      budget.work &+= WorkCost.step
      if covers(spec, entry.key), !body(name, entry) { return }
    }
  }

  /// Through the matching keys that have a value or, with `after`, that changed since.
  func walk(
    _ spec: StateSubscriptionSpec, after: UInt64?, to revision: UInt64
  ) -> StateWalk {
    let walk = StateWalk(after: after, to: revision, listed: nil)
    guard let few = fewKeys(of: walk, spec) else { return walk }
    return StateWalk(after: after, to: revision, listed: few)
  }

  /// Returns the keys by name; nil unless they are few and can be found without visiting all keys.
  private func fewKeys(of walk: StateWalk, _ spec: StateSubscriptionSpec) -> [KeyID]? {
    // Keys that have lost their value are not in that order.
    if spec.coversMoreThanNames, walk.after != nil { return nil }
    var found: [KeyID] = []
    budget.work &+= (spec.keys?.count ?? 0) &* WorkCost.name
    for name in spec.keys ?? [] {
      if let key = store.key(named: name) { found.append(key) }
    }
    if spec.coversMoreThanNames {
      var cursor = store.keysInOrder(under: spec.under, after: nil)
      if cursor.maximumCount > StateWalk.mostListed { return nil }
      while let key = store.next(&cursor) { found.append(key) }
    }
    var seen = KeySet()
    found.removeAll { !seen.insert($0) || !isPart($0, of: walk) }
    budget.work &+= found.count &* WorkCost.step
    return found
  }

  /// Returns a part of little more than `most` bytes.
  func nextPart(
    of walk: StateWalk, _ spec: StateSubscriptionSpec, bytes most: Int
  ) -> StateWalk.Part {
    let search = budget.beginSearch(budget.searchAllowance)
    defer { budget.end(search) }
    var keys: [KeyID] = []
    var bytes = 0
    func append(_ key: KeyID) {
      keys.append(key)
      bytes += 8 + store.withName(of: key) { $0.count } + (store.value(of: key)?.leastBytes ?? 0)
      budget.work &+= WorkCost.step
    }
    if let remaining = walk.remaining {
      for key in remaining where bytes < most { append(key) }
      return StateWalk.Part(keys: keys, end: keys.count < remaining.count ? keys.count : nil)
    }
    // A key that is lost or comes back keeps its value, so that all keys are visited then.
    let visited = leases.isInUse ? nil : walk.after
    let end = store.keys(
      changedAfter: visited, from: walk.next, atMost: StateSelection.placesAtOnce
    ) { key in
      budget.work &+= WorkCost.step
      if isPart(key, of: walk), covers(spec, key) { append(key) }
      return bytes < most && budget.work < search.end
    }
    budget.work &+= (end ?? store.keyCapacity) &- walk.next
    return StateWalk.Part(keys: keys, end: end)
  }

  /// Looked at for one part: about a millisecond, at a few nanoseconds for an unchanged key.
  private static let placesAtOnce = 200_000

  func covers(_ spec: StateSubscriptionSpec, _ key: KeyID) -> Bool {
    store.withName(of: key) { name in
      if HiddenKey.isName(name) { return false }
      if spec.keys == nil, spec.under == nil { return true }
      if spec.names(name) { return true }
      guard let under = spec.under?.bytes, name.starts(with: under) else { return false }
      return name.count == under.count || name[under.count] == UInt8(ascii: ".")
    }
  }

  /// Whether a walk sends a covered key.
  private func isPart(_ key: KeyID, of walk: StateWalk) -> Bool {
    if let after = walk.after {
      return store.changedAt(key) > after || leases.changedAt(key) > after
    }
    // A client may hold a key that was removed meanwhile.
    return store.value(of: key) != nil || store.changedAt(key) > walk.revision
  }
}

extension StateSubscriptionSpec {
  fileprivate var coversMoreThanNames: Bool { keys == nil || under != nil }
}

extension StateValue {
  /// As JSON.
  fileprivate var leastBytes: Int {
    switch self {
    case .string(let text), .json(let text): text.bytes.count
    case .null, .bool, .int, .double: 1
    }
  }
}
