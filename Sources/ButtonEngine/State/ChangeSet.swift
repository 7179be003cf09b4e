package import ButtonModel
package import ButtonStore

/// Changes of state that are applied together or not at all. Reused for every request.
package struct ChangeSet {
  /// Its key is known by name or, later, by id.
  struct Change {
    var nameStart: Int
    var nameCount: Int
    var key: KeyID?
    var kind: StateOperation.Kind
  }

  /// The button that performs the changes, and the client's name for itself. An object, because a
  /// definition is large and every request has a set of changes.
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
  /// The first `nameBytes` are in use.
  private var names: [UInt8] = []
  private var nameBytes = 0

  /// The changed keys without duplicates, in the order of their last change.
  package internal(set) var changed: [KeyID] = []

  /// Whether shared keys are among them, which the fleet was given.
  package internal(set) var isShared = false

  /// Set if the actions of the performing button are the fleet's.
  var performer: Performer?

  /// Only a replay needs it; nil if a timer performs the changes.
  package var connection: ConnectionID?
  /// Whether the answer waits until the fleet has the changes, whatever the class of their keys.
  package var waitsForFleet = false

  package init() {}

  package var count: Int { changes.count }

  /// Keeps the memory.
  package mutating func removeAll() {
    changes.empty()
    nameBytes = 0
    changed.empty()
    isShared = false
    performer = nil
    connection = nil
    waitsForFleet = false
  }

  /// Copies the name.
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

  /// Saves a lookup.
  package mutating func append(_ key: KeyID, _ kind: StateOperation.Kind) {
    changes.append(Change(nameStart: 0, nameCount: 0, key: key, kind: kind))
  }

  package mutating func append(_ operation: StateOperation) {
    operation.key.bytes.withUnsafeBytes { append($0, operation.kind) }
  }

  /// What the computed change sets; nil if it removes the key.
  func value(at index: Int) -> StateValue? {
    if case .set(let value) = changes[index].kind { value } else { nil }
  }

  /// All keys must be known by id.
  func areJournaled(_ store: Store) -> Bool {
    changes.contains { change in
      change.key.map { !store.withName(of: $0, StateKey.isVolatile) } ?? false
    }
  }

  func withName<R>(at index: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    let change = changes[index]
    return names.withUnsafeBytes {
      body(
        UnsafeRawBufferPointer(
          rebasing: $0[change.nameStart..<change.nameStart + change.nameCount]))
    }
  }
}
