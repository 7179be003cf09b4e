package import ButtonModel

/// The newest values of keys on their way to the daemon: however many messages come while it is
/// busy, each key waits once.
package struct KeyBox {
  /// Nil removes the key.
  package struct Change: Hashable, Sendable {
    package let key: UTF8String
    package let value: StateValue?
    /// Why the value does not hold, in a word; then the key is lost.
    package var loss: String?
    /// Nobody expects it any more when the daemon was away.
    package let isMomentary: Bool

    package init(
      _ key: UTF8String, _ value: StateValue?, loss: String? = nil, isMomentary: Bool = false
    ) {
      self.key = key
      self.value = value
      self.loss = loss
      self.isMomentary = isMomentary
    }
  }

  /// Values that the daemon has are kept, to be sent again to a new one.
  private let keeps: Bool
  private let maximumKeys: Int
  private var values: [UTF8String: Change] = [:]
  private var order: [UTF8String] = []
  private var waiting: Set<UTF8String> = []
  /// The size of keys and values.
  package private(set) var bytes = 0

  /// The largest size of keys and values.
  package static let maximumBytes = 16 << 20
  private static let batchKeys = 2_000
  private static let batchBytes = 128 << 10

  package init(keeps: Bool, maximumKeys: Int) {
    self.keeps = keeps
    self.maximumKeys = maximumKeys
  }

  package var count: Int { values.count }

  package func knows(_ key: UTF8String) -> Bool { values[key]?.value != nil }

  package func isWaiting(_ key: UTF8String) -> Bool { waiting.contains(key) }

  /// Replaces an earlier change of the same key.
  package mutating func put(_ change: Change) throws(RuleFault) {
    let old = values[change.key]
    let growth =
      KeyBox.bytes(change.value) - (old.map { KeyBox.bytes($0.value) } ?? -change.key.bytes.count)
    guard old != nil || values.count < maximumKeys, bytes + growth <= KeyBox.maximumBytes else {
      throw RuleFault(
        .full,
        "there is no room for another key beside \(values.count) with \(bytes) bytes; raise "
          + "maxKeys or narrow the topics")
    }
    bytes += growth
    values[change.key] = change
    if waiting.insert(change.key).inserted { order.append(change.key) }
  }

  /// The known value no longer holds, for a reason; without one it holds again.
  package mutating func mark(_ key: UTF8String, lostFor loss: String?) {
    guard let change = values[key], change.value != nil, change.loss != loss else { return }
    values[key]?.loss = loss
    if waiting.insert(key).inserted { order.append(key) }
  }

  /// Takes out what goes into one request: changes with the same loss, or without; empty when
  /// nothing waits.
  package mutating func nextBatch() -> [Change] {
    var batch: [Change] = []
    var others: [UTF8String] = []
    var size = 0
    var taken = 0
    for key in order {
      let change = values[key] ?? Change(key, nil)
      size += key.bytes.count + KeyBox.bytes(change.value)
      if !batch.isEmpty, size > KeyBox.batchBytes || batch.count >= KeyBox.batchKeys { break }
      taken += 1
      if let first = batch.first, first.loss != change.loss {
        others.append(key)
        continue
      }
      batch.append(change)
      waiting.remove(key)
      if !keeps || change.value == nil { forget(key) }
    }
    order.replaceSubrange(..<taken, with: others)
    return batch
  }

  /// Has all values wait again, for a daemon that has none of them.
  package mutating func renew() {
    order = values.keys.sorted()
    waiting = Set(order)
  }

  /// Forgets the changes of the moment, as the daemon is away.
  mutating func removeMomentary() {
    for (key, change) in values where change.isMomentary {
      waiting.remove(key)
      forget(key)
    }
    order = order.filter { waiting.contains($0) }
  }

  package mutating func removeAll() { self = KeyBox(keeps: keeps, maximumKeys: maximumKeys) }

  private mutating func forget(_ key: UTF8String) {
    guard let change = values.removeValue(forKey: key) else { return }
    bytes -= key.bytes.count + KeyBox.bytes(change.value)
  }

  private static func bytes(_ value: StateValue?) -> Int {
    switch value {
    case .string(let text), .json(let text): text.bytes.count
    case nil, .null, .bool, .int, .double: 16
    }
  }
}
