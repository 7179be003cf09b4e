import ButtonModel
import FleetLink
import Glibc
import RESP
import RedisEngine
import TestSupport
import Testing

/// Somebody who has what a till has, or writes past the functions: real daemons, links and an engine.
extension FleetProcessTests {
  /// What an intruder puts into a scope's log, a DEL standing for the byte 0xFF; the chain is right unless
  /// said otherwise.
  private static let hostile: [(changes: String, isChained: Bool)] = [
    ("price..a 1", true), ("stock..a 1", true), ("stock.a {", true),
    ("stock.a \"\(String(repeating: "x", count: 70_000))\"", true),
    (String(repeating: "stock.a 1\n", count: 40_000) + "stock.a 1", true),
    ("stock.a 1", false), ("! {}", true), ("", true),
    ("stock.a \"\u{7F}\"", true), ("stock.\u{7F} 1", true),
    (String(repeating: "\u{1}", count: 250_000), true),
  ]

  @Test func aHostileLogStopsThatScopeAlone() throws {
    let shop = try Shop()
    let admin = try shop.server.connect()
    let names = Self.hostile.indices.map { "h\($0)" }
    for name in names {
      _ = try admin.ask("FCALL", "btn_init", "1", "btn:{\(name)}:m", "0123456789abcdef")
    }
    let more = names.map { name in
      #"\#(name): {engine: "\#(shop.engine)", spread: 100 ms, keys: [stock.\#(name)]}"#
    }
    let till = try Till(shop.engine, scope: Till.own, more: more.joined(separator: "\n    "))
    try till.wait(for: "live")
    for name in names { try till.wait(for: "live", of: name) }
    for (name, entry) in zip(names, Self.hostile) {
      let request = RequestNumber(Life(rawValue: 0xBAD), 1)
      let text = entry.changes.replacing("stock.a", with: "stock.\(name)")
      let changes = UTF8String(bytes: text.utf8.map { $0 == 0x7F ? 0xFF : $0 })
      let right = Chain("0123456789abcdef".utf8)?.adding(request, changes).description ?? ""
      let chain = entry.isChained ? right : "ffffffffffffffff"
      var command = RESPCommand(
        "XADD", "btn:{\(name)}:l", "1-0", "r", request.description, "h", chain, "c")
      command.append(changes.bytes)
      _ = try admin.ask(command)
      _ = try admin.ask("HSET", "btn:{\(name)}:m", "rev", "1", "chain", chain)
    }
    for name in names { try till.wait(for: "refused", of: name) }
    // All else goes on: the other scope, this daemon's own keys, and a daemon that comes.
    try till.add(3, to: "open.a")
    #expect(try till.status(of: "s")?["state"]?.string == "live")
    #expect(try till.value("stock.h0") == nil)
    _ = try till.client.call("state.set", #"{"values":{"local":1},"wait":"published"}"#)
    let other = try Till(shop.engine, scope: Till.own)
    try other.wait(for: "live")
    try other.sync()
    #expect(try other.value("open.a") == 3)
    // Each says what is wrong.
    for name in names {
      let message = try till.status(of: name)?["message"]?.string ?? ""
      #expect(message.contains("breaks the rules at revision 1"), "\(name): \(message)")
    }
  }

  @Test func whatATillHasOpensItsScopeAlone() throws {
    let shop = try Shop()
    let admin = try shop.server.connect()
    for name in ["chain", "shop-5"] {
      _ = try admin.ask("FCALL", "btn_init", "1", "btn:{\(name)}:m", "0123456789abcdef")
    }
    let keys = try ["s", "chain", "shop-5"].map { try #require(ScopeKeys($0)) }
    func admit() throws {
      let hash = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"
      let rules = AccessRules(user: "till", changed: [keys[0]], read: [keys[1]])
      let words = rules.command(passwordHash: hash).split(separator: " ").map { Array($0.utf8) }
      _ = try admin.ask(RESPCommand(arguments: words))
    }
    try admit()
    let folder = TemporaryFolder()
    let secret = folder.write("password\n", to: "secret")
    chmod(secret, 0o600)
    let engine = shop.engine.replacing("unix://", with: "unix://till@")
    let till = try Till(engine, scope: Till.stock + ", secret: \(secret)")
    try till.wait(for: "live")
    try till.add(5)
    try till.sync()

    // With the same password somebody else changes the shop, and nothing beyond it.
    let thief = try shop.server.connect()
    _ = try thief.ask("AUTH", "till", "password")
    let theft = FleetRequest(
      RequestNumber(Life(rawValue: 0xBAD), 1), [FleetOperation(.set, "stock.apple", "0")])
    #expect(try thief.ask(keys[0].apply(theft)).string == "ok 6")
    for other in keys.dropFirst() {
      guard case .error(let text) = try thief.send([other.apply(theft)])[0] else {
        Issue.record("\(other.scope) is open")
        continue
      }
      #expect(String(decoding: text, as: UTF8.self).contains("NOPERM"))
    }
    for line in [
      "DEL btn:{s}:l", "EVAL return 0", "FUNCTION FLUSH", "CONFIG GET dir", "ACL LIST", "KEYS x",
      "SHUTDOWN NOSAVE", "REPLICAOF a 1", "FLUSHALL", "HGET btn:{shop-5}:m rev",
    ] {
      let reply = try thief.send([
        RESPCommand(arguments: line.split(separator: " ").map { Array($0.utf8) })
      ])[0]
      guard case .error(let text) = reply else {
        Issue.record("\(line) is allowed")
        continue
      }
      #expect(String(decoding: text, as: UTF8.self).hasPrefix("NOPERM"), "\(line)")
    }
    try till.sync()
    #expect(try till.value() == 0)

    // Without the user both are out, the till says why, and comes back with what it has counted since.
    _ = try admin.ask("ACL", "DELUSER", "till")
    #expect(throws: (any Error).self) { try thief.ask("PING") }
    try till.wait(for: "offline")
    try till.add(2)
    try till.wait(for: "offline", because: "authentication")
    try admit()
    try till.wait(for: "live")
    try till.sync()
    #expect(try till.value() == 2)
    #expect(try shop.value("stock.apple") == "2")
  }
}

extension Till {
  /// A scope beside others that share what is under `stock`.
  fileprivate static let own = "keys: [open], offline: {open: count}"
}
