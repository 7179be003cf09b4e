import ButtonModel
import FleetLink
import NIOCore
import RESP
import TestSupport
import Testing

@testable import RedisEngine

/// Which daemons share a scope, as they say themselves.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"),
  .serialized)
struct PresenceTests {
  private let keys = ScopeKeys("s")!

  private func settings(_ server: RedisServer, _ name: String) throws -> SessionSettings {
    var settings = try SessionSettings(EngineLocation("unix://\(server.socket)"))
    settings.spread = .milliseconds(1)
    settings.name = name
    settings.version = "1.2.3"
    // A reader of the log looks after itself so often.
    settings.block = .milliseconds(20)
    return settings
  }

  private func names(_ server: RedisServer) async throws -> [String] {
    let connection = try await EngineConnection.connect(server.options())
    defer { connection.close() }
    return try await connection.presence(keys).daemons.map(\.name)
  }

  private func wait(for names: [String], _ server: RedisServer) async throws {
    try await TestSupport.wait(forAnswer: "\(names)") { try await self.names(server) == names }
  }

  @Test func whoFollowsTheLogIsListedWithHowFarItIs() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let number = RequestNumber(Life(rawValue: 1), 1)
    _ = try client.ask(keys.apply(FleetRequest(number, [FleetOperation(.increment, "n", "1")])))
    let rigs = try ["till-2", "till-1"].map { try SessionRig(settings(server, $0)) }
    for rig in rigs {
      _ = try await rig.attached()
      try await rig.goLive()
    }
    try await wait(for: ["till-1", "till-2"], server)
    let connection = try await EngineConnection.connect(server.options())
    let presence = try await connection.presence(keys)
    #expect(presence.revision == 1 && !presence.isCut)
    #expect(presence.daemons.map(\.version) == ["1.2.3", "1.2.3"])
    #expect(presence.daemons.map(\.revision) == [1, 1])
    #expect(presence.daemons.map(\.behind) == [0, 0])
    #expect(presence.daemons.allSatisfy { $0.age ?? 99 <= 45 })
    connection.close()
  }

  @Test func whoIsGoneIsDroppedAndItsNameSweptUp() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    var brief = try settings(server, "till-1")
    brief.presence = .milliseconds(100)
    let gone = try SessionRig(brief)
    _ = try await gone.attached()
    try await gone.goLive()
    try await wait(for: ["till-1"], server)
    gone.end()
    try await wait(for: [], server)
    // Its name is still there, until another daemon finds that nothing is behind it.
    #expect(try client.ask("HLEN", keys.presence) == .integer(1))
    brief.name = "till-2"
    let other = try SessionRig(brief)
    _ = try await other.attached()
    try await other.goLive()
    try TestSupport.wait(for: "the other name alone") {
      try client.ask("HLEN", keys.presence) == .integer(1) && names(of: client) == ["till-2"]
    }
  }

  /// A removed key leaves a mark in the engine, as long as the log has it.
  @Test func whatARemovedKeyLeftIsSweptUp() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let life = Life(rawValue: 1)
    for (number, kind) in [FleetOperation.Kind.increment, .remove, .increment].enumerated() {
      let operation = FleetOperation(kind, number < 2 ? "gone" : "here", kind == .remove ? "" : "1")
      let request = FleetRequest(RequestNumber(life, UInt64(number) + 1), [operation])
      _ = try client.ask(keys.apply(request))
    }
    _ = try client.ask("XTRIM", keys.log, "MAXLEN", "=", "2")
    var settings = try settings(server, "till-1")
    settings.presence = .milliseconds(50)
    let rig = try SessionRig(settings)
    _ = try await rig.attached()
    try await rig.goLive()
    try waitForPass(client)
    #expect(try client.text("HGET", keys.state, "gone") == "2 ")
    _ = try client.ask("XTRIM", keys.log, "MAXLEN", "=", "1")
    try TestSupport.wait(for: "the end of what the key left") {
      try client.ask("HEXISTS", keys.state, "gone") == .integer(0)
    }
    #expect(try client.text("HGET", keys.state, "here") == "3 1")
  }

  /// Until the engine has been swept once more.
  private func waitForPass(_ client: RedisClient) throws {
    func count() throws -> Int {
      let line = try client.text("INFO", "commandstats").split(separator: "\r\n")
        .first { $0.hasPrefix("cmdstat_hscan:") }
      return line.flatMap { Int($0.split(separator: "=")[1].split(separator: ",")[0]) } ?? 0
    }
    // Of names and of keys by turns.
    let wanted = try count() + 4
    try TestSupport.wait(for: "a sweep") { try count() >= wanted }
  }

  /// A machine that is busy may hold it up until the engine has dropped what it said of itself.
  @Test func nobodySweepsItselfUp() throws {
    let server = try RedisServer()
    var presence = try ScopePresence(keys, settings(server, "till-1"))
    let own = presence.commands(at: 1, of: 1)[0].arguments[2]
    let fields = [own, Array("gone".utf8)].flatMap { [RESPValue.bulk($0), .bulk([])] }
    let page = RESPValue.array([.bulk(Array("0".utf8)), .array(fields)])
    #expect(presence.lives(of: page).map(\.run) == ["gone"])
  }

  private func names(of client: RedisClient) throws -> [String] {
    let runs = try client.ask("HKEYS", keys.presence).elements?.compactMap(\.string) ?? []
    return try runs.map { try client.text("HGET", keys.presence(of: $0), "name") }
  }

  @Test func aHostileNameIsPrintedAsItIsWritten() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let name = "\u{1B}[2Jx" + String(repeating: "y", count: 5_000)
    _ = try client.ask("HSET", keys.presence, "r", "", "unknown", "")
    let own = keys.presence(of: "r")
    _ = try client.ask("HSET", own, "name", name, "revision", "-3", "behind", "x")
    let shown = try await names(server)
    #expect(shown.count == 1)
    #expect(shown.first?.hasPrefix(#"\u{1b}[2Jxyy"#) == true)
    #expect((shown.first?.count ?? 999) < 80)
  }

  @Test func aUserWhoMayOnlyReadListsAndIsNotListed() async throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let rules = AccessRules(user: "view", changed: [], read: [keys])
    let hash = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"
    let words = rules.command(passwordHash: hash).split(separator: " ").map { Array($0.utf8) }
    _ = try client.ask(RESPCommand(arguments: words))
    let till = try SessionRig(settings(server, "till-1"))
    _ = try await till.attached()
    try await till.goLive()
    try await wait(for: ["till-1"], server)
    var settings = try settings(server, "view")
    settings.options = try server.options(user: "view", secret: "password")
    settings.isReadOnly = true
    let presence = try await ScopeSession.presence(keys, settings)
    #expect(presence.daemons.map(\.name) == ["till-1"])
    #expect(presence.daemons.first?.age != nil)
    let reader = try SessionRig(settings)
    _ = try await reader.attached()
    try await reader.goLive()
    let number = RequestNumber(Life(rawValue: 1), 1)
    _ = try client.ask(keys.apply(FleetRequest(number, [FleetOperation(.increment, "n", "1")])))
    _ = try await reader.wait("entries") { if case .entries = $0 { true } else { nil } }
    #expect(try await names(server) == ["till-1"])
  }
}
