import ButtonModel
package import FleetLink
import RESP

/// Reads a scope's state as a whole.
extension EngineConnection {
  private static let fewestFields = 16
  private static let mostFields = 1_000
  private static let pageBytes = 1 << 18
  /// In bytes.
  static let smallState = pageBytes
  /// With more entries the state is not compared: only somebody's meddling makes a log that long.
  private static let mostEntries: UInt64 = 100_000

  /// Reads all fields in pages, and throws if somebody has altered them past the functions. Returns
  /// how far the history was after the last page, or nil for a state of more than `limit` bytes,
  /// which is not checked.
  ///
  /// A reader who lays the log over the pages from a revision on names it in `after`: an engine
  /// that had lost it while the pages were read, and then got the same entries again, has a state
  /// that those do not make.
  @discardableResult
  package func readState(
    _ keys: ScopeKeys, after revision: UInt64? = nil, atMost limit: Int = .max,
    isolation: isolated (any Actor)? = #isolation,
    _ take: ([SnapshotField]) async throws -> Void = { _ in }
  ) async throws -> FleetCursor? {
    var audit = StateAudit()
    var total = 0
    let begin: UInt64
    if let revision { begin = revision } else { begin = try await head(keys).cursor.revision }
    var position: String? = "0"
    var count = Self.fewestFields
    while let from = position {
      let (fields, next) = try await page(keys, from: from, count: count)
      for field in fields { audit.add(field) }
      try await take(fields)
      position = next
      let bytes = fields.reduce(1) { $0 + 32 + $1.key.bytes.count + ($1.value?.bytes.count ?? 0) }
      total += bytes
      if total > limit { return nil }
      // Small values may be followed by large ones.
      count = min(
        Self.mostFields, 2 * count, max(Self.fewestFields, Self.pageBytes * fields.count / bytes))
    }
    let (end, sum) = try await head(keys)
    try await compare(&audit, keys, from: begin, to: end, sum)
    return end
  }

  /// How far the history is, and the sum of the state there, unless older functions have changed
  /// the scope last.
  private func head(_ keys: ScopeKeys) async throws -> (cursor: FleetCursor, sum: StateSum?) {
    let command = RESPCommand("HMGET", keys.meta, "rev", "chain", "log")
    let words = try await ask(command, to: "HMGET").elements ?? []
    guard words.count == 3, let revision = words[0].string.flatMap({ daemonNumber($0) }),
      let chain = words[1].bytes.flatMap({ Chain($0) })
    else { throw address.altered("the scope lacks what says how far it is") }
    let book = (words[2].string ?? "").split(separator: " ").map { UInt64($0) }
    guard book.count == 4, book[0] == revision, let sum = book[3] else {
      return (FleetCursor(revision, chain), nil)
    }
    return (FleetCursor(revision, chain), StateSum(sum))
  }

  private func compare(
    _ audit: inout StateAudit, _ keys: ScopeKeys, from begin: UInt64, to end: FleetCursor,
    _ sum: StateSum?
  ) async throws {
    var sum = sum
    var last = begin
    if end.revision < begin || end.revision - begin > Self.mostEntries { sum = nil }
    while sum != nil, last < end.revision {
      let command = RESPCommand(
        "XRANGE", keys.log, "\(last + 1)-0", "\(end.revision)-0", "COUNT", "64")
      let entries = (try await ask(command, to: "XRANGE").elements ?? []).map { LogEntry($0) }
      for entry in entries {
        // What is missing or malformed there is for the daemon to judge.
        guard let entry, entry.revision == last + 1 else { return }
        audit.add(entry)
        last = entry.revision
      }
      if entries.isEmpty { return }
    }
    if let objection = audit.objection(at: end, sum) { throw address.altered(objection) }
  }
}

extension EngineAddress {
  /// Returns the error for a state that seemed altered and, read again, does not.
  func wentBack() -> RedisEngineError {
    RedisEngineError(
      .closed, at: description,
      "the engine lost a part of its history while the scope was read",
      advice: "the daemon reads it again")
  }

  /// The scope is not as the functions left it.
  func altered(_ what: String) -> RedisEngineError {
    RedisEngineError(
      .altered, at: description, "somebody has altered the scope past the functions: \(what)",
      advice: "an administrator of the engine mends it: buttonctl fleet repair")
  }
}
