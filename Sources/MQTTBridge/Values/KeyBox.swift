package import ButtonModel

/// The newest values of keys on their way to the daemon: however many messages come while the daemon
/// is busy, each key waits once.
package struct KeyBox {
  /// A key and its value; nil removes it.
  package struct Change: Hashable, Sendable {
    package let key: UTF8String
    package let value: StateValue?

    package init(_ key: UTF8String, _ value: StateValue?) {
      self.key = key
      self.value = value
    }
  }

  /// Whether values are kept when the daemon has them, to be sent again to a new one.
  private let keeps: Bool
  private let maximumKeys: Int
  private var values: [UTF8String: StateValue?] = [:]
  private var order: [UTF8String] = []
  private var waiting: Set<UTF8String> = []
  /// Bytes of keys and values.
  package private(set) var bytes = 0

  /// The most bytes of keys and values.
  package static let maximumBytes = 16 << 20
  private static let batchKeys = 2_000
  private static let batchBytes = 128 << 10

  package init(keeps: Bool, maximumKeys: Int) {
    self.keeps = keeps
    self.maximumKeys = maximumKeys
  }

  /// How many keys it knows.
  package var count: Int { values.count }

  /// Whether nothing waits.
  package var isEmpty: Bool { order.isEmpty }

  /// Whether a key has a value that waits.
  package func isWaiting(_ key: UTF8String) -> Bool { waiting.contains(key) }

  /// Takes a change in the place of an earlier one of the same key.
  package mutating func put(_ change: Change) throws(RuleFault) {
    let old = values[change.key]
    let growth =
      KeyBox.bytes(change.value) - (old.map { KeyBox.bytes($0) } ?? -change.key.bytes.count)
    guard old != nil || values.count < maximumKeys, bytes + growth <= KeyBox.maximumBytes else {
      throw RuleFault(
        .full,
        "there is no room for another key beside \(values.count) with \(bytes) bytes; raise "
          + "maxKeys or narrow the topics")
    }
    bytes += growth
    values.updateValue(change.value, forKey: change.key)
    if waiting.insert(change.key).inserted { order.append(change.key) }
  }

  /// Takes out what goes into one request; empty when nothing waits.
  package mutating func nextBatch() -> [Change] {
    var batch: [Change] = []
    var size = 0
    for key in order {
      let value = values[key] ?? nil
      size += key.bytes.count + KeyBox.bytes(value)
      if !batch.isEmpty, size > KeyBox.batchBytes || batch.count >= KeyBox.batchKeys { break }
      batch.append(Change(key, value))
      waiting.remove(key)
      if !keeps || value == nil { forget(key) }
    }
    order.removeFirst(batch.count)
    return batch
  }

  /// Has all values wait again, for a daemon that has none of them.
  package mutating func renew() {
    order = values.keys.sorted()
    waiting = Set(order)
  }

  /// Forgets everything.
  package mutating func removeAll() { self = KeyBox(keeps: keeps, maximumKeys: maximumKeys) }

  private mutating func forget(_ key: UTF8String) {
    guard let value = values.removeValue(forKey: key) else { return }
    bytes -= key.bytes.count + KeyBox.bytes(value)
  }

  private static func bytes(_ value: StateValue?) -> Int {
    switch value {
    case .string(let text), .json(let text): text.bytes.count
    case nil, .null, .bool, .int, .double: 16
    }
  }
}
