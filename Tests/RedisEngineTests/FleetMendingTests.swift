import RESP
import RedisEngine
import TestSupport
import Testing

/// An administrator brings a scope back, with real daemons, links and an engine.
extension FleetProcessTests {
  private func run(_ arguments: String...) throws -> (code: ProcessEnd, text: String) {
    try run(arguments)
  }

  private func run(_ arguments: [String]) throws -> (code: ProcessEnd, text: String) {
    let done = try Program.run(InstalledPrefix().client, ["fleet"] + arguments)
    return (done.end, done.output + done.error)
  }

  /// FLUSHALL; one till has made a backup, and both go on to sell.
  @Test func aScopeThatTheEngineLostComesBackFromADaemon() throws {
    let shop = try Shop()
    let (a, b) = (try Till(shop.engine), try Till(shop.engine))
    for till in [a, b] { try till.wait(for: "live") }
    try a.add(3)
    try b.add(2)
    for till in [a, b, a] { try till.sync() }
    try shop.server.connect().ask("FLUSHALL")
    for till in [a, b] { try till.wait(for: "offline") }
    try a.add(10)
    try b.add(20)
    // Somebody makes the scope again, with another history.
    #expect(try run("init", "s", "--unguarded", "--engine", shop.engine).code == .exited(0))
    for till in [a, b] { try till.wait(for: "foreign") }
    let folder = TemporaryFolder()
    let backup = folder.file("till.backup")
    let made = try Program.run(
      InstalledPrefix().client, ["--socket", a.daemon.socketPath, "backup", backup])
    #expect(made.end == .exited(0), "\(made.error)")
    let words = [
      "restore", "s", "--from", backup, "--config", a.configuration, "--engine", shop.engine,
    ]
    let restored = try run(words)
    #expect(restored.code == .exited(0), "\(restored.text)")
    #expect(restored.text.contains("scope s: 1 keys of revision 5 are back"))
    for till in [a, b] { try till.wait(for: "live") }
    for till in [a, b, a] { try till.sync() }
    #expect(try a.value() == 35 && b.value() == 35)
    #expect(try shop.value("stock.apple") == "35")
    #expect(try a.rejections() == [] && b.rejections() == [])
    // Never over what is there.
    let again = try run(words)
    #expect(again.code == .exited(1) && again.text.contains("not empty"))
  }

  /// A forged entry, and a value that was altered by hand.
  @Test func aScopeThatWasAlteredIsRepaired() throws {
    let shop = try Shop()
    let (a, b) = (try Till(shop.engine), try Till(shop.engine))
    for till in [a, b] { try till.wait(for: "live") }
    try a.add(5)
    for till in [a, b] { try till.sync() }
    let admin = try shop.server.connect()
    let zeros = String(repeating: "0", count: 16)
    try admin.ask(
      "XADD", "btn:{s}:l", "6-0", "r", "\(zeros):1", "h", zeros, "c", "stock.apple 99")
    try admin.ask("HSET", "btn:{s}:k", "stock.apple", "5 7")
    for till in [a, b] { try till.wait(for: "offline") }
    try a.wait(for: "offline", because: "altered")
    try b.add(1)
    let check = try run("repair", "s", "--check", "--engine", shop.engine)
    #expect(check.code == .exited(1) && check.text.contains("the log does not end at revision 5"))
    let repaired = try run("repair", "s", "--engine", shop.engine)
    #expect(repaired.code == .exited(0) && repaired.text.contains("repaired"), "\(repaired.text)")
    for till in [a, b] { try till.wait(for: "live") }
    for till in [b, a] { try till.sync() }
    // What the engine has counts, and what a till had sold meanwhile.
    #expect(try a.value() == 8 && b.value() == 8)
    #expect(try run("repair", "s", "--engine", shop.engine).text.contains("nothing is wrong"))
  }
}
