package import ButtonModel
package import ButtonStore

/// Changes of state that are applied together or not at all. Reused for every request.
package struct ChangeSet {
  /// One change, with its key by name or, once known, by id.
  struct Change {
    var nameStart: Int
    var nameCount: Int
    var key: KeyID?
    var kind: StateOperation.Kind
  }

  /// The definition of a button that performs changes, and what the client calls itself that has it do so. An object,
  /// because a definition is large and every request has a set of changes.
  package final class Performer {
    package let definition: ButtonDefinition
    package let client: String?

    init(_ definition: ButtonDefinition, client: String?) {
      self.definition = definition
      self.client = client
    }
  }

  /// Up to this many changes, an earlier change of the same key is found by linear search.
  static let fewChanges = 8

  var changes: [Change] = []
  /// The buffer of names, of which the first `nameBytes` are in use.
  private var names: [UInt8] = []
  private var nameBytes = 0

  /// The keys whose value changed, without duplicates, in the order of their last change.
  package internal(set) var changed: [KeyID] = []

  /// Whether shared keys were among them, which the fleet has been given.
  package internal(set) var isShared = false

  /// What the button is that performs them, with the action, if its actions are the fleet's.
  var performer: Performer?

  /// The connection that asked, which only a replay needs; nil if a timer performs them.
  package var connection: ConnectionID?
  /// Whether the answer waits until the fleet has them, whatever the class of their keys.
  package var waitsForFleet = false

  package init() {}

  /// The number of changes.
  package var count: Int { changes.count }

  /// Empties the set but keeps its memory.
  package mutating func removeAll() {
    changes.empty()
    nameBytes = 0
    changed.empty()
    isShared = false
    performer = nil
    connection = nil
    waitsForFleet = false
  }

  /// Adds a change of the key with this name, which is copied.
  package mutating func append(_ name: UnsafeRawBufferPointer, _ kind: StateOperation.Kind) {
    let start = nameBytes
    nameBytes += name.count
    if nameBytes > names.count {
      names.append(contentsOf: repeatElement(0, count: nameBytes - names.count))
    }
    names.withUnsafeMutableBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: bytes[start..<nameBytes]).copyMemory(from: name)
    }
    changes.append(Change(nameStart: start, nameCount: name.count, key: nil, kind: kind))
  }

  /// Adds a change of a key by id, which saves a lookup.
  package mutating func append(_ key: KeyID, _ kind: StateOperation.Kind) {
    changes.append(Change(nameStart: 0, nameCount: 0, key: key, kind: kind))
  }

  /// Adds an operation.
  package mutating func append(_ operation: StateOperation) {
    operation.key.bytes.withUnsafeBytes { append($0, operation.kind) }
  }

  /// The value that the computed change at `index` sets; nil if it removes the key.
  func value(at index: Int) -> StateValue? {
    if case .set(let value) = changes[index].kind { value } else { nil }
  }

  /// Whether the journal has any of the keys, all of which are known by id.
  func areJournaled(_ store: Store) -> Bool {
    changes.contains { change in
      change.key.map { !store.withName(of: $0, StateKey.isVolatile) } ?? false
    }
  }

  /// Calls `body` with the name of the change at `index`.
  func withName<R>(at index: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    let change = changes[index]
    return names.withUnsafeBytes {
      body(
        UnsafeRawBufferPointer(
          rebasing: $0[change.nameStart..<change.nameStart + change.nameCount]))
    }
  }
}
