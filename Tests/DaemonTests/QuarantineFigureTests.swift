import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// The documented figures of quarantine, in real time.
  @Suite(.enabled(if: scaled(1) >= 20, "only scripts/soak: it takes a quarter of an hour"))
  struct QuarantineFigureTests {
    private func mayfly(_ client: TestClient) throws -> JSONTree {
      let plugins = try client.call("plugins.list")["plugins"]?.elements ?? []
      guard let plugin = plugins.first(where: { $0["name"]?.string == "mayfly" }) else {
        throw TestFailure("there is no mayfly")
      }
      return plugin
    }

    /// Connects, and is told of plugins.
    private func watch(_ daemon: DaemonProcess) throws -> TestClient {
      let client = try daemon.connect()
      try client.call("plugins.subscribe")
      return client
    }

    /// What is told of the plugin until a time.
    private func changes(_ client: TestClient, seconds: Double) throws -> [JSONTree] {
      try client.notifications(until: Deadline(seconds: seconds)).compactMap {
        $0["params"]?["plugin"]
      }
      .filter { $0["name"]?.string == "mayfly" }
    }

    @Test func aPluginThatDiesAfterEveryHelloIsAwayUntilItsProbe() throws {
      let shelf = PluginShelf()
      let state = TemporaryFolder()
      try shelf.add("mayfly", resolve: "", create: "ualarm(50000, 0);")
      let arguments = shelf.arguments + ["--state", state.file("state")]
      let began = Deadline.now
      func seconds() -> Double { Double(Deadline.now - began) / 1e9 }
      do {
        let daemon = try DaemonProcess(arguments)
        let client = try watch(daemon)
        while try mayfly(client)["state"]?.string != "quarantined", seconds() < 60 {
          _ = try changes(client, seconds: 0.1)
        }
        print("quarantined after \(seconds()) s")
        #expect(seconds() < 60)
        #expect(try mayfly(client)["deaths"]?.int == 6)
        _ = try changes(client, seconds: 1)
        #expect(try changes(client, seconds: 60) == [], "it does not come back")
        #expect(try mayfly(client)["pid"]?.int == nil)
        #expect(try daemon.stop(SIGKILL).leftWorkers == [])
      }
      let again = Deadline.now
      let daemon = try DaemonProcess(arguments)
      let client = try watch(daemon)
      _ = try changes(client, seconds: 5)
      #expect(try mayfly(client)["state"]?.string == "quarantined")
      #expect(try mayfly(client)["restarts"]?.int == 0)
      #expect(try changes(client, seconds: 890) == [], "nor after the daemon was killed")
      let probe = try changes(client, seconds: 30)
      print(
        "probed \(Double(Deadline.now - again) / 1e9 - 30)…\(Double(Deadline.now - again) / 1e9) s")
      #expect(probe.contains { $0["pid"]?.int != nil })
      #expect(probe.last?["state"]?.string == "quarantined")
      #expect(try mayfly(client)["deaths"]?.int == 1)

      // New files are another plugin.
      try shelf.add("mayfly", resolve: "set_text(request, \"title\", \"here\");")
      let end = Deadline()
      while try mayfly(client)["state"]?.string != "running", !end.hasPassed {
        _ = try changes(client, seconds: 0.1)
      }
      #expect(try mayfly(client)["state"]?.string == "running")
      #expect(try daemon.stop().end == .exited(0))
    }
  }
}
