import ButtonModel

/// Compares the pages of a scope's state and the log with the sum that the functions keep. Detects
/// writes past the functions, and an engine that lost a part of its history while the pages were
/// read and then got the same entries again: its chain is unchanged.
package struct StateAudit: Sendable {
  private struct Field {
    var revision: UInt64
    var value: StateSum
  }

  /// By the hashes of the keys.
  private var fields: [Int: Field] = [:]
  /// The latest revision on the pages.
  private var latest: UInt64 = 0

  package init() {}

  package mutating func add(_ field: SnapshotField) {
    latest = max(latest, field.revision)
    put(field.key, field.value, field.revision)
  }

  /// Lays an entry of the log over the pages.
  package mutating func add(_ entry: LogEntry) {
    for line in entry.changes.bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      let space = line.firstIndex(of: UInt8(ascii: " "))
      put(
        UTF8String(bytes: Array(line[..<(space ?? line.endIndex)])),
        space.map { UTF8String(bytes: Array(line[($0 + 1)...])) }, entry.revision)
    }
  }

  private mutating func put(_ key: UTF8String, _ value: UTF8String?, _ revision: UInt64) {
    let name = key.hashValue
    if let known = fields[name], known.revision > revision { return }
    var sum = StateSum()
    sum.add(key, value, revision: revision)
    fields[name] = Field(revision: revision, value: sum)
  }

  /// What is wrong with a state that has this sum at this head; nil if it is as the functions left
  /// it.
  package func objection(at head: FleetCursor, _ sum: StateSum?) -> String? {
    if latest > head.revision {
      return "a key is of revision \(latest), and the history only comes to \(head.revision)"
    }
    guard let sum else { return nil }
    var found: UInt64 = 0
    for field in fields.values { found &+= field.value.value }
    return StateSum(found) == sum
      ? nil : "its keys are not as the functions left them at revision \(head.revision)"
  }
}
