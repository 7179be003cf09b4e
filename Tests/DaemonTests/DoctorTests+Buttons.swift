import Glibc
import TestSupport
import Testing

/// What the doctor finds of buttons, packed plugins, lines of sources and a socket that was moved.
extension DaemonTests.DoctorTests {
  /// A configuration with a style, a parameter and an expression that cannot work, and one that can.
  private func configuration() -> String {
    folder.write(
      """
      buttons:
        lost: {style: lost/style, configuration: {title: A}}
        loud: {style: themed/button, parameters: {volume: 11}, configuration: {title: B}}
        well: {style: filled, configuration: {title: C}}

      """, to: "buttond.yaml")
  }

  @Test func aButtonThatCannotLookAsItShouldIsFound() throws {
    let daemon = try DaemonProcess(in: folder, ["--config", configuration()], plugins: [.themed])
    try daemon.waitForPlugins()
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
    let path = configuration()
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
    let path = folder.write(
      "buttons:\n" + (1...6).map { "  b\($0): {style: lost/x, configuration: {}}\n" }.joined(),
      to: "buttond.yaml")
    let daemon = try DaemonProcess(in: folder, ["--config", path])
    let problem = try visit(daemon.socketPath).soleProblem("buttons")
    #expect(problem.hasPrefix("b1, b2, b3 and 3 more: pluginMissing: "), "\(problem)")
  }

  @Test func aLibraryThatIsNotTheOneThatWasPackedIsFound() throws {
    let shelf = PluginShelf()
    try shelf.add("sealed", resolve: "")
    let daemon = try DaemonProcess(shelf.arguments)
    try daemon.waitForPlugins()
    let manifest = shelf.path("sealed", "plugin.json")
    let text = try String(decoding: FileBytes.read(manifest), as: UTF8.self)
    let zeros = String(repeating: "0", count: 64)
    let end = try #require(text.lastIndex(of: "}"))
    let sealed = text[..<end] + #", "sha256": {"linux-x86_64": "\#(zeros)"}}"#
    try FileBytes.write(Array(sealed.utf8), to: manifest)
    let problem = try visit(daemon.socketPath).problems("plugins")
    #expect(problem.count == 1)
    #expect(problem.first?.contains(" cannot be loaded: ") == true, "\(problem)")
    #expect(problem.first?.contains("the manifest says 000000000000;") == true, "\(problem)")
  }

  @Test func aSourceWhoseOnlyLineWasRefusedIsFound() throws {
    let path = folder.write(
      """
      sources:
        wild: {run: [/bin/sh, -c, 'echo {\\"other.key\\":1}; exec sleep 1000'], keys: wild.*}

      """, to: "buttond.yaml")
    let daemon = try DaemonProcess(in: folder, ["--config", path])
    let client = try daemon.connect()
    try wait(for: "the refusal of its line") {
      try client.call("sources.list")["sources"]?.elements.first?["refusedLines"]?.int == 1
    }
    let problem = try visit(daemon.socketPath).soleProblem("sources")
    #expect(problem.hasPrefix("wild had 1 of 1 line refused: "), "\(problem)")
  }

  @Test func aSocketThatWasMovedIsFound() throws {
    let daemon = try DaemonProcess(in: folder)
    #expect(rename(daemon.socketPath, folder.file("moved.sock")) == 0)
    let problem = try visit(daemon.socketPath).soleProblem("socket")
    let user = geteuid() == 0 ? "root (0)" : "\(geteuid())"
    #expect(
      problem
        == "no daemon: there is not a socket at \(daemon.socketPath) | Process \(daemon.processID) of \(user)"
        + " listens there, and the file of its socket was moved or removed: end it, and start it as "
        + "before: kill \(daemon.processID)", "\(problem)")
    #expect(rename(folder.file("moved.sock"), daemon.socketPath) == 0)
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
