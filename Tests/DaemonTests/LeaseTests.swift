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
      let daemon = try DaemonProcess()
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

    @Test func afterARestartAKeyOfALeaseIsLostUntilItIsWritten() throws {
      let kept = try KeptState("durability: strict\n")
      var client = try kept.start()
      try client.call(
        "state.set", #"{"values":{"a":true,"volatile.v":1},"lease":"till"}"#)
      try client.call("state.set", #"{"values":{"b":true}}"#)
      try client.wait(until: "unsaved", is: 0)
      try kept.kill()
      client = try kept.start()
      try define(["a", "b"], by: client)
      let answer = try client.call("state.get")
      #expect(answer["values"]?["a"]?.text == "true")
      #expect(answer["lost"]?.text == #"["a"]"#)
      let looks = try client.call("buttons.get", #"{"match":"*"}"#)["buttons"]?.elements ?? []
      #expect(
        looks.map { $0["status"]?["reason"]?.string } == ["sourceLost", nil])
      try client.call("state.set", #"{"values":{"a":true},"lease":"till"}"#)
      #expect(try client.call("state.get")["lost"] == nil)
      try client.wait(until: "unsaved", is: 0)
      try kept.stop()
      #expect(try kept.start().call("state.get")["lost"]?.text == #"["a"]"#)
    }

    @Test func metricsAndStatisticsCountTheLostKeysOfALease() throws {
      let daemon = try DaemonProcess()
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
