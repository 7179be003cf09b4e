import Glibc
import RESP
import RedisEngine
import TestSupport
import Testing

/// `buttonctl fleet` as an administrator runs it.
@Suite(.enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"))
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
    let first = try run("init", "shop-4", "chain", "--engine", engine)
    #expect(first.code == .exited(0), "\(first.error)")
    #expect(first.output.contains("functions: loaded, version 1\nscope shop-4: made, id "))
    let second = try run("init", "shop-4", "--engine", engine)
    #expect(
      second.output.contains("were there already, version 1\nscope shop-4: was there already"))
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
  @Test(.enabled(if: geteuid() == 0, "only root can have another name server"))
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
