import Glibc
import TestSupport
import Testing

extension DaemonTests {
  @Suite struct LifecycleTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalStopsItCleanly(signal: Int32) throws {
      let daemon = try DaemonProcess(plugins: [.checkout, .pill])
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call("ping")
      let plugins = try client.call("plugins.list")["plugins"]?.elements.count
      #expect(try daemon.workers().count == plugins)
      let (end, leftWorkers) = try daemon.stop(signal)
      #expect(end == .exited(0))
      #expect(leftWorkers == [])
      #expect(access(daemon.socketPath, F_OK) != 0)
      #expect(try client.isClosedByDaemon())
      #expect(try Folder.names(in: daemon.folder.path) == [])
    }

    @Test func aStopDoesNotWaitForAHungWorkerOrAClientThatDoesNotRead() throws {
      let daemon = try DaemonProcess(plugins: [.checkout, .pill])
      try daemon.waitForPlugins()
      for worker in try daemon.workers() { kill(worker, SIGSTOP) }
      let client = try daemon.connect()
      let value = String(repeating: "x", count: 60_000)
      try client.call("state.set", #"{"values":{"a":"\#(value)"}}"#)
      for _ in 0..<20 { _ = try client.request("state.get") }
      let (end, leftWorkers) = try daemon.stop()
      #expect(end == .exited(0))
      #expect(leftWorkers == [])
    }

    @Test func aSignalDuringTheStartStopsItToo() throws {
      for _ in 0..<scaled(3) {
        let daemon = try DaemonProcess(plugins: [.pill])
        daemon.program.kill(SIGTERM)
        daemon.program.kill(SIGINT)
        daemon.program.kill(SIGTERM)
        #expect(try daemon.program.waitForEnd() == .exited(0))
        #expect(access(daemon.socketPath, F_OK) != 0)
      }
    }

    @Test func aParentThatBlocksSignalsDoesNotMakeItImmortal() throws {
      let folder = TemporaryFolder()
      let program = try Program(
        InstalledPrefix().daemon,
        ["--ephemeral", "--no-installed-plugins", "--socket", folder.file("b.sock")],
        blockedSignals: [SIGTERM, SIGINT])
      #expect(try program.nextLine() == "listening on \(folder.file("b.sock"))")
      program.kill(SIGTERM)
      #expect(try program.waitForEnd() == .exited(0))
    }

    @Test func theSocketIsForItsUserAlone() throws {
      let daemon = try DaemonProcess()
      var status = stat()
      #expect(lstat(daemon.socketPath, &status) == 0)
      #expect(status.st_mode & S_IFMT == S_IFSOCK)
      #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func workersEndWithAKilledDaemon() throws {
      let daemon = try DaemonProcess(plugins: [.checkout, .pill])
      try daemon.waitForPlugins()
      let (end, leftWorkers) = try daemon.stop(SIGKILL)
      #expect(end == .signalled(SIGKILL))
      #expect(leftWorkers == [])
    }

    @Test func theSocketOfAKilledDaemonIsReplaced() throws {
      let folder = TemporaryFolder()
      let first = try DaemonProcess(in: folder)
      #expect(try first.stop(SIGKILL).end == .signalled(SIGKILL))
      #expect(access(first.socketPath, F_OK) == 0)
      let second = try DaemonProcess(in: folder)
      try second.connect().call("ping")
      #expect(try second.stop().end == .exited(0))
    }

    @Test func aSecondDaemonOnThePathRefusesAndHarmsNothing() throws {
      let daemon = try DaemonProcess()
      let before = try daemon.connect()
      let second = try Program.run(
        InstalledPrefix().daemon, ["--ephemeral", "--socket", daemon.socketPath])
      #expect(second.end == .exited(1))
      #expect(second.output == "")
      #expect(second.error.contains("another process is listening on \(daemon.socketPath)"))
      try before.call("ping")
      try daemon.connect().call("ping")
      #expect(try daemon.stop().end == .exited(0))
    }

    @Test func aForeignListenerOnThePathIsLeftAlone() throws {
      let folder = TemporaryFolder()
      let path = folder.file("buttond.sock")
      let listener = try Listener(at: path)
      let result = try Program.run(InstalledPrefix().daemon, ["--ephemeral", "--socket", path])
      #expect(result.end == .exited(1))
      #expect(result.error.contains("another process is listening on \(path)"))
      _ = try TestClient(path)
      withExtendedLifetime(listener) {}
    }

    @Test func aFileThatIsNoSocketIsLeftAlone() throws {
      let folder = TemporaryFolder()
      let path = folder.write("precious", to: "buttond.sock")
      let result = try Program.run(InstalledPrefix().daemon, ["--ephemeral", "--socket", path])
      #expect(result.end == .exited(1))
      #expect(result.error.contains("\(path) exists and is not a socket"))
      #expect(try ProcessFile.text(path) == "precious")
    }

    @Test func manyDaemonsStartedAtOnceAreOne() throws {
      let folder = TemporaryFolder()
      let path = folder.file("buttond.sock")
      let daemon = try InstalledPrefix().daemon
      let programs = try (0..<4).map { _ in
        try Program(daemon, ["--ephemeral", "--no-installed-plugins", "--socket", path])
      }
      let ready = try programs.filter { try $0.nextLine() == "listening on \(path)" }
      try #require(ready.count == 1)
      for program in programs where program !== ready[0] {
        #expect(try program.waitForEnd() == .exited(1))
      }
      try TestClient(path).call("ping")
      ready[0].kill(SIGTERM)
      #expect(try ready[0].waitForEnd() == .exited(0))
    }
  }
}
