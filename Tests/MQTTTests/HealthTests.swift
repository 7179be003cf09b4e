import Glibc
import TestSupport
import Testing

extension MQTTTests {
  /// What `buttond-mqtt --health` says of a bridge, which it leaves alone.
  @Suite struct HealthTests {
    private let folder = TemporaryFolder()
    private static let rules = "topics: [{topic: home/+, key: home.$1}]\n"

    /// What is said: the findings as level, text and advice.
    private func health(
      _ text: String, of socket: String = "/none"
    ) throws -> (end: ProcessEnd, findings: [String]) {
      let path = folder.write(text, to: "mqtt.yaml")
      let done = try Program.run(
        "\(InstalledPrefix().path)/bin/buttond-mqtt",
        ["--health", "--config", path, "--socket", socket])
      let report = try JSONTree(parsing: done.output)
      #expect(report["healthy"] == .bool(done.end == .exited(0)))
      let findings = (report["findings"]?.elements ?? []).map {
        "\($0["level"]?.string ?? ""): \($0["text"]?.string ?? "") | \($0["advice"]?.string ?? "")"
      }
      return (done.end, findings)
    }

    /// A file of the same client at the same broker as a `BridgeProcess` has.
    private func file(_ port: UInt16) -> String {
      "broker: {host: 127.0.0.1, port: \(port), clientId: bridge}\n" + Self.rules
    }

    @Test func aBridgeThatIsWellIsSaidToBeAndGoesOn() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      try broker.publish("home/a", "1")
      let client = try daemon.connect()
      try TestSupport.wait(for: "a key under the lease") {
        try client.call("server.stats")["leases"]?.elements.first?["keys"] == .int(1)
      }
      let health = try health(file(broker.port), of: daemon.socketPath)
      #expect(health.end == .exited(0))
      let fine = "a broker is at 127.0.0.1:\(broker.port), 1 key of the lease mqtt"
      #expect(health.findings == ["ok: \(fine) | "])
      // The broker would have ended its connection for another client of its name.
      try broker.publish("home/b", "2")
      try TestSupport.wait(for: "one more") {
        try client.call("server.stats")["leases"]?.elements.first?["keys"] == .int(2)
      }
      #expect(!bridge.program.log.contains("no connection to the broker"), "\(bridge.program.log)")
    }

    @Test func aBrokerAndADaemonThatAreMissingAreFound() throws {
      let port = try FreePort.find()
      let health = try health(file(port))
      #expect(health.end == .exited(1))
      try #require(health.findings.count == 2, "\(health.findings)")
      #expect(
        health.findings[0].hasPrefix("problem: the daemon at /none takes no keys of this user: "))
      #expect(
        health.findings[1].hasPrefix(
          "problem: no broker at 127.0.0.1:\(port): Connection refused | Start the broker, or mend")
      )
    }

    @Test func aFileThatIsWrongIsFound() throws {
      let health = try health("topiks: []\n")
      #expect(health.end == .exited(1))
      #expect(
        health.findings.count == 1 && health.findings[0].contains("'topiks'")
          && health.findings[0].hasSuffix("| Mend the file, then restart buttond-mqtt."),
        "\(health.findings)")
    }
  }
}
