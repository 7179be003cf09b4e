import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// What `buttonctl doctor` finds: each thing is broken by a test.
  @Suite struct DoctorTests {
    let folder = TemporaryFolder()

    /// What a visit found.
    struct Visit {
      let end: ProcessEnd
      let findings: [(check: String, level: String, text: String, advice: String)]
      let error: String

      /// The problems of a check, with what to do about each.
      func problems(_ check: String) -> [String] {
        findings.filter { $0.check == check && $0.level == "problem" }.map {
          "\($0.text) | \($0.advice)"
        }
      }

      /// The only problem there is, which is one of a check; all findings where that is not so.
      func soleProblem(_ check: String) -> String {
        let all = findings.filter { $0.level == "problem" }
        guard all.count == 1, all[0].check == check, end == .exited(1) else {
          return "\(end) \(error) " + findings.map { "\($0)" }.joined(separator: "\n")
        }
        return "\(all[0].text) | \(all[0].advice)"
      }
    }

    func visit(
      _ socket: String?, _ arguments: [String] = [], as identity: DaemonIdentity = .own,
      client: String? = nil, environment: [String: String] = [:]
    ) throws -> Visit {
      let words = ["--json"] + (socket.map { ["--socket", $0] } ?? []) + ["doctor"] + arguments
      let command = identity.command(try client ?? InstalledPrefix().client, words)
      let state = folder.file("state")
      let home = ["XDG_STATE_HOME": state, "HOME": folder.path, "XDG_DATA_HOME": folder.path]
      let done = try Program.run(
        command.path, command.arguments, environment: home.merging(environment) { $1 })
      let tree = try JSONTree(parsing: done.output)
      let findings = tree["findings"]?.elements ?? []
      let visit = Visit(
        end: done.end,
        findings: findings.map { finding in
          (
            finding["check"]?.string ?? "", finding["level"]?.string ?? "",
            finding["text"]?.string ?? "", finding["advice"]?.string ?? ""
          )
        }, error: done.error)
      let isHealthy = !visit.findings.contains { $0.level == "problem" }
      #expect(tree["healthy"] == .bool(isHealthy))
      #expect(done.end == .exited(isHealthy ? 0 : 1), "\(done.error)")
      // All that is wrong comes with what to do about it.
      for finding in visit.findings where finding.level == "problem" {
        #expect(!finding.advice.isEmpty, "\(finding)")
      }
      return visit
    }

    // MARK: The socket

    @Test func aDaemonThatIsWellIsSaidToBe() throws {
      let daemon = try Shared.daemon()
      let visit = try visit(daemon.socketPath)
      #expect(visit.end == .exited(0), "\(visit.findings)")
      let checks = visit.findings.map(\.check)
      #expect(
        checks.sorted()
          == [
            "buttons", "configuration", "gateway", "plugins", "rights", "socket", "sources",
            "state", "theme",
          ],
        "\(visit.findings)")
      #expect(visit.findings.allSatisfy { $0.level == "ok" }, "\(visit.findings)")
    }

    @Test func aDaemonThatIsDownIsFound() throws {
      let socket = folder.file("b.sock")
      let problem = try visit(socket).soleProblem("socket")
      #expect(
        problem
          == "no daemon: there is not a socket at \(socket) | Start it: buttond --config FILE "
          + "--socket '\(socket)'")
    }

    @Test func theConfigurationNamesTheSocketWhereNobodyElseDoes() throws {
      let missing = folder.file("buttond.sock")
      let path = folder.write("socket: \(missing)\n", to: "buttond.yaml")
      let down = try visit(nil, ["--config", path]).soleProblem("socket")
      #expect(
        down
          == "no daemon: there is not a socket at \(missing) | Start it: buttond --config '\(path)'"
      )
      let daemon = try Shared.bareDaemon()
      folder.write("socket: \(daemon.socketPath)\n", to: "buttond.yaml")
      let found = try visit(nil, ["--config", path]).findings.first
      #expect(found?.level == "ok" && found?.text.hasSuffix("at \(daemon.socketPath)") == true)
    }

    @Test func aDaemonThatIsStoppedIsFound() throws {
      let daemon = try Shared.daemon()
      try daemon.program.pause()
      let problem = try visit(daemon.socketPath).soleProblem("socket")
      #expect(
        problem
          == "the daemon, process \(daemon.processID), is stopped and does not answer | Let it go on: "
          + "kill -CONT \(daemon.processID)")
      daemon.program.kill(SIGCONT)
    }

    @Test func aSocketThatADeadDaemonLeftIsFound() throws {
      let daemon = try DaemonProcess(in: folder)
      let gateway = try gateway(daemon, token: folder.file("token")).program
      daemon.program.kill(SIGKILL)
      try daemon.program.waitForEnd()
      let visit = try visit(daemon.socketPath)
      #expect(
        visit.soleProblem("socket").hasPrefix(
          "\(daemon.socketPath) was left behind by a daemon that is gone | "))
      // A gateway beside it is not said to be well.
      let found = visit.findings.filter { $0.check == "gateway" }
      #expect(found.map(\.level) == ["note"])
      #expect(
        found.first?.text.hasPrefix(
          "buttond-gateway, process \(gateway.processID) of \(Self.user), waits for the daemon")
          == true, "\(found)")
      #expect(found.first?.advice == "It connects when the daemon answers.")
    }

    @Test func aPathThatIsTooLongForASocketIsFound() throws {
      let path = folder.file(String(repeating: "long", count: 30))
      let problem = try visit(path).soleProblem("socket")
      #expect(problem.hasPrefix("the path has \(path.utf8.count) bytes; 107 are the most"))
    }

    @Test func aFileInPlaceOfTheSocketIsFound() throws {
      let path = folder.write("", to: "b.sock")
      #expect(try visit(path).soleProblem("socket").hasPrefix("\(path) is not a socket"))
    }

    @Test func anotherDaemonsSocketIsNamedInTheAdvice() throws {
      let run = folder.file("run")
      try Folder.make(run)
      try Folder.make("\(run)/buttond")
      let daemon = try Program(
        InstalledPrefix().daemon, ["--ephemeral", "--no-installed-plugins"],
        environment: ["XDG_RUNTIME_DIR": run])
      _ = try daemon.nextLine()
      let problem = try visit(
        folder.file("b.sock"), environment: ["XDG_RUNTIME_DIR": run]
      ).soleProblem("socket")
      // Another test's daemon, or the machine's, may listen where root's does.
      #expect(problem.contains("export BUTTOND_SOCKET='/"), "\(problem)")
    }

    // MARK: Rights

    /// A visit of a user who owns nothing here, with the programs where that user may run them.
    func visitOfNobody(to daemon: DaemonProcess) throws -> Visit {
      let copy = TemporaryFolder()
      defer { withExtendedLifetime(copy) {} }
      let client = try DaemonIdentity.nobody.prefix(copyingTo: copy).client
      return try visit(daemon.socketPath, as: .nobody, client: client)
    }

    /// The shared daemon with rules, in a folder that other users may enter.
    func daemon(withRules rules: String = "") throws -> DaemonProcess {
      let (daemon, files) = try Shared.daemon(configuredBy: "access: [\(rules)]\n")
      let parts = ["", "themes", "buttons.d"].map { files.folder.file($0) }
      for path in parts + [daemon.folder.path] { #expect(chmod(path, 0o755) == 0) }
      #expect(chmod(files.path, 0o644) == 0)
      return daemon
    }

    @Test(.enabled(if: Identity.isAvailable))
    func aDaemonOfAnotherUserIsFound() throws {
      let daemon = try daemon()
      // Alone: where this user would keep state says nothing of that daemon.
      let problem = try visitOfNobody(to: daemon).soleProblem("socket")
      #expect(
        problem.hasPrefix(
          "\(daemon.socketPath) belongs to root (0), and this user may not open it | Let nobody (65534) "
            + "in"), "\(problem)")
    }

    @Test(.enabled(if: Identity.isAvailable))
    func rulesThatLeaveThisUserOutAreFound() throws {
      let daemon = try daemon(withRules: "{user: 54321, role: press}")
      let problem = try visitOfNobody(to: daemon).soleProblem("rights")
      #expect(
        problem.hasPrefix(
          "the daemon of root (0) does not let this user in: this user may not connect"),
        "\(problem)")
      #expect(problem.contains("access: [{user: nobody, role: press}]"), "\(problem)")
    }

    @Test(.enabled(if: Identity.isAvailable))
    func aFolderThatOthersMayNotEnterIsNamed() throws {
      let daemon = try daemon()
      let folder = daemon.folder
      #expect(chmod(folder.path, 0o700) == 0)
      let problem = try visitOfNobody(to: daemon).soleProblem("socket")
      #expect(
        problem.hasPrefix(
          "this user may not enter \(folder.path), on the way to \(daemon.socketPath) | "),
        "\(problem)")
      // What every command says.
      let copy = TemporaryFolder()
      let command = DaemonIdentity.nobody.command(
        try DaemonIdentity.nobody.prefix(copyingTo: copy).client,
        ["--socket", daemon.socketPath, "stats"])
      let done = try Program.run(command.path, command.arguments)
      #expect(done.end == .exited(69))
      #expect(
        done.error.hasPrefix("buttonctl: this user may not enter \(folder.path), on the way to "),
        "\(done.error)")
    }

    @Test(.enabled(if: Identity.isAvailable))
    func aUserWithLessThanAllRightsIsTold() throws {
      let visit = try visitOfNobody(to: daemon(withRules: "{user: nobody, role: press}"))
      let rights = visit.findings.filter { $0.check == "rights" }
      #expect(rights.map(\.level) == ["note"])
      #expect(rights.first?.text.contains("has the role press") == true, "\(rights)")
    }

    // MARK: Plugins

    @Test func aPluginInQuarantineIsFoundWhetherTheDaemonRunsOrNot() throws {
      let shelf = PluginShelf()
      try shelf.add("mayfly", resolve: "", create: "ualarm(5000, 0);")
      let state = folder.file("kept")
      let daemon = try DaemonProcess(
        in: folder, shelf.arguments + ["--state", state],
        environment: ["BUTTOND_PLUGIN_FIGURES": "backoffMs=1,intensity=1"])
      try daemon.wait(forPlugin: "mayfly") { $0["state"]?.string == "quarantined" }
      let running = try visit(daemon.socketPath).soleProblem("plugins")
      #expect(running.hasPrefix("mayfly is quarantined: "), "\(running)")
      #expect(running.hasSuffix("buttonctl plugins reset mayfly"), "\(running)")
      // That its state is in use is found, too.
      let elsewhere = try visit(folder.file("other.sock"), ["--state", state]).problems("state")
      #expect(
        elsewhere.first?.hasPrefix(
          "\(state) is used by another daemon, process \(daemon.processID) | ") == true,
        "\(elsewhere)")
      _ = try daemon.stop()
      let down = try visit(daemon.socketPath, ["--state", state]).problems("plugins")
      #expect(down.count == 1)
      #expect(down.first?.contains("mayfly is quarantined: ") == true, "\(down)")
    }

    @Test func aPluginForAnotherABIOrWithAnotherLibraryThanWasPackedIsFound() throws {
      let shelf = PluginShelf()
      try shelf.add(
        "old", resolve: "",
        manifest: PluginShelf.manifest("old").replacing(#""major": 1"#, with: #""major": 7"#))
      try shelf.add("sealed", resolve: "")
      let daemon = try DaemonProcess(shelf.arguments)
      try daemon.wait(forPlugin: "sealed") { $0["state"]?.string == "running" }
      let zeros = String(repeating: "0", count: 64)
      let sealed = PluginShelf.manifest("sealed").replacing(
        #""fallback""#, with: #""sha256": {"linux-x86_64": "\#(zeros)"}, "fallback""#)
      try FileBytes.write(Array(sealed.utf8), to: shelf.path("sealed", "plugin.json"))
      let problems = try visit(daemon.socketPath).problems("plugins")
      #expect(problems.count == 2)
      #expect(problems.contains { $0.contains("old/plugin.json") && $0.contains("abi") })
      #expect(
        problems.contains {
          $0.contains(" cannot be loaded: ") && $0.contains("the manifest says 000000000000;")
        }, "\(problems)")
    }

    @Test func aPluginWhoseNewFilesAreRefusedIsFound() throws {
      let shelf = PluginShelf()
      try shelf.add("mayfly", resolve: "")
      let daemon = try DaemonProcess(shelf.arguments)
      try daemon.waitForPlugins()
      try shelf.add("mayfly", resolve: "", create: "abort();")
      _ = try daemon.connect().refusal(of: "plugins.reload", #"{"name":"mayfly"}"#)
      let problem = try visit(daemon.socketPath).soleProblem("plugins")
      #expect(
        problem.hasPrefix(
          "mayfly runs with other files than its folder has now: not reloaded: "), "\(problem)")
    }

    @Test func aPluginThatIsDisabledIsANote() throws {
      let daemon = try Shared.daemon()
      try daemon.connect().call("plugins.disable", #"{"name":"clock"}"#)
      let visit = try visit(daemon.socketPath)
      #expect(visit.end == .exited(0))
      #expect(
        visit.findings.contains { $0.level == "note" && $0.text == "clock is disabled" },
        "\(visit.findings)")
    }

    // MARK: Configuration, theme, sources

    @Test func aConfigurationThatIsWrongIsFound() throws {
      let path = folder.write("sokket: b\nlimits: {kees: 1}\n", to: "buttond.yaml")
      let visit = try visit(folder.file("b.sock"), ["--config", path])
      let problems = visit.problems("configuration")
      #expect(problems.count == 2)
      #expect(problems.first?.hasPrefix("\(path):1:1: sokket: ") == true, "\(problems)")
      // It may also have said where state is kept.
      let state = visit.findings.first { $0.check == "state" }
      #expect(state?.text == "where state is kept is not known")
    }

    @Test func aConfigurationThatBecameWrongSinceTheStartIsFound() throws {
      let (daemon, files) = try Shared.daemon(configuredBy: "theme: default\n")
      files.configure("teme: default\n")
      let problem = try visit(daemon.socketPath).soleProblem("configuration")
      #expect(problem.contains("did you mean 'theme'?"), "\(problem)")
    }

    @Test func aThemeThatIsWrongIsFound() throws {
      try Folder.make(folder.file("themes"))
      let theme = folder.write(
        ##"{"a": {"$type": "color", "$value": "#12"}}"##, to: "themes/shop.tokens.json")
      let path = folder.write("theme: shop\n", to: "buttond.yaml")
      let problems = try visit(folder.file("b.sock"), ["--config", path]).problems("theme")
      #expect(problems.count == 1)
      #expect(problems.first?.hasPrefix("\(theme):1:") == true, "\(problems)")
    }

    @Test func aSourceThatDiesIsFoundWhetherTheDaemonRunsOrNot() throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: "sources: {lamp: {run: [/nonexistent/lamp], keys: lamp.*}}\n")
      let client = try daemon.connect()
      try wait(for: "its death") {
        try client.call("sources.list")["sources"]?.elements.first?["deaths"]?.int ?? 0 > 0
      }
      let running = try visit(daemon.socketPath).problems("sources")
      #expect(running.count == 1)
      #expect(running.first?.hasPrefix("lamp is ") == true, "\(running)")
      let down = try visit(folder.file("b.sock"), ["--config", files.path]).problems("sources")
      #expect(
        down.first?.hasPrefix("lamp: there is no program '/nonexistent/lamp'") == true, "\(down)")
    }
  }
}
