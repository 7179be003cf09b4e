import ButtonModel
import ButtonProtocol
import ButtonStore

/// Equal subscriptions to state, which share every encoded line.
final class StateSubscription {
  /// One connection among those with an equal subscription.
  struct Member {
    let connection: ConnectionID
    /// The revision up to which it was told everything; nil when it is in step with the others.
    var cursor: UInt64?
    /// Where a change stands that is sent in parts.
    var walk: Walk?
  }

  /// A walk through all keys, a part in each turn, that brings a client to a revision.
  struct Walk {
    /// The index among all keys where the next part begins.
    var next = 0
    /// Keys that changed after it are told; nil: all that have a value.
    let after: UInt64?
    /// What the client knows at the end; parts may already hold later values.
    let revision: UInt64
  }

  let name: String
  let spec: StateSubscriptionSpec
  var members: [Member] = []
  /// The revision up to which the members in step were told everything.
  var cursor: UInt64
  /// Whether some member is not in step.
  var hasStragglers = false
  /// What the newest commit has changed of what it covers.
  var changed: [KeyID] = []

  init(spec: StateSubscriptionSpec, cursor: UInt64) {
    name = spec.name
    self.spec = spec
    self.cursor = cursor
  }

  /// The index of a connection among the members.
  func index(of connection: ConnectionID) -> Int? {
    members.firstIndex { $0.connection == connection }
  }
}

/// Who watches which state: one entry for all equal subscriptions.
struct StateSubscriptions {
  private(set) var entries: [StateSubscription?] = []
  private var indices: [StateSubscriptionSpec: Int] = [:]
  private var freeIndices: [Int] = []
  /// Finds the subscriptions that cover a key.
  private var index = StateIndex()

  subscript(index: Int) -> StateSubscription? { entries[index] }

  /// Whether there are none.
  var isEmpty: Bool { indices.isEmpty }

  /// Whether a subscriber has not been sent all changes.
  var hasStragglers: Bool { entries.contains { $0?.hasStragglers == true } }

  /// The index of a subscription, which is made if it is new.
  mutating func index(of spec: StateSubscriptionSpec, cursor: UInt64) -> Int {
    if let index = indices[spec] { return index }
    let entry = StateSubscription(spec: spec, cursor: cursor)
    let place = freeIndices.popLast() ?? entries.count
    if place == entries.count { entries.append(entry) } else { entries[place] = entry }
    indices[spec] = place
    index.insert(spec, at: place)
    return place
  }

  /// Forgets a subscription that has no members.
  mutating func remove(at place: Int) {
    guard let entry = entries[place] else { return }
    entries[place] = nil
    indices[entry.spec] = nil
    index.remove(entry.spec, at: place)
    freeIndices.append(place)
  }

  /// Notes that a commit has changed a key.
  func noteChange(of key: KeyID, named name: UnsafeRawBufferPointer) {
    index.forEachPlace(covering: name, spec: spec) { place in
      guard let entry = entries[place], entry.changed.last != key else { return }
      entry.changed.append(key)
    }
  }

  private func spec(at index: Int) -> StateSubscriptionSpec? { entries[index]?.spec }
}
