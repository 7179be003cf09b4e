import ButtonModel
import FleetLink
import NIOCore
import NIOPosix
import RESP
import RedisEngine
import Synchronization
import TestSupport

/// A session of a scope, and what it reports, one report after the other.
final class SessionRig: Sendable {
  let session: ScopeSession
  private let reports: AsyncStream<SessionReport>
  private let task: Task<Void, Never>
  private let seen = Mutex<[String]>([])

  /// `onPage` is done after each page of a snapshot, before the next is read.
  init(
    _ settings: SessionSettings, scope: String = "s",
    onPage: @escaping @Sendable () async -> Void = {}
  ) throws {
    guard let keys = ScopeKeys(scope) else { throw TestFailure("\(scope) is not a name") }
    let (reports, sink) = AsyncStream.makeStream(of: SessionReport.self)
    self.reports = reports
    let session = ScopeSession(keys, settings, on: MultiThreadedEventLoopGroup.singleton) {
      report in
      sink.yield(report)
      if case .page(_, _, nil) = report { await onPage() }
    }
    self.session = session
    task = Task { await session.run() }
  }

  deinit { task.cancel() }

  func end() { task.cancel() }

  /// Settings for an engine, quick enough for a test.
  static func settings(_ address: String) throws -> SessionSettings {
    var settings = try SessionSettings(EngineLocation(address))
    settings.spread = .milliseconds(1)
    settings.options.silence = .seconds(60)
    settings.options.connectTimeout = .seconds(20)
    return settings
  }

  static func settings(_ server: RedisServer) throws -> SessionSettings {
    try settings("unix://\(server.socket)")
  }

  /// The first report from now on that the closure makes something of; others are passed over.
  func wait<Value: Sendable>(
    _ what: String, _ take: @escaping @Sendable (SessionReport) -> Value?
  ) async throws -> Value {
    let reading = Task { () -> Value? in
      for await report in self.reports {
        self.seen.withLock { $0.append("\(report)") }
        if let value = take(report) { return value }
      }
      return nil
    }
    let limit = Task {
      try await Task.sleep(for: .seconds(5 * Deadline.patience))
      reading.cancel()
    }
    defer { limit.cancel() }
    guard let value = await reading.value else {
      throw TestFailure("no \(what); seen: \(seen.withLock { $0.suffix(10) })")
    }
    return value
  }

  func attached() async throws -> EngineAddress {
    try await wait("attachment") { if case .attached(let address) = $0 { address } else { nil } }
  }

  func lost() async throws -> RedisEngineError {
    try await wait("loss") { if case .lost(let error, _) = $0 { error } else { nil } }
  }

  func joined(_ session: UInt32) async throws -> JoinReply {
    try await wait("join") {
      if case .joined(session, let reply) = $0 { reply } else { nil }
    }
  }

  /// Joins without a cursor, reads the snapshot and begins to follow the log; the keys and values.
  @discardableResult
  func goLive(
    _ number: UInt32 = 1, lives: [Life] = []
  ) async throws -> (values: [String: String], head: FleetCursor) {
    await session.perform(.join(session: number, nil, lives))
    let reply = try await joined(number)
    await session.perform(.snapshot(session: number, after: reply.head.revision))
    var values: [String: String] = [:]
    while true {
      let (fields, head) = try await wait("page") {
        if case .page(number, let fields, let head) = $0 { (fields, head) } else { nil }
      }
      for field in fields { values[field.key.string] = field.value?.string }
      if let head { return (values, head) }
    }
  }

  /// The outcome of a request.
  func outcome(_ number: RequestNumber) async throws -> EngineAnswer {
    try await wait("outcome of \(number)") {
      if case .outcome(_, number, let answer) = $0 { answer } else { nil }
    }
  }
}
