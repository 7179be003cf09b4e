import ButtonModel
import FleetLink
import NIOCore
import RESP
import RedisEngine
import TestSupport
import Testing

/// One scope's connections serve a daemon, whatever the engine does.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"))
struct ScopeSessionTests {
  private let life = Life(rawValue: 1)

  private func request(_ number: UInt64, _ key: UTF8String = "n") -> FleetRequest {
    FleetRequest(RequestNumber(life, number), [FleetOperation(.increment, key, "1")])
  }

  private func entries(_ rig: SessionRig, upTo revision: UInt64) async throws -> [LogEntry] {
    var found: [LogEntry] = []
    while (found.last?.revision ?? 0) < revision {
      found += try await rig.wait("entries") {
        if case .entries(_, let entries) = $0 { entries } else { nil }
      }
    }
    return found
  }

  @Test func aSnapshotIsFollowedByTheLog() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let keys = try #require(ScopeKeys("s"))
    for number: UInt64 in 1...1_500 {
      _ = try client.ask(keys.apply(request(number, UTF8String("key.\(number)"))))
    }
    let rig = try SessionRig(SessionRig.settings(server))
    _ = try await rig.attached()
    let (values, head) = try await rig.goLive()
    #expect(values.count == 1_500 && values.values.allSatisfy { $0 == "1" })
    #expect(head.revision == 1_500)
    _ = try client.ask(keys.apply(request(1_501)))
    #expect(try await entries(rig, upTo: 1_501).map(\.revision) == [1_501])
    withExtendedLifetime(server) {}
  }

  /// The engine goes back between the join and the pages, and has the same entry again before the last page: nobody
  /// has altered it.
  @Test func anEngineThatWentBackMeanwhileIsReadAgain() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let keys = try #require(ScopeKeys("s"))
    let second = request(2)
    let writer = try await EngineConnection.connect(server.options())
    _ = try client.ask(keys.apply(request(1)))
    let goBack = try client.keepScope()
    _ = try client.ask(keys.apply(second))
    let rig = try SessionRig(SessionRig.settings(server)) {
      _ = try? await writer.submit(keys, second)
    }
    _ = try await rig.attached()
    await rig.session.perform(.join(session: 1, nil, []))
    let head = try await rig.joined(1).head
    try goBack()
    await rig.session.perform(.snapshot(session: 1, after: head.revision))
    let error = try await rig.lost()
    #expect(
      error.code == .closed && error.message.contains("lost a part of its history"), "\(error)")
    _ = try await rig.attached()
    let live = try await rig.goLive(2)
    #expect(live.values == ["n": "2"] && live.head == head)
    withExtendedLifetime(server) {}
  }

  @Test func requestsAreAnsweredInTheirOrderAndTheirEntriesCome() async throws {
    let server = try RedisServer()
    _ = try server.connectToScope()
    let rig = try SessionRig(SessionRig.settings(server))
    _ = try await rig.attached()
    try await rig.goLive(lives: [life])
    for number: UInt64 in 1...2_000 {
      await rig.session.perform(.submit(session: 1, request(number)))
    }
    var answered: [UInt64] = []
    var revisions: [UInt64] = []
    while answered.count < 2_000 || revisions.count < 2_000 {
      let (number, entries) = try await rig.wait("outcome or entries") {
        report -> (UInt64, [UInt64])? in
        switch report {
        case .outcome(_, let number, let answer):
          answer == .first(.ok(revision: number.sequence)) ? (number.sequence, []) : nil
        case .entries(_, let entries): (0, entries.map(\.revision))
        default: nil
        }
      }
      if number > 0 { answered.append(number) }
      revisions += entries
    }
    #expect(answered == Array(1...2_000))
    #expect(revisions == Array(1...2_000))
    // A question about the cursor is answered behind them.
    await rig.session.perform(.join(session: 1, nil, [life]))
    let reply = try await rig.joined(1)
    #expect(reply.numbers == [life: 2_000])
    withExtendedLifetime(server) {}
  }

  @Test func everyJoinIsAnsweredAlsoWhenAnotherIsOnItsWay() async throws {
    let server = try RedisServer()
    _ = try server.connectToScope()
    let rig = try SessionRig(SessionRig.settings(server))
    _ = try await rig.attached()
    let cursor = try await rig.goLive().head
    for _ in 1...3 { await rig.session.perform(.join(session: 1, cursor, [])) }
    // The reader answers when the engine has nothing more to hold back.
    for _ in 1...3 { #expect(try await rig.joined(1).head.revision == 0) }
    withExtendedLifetime(server) {}
  }

  /// The reader of the log gets no answer for as long as the engine holds that back.
  @Test func aJoinThatAClientWaitsForIsAnsweredAtOnce() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    var settings = try SessionRig.settings(server)
    settings.block = .hours(1)
    settings.options.silence = .hours(2)
    let rig = try SessionRig(settings)
    _ = try await rig.attached()
    let cursor = try await rig.goLive().head
    try wait(for: "a reader") { try client.text("CLIENT", "LIST").contains("cmd=xread") }
    await rig.session.perform(.join(session: 1, cursor, []))
    await rig.session.perform(.join(session: 1, cursor, [], isAwaited: true))
    for _ in 1...2 { #expect(try await rig.joined(1).head.revision == 0) }
    withExtendedLifetime(server) {}
  }

  @Test func anotherSessionReplacesTheOneThatFollows() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let keys = try #require(ScopeKeys("s"))
    let rig = try SessionRig(SessionRig.settings(server))
    _ = try await rig.attached()
    try await rig.goLive(1)
    // Without waiting for the five seconds that the engine holds the reply back.
    try await rig.goLive(2)
    await rig.session.perform(.submit(session: 1, request(1)))
    await rig.session.perform(.submit(session: 2, request(1)))
    #expect(try await rig.outcome(RequestNumber(life, 1)) == .first(.ok(revision: 1)))
    #expect(try client.text("HGET", keys.meta, "rev") == "1")
    _ = try client.ask(keys.apply(request(2)))
    #expect(try await entries(rig, upTo: 2).last?.revision == 2)
    withExtendedLifetime(server) {}
  }

  @Test func theConnectionForChangesIsClosedWhenIdleAndOpenedAgain() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    var settings = try SessionRig.settings(server)
    settings.idle = .milliseconds(50)
    let rig = try SessionRig(settings)
    _ = try await rig.attached()
    try await rig.goLive()
    for number: UInt64 in 1...3 {
      await rig.session.perform(.submit(session: 1, request(number)))
      #expect(try await rig.outcome(RequestNumber(life, number)) == .first(.ok(revision: number)))
      // This client and the reader.
      do {
        try wait(for: "the end of a connection") { try connections(client) == 2 }
      } catch {
        let list = try client.text("CLIENT", "LIST")
        throw TestFailure("\(error), behind change \(number):\n\(list)")
      }
    }
    withExtendedLifetime(server) {}
  }

  private func connections(_ client: RedisClient) throws -> Int {
    try client.text("CLIENT", "LIST").split(separator: "\n").count
  }

  @Test func anEngineThatEndsIsFoundAgain() async throws {
    let folder = TemporaryFolder()
    let first = try RedisServer(in: folder)
    _ = try first.connectToScope()
    let rig = try SessionRig(SessionRig.settings(first))
    _ = try await rig.attached()
    try await rig.goLive()
    await rig.session.perform(.submit(session: 1, request(1)))
    #expect(try await rig.outcome(RequestNumber(life, 1)) == .first(.ok(revision: 1)))
    try first.end()
    #expect(try await rig.lost().code == .closed)
    // Its orders are of a session that is over.
    await rig.session.perform(.submit(session: 1, request(2)))
    let second = try RedisServer(in: folder)
    _ = try await rig.attached()
    let (values, head) = try await rig.goLive(2, lives: [life])
    #expect(values == ["n": "1"])
    #expect(head.revision == 1)
    await rig.session.perform(.submit(session: 2, request(1)))
    #expect(try await rig.outcome(RequestNumber(life, 1)) == .duplicate(.ok(revision: 1)))
    withExtendedLifetime(second) {}
  }

  @Test func anEngineThatStopsIsNoticed() async throws {
    let server = try RedisServer()
    _ = try server.connectToScope()
    var settings = try SessionRig.settings(server)
    // An engine that has too little of a busy machine must not seem to be one that stopped: what is asked of
    // a session that is lost meanwhile is never answered.
    settings.options.silence = .seconds(2)
    settings.block = .milliseconds(100)
    let rig = try SessionRig(settings)
    _ = try await rig.attached()
    try await rig.goLive()
    try server.pause()
    let loss = try await rig.lost()
    #expect(loss.code == .silent, "\(loss)")
  }

  /// Half a minute: connections in a row that end early double the wait for the next one.
  @Test func eachRefusalHasAStateAndASentence() async throws {
    let server = try RedisServer()
    let client = try server.connect()
    let rig = try SessionRig(SessionRig.settings(server))
    func expect(_ code: RedisEngineError.Code, _ words: String) async throws {
      // What was wrong before may be said once more.
      var error = try await rig.lost()
      while error.code != code || !"\(error)".contains(words) { error = try await rig.lost() }
    }
    try await expect(.missingLibrary, "lacks the fleet's functions; run: buttonctl fleet init")
    var load = RESPCommand("FUNCTION", "LOAD")
    load.append(FleetLibrary.code)
    _ = try client.ask(load)
    try await expect(.missingScope, "there is no such scope")
    try client.ask("FCALL", "btn_init", "1", "btn:{s}:m", "0123456789abcdef")
    _ = try await rig.attached()
    try await rig.goLive()
    // What an engine refuses from one moment to the next ends the connection, and is known again
    // before the daemon is told that the engine is there.
    try client.ask("CONFIG", "SET", "maxmemory", "1mb")
    await rig.session.perform(.submit(session: 1, request(1)))
    try await expect(.full, "its memory is full")
    try await expect(.full, "its memory is full")
    try client.ask("CONFIG", "SET", "maxmemory", "0")
    _ = try await rig.attached()
    try await rig.goLive(2)
    try client.ask("CONFIG", "SET", "min-replicas-to-write", "1")
    await rig.session.perform(.submit(session: 2, request(1)))
    try await expect(.notPrimary, "while others are missing")
    try client.ask("CONFIG", "SET", "min-replicas-to-write", "0")
    try client.ask("CONFIG", "SET", "appendonly", "no")
    try await expect(.notDurable, "append-only file")
    try client.ask("CONFIG", "SET", "appendonly", "yes")
    try client.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    try client.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    try await expect(.notDurable, "maxmemory-policy allkeys-lru")
    try client.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
    _ = try await rig.attached()
    try client.ask("REPLICAOF", "127.0.0.1", "1")
    try client.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    server.ignoreLog()
    try await expect(.notPrimary, "it is a replica, which takes no changes")
  }

  @Test func aUserWithoutAPasswordIsTold() async throws {
    let server = try RedisServer(["--requirepass", "sesame"])
    let rig = try SessionRig(SessionRig.settings(server))
    #expect(try await rig.lost().code == .authentication)
    withExtendedLifetime(server) {}
  }

  @Test func whoOnlyReadsNeedsNoRightToChange() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let keys = try #require(ScopeKeys("s"))
    let hash = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"
    let rules = AccessRules(user: "view", changed: [], read: [keys])
    let words = rules.command(passwordHash: hash).split(separator: " ")
    _ = try client.ask(RESPCommand(arguments: words.map { Array($0.utf8) }))
    var settings = try SessionRig.settings("unix://view@\(server.socket)")
    settings.options.secret = EngineSecret("password")
    settings.isReadOnly = true
    let rig = try SessionRig(settings)
    _ = try await rig.attached()
    try await rig.goLive()
    _ = try client.ask(keys.apply(request(1)))
    #expect(try await entries(rig, upTo: 1).count == 1)
    await rig.session.perform(.join(session: 1, nil, []))
    #expect(try await rig.joined(1).head.revision == 1)
  }

  @Test func syncedIsRefusedByAnEngineThatCannot() async throws {
    let server = try RedisServer(["--appendfsync", "everysec"])
    let client = try server.connectToScope()
    var settings = try SessionRig.settings(server)
    settings.level = .synced(0)
    let rig = try SessionRig(settings)
    guard try client.text("WAITAOF", "0", "0", "1").contains("unknown command") else {
      _ = try await rig.attached()
      try await rig.goLive()
      await rig.session.perform(.submit(session: 1, request(1)))
      #expect(try await rig.outcome(RequestNumber(life, 1)) == .first(.ok(revision: 1)))
      return
    }
    #expect(try await rig.lost().code == .unfit)
  }

  /// What another wrote into the outcomes of a life must not reach a daemon, which ends the connection.
  @Test func anOutcomeThatIsNoTextIsAMalformedReply() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let keys = try #require(ScopeKeys("s"))
    var command = RESPCommand("HSET", keys.life(life.description), "n", "1", "o", "1", "1")
    command.append(Array("conflict ".utf8) + [0xFF] + Array(" 3".utf8))
    _ = try client.ask(command)
    let rig = try SessionRig(SessionRig.settings(server))
    _ = try await rig.attached()
    try await rig.goLive(lives: [life])
    await rig.session.perform(.submit(session: 1, request(1)))
    #expect(try await rig.lost().code == .malformedReply)
    withExtendedLifetime(server) {}
  }

  /// Lines to a daemon are bounded, and so is what one of them can have of actions.
  @Test(arguments: ["pos", nil])
  func manyLongActionsComeInPartsAndNoneTwice(group: UTF8String?) async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let keys = try #require(ScopeKeys("s"))
    let text = UTF8String(String(repeating: "x", count: 60_000))
    for number: UInt64 in 1...20 {
      let request = FleetRequest(RequestNumber(life, number))
      #expect(try client.ask(keys.act(request, text, limit: 100)).string == "same 0")
    }
    let rig = try SessionRig(SessionRig.settings(server))
    _ = try await rig.attached()
    try await rig.goLive()
    var numbers: [UInt64] = []
    while numbers.count < 20 {
      let order = ActionOrder(
        group.map { ActionOrder.Group($0, consumer: "us", claimAfter: .seconds(3_600)) },
        after: numbers.last ?? 0, count: 64)
      await rig.session.perform(.take(session: 1, order))
      let (actions, last) = try await rig.wait("actions") {
        if case .actions(_, _, let actions, let last) = $0 { (actions, last) } else { nil }
      }
      #expect(actions.reduce(0) { $0 + $1.text.bytes.count } <= 256 << 10)
      #expect(last == actions.last?.number)
      numbers += actions.map(\.number)
    }
    #expect(numbers == Array(1...20))
    withExtendedLifetime(server) {}
  }
}
