import ButtonModel
import FleetLink
import Glibc
import RESP
import RedisEngine
import TestSupport
import Testing

/// `buttond-fleet run` between a daemon and an engine.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"))
struct FleetServiceTests {
  private let life = "0000000000000001"

  private func configuration(
    _ daemon: ScriptedDaemon, _ engine: String, _ more: String = ""
  ) -> String {
    daemon.folder.write(
      "fleet: {scopes: {s: {engine: \"\(engine)\", keys: [n], spread: 0 s\(more)}}}\n",
      to: "buttond.yaml")
  }

  private func start(_ daemon: ScriptedDaemon, _ configuration: String) throws -> Program {
    try Program(
      "\(InstalledPrefix().path)/libexec/buttond/buttond-fleet",
      ["run", "--config", configuration, "--socket", daemon.path])
  }

  /// Joins as a daemon without a cursor does, up to the last page of the snapshot.
  private func goLive(_ daemon: ScriptedDaemon, _ session: Int) throws -> [JSONTree] {
    var keys: [JSONTree] = []
    while true {
      let (name, params) = try daemon.any()
      switch name {
      case "fleet.attach":
        // Once more after an engine that did not answer in time.
        keys = []
        try daemon.notify(
          "fleet.join", #"{"scope":"s","session":\#(session),"lives":["\#(life)"]}"#)
      case "fleet.joined":
        #expect(params["session"]?.int == session && params["verdict"]?.string == "fresh")
        let head = params["head"]?["revision"]?.int ?? -1
        try daemon.notify("fleet.read", #"{"scope":"s","session":\#(session),"after":\#(head)}"#)
      case "fleet.snapshot":
        keys += params["keys"]?.elements ?? []
        if params["head"] != nil { return keys }
      default: continue
      }
    }
  }

  private func submit(_ daemon: ScriptedDaemon, _ session: Int, _ number: Int) throws {
    try daemon.notify(
      "fleet.submit",
      #"{"scope":"s","session":\#(session),"requests":[{"request":"\#(life):\#(number)","#
        + #""oldestOpen":1,"operations":[{"kind":"increment","key":"n","argument":"1"}]}]}"#)
  }

  @Test func aChangeComesBackAsOutcomeAndAsEntry() throws {
    let server = try RedisServer()
    _ = try server.connectToScope()
    let daemon = try ScriptedDaemon()
    let program = try start(daemon, configuration(daemon, "unix://\(server.socket)"))
    try daemon.accept()
    #expect(try goLive(daemon, 1).isEmpty)
    try submit(daemon, 1, 1)
    var found: [String: JSONTree] = [:]
    while found.count < 2 {
      // In either order: they come over two connections.
      let (name, params) = try daemon.any()
      if name == "fleet.entries" || name == "fleet.outcomes" { found[name] = params }
    }
    let outcome = found["fleet.outcomes"]?["outcomes"]?.elements.first
    #expect(outcome?["request"]?.string == "\(life):1" && outcome?["answer"]?.string == "ok 1")
    let entry = found["fleet.entries"]?["entries"]?.elements.first
    #expect(entry?["revision"]?.int == 1 && entry?["changes"]?.string == "n 1")
    withExtendedLifetime((server, program)) {}
  }

  @Test func aDaemonThatComesBackIsServedAgain() throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    _ = try client.ask(ScopeKeys("s")!.apply(request(1)))
    let daemon = try ScriptedDaemon()
    let program = try start(daemon, configuration(daemon, "unix://\(server.socket)"))
    var bystanders: [Program] = []
    for session in 1...3 {
      do {
        try daemon.accept()
        #expect(try goLive(daemon, session).count == 1)
      } catch {
        throw TestFailure("session \(session): \(error): \(program.log)")
      }
      // What starts meanwhile must not keep the connection.
      let bystander = try Program("sleep", ["100"])
      daemon.hangUp()
      bystanders.append(bystander)
    }
  }

  @Test func anEngineOutOfReachIsAState() throws {
    let daemon = try ScriptedDaemon()
    let program = try start(daemon, configuration(daemon, "unix:///nowhere/redis.sock"))
    try daemon.accept()
    let state = try daemon.next("fleet.state")
    #expect(state["scope"]?.string == "s" && state["reason"]?.string == "unreachable")
    #expect(state["message"]?.string?.contains("is the engine running") == true)
    #expect(program.log.contains("buttond-fleet: s: /nowhere/redis.sock: cannot connect"))
  }

  @Test func aSecretThatIsMendedIsTriedAgain() throws {
    let server = try RedisServer(["--requirepass", "right"])
    let client = try server.connect()
    _ = try client.ask("AUTH", "right")
    var load = RESPCommand("FUNCTION", "LOAD")
    load.append(FleetLibrary.code)
    _ = try client.ask(load)
    _ = try client.ask("FCALL", "btn_init", "1", "btn:{s}:m", "0123456789abcdef")
    let daemon = try ScriptedDaemon()
    let secret = daemon.folder.file("secret")
    let program = try start(
      daemon, configuration(daemon, "unix://\(server.socket)", ", secret: \(secret)"))
    try daemon.accept()
    let missing = try daemon.next("fleet.state")
    #expect(missing["reason"]?.string == "unreadableSecret")
    _ = daemon.folder.write("wrong\n", to: "secret")
    chmod(secret, 0o600)
    var reason = ""
    while reason != "authentication" {
      reason = try daemon.find("fleet.state")["reason"]?.string ?? ""
    }
    _ = daemon.folder.write("right\n", to: "secret")
    _ = try daemon.find("fleet.attach")
    withExtendedLifetime(program) {}
  }

  /// Who writes past the functions, as a stolen till can, writes lines that no daemon takes.
  @Test(arguments: ["log", "state"])
  func whatIsTooLargeIsSentCutOff(place: String) throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    let text = "n \"" + String(repeating: "x", count: 700_000) + "\""
    if place == "log" {
      _ = try client.ask("XADD", "btn:{s}:l", "1-0", "r", "\(life):1", "h", life, "c", text)
      _ = try client.ask("HSET", "btn:{s}:m", "rev", "1", "chain", life)
    } else {
      _ = try client.ask("HSET", "btn:{s}:k", "n", "0 " + text)
    }
    let daemon = try ScriptedDaemon()
    let program = try start(daemon, configuration(daemon, "unix://\(server.socket)"))
    try daemon.accept()
    _ = try daemon.find("fleet.attach")
    try daemon.notify("fleet.join", #"{"scope":"s","session":1,"lives":[]}"#)
    _ = try daemon.find("fleet.joined")
    if place == "log" {
      try daemon.notify(
        "fleet.tail",
        #"{"scope":"s","session":1,"cursor":{"revision":0,"chain":"0123456789abcdef"}}"#)
      let entry = try daemon.find("fleet.entries")["entries"]?.elements.first
      let count = entry?["changes"]?.string?.utf8.count ?? 0
      #expect(count > ScopeSettings.maximumEntryBytes && count < 300_000)
    } else {
      try daemon.notify("fleet.read", #"{"scope":"s","session":1,"after":0}"#)
      let count = try daemon.find("fleet.snapshot")["keys"]?.elements.first?["value"]?.string
      #expect((100_000..<140_000).contains(count?.utf8.count ?? 0))
    }
    withExtendedLifetime(program) {}
  }

  @Test func aDaemonThatDoesNotKnowTheScopeEndsIt() throws {
    let server = try RedisServer()
    _ = try server.connectToScope()
    let daemon = try ScriptedDaemon()
    let program = try start(daemon, configuration(daemon, "unix://\(server.socket)"))
    try daemon.accept()
    try daemon.refuse(-32004, "there is no scope s")
    try program.waitForLog("buttond-fleet: s: the daemon refuses it: there is no scope s")
    // It must know that nothing more comes, whatever it refused.
    let state = try daemon.find("fleet.state")
    #expect(state["scope"]?.string == "s" && state["reason"]?.string == "refused")
    #expect(state["message"]?.string?.contains("there is no scope s") == true)
  }

  @Test func aSecondProgramTakesOver() throws {
    let server = try RedisServer()
    _ = try server.connectToScope()
    let daemon = try ScriptedDaemon()
    let program = try start(daemon, configuration(daemon, "unix://\(server.socket)"))
    try daemon.accept()
    _ = try daemon.next("fleet.attach")
    try daemon.notify("fleet.detached", #"{"scope":"s"}"#)
    try program.waitForLog("buttond-fleet: s: another program carries it now")
  }

  @Test func aCheckTriesEachEngine() throws {
    let server = try RedisServer()
    _ = try server.connectToScope()
    let folder = TemporaryFolder()
    let file = folder.write(
      """
      fleet:
        scopes:
          s: {engine: "unix://\(server.socket)", keys: [n]}
          t: {engine: "unix://\(server.socket)", keys: [m]}
      """, to: "buttond.yaml")
    let path = "\(try InstalledPrefix().path)/libexec/buttond/buttond-fleet"
    let done = try Program.run(path, ["run", "--check", "--config", file])
    #expect(done.end == .exited(1))
    #expect(done.output.contains("scope s: \(server.socket), revision 0\n"))
    #expect(done.error.contains("scope t: \(server.socket): there is no such scope"))
    let none = try Program.run(
      path, ["run", "--config", folder.write("durability: relaxed\n", to: "other.yaml")])
    #expect(none.end == .exited(78))
    #expect(none.error.contains("names no scope under fleet.scopes"))
  }

  private func request(_ number: UInt64) -> FleetRequest {
    FleetRequest(
      RequestNumber(Life(rawValue: 7), number), [FleetOperation(.increment, "n", "1")])
  }
}
