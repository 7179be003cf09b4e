import ButtonModel
import ButtonProtocol

/// The keys that requests of this daemon may still change: what the fleet has, and the requests. All
/// other keys show what the fleet has, and need nothing here.
struct Overlay {
  struct Key {
    /// What the fleet has.
    var committed: StateValue?
    /// The requests that are pending, also those that are not shown.
    var queue = OrdinalQueue()
    /// What is shown: kept, because most requests only add to it.
    var shown: StateValue?
  }

  private(set) var keys: [UTF8String: Key] = [:]
  private let arithmetic = StateArithmetic()

  subscript(key: UTF8String) -> Key? { keys.isEmpty ? nil : keys[key] }

  /// Whether a request is the first of those that change its keys and do not wait for room.
  func isFirst(_ ordinal: Outbox.Ordinal, of names: [UTF8String], _ outbox: Outbox) -> Bool {
    names.allSatisfy { name in
      let first = keys[name]?.queue.all.first { !outbox[$0].needsRoom }
      return first.map { $0 >= ordinal } ?? true
    }
  }

  /// Adds a request to a key, whose committed value is only asked for if nothing changes it yet.
  mutating func add(
    _ ordinal: Outbox.Ordinal, to name: UTF8String, committed: @autoclosure () -> StateValue?
  ) {
    if keys[name] == nil {
      let value = committed()
      keys[name] = Key(committed: value, shown: value)
    }
    keys[name]?.queue.append(ordinal)
  }

  /// Takes a request from a key; what it shows may be old until the next fold.
  mutating func remove(_ ordinal: Outbox.Ordinal, from name: UTF8String) {
    keys[name]?.queue.remove(ordinal)
  }

  /// Takes in what the fleet has of a key.
  mutating func commit(_ name: UTF8String, _ value: StateValue?) {
    if !keys.isEmpty, keys[name] != nil { keys[name]?.committed = value }
  }

  /// Shows the operations of one more request on top of what is shown.
  mutating func show(_ value: StateValue?, at name: UTF8String) { keys[name]?.shown = value }

  /// Computes what a key shows, and forgets it when nothing waits for it any more.
  mutating func fold(_ name: UTF8String, _ outbox: Outbox) -> StateValue? {
    guard let key = keys[name] else { return nil }
    guard !key.queue.isEmpty else {
      keys[name] = nil
      return key.committed
    }
    var value = key.committed
    for ordinal in key.queue.all where outbox[ordinal].isShown {
      value = applying(outbox[ordinal].operations, to: value, of: name)
    }
    keys[name]?.shown = value
    return value
  }

  /// A key's value after those of the operations that are about it; one that cannot be done is left out.
  func applying(
    _ operations: [StateOperation], to value: StateValue?, of name: UTF8String
  ) -> StateValue? {
    var value = value
    for operation in operations where operation.key == name {
      if case .success(let new) = compute(operation.kind, value) { value = new }
    }
    return value
  }

  /// What a key has once the fleet has all that waits for it, also what is not shown; nil if nothing does.
  func awaited(_ name: UTF8String, _ outbox: Outbox) -> StateValue?? {
    guard let key = keys[name] else { return nil }
    var value = key.committed
    for ordinal in key.queue.all {
      value = applying(outbox[ordinal].operations, to: value, of: name)
    }
    return .some(value)
  }

  /// One operation's result.
  func compute(
    _ kind: StateOperation.Kind, _ value: StateValue?
  ) -> Result<StateValue?, StateArithmetic.Failure> {
    do { return .success(try arithmetic.apply(kind, to: value)) } catch { return .failure(error) }
  }

  /// Forgets everything and returns what it was.
  mutating func reset() -> [UTF8String: Key] {
    defer { keys = [:] }
    return keys
  }
}
