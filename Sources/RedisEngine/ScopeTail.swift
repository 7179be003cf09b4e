package import FleetLink
package import NIOCore
import RESP

/// Follows a scope's log from a cursor on, entry by entry.
///
/// It has a connection for itself, since the engine holds a reply back until there is an entry. After
/// five seconds without one the engine replies all the same, so a dead connection is noticed.
package struct ScopeTail: Sendable {
  /// Why the log does not go on from the cursor: join again.
  package enum Break: Error, Hashable, Sendable {
    /// The next entry is gone: the log was trimmed.
    case gap(found: UInt64)
    /// An entry's chain does not follow from the one before.
    case otherHistory(revision: UInt64)
    /// What the log has is no entry.
    case malformed
  }

  private let keys: ScopeKeys
  private let pace: TimeAmount
  private let block: TimeAmount
  private var earliest = NIODeadline.now()
  /// Where it is.
  package private(set) var cursor: FleetCursor

  /// Between two batches there is at least the time `pace`, which bounds what a busy scope costs its
  /// engine for each reader.
  package init(
    _ keys: ScopeKeys, from cursor: FleetCursor, pace: TimeAmount = .zero,
    block: TimeAmount = .seconds(5)
  ) {
    self.keys = keys
    self.cursor = cursor
    self.pace = pace
    self.block = block
  }

  private static let batchEntries = 64

  /// The next entries; none when the engine had none for five seconds.
  package mutating func next(on connection: EngineConnection) async throws -> [LogEntry] {
    let wait = earliest - .now()
    if wait > .zero { try await Task.sleep(nanoseconds: UInt64(wait.nanoseconds)) }
    let command = RESPCommand(
      "XREAD", "COUNT", "\(Self.batchEntries)", "BLOCK", "\(block.nanoseconds / 1_000_000)",
      "STREAMS", keys.log, "\(cursor.revision)-0")
    let reply = try await connection.ask(command, to: "XREAD")
    if reply == .null { return [] }
    guard let found = reply.elements?.first?.elements?.last?.elements else {
      throw Break.malformed
    }
    earliest = .now() + pace
    return try found.map { try follow($0) }
  }

  private mutating func follow(_ reply: RESPValue) throws(Break) -> LogEntry {
    guard let entry = LogEntry(reply) else { throw .malformed }
    guard entry.revision == cursor.revision + 1 else { throw .gap(found: entry.revision) }
    guard entry.chain == cursor.chain.adding(entry.request, entry.changes) else {
      throw .otherHistory(revision: entry.revision)
    }
    cursor = FleetCursor(entry.revision, entry.chain)
    return entry
  }
}
