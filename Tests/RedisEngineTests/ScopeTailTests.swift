import ButtonModel
import FleetLink
import NIOCore
import RESP
import RedisEngine
import TestSupport
import Testing

/// A daemon's link joins a scope, changes it and follows its log.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"))
struct ScopeTailTests {
  private let keys = ScopeKeys("s")!
  private let origin = FleetCursor(0, Chain(rawValue: 0x0123_4567_89AB_CDEF))

  /// A server with the scope, a connection that changes it and one that follows it.
  private func scope(
    silence: TimeAmount = .seconds(7)
  ) async throws -> (
    server: RedisServer, client: RedisClient, writer: EngineConnection, reader: EngineConnection
  ) {
    let server = try RedisServer()
    let client = try server.connectToScope()
    var options = try server.options()
    options.silence = silence
    return (
      server, client, try await .connect(options), try await .connect(options)
    )
  }

  private func request(
    _ number: UInt64, _ operations: [FleetOperation]? = nil, if condition: FleetCursor? = nil
  ) -> FleetRequest {
    FleetRequest(
      RequestNumber(Life(rawValue: 1), number), condition: condition,
      operations ?? [FleetOperation(.increment, "n", "1")])
  }

  @Test func entriesComeInTheirOrderAndOnce() async throws {
    let (server, _, writer, reader) = try await scope()
    defer { withExtendedLifetime(server) {} }
    var tail = ScopeTail(keys, after: 0)
    let writing = Task { [keys] in
      var answers: [EngineAnswer] = []
      for number: UInt64 in 1...300 {
        answers.append(try await writer.submit(keys, request(number)))
      }
      return answers
    }
    var revisions: [UInt64] = []
    while revisions.count < 300 {
      revisions += try await tail.next(on: reader).map(\.revision)
    }
    #expect(try await writing.value == (1...300).map { .first(.ok(revision: $0)) })
    #expect(revisions == Array(1...300))
    let joined = try await writer.join(keys, origin, lives: [Life(rawValue: 1)])
    #expect(joined.verdict == .tail && joined.head.revision == tail.revision)
    #expect(joined.numbers == [Life(rawValue: 1): 300])
    let page = try await writer.page(keys, from: "0", count: 100)
    #expect(page.fields == [SnapshotField(key: "n", revision: 300, value: "300")])
    #expect(page.next == nil)
  }

  @Test func manySubmittedAtOnceAreAnsweredInOrder() async throws {
    let (server, _, writer, _) = try await scope()
    defer { withExtendedLifetime(server) {} }
    // A condition that the first of them breaks.
    #expect(try await writer.submit(keys, request(1)) == .first(.ok(revision: 1)))
    let second = try await writer.submit(keys, request(2, if: origin))
    #expect(second == .first(.conflict(key: "n", revision: 1)))
    #expect(try await writer.submit(keys, request(4)) == .gap(last: 2))
    #expect(try await writer.submit(keys, request(1)) == .duplicate(.ok(revision: 1)))
  }

  /// The engine goes back between the join and the pages, and has the same entry again before the last page.
  @Test func pagesOfAHistoryThatCameBackMeanwhileAreRefused() async throws {
    let (server, client, writer, reader) = try await scope()
    defer { withExtendedLifetime(server) {} }
    #expect(try await writer.submit(keys, request(1)) == .first(.ok(revision: 1)))
    let goBack = try client.keepScope()
    #expect(try await writer.submit(keys, request(2)) == .first(.ok(revision: 2)))
    let head = try await reader.join(keys, nil).head
    try goBack()
    let error = await #expect(throws: RedisEngineError.self) {
      try await reader.readState(keys, after: head.revision) { _ in
        _ = try await writer.submit(keys, request(2))
      }
    }
    #expect(error?.code == .altered)
    #expect(try await reader.join(keys, nil).head == head)
    #expect(try await reader.readState(keys, after: head.revision) == head)
  }

  @Test func aQuietScopeIsAnsweredAllTheSame() async throws {
    let (server, _, _, reader) = try await scope()
    defer { withExtendedLifetime(server) {} }
    var tail = ScopeTail(keys, after: 0, block: .milliseconds(20))
    #expect(try await tail.next(on: reader).isEmpty)
    #expect(tail.revision == 0)
  }

  @Test func anEngineThatStopsIsNoticed() async throws {
    // An engine that has too little of a busy machine must not seem to be one that stopped.
    let (server, _, _, reader) = try await scope(silence: .seconds(2))
    var tail = ScopeTail(keys, after: 0, block: .milliseconds(100))
    #expect(try await tail.next(on: reader).isEmpty)
    try server.pause()
    let error = await #expect(throws: RedisEngineError.self) { try await tail.next(on: reader) }
    #expect(error?.code == .silent)
    // The connection is over, and for this reason also to those who waited for nothing.
    let reason = await withCheckedContinuation { done in
      reader.whenClosed { done.resume(returning: $0) }
    }
    #expect(reason == error)
    let again = await #expect(throws: RedisEngineError.self) { try await tail.next(on: reader) }
    #expect(again?.code == .silent || again?.code == .closed)
  }

  @Test func anEngineThatEndsIsNoticed() async throws {
    let (server, _, _, reader) = try await scope()
    let keys = keys
    let reply = Task {
      var tail = ScopeTail(keys, after: 0)
      return try await tail.next(on: reader)
    }
    try server.end()
    await #expect(throws: RedisEngineError.self) { try await reply.value }
  }

  @Test func aTrimmedLogGoesOnWhereItIs() async throws {
    let (server, client, writer, reader) = try await scope()
    defer { withExtendedLifetime(server) {} }
    for number: UInt64 in 1...3 { _ = try await writer.submit(keys, request(number)) }
    try client.ask("XTRIM", keys.log, "MAXLEN", "=", "1")
    var tail = ScopeTail(keys, after: 0)
    #expect(try await tail.next(on: reader).map(\.revision) == [3])
  }

  @Test func whatIsNoEntryEndsIt() async throws {
    let (server, client, _, reader) = try await scope()
    defer { withExtendedLifetime(server) {} }
    try client.ask("XADD", keys.log, "2-0", "r", "x", "h", "y", "c", "z")
    var tail = ScopeTail(keys, after: 0)
    let error = await #expect(throws: RedisEngineError.self) { try await tail.next(on: reader) }
    #expect(error?.code == .malformedReply)
    #expect(error?.message.contains("the log of s has after revision 0") == true)
  }

  /// A reader that is behind takes all it can at once, however long the pace.
  @Test func thePaceIsForThoseWhoKeepUp() async throws {
    let (server, client, _, reader) = try await scope()
    defer { withExtendedLifetime(server) {} }
    _ = try client.send((1...2_000).map { keys.apply(request($0)) })
    var tail = ScopeTail(keys, after: 0, pace: .hours(1))
    while tail.revision < 1_990, try await !tail.next(on: reader).isEmpty {}
    #expect(tail.revision >= 1_990)
  }

  /// The daemon's JSON has no number beyond it.
  @Test(arguments: [("9223372036854775807", true), ("9223372036854775808", false)])
  func aRevisionIsOneThatADaemonReads(_ revision: String, _ isGood: Bool) {
    func text(_ text: String) -> RESPValue { .bulk(Array(text.utf8)) }
    let fields = ["r", "0000000000000001:1", "h", "0123456789abcdef", "c", "n 1"].map(text)
    #expect((LogEntry(.array([text("\(revision)-0"), .array(fields)])) != nil) == isGood)
    #expect((SnapshotField(text("n"), text("\(revision) 1")) != nil) == isGood)
    let words = ["tail", "0123456789abcdef", revision, "0123456789abcdef", "1", "1"].map(text)
    #expect((JoinReply(.array(words), lives: []) != nil) == isGood)
  }
}
