import ButtonModel
import ButtonProtocol
import ButtonStore

/// A subscription to state. Connections that ask for the same share it, and every encoded line.
final class StateSubscription {
  struct Member {
    let connection: ConnectionID
    /// The revision up to which it was sent everything; nil while it is in step with the others.
    var cursor: UInt64?
    /// Set while changes are sent in parts.
    var walk: StateWalk?
  }

  let name: String
  let spec: StateSubscriptionSpec
  var members: [Member] = []
  /// The revision up to which the members in step were sent everything.
  var cursor: UInt64
  var hasStragglers = false
  /// Covered keys that the newest commit has changed.
  var changed: [KeyID] = []

  init(spec: StateSubscriptionSpec, cursor: UInt64) {
    name = spec.name
    self.spec = spec
    self.cursor = cursor
  }

  func index(of connection: ConnectionID) -> Int? {
    members.firstIndex { $0.connection == connection }
  }
}

/// All subscriptions to state, one for each distinct specification.
final class StateSubscriptions {
  private(set) var entries: [StateSubscription?] = []
  private var indices: [StateSubscriptionSpec: Int] = [:]
  private var freeIndices: [Int] = []
  private var index = StateIndex()
  /// The number of subscriptions that name the key, by hand of the clock.
  private(set) var clockReaders = [Int](repeating: 0, count: ClockKeys.Field.allCases.count)

  subscript(index: Int) -> StateSubscription? { entries[index] }

  var isEmpty: Bool { indices.isEmpty }

  var hasStragglers: Bool { entries.contains { $0?.hasStragglers == true } }

  /// Creates the subscription if it is new.
  func index(of spec: StateSubscriptionSpec, cursor: UInt64) -> Int {
    if let index = indices[spec] { return index }
    let entry = StateSubscription(spec: spec, cursor: cursor)
    let place = freeIndices.popLast() ?? entries.count
    if place == entries.count { entries.append(entry) } else { entries[place] = entry }
    indices[spec] = place
    index.insert(spec, at: place)
    countClockReaders(spec, by: 1)
    return place
  }

  /// It must have no members.
  func remove(at place: Int) {
    guard let entry = entries[place] else { return }
    entries[place] = nil
    indices[entry.spec] = nil
    index.remove(entry.spec, at: place)
    countClockReaders(entry.spec, by: -1)
    freeIndices.append(place)
  }

  private func countClockReaders(_ spec: StateSubscriptionSpec, by step: Int) {
    for field in ClockKeys.Field.allCases
    where field.name.bytes.withUnsafeBytes({ spec.names($0) }) {
      clockReaders[field.rawValue] += step
    }
  }

  func noteChanges(of keys: some Sequence<KeyID>, in store: Store) {
    // Copied once: everything that is read of a class is retained, here for each key.
    let (index, entries) = (index, entries)
    for key in keys {
      func note(_ place: Int) {
        guard let entry = entries[place], entry.changed.last != key else { return }
        entry.changed.append(key)
      }
      store.withName(of: key) { name in
        if HiddenKey.isName(name) { return }
        index.forEachPlace(above: name, note)
        index.places(naming: name).sorted { place in
          // Another name may have the same hash.
          if entries[place]?.spec.names(name) == true { note(place) }
        }
      }
    }
  }
}
