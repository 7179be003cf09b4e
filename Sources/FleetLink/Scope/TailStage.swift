import ButtonModel

/// Collects entries of the log that are applied as one change, so that no client sees the values in between.
struct TailStage {
  /// The place of the last entry.
  private(set) var cursor: FleetCursor
  /// The keys that the entries change, in the order of their first change.
  private var keys: [UTF8String] = []
  /// What the last of the entries made of each; nil of a key that was removed.
  private var values: [UTF8String: StateValue?] = [:]
  /// This daemon's requests that made entries, in the order of the log.
  private(set) var settled: [(ordinal: Outbox.Ordinal, revision: UInt64)] = []
  /// About how much memory it takes.
  private(set) var bytes = 0

  /// Begins after a place.
  init(_ cursor: FleetCursor) { self.cursor = cursor }

  /// What the entries make of each key.
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
