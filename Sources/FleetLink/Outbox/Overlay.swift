import ButtonModel
import ButtonProtocol

/// The keys that requests of this daemon may still change, with their committed values. All other
/// keys show what the fleet has, and are not in here.
struct Overlay {
  struct Key {
    var committed: StateValue?
    /// The pending requests, including those that are not shown.
    var queue = OrdinalQueue()
    /// Cached, because most requests only add to it.
    var shown: StateValue?
  }

  private(set) var keys: [UTF8String: Key] = [:]
  private let arithmetic = StateArithmetic()

  subscript(key: UTF8String) -> Key? { keys.isEmpty ? nil : keys[key] }

  /// The request is the first that changes its keys, not counting those that wait for room.
  func isFirst(_ ordinal: Outbox.Ordinal, of names: [UTF8String], _ outbox: Outbox) -> Bool {
    names.allSatisfy { name in
      let first = keys[name]?.queue.all.first { !outbox[$0].needsRoom }
      return first.map { $0 >= ordinal } ?? true
    }
  }

  /// `committed` is evaluated only if nothing changes the key yet.
  mutating func add(
    _ ordinal: Outbox.Ordinal, to name: UTF8String, committed: @autoclosure () -> StateValue?
  ) {
    if keys[name] == nil {
      let value = committed()
      keys[name] = Key(committed: value, shown: value)
    }
    keys[name]?.queue.append(ordinal)
  }

  /// `shown` may be outdated until the next fold.
  mutating func remove(_ ordinal: Outbox.Ordinal, from name: UTF8String) {
    keys[name]?.queue.remove(ordinal)
  }

  mutating func commit(_ name: UTF8String, _ value: StateValue?) {
    if !keys.isEmpty, keys[name] != nil { keys[name]?.committed = value }
  }

  /// Sets a value to which one more request has been applied.
  mutating func show(_ value: StateValue?, at name: UTF8String) { keys[name]?.shown = value }

  /// Recomputes what a key shows, and forgets the key if nothing waits for it any more.
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

  /// Applies the operations on the key; one that fails is left out.
  func applying(
    _ operations: [StateOperation], to value: StateValue?, of name: UTF8String
  ) -> StateValue? {
    var value = value
    for operation in operations where operation.key == name {
      if case .success(let new) = compute(operation.kind, value) { value = new }
    }
    return value
  }

  /// What a key will have once the fleet has all that waits for it, shown or not; nil if nothing
  /// waits.
  func awaited(_ name: UTF8String, _ outbox: Outbox) -> StateValue?? {
    guard let key = keys[name] else { return nil }
    var value = key.committed
    for ordinal in key.queue.all {
      value = applying(outbox[ordinal].operations, to: value, of: name)
    }
    return .some(value)
  }

  func compute(
    _ kind: StateOperation.Kind, _ value: StateValue?
  ) -> Result<StateValue?, StateArithmetic.Failure> {
    do { return .success(try arithmetic.apply(kind, to: value)) } catch { return .failure(error) }
  }

  mutating func reset() -> [UTF8String: Key] {
    defer { keys = [:] }
    return keys
  }
}
