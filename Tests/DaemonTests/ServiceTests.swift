import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// A daemon under a service manager, whose part the test plays.
  @Suite struct ServiceTests {
    @Test func itGivesSignsOfLifeAndSaysWhenItReadsItsConfigurationAgain() throws {
      let manager = try FakeServiceManager()
      let files = try ConfiguredFolder()
      let daemon = try DaemonProcess(
        files.arguments,
        environment: manager.environment.merging(["WATCHDOG_USEC": "20000"]) { $1 })
      let listening = "STATUS=listening on \(daemon.socketPath)"
      #expect(manager.next() == ["READY=1", listening])
      for _ in 0..<5 { #expect(manager.next() == ["WATCHDOG=1"]) }
      func next() -> [String]? {
        while let said = manager.next() { if said != ["WATCHDOG=1"] { return said } }
        return nil
      }
      func reload(_ ask: () throws -> Void) throws -> String? {
        let before = Deadline.now / 1_000
        try ask()
        let reloading = try #require(next())
        #expect(reloading.first == "RELOADING=1")
        let time = UInt64(reloading.last?.split(separator: "=").last ?? "") ?? 0
        #expect(reloading.last?.hasPrefix("MONOTONIC_USEC=") == true)
        #expect(before <= time && time <= Deadline.now / 1_000)
        let ready = try #require(next())
        #expect(ready.first == "READY=1")
        return ready.last
      }
      let client = try daemon.connect()
      #expect(try reload { daemon.program.kill(SIGHUP) } == listening)
      #expect(try reload { try client.call("server.reload") } == listening)
      files.configure("wrong: 1")
      #expect(
        try reload { daemon.program.kill(SIGHUP) }?.contains("invalid configuration") == true)
      files.configure("")
      #expect(try reload { daemon.program.kill(SIGHUP) } == listening)
      #expect(try daemon.stop().end == .exited(0))
      #expect(next() == ["STOPPING=1", "STATUS=stopping"])
      while let last = manager.next(by: Deadline(seconds: 0)) { #expect(last == ["WATCHDOG=1"]) }
    }

    /// One with an abstract name, whose signs of life are for another process; there is no configuration.
    @Test func aManagerHearsNothingThatIsForAnotherProcess() throws {
      let manager = try FakeServiceManager(isAbstract: true)
      let environment = manager.environment.merging(
        ["WATCHDOG_USEC": "2000", "WATCHDOG_PID": "1"]) { $1 }
      let daemon = try DaemonProcess(environment: environment)
      #expect(manager.next()?.first == "READY=1")
      // Longer than a sign of life takes.
      let start = Deadline.now
      let client = try daemon.connect()
      while Deadline.now - start < 20_000_000 { try client.call("ping") }
      daemon.program.kill(SIGHUP)
      #expect(manager.next()?.first == "RELOADING=1")
      #expect(manager.next()?.first == "READY=1")
      #expect(try daemon.stop().end == .exited(0))
    }

    @Test func aManagerThatIsNotThereOrDoesNotReadHoldsNothingUp() throws {
      #expect(
        try Shared.bareDaemon().program.log.contains(
          "cannot notify the service manager that the daemon is ready"))
      let manager = try FakeServiceManager()
      let mute = try DaemonProcess(
        environment: manager.environment.merging(["WATCHDOG_USEC": "2000"]) { $1 })
      let client = try mute.connect()
      for _ in 0..<scaled(2_000) { try client.call("ping") }
      #expect(try mute.stop().end == .exited(0))
    }

    @Test func anAddressThatIsNoneEndsTheStartAndAnEmptyOneIsNoManager() throws {
      let folder = TemporaryFolder()
      let wrong = try Program.run(
        InstalledPrefix().daemon,
        ["--ephemeral", "--no-installed-plugins", "--socket", folder.file("b.sock")],
        environment: ["NOTIFY_SOCKET": "notify"])
      #expect(wrong.end == .exited(1) && wrong.error.contains("NOTIFY_SOCKET"), "\(wrong.error)")
      _ = try DaemonProcess(environment: ["NOTIFY_SOCKET": ""])
    }

    @Test(
      .enabled(
        if: access("/usr/bin/systemd-analyze", X_OK) == 0, "systemd-analyze is not installed"))
    func theUnitsAreInOrder() throws {
      let prefix = try InstalledPrefix().path
      let folder = TemporaryFolder()
      for (kind, options) in [("system", []), ("user", ["--user"])] {
        let units = [
          "buttond.service", "buttond.socket", "buttond-gateway.service", "buttond-mqtt.service",
          "buttond-surface.service",
        ].map { "\(prefix)/lib/systemd/\(kind)/\($0)" }
        let result = try Program.run(
          "/usr/bin/systemd-analyze", options + ["verify"] + units,
          environment: ["XDG_RUNTIME_DIR": folder.path])
        #expect(result.end == .exited(0), "\(kind)")
        #expect(result.output + result.error == "", "\(kind)")
      }
    }
  }
}
