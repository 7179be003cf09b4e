import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// How a daemon ends that has something left to do.
  @Suite struct StopTests {
    /// A daemon with a plugin whose looks take their time, a button of it, and two clients.
    private struct Slow {
      let shelf = PluginShelf()
      let daemon: DaemonProcess
      let client: TestClient
      let watcher: TestClient

      init(
        takes microseconds: Int, _ arguments: [String] = [], environment: [String: String] = [:]
      ) throws {
        try shelf.add(
          "slow",
          resolve: """
            get_text(request, "state.shop.name", text);
            if (text[0]) usleep(\(microseconds));
            set_text(request, "title", text);
            """)
        daemon = try DaemonProcess(
          shelf.arguments + arguments,
          environment: environment.merging(["BUTTOND_PLUGIN_FIGURES": "batchTimeMs=10000"]) { $1 })
        try daemon.waitForPlugins()
        client = try daemon.connect()
        try client.call(
          "buttons.define", #"{"buttons":[{"id":"a","style":"slow/look"}],"wait":"published"}"#)
        watcher = try daemon.watch("a").0
      }
    }

    @Test func whatWasAnsweredIsPublishedAndNothingElseIsDone() throws {
      let slow = try Slow(takes: 300_000)
      try slow.client.call("state.set", #"{"values":{"shop.name":"last"}}"#)
      slow.daemon.program.kill(SIGTERM)
      try slow.daemon.waitForLog("stopping")
      try? slow.client.send(
        #"{"jsonrpc":"2.0","id":1,"method":"state.set","params":{"values":{"shop.name":"no"}}}"#)
      #expect(throws: TestFailure.self) { try slow.daemon.connect() }
      let update = try slow.watcher.nextNotification("buttons.updated")
      #expect(update.record("a")?["appearance"]?["title"]?.string == "last")
      #expect(try slow.client.nextLine() == nil)
      #expect(try slow.watcher.nextLine() == nil)
      #expect(try slow.daemon.program.waitForEnd() == .exited(0))
    }

    @Test func aWorkerThatHangsHoldsTheEndUpForASecondOnly() throws {
      let slow = try Slow(takes: 60_000_000)
      // Neither does a client that does not read.
      let value = String(repeating: "x", count: 60_000)
      try slow.client.call("state.set", #"{"values":{"a":"\#(value)","shop.name":"never"}}"#)
      for _ in 0..<20 { _ = try slow.client.request("state.get") }
      let (end, leftWorkers) = try slow.daemon.stop()
      #expect(end == .exited(0))
      #expect(leftWorkers == [])
      #expect(slow.daemon.log.contains("not everything could be published in time"))
    }

    @Test func anotherSignalEndsItAtOnceUnlessItCameWithTheFirst() throws {
      // The disk holds the end up for longer than a plugin may.
      let (disk, folder) = (try HangingDisk(), TemporaryFolder())
      let slow = try Slow(
        takes: 60_000_000, ["--state", folder.file("state")], environment: disk.environment)
      disk.hang()
      try slow.client.call("state.set", #"{"values":{"shop.name":"never"}}"#)
      try disk.waitForWrite()
      let workers = try slow.daemon.workers()
      // Both are there before it sees either.
      try slow.daemon.program.pause()
      let start = Deadline.now
      for signal in [SIGTERM, SIGINT, SIGCONT] { slow.daemon.program.kill(signal) }
      try slow.daemon.waitForLog("stopping")
      // For half a second it takes any other for the first one's twin.
      try wait(for: "its end") {
        slow.daemon.program.kill(SIGTERM)
        return !slow.daemon.program.isRunning
      }
      #expect(try slow.daemon.program.waitForEnd() == .exited(1))
      #expect(Deadline.now - start >= 400_000_000)
      #expect(slow.daemon.log.contains("second signal received"))
      #expect(slow.daemon.log.contains("the last changes are not kept"))
      #expect(access(slow.daemon.socketPath, F_OK) != 0)
      #expect(access("\(slow.daemon.socketPath).lock", F_OK) != 0)
      let deadline = Deadline()
      #expect(workers.allSatisfy { ProcessEnd.waitFor($0, by: deadline) })
    }
  }
}
