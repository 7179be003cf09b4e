import ButtonModel

/// Collects entries of the log to be applied as one change, so that no client sees intermediate
/// values.
struct TailStage {
  private(set) var cursor: FleetCursor
  /// In the order of their first change.
  private var keys: [UTF8String] = []
  /// The final value of each key; nil if it was removed.
  private var values: [UTF8String: StateValue?] = [:]
  /// This daemon's requests among the entries, in the order of the log.
  private(set) var settled: [(ordinal: Outbox.Ordinal, revision: UInt64)] = []
  private(set) var bytes = 0

  init(_ cursor: FleetCursor) { self.cursor = cursor }

  var changes: some Sequence<(UTF8String, StateValue?)> {
    keys.lazy.map { [values] key in (key, values[key] ?? nil) }
  }

  mutating func add(_ key: UTF8String, _ value: StateValue?) {
    bytes += value?.bytes ?? 0
    if let old = values.updateValue(value, forKey: key) {
      bytes -= old?.bytes ?? 0
    } else {
      keys.append(key)
      bytes += 64 + key.bytes.count
    }
  }

  mutating func settle(_ ordinal: Outbox.Ordinal) {
    settled.append((ordinal, cursor.revision))
  }

  mutating func advance(to cursor: FleetCursor) { self.cursor = cursor }
}
