import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// What `buttond --check` says beyond the configuration: what a start would refuse.
  @Suite struct CheckTests {
    private let folder = TemporaryFolder()

    private func check(
      _ text: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> (end: ProcessEnd, output: String, error: String) {
      let path = folder.write(text, to: "buttond.yaml")
      let done = try Program.run(
        InstalledPrefix().daemon, ["--check", "--config", path] + arguments,
        environment: ["HOME": folder.path, "XDG_STATE_HOME": folder.file("state")].merging(
          environment
        ) { $1 })
      return (done.end, done.output, done.error)
    }

    /// What a start says to the same.
    private func start(_ arguments: [String]) throws -> (end: ProcessEnd, error: String) {
      let done = try Program.run(
        InstalledPrefix().daemon,
        ["--config", folder.file("buttond.yaml"), "--no-installed-plugins"] + arguments)
      return (done.end, done.error)
    }

    @Test func aSocketPathThatIsTooLongIsRefusedAsByTheStart() throws {
      let path = folder.file(String(repeating: "long", count: 30))
      let checked = try check("socket: \(path)\n")
      #expect(checked.end == .exited(78))
      let started = try start(["--ephemeral"])
      #expect(started.end == .exited(1))
      #expect(checked.error == started.error)
      #expect(checked.error.contains("the system takes 107"))
    }

    @Test func aFolderOfTheSocketThatIsNotThereIsNamed() throws {
      let checked = try check("socket: \(folder.file("nowhere/b.sock"))\n")
      #expect(checked.end == .exited(78))
      #expect(
        checked.error.contains(
          "the socket's folder \(folder.file("nowhere")) cannot be used (No such file or directory)"
        ),
        "\(checked.error)")
      let started = try start(["--ephemeral"])
      #expect(started.error == checked.error)
    }

    @Test func aFolderThatOthersMayNotEnterIsAWarningWhereRulesLetThemIn() throws {
      #expect(chmod(folder.path, 0o700) == 0)
      let socket = "socket: \(folder.file("b.sock"))\n"
      let open = try check(socket + "access: [{user: 54321, role: press}]\n")
      #expect(open.end == .exited(0))
      #expect(
        open.error.contains("warning: the access rules let others in, but not all may enter "),
        "\(open.error)")
      #expect(open.error.contains(folder.path))
      let closed = try check(socket)
      #expect(closed.error == "")
    }

    @Test func aFileInPlaceOfTheSocketIsRefused() throws {
      let path = folder.write("", to: "b.sock")
      let checked = try check("socket: \(path)\n")
      #expect(checked.end == .exited(78))
      #expect(
        checked.error
          == "buttond: \(path) exists and is not a socket; remove it, or choose another path\n")
    }

    @Test func stateThatAStartWouldRefuseIsRefused() throws {
      let file = folder.write("", to: "kept")
      let checked = try check("socket: \(folder.file("b.sock"))\nstate: \(file)\n")
      #expect(checked.end == .exited(78))
      #expect(checked.error.hasPrefix("buttond: \(file): is not a folder; "), "\(checked.error)")
      #expect(try start([]).error == checked.error)
    }

    @Test func damagedStateIsRefusedAndNothingIsChanged() throws {
      let state = folder.file("kept")
      let daemon = try DaemonProcess(in: folder, ["--state", state])
      try daemon.connect().call("state.set", #"{"values":{"a":1}}"#)
      _ = try daemon.stop()
      let text = "socket: \(folder.file("c.sock"))\nstate: \(state)\n"
      #expect(try check(text).end == .exited(0))
      let path = "\(state)/buttond.sqlite"
      var bytes = try FileBytes.read(path)
      bytes[20] ^= 0xFF
      bytes[bytes.count - 40] ^= 0xFF
      try FileBytes.write(bytes, to: path)
      let before = try Folder.names(in: state).sorted()
      let checked = try check(text)
      #expect(checked.end == .exited(78), "\(checked.error)")
      #expect(checked.error.hasPrefix("buttond: \(path): "), "\(checked.error)")
      #expect(try Folder.names(in: state).sorted() == before)
      #expect(try FileBytes.read(path) == bytes)
    }

    @Test func aFolderInPlaceOfTheSocketIsNotToBeRemoved() throws {
      let checked = try check("socket: \(folder.path)\n")
      #expect(checked.end == .exited(78))
      #expect(checked.error.contains("\(folder.path) is a folder; name a socket in it"))
    }

    @Test(.enabled(if: Identity.isAvailable, "needs a daemon of another user"))
    func whatADaemonOfAnotherUserHasIsNoFaultOfTheFile() throws {
      chmod(folder.path, 0o755)
      let run = folder.file("run/buttond")
      let kept = folder.file("kept")
      for path in [folder.file("run"), run, kept] { mkdir(path, 0o755) }
      for path in [run, kept] { try DaemonIdentity.nobody.own(path) }
      let daemon = try DaemonProcess(
        in: TemporaryFolder(), ["--state", kept], as: .nobody)
      let socket = "\(run)/buttond.sock"
      #expect(link(daemon.socketPath, socket) == 0)
      // In its default place, named by the file, and as a user who may not enter.
      let places = [
        ("state: \(kept)\n", ["XDG_RUNTIME_DIR": folder.file("run")]),
        ("socket: \(socket)\nstate: \(kept)\n", [:]),
      ]
      for (text, environment) in places {
        let checked = try check(text, environment: environment)
        #expect(checked.end == .exited(0), "\(checked.error)")
        #expect(checked.output.contains("buttond.yaml is in order"))
        #expect(
          checked.error.contains("note: \(kept) belongs to nobody (65534)"), "\(checked.error)")
        #expect(checked.error.contains("note: \(run)"), "\(checked.error)")
        #expect(!checked.error.contains("remove"), "\(checked.error)")
      }
      try daemon.connect().call("ping")
    }

    @Test(.enabled(if: Identity.isAvailable, "needs another user"))
    func aUserWhoMayStartNoDaemonThereMayCheckTheFile() throws {
      let copy = TemporaryFolder()
      let prefix = try DaemonIdentity.nobody.prefix(copyingTo: copy)
      chmod(folder.path, 0o755)
      let closed = folder.file("closed")
      mkdir(closed, 0o700)
      let path = folder.write(
        "socket: \(closed)/run/b.sock\nstate: \(closed)/kept\n", to: "buttond.yaml")
      chmod(path, 0o644)
      let command = DaemonIdentity.nobody.command(prefix.daemon, ["--check", "--config", path])
      let done = try Program.run(command.path, command.arguments)
      #expect(done.end == .exited(0), "\(done.error)")
      #expect(done.error.contains("note: this user may not look at \(closed)"), "\(done.error)")
    }

    @Test func aCheckMakesNothing() throws {
      let checked = try check("")
      #expect(checked.end == .exited(0), "\(checked.error)")
      #expect(try Folder.names(in: folder.path).sorted() == ["buttond.yaml"])
    }

    @Test func theLogOfAStartNamesWhatStarted() throws {
      let path = folder.write("theme: default\n", to: "buttond.yaml")
      let daemon = try DaemonProcess(["--config", path], plugins: [.checkout])
      try daemon.program.waitForLog("has started")
      let line = try #require(
        daemon.log.split(separator: "\n").first { $0.contains("has started") })
      #expect(line.contains(" info buttond: buttond 0.") || line.contains("buttond 0."), "\(line)")
      #expect(line.contains("configuration=\(path)"), "\(line)")
      #expect(line.contains("socket=\(daemon.socketPath)"), "\(line)")
      #expect(line.contains("plugins=") && line.contains("checkout"), "\(line)")
      // The name has a space before its number, so that it needs quotes.
      #expect(line.contains(" user=\""), "\(line)")
    }

    @Test(.enabled(if: Identity.isAvailable))
    func theLogNamesTheUserOfAClientThatIsRefused() throws {
      let configuration = folder.write("access: [{user: 54321, role: read}]\n", to: "buttond.yaml")
      let daemon = try DaemonProcess(["--config", configuration])
      #expect(chmod(daemon.folder.path, 0o755) == 0)
      let client = try daemon.connect(as: Identity(uid: 65_534, gid: 65_534))
      try daemon.program.waitForLog("refused a client of another user")
      try daemon.program.waitForLog("user=nobody")
      #expect(daemon.log.contains("uid=65534"))
      withExtendedLifetime(client) {}
    }
  }
}
