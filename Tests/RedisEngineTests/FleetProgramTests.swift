import Glibc
import RESP
import RedisEngine
import TestSupport
import Testing

/// `buttonctl fleet` as an administrator runs it.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"))
struct FleetProgramTests {
  private func run(_ arguments: String...) throws -> (
    code: ProcessEnd, output: String, error: String
  ) {
    let done = try Program.run(InstalledPrefix().client, ["fleet"] + arguments)
    return (done.end, done.output, done.error)
  }

  @Test func initMakesAnEngineReadyOnce() throws {
    let server = try RedisServer()
    let engine = "unix://\(server.socket)"
    let first = try run("init", "shop-4", "chain", "--unguarded", "--engine", engine)
    #expect(first.code == .exited(0), "\(first.error)")
    let version = FleetLibrary.version
    #expect(
      first.output.contains("functions: loaded, version \(version)\nscope shop-4: made, id "))
    let second = try run("init", "shop-4", "--unguarded", "--engine", engine)
    #expect(
      second.output.contains(
        "were there already, version \(version)\nscope shop-4: was there already"))
    let id = { (text: String) in
      text.split(separator: "\n").first { $0.contains("shop-4") }?.suffix(16)
    }
    #expect(id(first.output) == id(second.output))
  }

  @Test func aPrintedUserCanLogIn() throws {
    let server = try RedisServer()
    let secret = server.folder.file("till.secret")
    let user = try run("user", "till-17", "--scope", "shop-4", "--secret", secret)
    #expect(user.code == .exited(0), "\(user.error)")
    let text = try EngineSecret(file: secret).text
    #expect(!user.output.contains(text))
    let client = try server.connect()
    try client.ask(
      .init(arguments: user.output.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }))
    #expect(try client.text("AUTH", "till-17", text) == "OK")
    #expect(try client.text("ACL", "WHOAMI").hasPrefix("NOPERM"))
    let again = try run("user", "till-17", "--scope", "shop-4", "--secret", secret)
    #expect(again.output == user.output)
    let synced = try run("user", "till-17", "--scope", "shop-4", "--synced", "--secret", secret)
    #expect(synced.output.contains(" +waitaof "))
  }

  /// Wherever it stands, it is read by `buttonctl` first.
  @Test(arguments: [true, false])
  func runGoesToTheSocketThatButtonctlIsGiven(isGlobal: Bool) throws {
    let folder = TemporaryFolder()
    let path = folder.file("till.sock")
    let configuration = folder.write(
      "fleet: {scopes: {s: {engine: 'redis://127.0.0.1:1', keys: [stock]}}}", to: "till.yaml")
    let run = ["fleet", "run", "--config", configuration]
    let option = ["--socket", path]
    let program = try Program(InstalledPrefix().client, isGlobal ? option + run : run + option)
    try program.waitForLog("cannot connect to \(path)")
  }

  /// A folder for a machine, made by `fleet engine`, and a server that runs with it.
  private func engine(_ folder: TemporaryFolder, port: UInt16) throws -> RedisServer {
    let made = try run(
      "engine", "127.0.0.1", "--also", "hub.lan", "--folder", folder.path, "--port", "\(port)",
      "--place", folder.file("127.0.0.1"), "--data", folder.path, "--unixsocket",
      folder.file("socket"), "--bind", "127.0.0.1")
    #expect(made.code == .exited(0), "\(made.error)")
    return try start(folder)
  }

  private func start(_ folder: TemporaryFolder) throws -> RedisServer {
    try RedisServer(configuration: folder.file("127.0.0.1/redis.conf"), in: folder)
  }

  @Test(.enabled(if: RedisServer.hasTLS, "wants a redis-server with TLS"))
  func anEngineThatWasMadeKeepsItsUsersAndWhatItWasTold() throws {
    let folder = TemporaryFolder()
    let port = try FreePort.find()
    var server = try engine(folder, port: port)
    #expect(try server.connect().text("PING").hasPrefix("NOAUTH"))
    let address = "rediss://admin@127.0.0.1:\(port)"
    let authority = folder.file("authority/ca.pem")
    let admin = folder.file("authority/admin.secret")
    let made = try run("init", "shop-4", "--engine", address, "--ca", authority, "--secret", admin)
    #expect(made.code == .exited(0), "\(made.error)")
    func makeUsers(_ more: String...) throws {
      let words = [
        "user", "till-1", "till-2", "--scope", "shop-4", "--secrets", folder.file("secrets"),
        "--engine", address, "--ca", authority, "--admin-secret", admin,
      ]
      let done = try Program.run(InstalledPrefix().client, ["fleet"] + words + more)
      #expect(done.end == .exited(0), "\(done.error)")
      #expect(done.output.contains("user till-2: made at"))
    }
    func logsIn(_ password: String) throws -> Bool {
      try server.connect().text("AUTH", "till-2", password) == "OK"
    }
    try makeUsers()
    let first = try EngineSecret(file: folder.file("secrets/till-2.secret")).text
    try server.kill()
    server = try start(folder)
    #expect(try logsIn(first))
    let kept = try run("init", "shop-4", "--engine", address, "--ca", authority, "--secret", admin)
    #expect(kept.output.contains("scope shop-4: was there already"))
    // Renewed: both hold until the old one is taken away.
    try makeUsers("--renew")
    let second = try EngineSecret(file: folder.file("secrets/till-2.secret")).text
    #expect(first != second)
    #expect(try logsIn(first) && logsIn(second))
    // Tills may still have the old one, whoever asks again.
    try makeUsers("--renew")
    #expect(try EngineSecret(file: folder.file("secrets/till-2.secret")).text == second)
    #expect(try logsIn(first) && logsIn(second))
    try makeUsers()
    #expect(try !logsIn(first) && logsIn(second))
    let before = try ProcessFile.text(folder.file("127.0.0.1/engine.pem"))
    let renewed = try run("engine", "127.0.0.1", "--folder", folder.path, "--renew")
    #expect(renewed.code == .exited(0), "\(renewed.error)")
    #expect(try ProcessFile.text(folder.file("127.0.0.1/engine.pem")) != before)
    #expect(try run("engine", "127.0.0.1", "--folder", folder.path).code == .exited(64))
    let copy = try run("engine", "hub-2.lan", "--replica-of", "hub.lan", "--folder", folder.path)
    #expect(copy.code == .exited(0), "\(copy.error)")
    let text = try ProcessFile.text(folder.file("hub-2.lan/redis.conf"))
    #expect(text.contains("\nreplicaof hub.lan 6380\n"))
  }

  /// Users or changes that are gone after a restart, and a default user that lets other machines in.
  @Test func initRefusesAnEngineThatIsNotGuarded() throws {
    let open = "user default on nopass ~* &* +@all"
    func attempt(
      _ arguments: [String], _ more: String..., users: String? = nil
    ) throws -> (ProcessEnd, String) {
      let folder = TemporaryFolder()
      let file = folder.write((users ?? open) + "\n", to: "users.acl")
      let server = try RedisServer(
        arguments.map { $0 == "FILE" ? file : $0 }, in: folder)
      let done = try Program.run(
        InstalledPrefix().client,
        ["fleet", "init", "s", "--engine", "unix://\(server.socket)"] + more)
      return (done.end, done.error)
    }
    let unkept = try attempt([])
    #expect(unkept.0 == .exited(1) && unkept.1.contains("keeps its users in no file"))
    #expect(unkept.1.contains("--unguarded"))
    let port = "\(try FreePort.find())"
    let reached = try attempt(["--aclfile", "FILE", "--port", port, "--bind", "*"])
    #expect(reached.0 == .exited(1) && reached.1.contains("other machines reach it"))
    let forgetful = try attempt(["--aclfile", "FILE"], users: open + " -flushall")
    #expect(forgetful.0 == .exited(1) && forgetful.1.contains("drops changes when it reads"))
    #expect(try attempt([], "--unguarded").0 == .exited(0))
    let local = try attempt(["--aclfile", "FILE"])
    #expect(local.0 == .exited(0) && local.1.contains("needs no password"))
  }

  @Test func listSaysWhichDaemonsShareAScope() throws {
    let shop = try Shop()
    let tills = try ["till-17", "till-18"].map { try Till(shop.engine, name: $0) }
    for till in tills { try till.wait(for: "live") }
    _ = try tills[0].client.call("state.set", #"{"values":{"stock.apple":1}}"#)
    var listed: JSONTree?
    try wait(for: "two daemons in the list: \(listed?.text ?? "")") {
      let done = try Program.run(
        InstalledPrefix().client, ["--json", "fleet", "list", "s", "--engine", shop.engine])
      #expect(done.end == .exited(0), "\(done.error)")
      listed = try JSONTree(parsing: done.output)
      return listed?["scopes"]?.elements.first?["daemons"]?.elements.count == 2
    }
    let scope = listed?["scopes"]?.elements.first
    #expect(scope?["name"]?.string == "s" && scope?["revision"]?.int == 1)
    let daemons = scope?["daemons"]?.elements ?? []
    #expect(daemons.map { $0["name"]?.string } == ["till-17", "till-18"])
    #expect(daemons.allSatisfy { $0["behind"]?.int ?? 9 <= 1 && $0["age"]?.int ?? 99 <= 45 })
    let text = try run("list", "--config", tills[1].configuration)
    #expect(text.code == .exited(0), "\(text.error)")
    let lines = text.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("SCOPE  DAEMON   VERSION"))
    #expect(lines[1].hasPrefix("s      till-17  "))
    #expect(try run("list").code == .exited(64))
    #expect(try run("list", "x", "--config", tills[1].configuration).code == .exited(78))
    let missing = try run("list", "s", "--json", "--engine", "unix:///nowhere")
    #expect(missing.code == .exited(1))
    #expect(try JSONTree(parsing: missing.output)["scopes"]?.elements.first?["message"] != nil)
  }

  @Test func failuresHaveACodeAndASentence() throws {
    let missing = try run("init", "s", "--engine", "unix:///nowhere")
    #expect(missing.code == .exited(69))
    #expect(missing.error.hasPrefix("buttond-fleet: /nowhere: cannot connect"))
    let wrong = try run("init", "s", "--engine", "redis://u:p@hub")
    #expect(wrong.code == .exited(64))
    let server = try RedisServer(["--appendonly", "no"])
    let unfit = try run("init", "s", "--engine", "unix://\(server.socket)")
    #expect(unfit.code == .exited(1))
    #expect(unfit.error.contains("append-only file"))
    #expect(try run("init", "a b").code == .exited(64))
    #expect(try run("user", "till", "--secret", "/nowhere").code == .exited(64))
  }

  /// With a name server that answers nothing, and that a lookup would wait for much longer than a test.
  @Test(.inNamespaces)
  func aSilentNameServerHoldsNothingUp() throws {
    let folder = TemporaryFolder()
    let client = try InstalledPrefix().client
    folder.write("nameserver 127.0.0.1\noptions timeout:30 attempts:5\n", to: "resolv.conf")
    let script = folder.write(
      """
      import os, socket
      os.system("ip link set lo up; mount --bind \(folder.path)/resolv.conf /etc/resolv.conf")
      server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
      server.bind(("127.0.0.1", 53))
      server.set_inheritable(True)
      os.execv("\(client)", ["buttonctl", "fleet", "init", "s", "--plaintext", "--timeout", "1",
                             "--engine", "redis://engine.example"])
      """, to: "silent.py")
    let done = try Program.run("/usr/bin/unshare", ["-n", "-m", "/usr/bin/env", "python3", script])
    #expect(done.end == .exited(69))
    #expect(done.error.contains("engine.example:6379: no connection within 1 s"))
    #expect(done.error.contains("getent hosts engine.example"))
  }
}
