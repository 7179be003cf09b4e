import ButtonModel
package import FleetLink
package import NIOCore
import RESP

/// Follows a scope's log from a revision on. Whether its entries follow from each other is for the
/// reader to judge.
///
/// Needs a connection for itself: the engine holds a reply back until there is an entry, but only
/// for the time `block`, so that a dead connection is noticed.
package struct ScopeTail: Sendable {
  private let keys: ScopeKeys
  private let pace: TimeAmount
  private let block: TimeAmount
  private var earliest = NIODeadline.now()
  private var batchEntries = Self.fewestEntries
  /// The last revision that was returned.
  package private(set) var revision: UInt64

  /// While the tail keeps up, batches are at least `pace` apart, which bounds what each reader of a
  /// busy scope costs the engine.
  package init(
    _ keys: ScopeKeys, after revision: UInt64, pace: TimeAmount = .zero,
    block: TimeAmount = .seconds(5)
  ) {
    self.keys = keys
    self.revision = revision
    self.pace = pace
    self.block = block
  }

  // An entry has up to 256 KiB: this number fits into a reply.
  private static let fewestEntries = 32
  private static let mostEntries = 512
  private static let batchBytes = 1 << 20

  /// Empty when the engine had none for a while.
  package mutating func next(
    on connection: EngineConnection
  ) async throws -> [LogEntry] {
    let wait = earliest - .now()
    if wait > .zero { await connection.loop.sleep(wait) }
    try Task.checkCancellation()
    let command = RESPCommand(
      "XREAD", "COUNT", "\(batchEntries)", "BLOCK", "\(block.nanoseconds / 1_000_000)",
      "STREAMS", keys.log, "\(revision)-0")
    let reply = try await connection.ask(command, to: "XREAD")
    if reply == .null { return [] }
    guard let found = reply.elements?.first?.elements?.last?.elements, !found.isEmpty else {
      throw malformed(connection)
    }
    if found.count < batchEntries { earliest = .now() + pace }
    var entries: [LogEntry] = []
    var bytes = 0
    for element in found {
      guard let entry = LogEntry(element), entry.revision > revision else {
        throw malformed(connection)
      }
      revision = entry.revision
      bytes += 64 + entry.changes.bytes.count
      entries.append(entry)
    }
    batchEntries = min(
      Self.mostEntries, max(Self.fewestEntries, Self.batchBytes * entries.count / bytes))
    return entries
  }

  private func malformed(_ connection: EngineConnection) -> RedisEngineError {
    RedisEngineError(
      .malformedReply, at: connection.address.description,
      "what the log of \(keys.scope) has after revision \(revision) is not an entry",
      advice: "somebody wrote past the functions: restore the scope, or make another one")
  }
}
