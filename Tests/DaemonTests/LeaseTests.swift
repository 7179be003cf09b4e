import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// Clients that feed keys and are gone.
  @Suite struct LeaseTests {
    /// A client in a process of its own, which can be killed.
    private func feed(_ daemon: DaemonProcess, _ words: [String]) throws -> Program {
      let feeder = try Program(
        InstalledPrefix().client,
        ["--socket", daemon.socketPath, "state", "set", "--lease", "till"] + words)
      #expect(try feeder.nextLine()?.hasPrefix("revision ") == true)
      return feeder
    }

    private func define(_ ids: [String], by client: TestClient) throws {
      let buttons = ids.map { id in
        #"{"id":"\#(id)","style":"plain","isSelected":{"state":"\#(id)"}}"#
      }
      try client.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
    }

    @Test func allReadersOfAKilledClientsKeysAndNobodyElseSaySoInOneFrame() throws {
      let daemon = try Shared.daemon()
      let client = try daemon.connect()
      let fed = (0..<20).map { "till.k\($0)" }
      try define(fed + (0..<20).map { "other.k\($0)" }, by: client)
      try client.call("state.set", #"{"values":{"other.k0":true}}"#)
      let feeder = try feed(daemon, fed.map { "\($0)=true" })
      try client.call("buttons.subscribe", #"{"match":"*"}"#)
      _ = try client.notificationsSoFar()

      feeder.kill(SIGKILL)
      let frame = try client.nextNotification("buttons.updated")
      let records = frame["buttons"]?.elements ?? []
      #expect(Set(records.compactMap { $0["id"]?.string }) == Set(fed))
      for record in records {
        #expect(record["status"]?["reason"]?.string == "sourceLost")
        #expect(record["status"]?["keys"]?.elements == [record["id"]].compactMap(\.self))
      }
      #expect(try client.notificationsSoFar().isEmpty)

      let next = try feed(daemon, ["till.k3=true"])
      let back = try client.nextNotification("buttons.updated")["buttons"]?.elements
      #expect(back?.map { $0["id"]?.string } == ["till.k3"])
      #expect(back?.first?["status"] == nil)
      next.kill(SIGINT)
      #expect(try next.waitForEnd() == .exited(0))
      let again = try client.nextNotification("buttons.updated")["buttons"]?.elements
      #expect(again?.first?["status"]?["reason"]?.string == "sourceLost")
    }

    @Test func metricsAndStatisticsCountTheLostKeysOfALease() throws {
      let daemon = try Shared.daemon()
      let feeder = try daemon.connect()
      try feeder.call("state.set", #"{"values":{"a":1,"b":2},"lease":"till"}"#)
      feeder.close()
      let client = try daemon.connect()
      try client.wait(until: "lostKeys", is: 2)
      #expect(
        try client.call("server.stats")["leases"]?.text
          == #"[{"name":"till","keys":2,"lostKeys":2,"holders":0}]"#)
      let text = try Program.run(
        InstalledPrefix().client, ["--socket", daemon.socketPath, "stats", "--prometheus"]
      ).output
      #expect(text.contains("buttond_lease_lost_keys{lease=\"till\"} 2\n"))
      #expect(text.contains("buttond_lost_keys 2\n"))
    }
  }
}
