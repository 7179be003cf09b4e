import ButtonModel
import FleetLink
import RESP
import RedisEngine
import TestSupport
import Testing

/// What an administrator does by hand to a scope is noticed, and can be mended.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"))
struct MendingTests {
  private let keys = ScopeKeys("s")!

  private func set(
    _ number: UInt64, _ key: UTF8String, _ value: UTF8String, _ life: UInt64 = 1
  ) -> RESPCommand {
    keys.apply(
      FleetRequest(
        RequestNumber(Life(rawValue: life), number), oldestOpen: number,
        [FleetOperation(.set, key, value)]))
  }

  /// A scope with some keys, one of them removed again.
  private func scope(_ server: RedisServer) throws -> RedisClient {
    let client = try server.connectToScope()
    for number: UInt64 in 1...20 {
      _ = try client.ask(set(number, UTF8String("k.\(number)"), UTF8String("\(number)")))
    }
    let removal = FleetRequest(
      RequestNumber(Life(rawValue: 1), 21), oldestOpen: 21, [FleetOperation(.remove, "k.1")])
    _ = try client.ask(keys.apply(removal))
    return client
  }

  @Test func theLogIsBoundByBytes() throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let text = String(repeating: "x", count: 60_000)
    for number: UInt64 in 1...400 {
      let reply = try client.ask(set(number, "k", UTF8String("\"\(number)\(text)\"")))
      #expect(reply.string == "ok \(number)")
    }
    let log = try client.ask("XRANGE", keys.log, "-", "+").elements ?? []
    let bytes = log.reduce(0) { $0 + (LogEntry($1)?.changes.bytes.count ?? 0) }
    #expect(bytes <= 8 << 20 && bytes > 7 << 20)
    #expect(log.last.flatMap { LogEntry($0) }?.revision == 400)
    let used = try client.text("INFO", "memory").split(separator: "\r\n")
      .first { $0.hasPrefix("used_memory:") }.flatMap { Int($0.dropFirst(12)) }
    #expect(used ?? .max < 14 << 20)
  }

  @Test func actionsThatWaitAreBoundByBytes() throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let text = UTF8String(String(repeating: "x", count: 60_000))
    func act(_ number: UInt64) throws -> String? {
      let request = FleetRequest(RequestNumber(Life(rawValue: 1), number), oldestOpen: number)
      return try client.ask(keys.act(request, text, limit: 10_000)).string
    }
    for number: UInt64 in 1...300 { #expect(try act(number) == "same 0") }
    #expect(try Int(client.text("XLEN", keys.actions)) ?? 0 <= (8 << 20) / 60_000)
    try client.ask("XGROUP", "CREATE", keys.actions, "pos", "0")
    #expect(try act(301) == "full")
  }

  /// Why a daemon without a cursor cannot join.
  private func refusal(_ rig: SessionRig) async throws -> RedisEngineError {
    func next(_ step: SessionOrder?) async throws -> RedisEngineError? {
      if let step { await rig.session.perform(step) }
      return try await rig.wait("answer") { report -> RedisEngineError?? in
        switch report {
        case .attached, .joined: .some(nil)
        case .lost(let error, _): .some(error)
        default: nil
        }
      }
    }
    if let error = try await next(nil) { return error }
    if let error = try await next(.join(session: 1, nil, [])) { return error }
    await rig.session.perform(.snapshot(session: 1, after: 21))
    return try await rig.lost()
  }

  /// Each by what an administrator may do, and what is said then.
  @Test(arguments: [
    ("HSET btn:{s}:k k.5 5\u{1}99", "not as the functions left them"),
    ("HDEL btn:{s}:k k.5", "not as the functions left them"),
    ("HSET btn:{s}:k new.key 7\u{1}1", "not as the functions left them"),
    ("HSET btn:{s}:k k.5 900\u{1}99", "the history only comes to 21"),
    ("HSET btn:{s}:k k.5 text", "not REVISION and JSON"),
    ("HSET btn:{s}:m rev 9", "does not end at revision 9"),
    ("HSET btn:{s}:m chain ffffffffffffffff", "does not end at revision 21"),
    ("XADD btn:{s}:l 22-0 r 1:1 h 0000000000000000 c k.5", "does not end at revision 21"),
    ("HDEL btn:{s}:m rev", "lacks what says how far it is"),
    ("SET btn:{s}:l 1", "another type"),
  ])
  func whatIsAlteredByHandIsNoticedAndMended(_ command: String, says text: String) async throws {
    let server = try RedisServer()
    let client = try scope(server)
    let connection = try await EngineConnection.connect(server.options())
    defer { connection.close() }
    #expect(try await connection.damage(of: keys).message == nil)
    let words = command.split(separator: " ").map { word in
      word.utf8.map { $0 == 1 ? UInt8(ascii: " ") : $0 }
    }
    _ = try client.ask(RESPCommand(arguments: words))
    // A daemon that joins says why it does not.
    let rig = try SessionRig(SessionRig.settings(server))
    let error = try await refusal(rig)
    #expect(error.code == .altered && error.message.contains(text), "\(error)")
    #expect(error.advice.contains("buttonctl fleet repair"))
    rig.end()
    let damage = try await connection.damage(of: keys)
    #expect(damage.message?.contains(text) == true)
    let (revision, _) = try await connection.repair(keys, without: damage.fields)
    #expect(revision > 21)
    #expect(try await connection.damage(of: keys).message == nil)
    let reply = try client.ask(set(22, "k.2", "3"))
    #expect(reply.string == "ok \(revision + 1)")
    // Who was there takes all as a whole.
    let verdict = try await connection.join(keys, FleetCursor(20, Chain(rawValue: 1))).verdict
    #expect(verdict == .trimmed)
  }

  @Test func aValueThatNoDaemonTakesIsRemoved() async throws {
    let server = try RedisServer()
    let client = try scope(server)
    for number: UInt64 in 22...25 {
      _ = try client.ask(set(number, UTF8String("bad.\(number)"), "{"))
    }
    let connection = try await EngineConnection.connect(server.options())
    defer { connection.close() }
    let damage = try await connection.damage(of: keys)
    #expect(damage.fields.count == 4)
    // Meanwhile a daemon has mended one of them.
    _ = try client.ask(set(26, "bad.25", "1"))
    #expect(try await connection.repair(keys, without: damage.fields).dropped == 3)
    #expect(try client.sharedValues()["bad.25"] == "1")
    #expect(try await connection.damage(of: keys).message == nil)
  }

  /// As functions left it that took such names.
  @Test(arguments: ["stock..a", "stock.", "!" + String(repeating: "x", count: 129)])
  func aNameThatNoDaemonTakesIsRemoved(_ name: String) async throws {
    let server = try RedisServer()
    let client = try scope(server)
    #expect(try client.ask(set(22, UTF8String(name), "1")).string == "bad 0")
    let connection = try await EngineConnection.connect(server.options())
    defer { connection.close() }
    for field in ["5 1", "5 "] {
      try client.ask("HDEL", keys.meta, "log", "acts")
      try client.ask("HSET", keys.state, name, field)
      let damage = try await connection.damage(of: keys)
      #expect(damage.fields.map(\.name) == [name])
      #expect(try await connection.repair(keys, without: damage.fields).dropped == 1)
      #expect(try await connection.damage(of: keys).message == nil)
    }
  }

  /// The state does not have it any more, but who reads the log does.
  @Test func anEntryThatNoDaemonTakesIsRemoved() async throws {
    let server = try RedisServer()
    let client = try scope(server)
    for (number, value): (UInt64, UTF8String) in [(22, "{"), (23, "2")] {
      #expect(try client.ask(set(number, "k.2", value)).string == "ok \(number)")
    }
    let connection = try await EngineConnection.connect(server.options())
    defer { connection.close() }
    let damage = try await connection.damage(of: keys)
    #expect(damage.message?.contains("the entry of revision 22 in its log") == true)
    #expect(try await connection.repair(keys, without: damage.fields).dropped == 0)
    #expect(try await connection.damage(of: keys).message == nil)
    #expect(try client.sharedValues()["k.2"] == "2")
  }

  /// A daemon that has its cursor takes no snapshot; it looks all the same while the state is small.
  @Test func whoComesBackNoticesItToo() async throws {
    let server = try RedisServer()
    let client = try scope(server)
    let connection = try await EngineConnection.connect(server.options())
    defer { connection.close() }
    let head = try await connection.join(keys, nil).head
    try client.ask("HSET", keys.state, "k.5", "5 99")
    let rig = try SessionRig(SessionRig.settings(server))
    _ = try await rig.attached()
    await rig.session.perform(.join(session: 1, head, []))
    #expect(try await rig.lost().code == .altered)
  }

  @Test func anOlderLibraryLeavesNothingThatIsTakenForDamage() async throws {
    let server = try RedisServer()
    let client = try scope(server)
    // As functions of the first edition leave it.
    try client.ask("HDEL", keys.meta, "log", "acts")
    try client.ask("HSET", keys.state, "k.5", "5 99")
    let connection = try await EngineConnection.connect(server.options())
    defer { connection.close() }
    #expect(try await connection.damage(of: keys).message == nil)
    #expect(try client.ask(set(22, "k.2", "3")).string == "ok 22")
    #expect(try await connection.damage(of: keys).message == nil)
    // From the next init on it is kept.
    #expect(try await !connection.makeScope(keys).isNew)
    #expect(try client.ask(set(23, "k.2", "4")).string == "ok 23")
    #expect(try await connection.damage(of: keys).message == nil)
    try client.ask("HSET", keys.state, "k.5", "5 98")
    #expect(try await connection.damage(of: keys).message != nil)
  }

  @Test func aRestorationFillsAnEmptyScopeOnly() async throws {
    let server = try RedisServer()
    let client = try scope(server)
    let connection = try await EngineConnection.connect(server.options())
    defer { connection.close() }
    let place = FleetChangeSet.Place(
      id: Chain(rawValue: 0xC0FFEE), cursor: FleetCursor(41, Chain(rawValue: 5)))
    let values: [(UTF8String, UTF8String)] = [("stock.a", "7"), ("!till", "{}")]
    func restore() async -> String? {
      do {
        try await connection.restore(keys, values.map { (key: $0.0, value: $0.1) }, at: place)
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(await restore()?.contains("the scope s is not empty: the scope is at") == true)
    try client.ask("FLUSHALL")
    // Of a life that the scope had before somebody removed its other keys.
    try client.ask("HSET", keys.life(Life(rawValue: 1).description), "n", "5", "o", "5")
    #expect(await restore() == nil)
    #expect(try client.sharedValues() == ["stock.a": "7", "!till": "{}"])
    #expect(try await connection.damage(of: keys).message == nil)
    let reply = try await connection.join(keys, place.cursor)
    #expect(reply.verdict == .trimmed && reply.id == place.id && reply.restored == 41)
    #expect(try client.ask(set(1, "stock.a", "8")).string == "ok 43")
  }
}
