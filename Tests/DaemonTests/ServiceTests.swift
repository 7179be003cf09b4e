import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// A daemon under a service manager, whose part the test plays.
  @Suite struct ServiceTests {
    @Test(arguments: [false, true])
    func itSaysWhenItIsReadyAndWhenItStops(isAbstract: Bool) throws {
      let manager = try FakeServiceManager(isAbstract: isAbstract)
      let daemon = try DaemonProcess(environment: manager.environment)
      #expect(manager.next() == ["READY=1", "STATUS=listening on \(daemon.socketPath)"])
      try daemon.connect().call("ping")
      #expect(try daemon.stop().end == .exited(0))
      #expect(manager.next() == ["STOPPING=1", "STATUS=stopping"])
      #expect(manager.next(by: Deadline(seconds: 0)) == nil)
    }

    @Test func itSaysWhenItReadsItsConfigurationAgain() throws {
      let manager = try FakeServiceManager()
      let files = try ConfiguredFolder()
      let daemon = try DaemonProcess(files.arguments, environment: manager.environment)
      #expect(manager.next()?.first == "READY=1")
      func reload(_ ask: () throws -> Void) throws -> String? {
        let before = Deadline.now / 1_000
        try ask()
        let reloading = try #require(manager.next())
        #expect(reloading.first == "RELOADING=1")
        let time = UInt64(reloading.last?.split(separator: "=").last ?? "") ?? 0
        #expect(reloading.last?.hasPrefix("MONOTONIC_USEC=") == true)
        #expect(before <= time && time <= Deadline.now / 1_000)
        let ready = try #require(manager.next())
        #expect(ready.first == "READY=1")
        return ready.last
      }
      let client = try daemon.connect()
      #expect(
        try reload { daemon.program.kill(SIGHUP) } == "STATUS=listening on \(daemon.socketPath)")
      #expect(
        try reload { try client.call("server.reload") }
          == "STATUS=listening on \(daemon.socketPath)")
      files.configure("wrong: 1")
      #expect(
        try reload { daemon.program.kill(SIGHUP) }?.contains("invalid configuration") == true)
      files.configure("")
      #expect(
        try reload { daemon.program.kill(SIGHUP) } == "STATUS=listening on \(daemon.socketPath)")
    }

    @Test func aReloadWithoutAConfigurationEndsForTheManagerToo() throws {
      let manager = try FakeServiceManager()
      let daemon = try DaemonProcess(environment: manager.environment)
      #expect(manager.next()?.first == "READY=1")
      daemon.program.kill(SIGHUP)
      #expect(manager.next()?.first == "RELOADING=1")
      #expect(manager.next()?.first == "READY=1")
    }

    @Test func itGivesSignsOfLifeInTimeAndNoneWhenItHangs() throws {
      let manager = try FakeServiceManager()
      let environment = manager.environment.merging(["WATCHDOG_USEC": "200000"]) { $1 }
      let daemon = try DaemonProcess(environment: environment)
      #expect(manager.next()?.first == "READY=1")
      for _ in 0..<5 {
        #expect(manager.next() == ["WATCHDOG=1"])
      }
      try daemon.program.pause()
      while manager.next(by: Deadline(seconds: 0)) != nil {}
      #expect(manager.next(by: Deadline(seconds: 0.5)) == nil)
      daemon.program.kill(SIGCONT)
      #expect(manager.next() == ["WATCHDOG=1"])
    }

    @Test func aWatchdogForAnotherProcessIsNotOurs() throws {
      let manager = try FakeServiceManager()
      let environment = manager.environment.merging(
        ["WATCHDOG_USEC": "20000", "WATCHDOG_PID": "1"]) { $1 }
      let daemon = try DaemonProcess(environment: environment)
      #expect(manager.next()?.first == "READY=1")
      #expect(manager.next(by: Deadline(seconds: 0.2)) == nil)
      #expect(try daemon.stop().end == .exited(0))
    }

    @Test func aManagerThatIsNotThereOrDoesNotReadHoldsNothingUp() throws {
      let daemon = try DaemonProcess(environment: ["NOTIFY_SOCKET": "/nonexistent/notify"])
      try daemon.program.waitForLog("cannot notify the service manager that the daemon is ready")
      #expect(try daemon.stop().end == .exited(0))
      let manager = try FakeServiceManager()
      let mute = try DaemonProcess(
        environment: manager.environment.merging(["WATCHDOG_USEC": "2000"]) { $1 })
      let client = try mute.connect()
      for _ in 0..<scaled(2_000) { try client.call("ping") }
      #expect(try mute.stop().end == .exited(0))
    }

    @Test(arguments: ["", "notify", "@", "/" + String(repeating: "n", count: 120)])
    func anAddressThatIsNoneEndsTheStart(address: String) throws {
      let folder = TemporaryFolder()
      let program = try Program(
        InstalledPrefix().daemon,
        ["--ephemeral", "--no-installed-plugins", "--socket", folder.file("b.sock")],
        environment: ["NOTIFY_SOCKET": address])
      if address.isEmpty {
        #expect(try program.nextLine() == "listening on \(folder.file("b.sock"))")
      } else {
        #expect(try program.waitForEnd() == .exited(1))
        #expect(program.log.contains("NOTIFY_SOCKET"))
      }
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
