import Glibc
import TestSupport
import Testing

/// What the doctor finds of buttons, packed plugins, lines of sources and a socket that was moved.
extension DaemonTests.DoctorTests {
  /// A configuration with a style, a parameter and an expression that cannot work, and one that can.
  private static let configuration = """
    buttons:
      lost: {style: lost/style, configuration: {title: A}}
      loud: {style: themed/button, parameters: {volume: 11}, configuration: {title: B}}
      well: {style: filled, configuration: {title: C}}

    """

  @Test func aButtonThatCannotLookAsItShouldIsFound() throws {
    let (daemon, _) = try Shared.daemon(configuredBy: Self.configuration)
    try daemon.connect().call("sync")
    let problems = try visit(daemon.socketPath).problems("buttons")
    #expect(
      problems == [
        "lost: pluginMissing: no plugin 'lost' is installed | Mend the name in the definition, or "
          + "install the plugin: buttonctl plugins list",
        "loud: handlerFailed: parameters.volume: neither the style nor the handler takes it | Mend what "
          + "the definition gives to the plugin, or the plugin: buttonctl buttons explain 'loud'",
      ], "\(problems)")
  }

  @Test func buttonsAreLookedAtWhileNoDaemonRuns() throws {
    let path = folder.write(Self.configuration, to: "buttond.yaml")
    let visit = try visit(folder.file("b.sock"), ["--config", path])
    let problems = visit.problems("buttons")
    #expect(
      problems == [
        "\(path):2:3: lost: no plugin 'lost' is installed | Mend the file, or install the plugin.",
        "\(path):3:3: loud: parameters.volume: neither the style nor the handler takes it | Mend the "
          + "file, or install the plugin.",
      ], "\(visit.findings)")
  }

  @Test func buttonsWithOneReasonAreToldTogether() throws {
    let (daemon, _) = try Shared.daemon(
      configuredBy: "buttons:\n"
        + (1...6).map { "  b\($0): {style: lost/x, configuration: {}}\n" }.joined())
    let problem = try visit(daemon.socketPath).soleProblem("buttons")
    #expect(problem.hasPrefix("b1, b2, b3 and 3 more: pluginMissing: "), "\(problem)")
  }

  @Test func aSourceWhoseOnlyLineWasRefusedIsFound() throws {
    let (daemon, _) = try Shared.daemon(
      configuredBy: """
        sources:
          wild: {run: [/bin/sh, -c, 'echo {\\"other.key\\":1}; exec sleep 1000'], keys: wild.*}

        """)
    let client = try daemon.connect()
    try wait(for: "the refusal of its line") {
      try client.call("sources.list")["sources"]?.elements.first?["refusedLines"]?.int == 1
    }
    let problem = try visit(daemon.socketPath).soleProblem("sources")
    #expect(problem.hasPrefix("wild had 1 of 1 line refused: "), "\(problem)")
  }

  @Test func aSocketThatWasMovedIsFound() throws {
    let daemon = try Shared.bareDaemon()
    let moved = daemon.folder.file("moved.sock")
    #expect(rename(daemon.socketPath, moved) == 0)
    defer { rename(moved, daemon.socketPath) }
    let problem = try visit(daemon.socketPath).soleProblem("socket")
    let user = geteuid() == 0 ? "root (0)" : "\(geteuid())"
    #expect(
      problem
        == "no daemon: there is not a socket at \(daemon.socketPath) | Process \(daemon.processID) of \(user)"
        + " listens there, and the file of its socket was moved or removed: end it, and start it as "
        + "before: kill \(daemon.processID)", "\(problem)")
  }

  @Test(.enabled(if: Identity.isAvailable))
  func aFileThatIsNamedFromAFolderOutOfSightIsNotGuessed() throws {
    folder.write("sokket: x\n", to: "buttond.yaml")
    let rules = folder.write("access: [{user: nobody, role: read}]\n", to: "rules.yaml")
    let daemon = try Program(
      "/bin/sh",
      [
        "-c", "cd '\(folder.path)' && exec \"$0\" \"$@\"", InstalledPrefix().daemon, "--config",
        "rules.yaml", "--ephemeral", "--no-installed-plugins", "--socket", folder.file("b.sock"),
      ])
    _ = try daemon.nextLine()
    #expect(chmod(folder.path, 0o755) == 0 && chmod(rules, 0o600) == 0)
    let copy = TemporaryFolder()
    let client = try DaemonIdentity.nobody.prefix(copyingTo: copy).client
    let visit = try visit(folder.file("b.sock"), as: .nobody, client: client)
    let notes = visit.findings.filter { $0.check == "configuration" }
    #expect(
      notes.map(\.text)
        == ["this user may not see where rules.yaml is: process \(daemon.processID)"], "\(notes)")
    // What needs another role is said not to be looked at.
    let plugins = visit.findings.filter { $0.check == "plugins" }
    #expect(plugins.first?.level == "note", "\(plugins)")
    #expect(plugins.first?.text.hasPrefix("not looked at: ") == true, "\(plugins)")
    withExtendedLifetime((daemon, copy)) {}
  }
}
