import ButtonModel
import FleetLink
import RESP
import RedisEngine
import TestSupport
import Testing

/// The user whose rights `fleet user` prints can do what a daemon does, and nothing else.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"))
struct AccessRulesTests {
  private let shop = ScopeKeys("shop-4")!
  private let chain = ScopeKeys("chain")!
  private let other = ScopeKeys("shop-5")!
  private let life = Life(rawValue: 1)

  /// A server with three scopes, and connections of a daemon that changes one and reads another, and of
  /// one that only reads.
  private func users() throws -> (server: RedisServer, till: RedisClient, view: RedisClient) {
    let server = try RedisServer()
    let admin = try server.connectToScope()
    for keys in [shop, chain, other] {
      try admin.ask("FCALL", "btn_init", "1", keys.meta, "0123456789abcdef")
    }
    // The SHA-256 of "password".
    let hash = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"
    for rules in [
      AccessRules(user: "till", changed: [shop], read: [chain]),
      AccessRules(user: "view", changed: [], read: [chain]),
    ] {
      let words = rules.command(passwordHash: hash).split(separator: " ")
      _ = try admin.ask(RESPCommand(arguments: words.map { Array($0.utf8) }))
    }
    let (till, view) = try (server.connect(), server.connect())
    try till.ask("AUTH", "till", "password")
    try view.ask("AUTH", "view", "password")
    return (server, till, view)
  }

  /// A delivery of the action that request 66 performs.
  private func delivery(
    _ number: UInt64, to consumer: UTF8String, of group: UTF8String = "pos"
  ) -> FleetDelivery {
    FleetDelivery(number, RequestNumber(life, 66), of: group, to: consumer)
  }

  private func request(_ number: UInt64, _ operations: [FleetOperation] = []) -> FleetRequest {
    FleetRequest(
      RequestNumber(life, number), oldestOpen: number, logLength: 1,
      operations + [FleetOperation(.increment, "n", "1")])
  }

  @Test func aDaemonDoesAllThatTheFunctionsDo() throws {
    let (_, till, _) = try users()
    // Past the 64th revision, where the log is trimmed.
    for number: UInt64 in 1...64 {
      #expect(try till.ask(shop.apply(request(number))).string == "ok \(number)")
    }
    #expect(try till.ask(shop.apply(request(64))).string == "dup ok 64")
    let removal = request(65, [FleetOperation(.remove, "n")])
    #expect(try till.ask(shop.apply(removal)).string == "ok 65")
    try till.ask("XGROUP", "CREATE", shop.actions, "pos", "0", "MKSTREAM")
    #expect(try till.ask(shop.act(request(66), "1", limit: 1)).string == "ok 66")
    #expect(try till.ask(shop.act(request(67), "1", limit: 1)).string == "full")
    try till.ask("XREADGROUP", "GROUP", "pos", "a", "COUNT", "1", "STREAMS", shop.actions, ">")
    try till.ask("XAUTOCLAIM", shop.actions, "pos", "a", "0", "0")
    #expect(try till.ask(shop.done(request(68), delivery(1, to: "b"))).string == "lost")
    #expect(try till.ask(shop.done(request(69), delivery(1, to: "a"))).string == "ok 67")
    #expect(try till.ask(shop.done(request(70), delivery(2, to: "a", of: "none"))).string == "lost")
    // Who has a delivery stays.
    try till.ask("XREADGROUP", "GROUP", "pos", "c", "STREAMS", shop.actions, ">")
    #expect(try till.ask(shop.act(request(71), "2", limit: 9)).string == "ok 68")
    try till.ask("XREADGROUP", "GROUP", "pos", "b", "STREAMS", shop.actions, ">")
    #expect(
      try till.ask(shop.sweep(from: "0", count: 10, idle: 0)).elements?.last?.string == "0")
    #expect(try consumers(of: "pos", till) == ["b"])
    let cursor = FleetCursor(1, Chain(rawValue: 1))
    let reply = try till.ask(shop.join(cursor, lives: [life]))
    #expect(JoinReply(reply, lives: [life])?.verdict == .trimmed)
    #expect(JoinReply(reply, lives: [life])?.numbers == [life: 71])
    try till.ask("XREAD", "STREAMS", shop.log, "0")
    try till.ask("HSCAN", shop.state, "0")
    #expect(try till.text("FCALL_RO", "btn_version", "0") == "\(FleetLibrary.version)")
  }

  /// `answer: synced` asks for it; Redis 7.0 has no such command, and would refuse the whole user.
  @Test func waitingForTheDiskIsARightThatIsAskedFor() {
    let usual = AccessRules(user: "till", changed: [shop], read: [])
    let synced = AccessRules(user: "till", changed: [shop], read: [], waitsForDisk: true)
    let view = AccessRules(user: "view", changed: [], read: [chain], waitsForDisk: true)
    #expect(!usual.command(passwordHash: "1").contains("waitaof"))
    #expect(synced.command(passwordHash: "1").contains(" +wait +waitaof %RW~"))
    #expect(!view.command(passwordHash: "1").contains("waitaof"))
  }

  private func consumers(of group: String, _ client: RedisClient) throws -> [String?] {
    try client.ask("XINFO", "CONSUMERS", shop.actions, group).elements?.map {
      $0.elements?.dropFirst().first?.string
    } ?? []
  }

  @Test func aScopeCanBeReadWithoutRightsToChangeIt() throws {
    let (_, till, view) = try users()
    for user in [till, view] {
      #expect(JoinReply(try user.ask(chain.join(nil)), lives: [])?.verdict == .fresh)
      try user.ask("XREAD", "STREAMS", chain.log, "0")
      try user.ask("HSCAN", chain.state, "0")
      try user.ask("HGET", chain.meta, "rev")
    }
  }

  @Test func nothingElseIsAllowed() throws {
    let (server, till, view) = try users()
    let before = try dump(server)
    for (user, keys) in [(till, chain), (till, other), (view, chain), (view, shop)] {
      try refuses(user, keys.apply(request(1)))
      try refuses(user, keys.act(request(1), "1", limit: 1))
      try refuses(user, RESPCommand("FCALL", "btn_init", "1", "btn:{new}:m", "0123456789abcdef"))
      try refuses(user, keys.sweep(from: "0", count: 1))
      for words in [["HSET", keys.state, "a", "9 1"], ["HDEL", keys.meta, "rev"]] {
        try refuses(user, RESPCommand(arguments: words.map { Array($0.utf8) }))
      }
    }
    for (user, keys) in [(till, other), (view, shop), (view, other)] {
      try refuses(user, keys.join(nil))
      try refuses(user, RESPCommand("XREAD", "STREAMS", keys.log, "0"))
      try refuses(user, RESPCommand("HGET", keys.meta, "rev"))
    }
    for user in [till, view] {
      for line in [
        "DEL \(shop.log)", "UNLINK \(shop.log)", "SET \(shop.meta) 1", "RENAME \(shop.log) x",
        "FLUSHALL", "FLUSHDB", "KEYS *", "SCAN 0", "EVAL return 0", "EVALSHA x 0",
        "SCRIPT FLUSH", "FUNCTION DELETE buttond", "FUNCTION FLUSH", "FUNCTION LIST",
        "FUNCTION LOAD x", "CONFIG GET *", "CONFIG SET appendonly no", "ACL LIST",
        "ACL SETUSER view on", "SHUTDOWN", "SAVE", "BGSAVE", "MONITOR",
        "CLIENT LIST", "CLIENT KILL TYPE normal", "REPLICAOF NO ONE", "SELECT 1",
        "XGROUP DESTROY \(shop.actions) pos", "SUBSCRIBE x", "PUBLISH x y", "SLOWLOG GET",
        "MIGRATE x 1 k 0 1", "RESTORE k 0 x", "DUMP \(shop.state)", "COPY \(shop.state) x",
      ] {
        let words =
          line == "EVAL return 0"
          ? ["EVAL", "return 0", "0"] : line.split(separator: " ").map(String.init)
        try refuses(user, RESPCommand(arguments: words.map { Array($0.utf8) }))
      }
    }
    #expect(try dump(server) == before)
  }

  private func refuses(_ user: RedisClient, _ command: RESPCommand) throws {
    let words = command.arguments.map { String(decoding: $0, as: UTF8.self) }
    guard case .error(let text) = try user.send([command])[0] else {
      Issue.record("allowed: \(words)")
      return
    }
    let error = String(decoding: text, as: UTF8.self)
    #expect(error.hasPrefix("NOPERM") || error.contains("NOPERM"), "\(words): \(error)")
  }

  /// All that the server has.
  private func dump(_ server: RedisServer) throws -> [String] {
    let admin = try server.connect()
    let names = (try admin.ask("KEYS", "*").elements ?? []).compactMap(\.string).sorted()
    return try names.map { try $0 + " " + admin.text("DUMP", $0) }
  }
}
