import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// What `buttond --check` says beyond the configuration: what a start would refuse.
  @Suite struct CheckTests {
    private let folder = TemporaryFolder()

    private typealias Outcome = (end: ProcessEnd, output: String, error: String)

    private func check(_ text: String) throws -> Outcome {
      try check(["--config", folder.write(text, to: "buttond.yaml")])
    }

    private func check(_ arguments: [String]) throws -> Outcome {
      try Program.run(
        InstalledPrefix().daemon, ["--check"] + arguments,
        environment: [
          "HOME": folder.path, "XDG_STATE_HOME": folder.file("state"),
          "XDG_RUNTIME_DIR": folder.path,
        ])
    }

    /// What a start says to the same.
    private func start(_ arguments: [String]) throws -> (end: ProcessEnd, error: String) {
      let done = try Program.run(
        InstalledPrefix().daemon,
        ["--config", folder.file("buttond.yaml"), "--no-installed-plugins"] + arguments)
      return (done.end, done.error)
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
      #expect(try Folder.names(in: folder.path) == ["buttond.yaml"], "a check makes nothing")
    }

    @Test func aCheckEndsWith78WhereTheFileIsWrongOrIsNotThere() throws {
      let wrong = try check("buttons: {a: {style: plane}}\n")
      #expect(wrong.end == .exited(78) && wrong.output == "")
      #expect(wrong.error.contains("did you mean 'plain'?"), "\(wrong.error)")
      #expect(try check(["--config", folder.file("missing.yaml")]).end == .exited(78))
      let none = try check([])
      #expect(none.end == .exited(0) && none.output.contains("the built-in defaults hold"))
    }

    @Test func theShippedFilePassesWithoutAWord() throws {
      let example = try "\(InstalledPrefix().path)/share/buttond/buttond.yaml"
      let shipped = try check(["--config", example])
      #expect(shipped.end == .exited(0) && shipped.error == "", "\(shipped.error)")
      #expect(shipped.output == "\(example) is in order: 0 buttons, theme default\n")
    }

    @Test func whatAStartWouldRefuseIsRefused() throws {
      let (path, file) = (folder.write("", to: "b.sock"), folder.write("", to: "kept"))
      let checked = try check("socket: \(path)\nstate: \(file)\n")
      #expect(checked.end == .exited(78))
      let lines = checked.error.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        lines.first
          == "buttond: \(path) exists and is not a socket; remove it, or choose another path")
      #expect(lines.dropFirst().first?.hasPrefix("buttond: \(file): is not a folder; ") == true)
      let started = try start([])
      #expect(started.end == .exited(1))
      #expect(started.error == lines.dropFirst().joined(separator: "\n"))
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
      let checked = try check("socket: \(socket)\nstate: \(kept)\n")
      #expect(checked.end == .exited(0), "\(checked.error)")
      #expect(checked.output.contains("buttond.yaml is in order"))
      #expect(
        checked.error.contains("note: \(kept) belongs to nobody (65534)"), "\(checked.error)")
      #expect(checked.error.contains("note: \(run)"), "\(checked.error)")
      #expect(!checked.error.contains("remove"), "\(checked.error)")
      try daemon.connect().call("ping")
    }

    @Test(.enabled(if: Identity.isAvailable, "needs another user"))
    func aUserWhoMayStartNoDaemonThereMayCheckTheFile() throws {
      let copy = TemporaryFolder()
      let prefix = try DaemonIdentity.nobody.prefix(copyingTo: copy)
      #expect(chmod(copy.path, 0o777) == 0)
      chmod(folder.path, 0o755)
      let closed = folder.file("closed")
      mkdir(closed, 0o700)
      let path = folder.write(
        "socket: \(closed)/run/b.sock\nstate: \(closed)/kept\n", to: "buttond.yaml")
      chmod(path, 0o644)
      let command = DaemonIdentity.nobody.command(prefix.daemon, ["--check", "--config", path])
      let environment = ["HOME": copy.path, "XDG_DATA_HOME": copy.file("data")]
      let before = try Folder.names(in: copy.path)
      let done = try Program.run(command.path, command.arguments, environment: environment)
      #expect(done.end == .exited(0), "\(done.error)")
      #expect(done.error.contains("note: this user may not look at \(closed)"), "\(done.error)")
      #expect(try Folder.names(in: copy.path) == before, "a check makes nothing")
    }

    @Test func theLogOfAStartNamesWhatStarted() throws {
      let (daemon, files) = try Shared.daemon(configuredBy: "")
      let line = try #require(
        daemon.program.log.split(separator: "\n").first { $0.contains("has started") })
      #expect(line.contains("buttond 0."), "\(line)")
      #expect(line.contains("configuration=\(files.path)"), "\(line)")
      #expect(line.contains("socket=\(daemon.socketPath)"), "\(line)")
      #expect(line.contains("plugins=") && line.contains("checkout"), "\(line)")
      // The name has a space before its number, so that it needs quotes.
      #expect(line.contains(" user=\""), "\(line)")
    }
  }
}
