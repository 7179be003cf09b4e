import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// What buttonctl does with a daemon that is there and does not answer.
  @Suite struct SilentDaemonTests {
    /// Each command that asks a daemon something.
    private static let commands = [
      "state get", "state set a=1", "state set --lease l a=1", "state update --toggle a",
      "state eval a",
      "state watch", "state derive", "buttons list", "buttons get a", "buttons remove a",
      "buttons watch a",
      "buttons explain a", "buttons export", "buttons needs-update a", "groups list",
      "groups get g",
      "groups remove g", "press a", "trigger a", "menu choose a b", "actions watch", "plugins list",
      "plugins watch", "plugins reload a", "plugins reset a", "plugins enable a",
      "plugins disable a",
      "sources list", "sources watch", "sources run a", "sources reset a", "styles", "stats",
      "reload",
      "sync", "call ping", "fleet status", "fleet watch", "fleet rejected", "fleet adopt a",
      "render --button a", "backup /nowhere/b", "record -",
    ]

    @Test func everyCommandEndsWith75AndPointsToTheDoctor() throws {
      let daemon = try Shared.bareDaemon()
      try daemon.program.pause()
      defer { daemon.program.kill(SIGCONT) }
      let client = try InstalledPrefix().client
      let running = try Self.commands.map { command in
        let words = command.split(separator: " ").map(String.init)
        return (
          command,
          try Program(client, ["--socket", daemon.socketPath, "--timeout", "0.3"] + words)
        )
      }
      for (command, program) in running {
        #expect(try program.waitForEnd() == .exited(75), "\(command): \(program.log)")
        #expect(
          program.log.contains("the daemon has not answered for 300 ms"),
          "\(command): \(program.log)")
        #expect(program.log.contains("`buttonctl doctor` says why"), "\(command): \(program.log)")
      }
    }

    @Test func aSilentDaemonIsToldOfBeforeItIsGivenUp() throws {
      let daemon = try Shared.bareDaemon()
      try daemon.program.pause()
      defer { daemon.program.kill(SIGCONT) }
      let stats = try Program(
        InstalledPrefix().client, ["--socket", daemon.socketPath, "stats"])
      try stats.waitForLog(
        "buttonctl: the daemon does not answer yet; `buttonctl doctor` says why\n")
      #expect(stats.isRunning)
      daemon.program.kill(SIGCONT)
      #expect(try stats.waitForEnd() == .exited(0))
    }

    @Test func whatTakesItsTimeIsNotSilence() throws {
      let (daemon, _) = try Shared.daemon(
        configuredBy: "sources:\n  slow: {run: [sleep, '1'], every: 1h, keys: s.*}\n")
      let done = try Program.run(
        InstalledPrefix().client,
        ["--socket", daemon.socketPath, "--timeout", "0.2", "sources", "run", "slow"])
      #expect(done.end != .exited(75), "\(done.error)")
      #expect(!done.error.contains("not answer"), "\(done.error)")
    }

    @Test func aWatchThatHasBegunOutlivesAPause() throws {
      let daemon = try Shared.bareDaemon()
      try daemon.connect().call("state.set", #"{"values":{"a":1}}"#)
      let client = try InstalledPrefix().client
      let shared = ["--socket", daemon.socketPath, "--timeout", "0.2"]
      let watches = try [
        ["state", "watch"], ["buttons", "watch", "--format", "i3bar"], ["record", "-"],
      ].map { try Program(client, shared + $0) }
      // The first lines of a bar come before it has asked.
      for line in 0..<3 {
        for (index, watch) in watches.enumerated() where line == 0 || index == 1 {
          _ = try watch.nextLine()
        }
      }
      try daemon.program.pause()
      defer { daemon.program.kill(SIGCONT) }
      // Others run out of patience meanwhile, one after the other.
      for _ in 0..<3 {
        #expect(try Program.run(client, shared + ["call", "ping"]).end == .exited(75))
      }
      for watch in watches { #expect(watch.isRunning, "\(watch.log)") }
      daemon.program.kill(SIGCONT)
      try daemon.connect().call("state.set", #"{"values":{"a":2}}"#)
      // A revision stands before the key.
      while let line = try watches[0].nextLine(), !line.contains("  a  2") {}
      #expect(watches[0].isRunning)
    }

    @Test func aQueueThatIsFullIsWaitedForNoLonger() throws {
      let folder = TemporaryFolder()
      let path = folder.file("b.sock")
      let listener = try Listener(at: path)
      try listener.fill(path)
      let done = try Program.run(
        InstalledPrefix().client, ["--socket", path, "--timeout", "0.3", "stats"])
      #expect(done.end == .exited(75))
      #expect(done.error.contains("the daemon has accepted no connection for 300 ms; `buttonctl "))
      withExtendedLifetime(listener) {}
    }

    @Test(arguments: ["0", "-1", "nan", "inf", "86401"])
    func aTimeoutThatIsNoneIsRefused(text: String) throws {
      let done = try Program.run(
        InstalledPrefix().client, ["--socket", "/nowhere/b.sock", "--timeout=\(text)", "stats"])
      #expect(done.end == .exited(64), "\(done.error)")
    }
  }
}
