import Glibc
import TestSupport
import Testing

extension DaemonTests {
  @Suite struct LifecycleTests {
    @Test func aRelativeSocketIsNamedAsOthersFindIt() throws {
      let folder = TemporaryFolder()
      let program = try Program(
        "/usr/bin/env",
        [
          "-C", folder.path, InstalledPrefix().daemon, "--ephemeral", "--no-installed-plugins",
          "--socket", "b.sock",
        ])
      #expect(try program.nextLine() == "listening on \(folder.file("b.sock"))")
      try TestClient(folder.file("b.sock")).call("ping")
    }

    @Test func aSignalStopsItCleanly() throws {
      let daemon = try DaemonProcess(plugins: [.pill])
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call("ping")
      let plugins = try client.call("plugins.list")["plugins"]?.elements.count
      #expect(try daemon.workers().count == plugins)
      let (end, leftWorkers) = try daemon.stop(SIGINT)
      #expect(end == .exited(0))
      #expect(leftWorkers == [])
      #expect(try client.isClosedByDaemon())
      #expect(try Folder.names(in: daemon.folder.path) == [])
    }

    @Test func aSignalDuringTheStartStopsItToo() throws {
      for _ in 0..<scaled(3, few: 1) {
        let daemon = try DaemonProcess(plugins: [.pill])
        daemon.program.kill(SIGTERM)
        daemon.program.kill(SIGINT)
        daemon.program.kill(SIGTERM)
        #expect(try daemon.program.waitForEnd() == .exited(0))
        #expect(access(daemon.socketPath, F_OK) != 0)
      }
    }

    /// They have a parent that blocks signals, which does not make them immortal.
    @Test func daemonsStartedAtOnceAreOne() throws {
      let folder = TemporaryFolder()
      let path = folder.file("buttond.sock")
      let daemon = try InstalledPrefix().daemon
      let arguments = ["--ephemeral", "--no-installed-plugins", "--socket", path]
      let programs = try (0..<2).map { _ in
        try Program(daemon, arguments, blockedSignals: [SIGTERM, SIGINT])
      }
      let ready = try programs.filter { try $0.nextLine() == "listening on \(path)" }
      try #require(ready.count == 1)
      for program in programs where program !== ready[0] {
        #expect(try program.waitForEnd() == .exited(1))
        #expect(program.log.contains("another process is listening on \(path)"))
      }
      #expect(try Folder.mode(path) == 0o600)
      let client = try TestClient(path)
      let late = try Program.run(daemon, arguments)
      #expect(late.end == .exited(1) && late.output == "")
      try client.call("ping")
      ready[0].kill(SIGTERM)
      #expect(try ready[0].waitForEnd() == .exited(0))
    }

    @Test func theUsualPlacesAreThoseOfTheEnvironmentAndOpenOnlyWithRules() throws {
      let folder = TemporaryFolder()
      let files = try ConfiguredFolder("access: [{user: 54321, role: read}]")
      let program = try Program(
        InstalledPrefix().daemon, ["--no-installed-plugins"] + files.arguments,
        environment: ["XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.file("home")])
      let path = folder.file("buttond/buttond.sock")
      #expect(try program.nextLine() == "listening on \(path)")
      #expect(try Folder.names(in: folder.file("home/buttond")).contains("buttond.sqlite"))
      #expect(try Folder.mode(folder.file("buttond")) == 0o711)
      if Identity.isAvailable {
        chmod(folder.path, 0o711)
        try TestClient(path, as: RightsTests.stranger).call("ping")
      }
      files.configure("")
      try TestClient(path).call("server.reload")
      #expect(try Folder.mode(folder.file("buttond")) == 0o700)
      #expect(try Folder.mode(path) == 0o600)
      program.kill(SIGTERM)
      #expect(try program.waitForEnd() == .exited(0))
      #expect(access(path, F_OK) != 0)
    }
  }
}
