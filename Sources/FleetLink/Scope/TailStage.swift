import ButtonModel

/// What the log has between a daemon's cursor and the revision that ends the tail phase: it is laid
/// together beside the store, so that nobody sees what was in between.
struct TailStage {
  /// How far the log has been taken in.
  private(set) var cursor: FleetCursor
  /// What its keys have there; nil of one that was removed.
  private(set) var values: [UTF8String: StateValue?] = [:]
  /// This daemon's requests whose entries have come by, in their order.
  private(set) var settled: [(ordinal: Outbox.Ordinal, revision: UInt64)] = []
  /// About what it takes of memory.
  private(set) var bytes = 0

  init(_ cursor: FleetCursor) { self.cursor = cursor }

  mutating func add(_ key: UTF8String, _ value: StateValue?) {
    let old = values.updateValue(value, forKey: key)
    bytes += (value?.bytes ?? 0) - ((old ?? nil)?.bytes ?? 0)
    if old == nil { bytes += 64 + key.bytes.count }
  }

  mutating func settle(_ ordinal: Outbox.Ordinal) {
    settled.append((ordinal, cursor.revision))
  }

  mutating func advance(to cursor: FleetCursor) { self.cursor = cursor }
}
