import Glibc
import TestSupport
import Testing

extension MQTTTests {
  /// What `buttonctl doctor` and `stats` say of a bridge to a broker.
  @Suite struct DoctorTests {
    private let folder = TemporaryFolder()
    private static let rules = "topics: [{topic: home/+, key: home.$1}]\n"

    /// What the doctor says of MQTT and of buttons: level, text and advice.
    private func findings(
      _ socket: String?, _ checks: [String] = ["mqtt"], environment: [String: String] = [:]
    ) throws -> [String] {
      let home = ["HOME": folder.path, "XDG_STATE_HOME": folder.path]
      let done = try Program.run(
        InstalledPrefix().client,
        ["--json"] + (socket.map { ["--socket", $0] } ?? []) + ["doctor"],
        environment: home.merging(environment) { $1 })
      let findings = try JSONTree(parsing: done.output)["findings"]?.elements ?? []
      return findings.filter { checks.contains($0["check"]?.string ?? "") }.map {
        "\($0["level"]?.string ?? ""): \($0["text"]?.string ?? "") | \($0["advice"]?.string ?? "")"
      }
    }

    private func wait(
      for client: TestClient, until isThere: (JSONTree) -> Bool
    ) throws {
      try TestSupport.wait(for: "other figures of the daemon") {
        isThere(try client.call("server.stats"))
      }
    }

    @Test func aBridgeThatIsWellIsSaidToBe() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      try broker.publish("home/a", "1")
      try wait(for: try daemon.connect()) { $0["leases"]?.elements.first?["keys"] == .int(1) }
      #expect(
        try findings(daemon.socketPath) == [
          "ok: a broker is at 127.0.0.1:\(broker.port), 1 key of the lease mqtt | "
        ])
    }

    @Test func aBrokerThatIsGoneIsFoundWithTheLeaseThatIsLost() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      try broker.publish("home/a", "1")
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"t","style":"plain","configuration":{"title":{"template":"{home.a}"}}}],"wait":"published"}"#
      )
      try wait(for: client) { $0["leases"]?.elements.first?["keys"] == .int(1) }
      try broker.kill()
      try wait(for: client) { $0["lostKeys"] == .int(1) }
      try client.call("sync")
      let found = try findings(daemon.socketPath, ["mqtt", "buttons"])
      try #require(found.count == 2, "\(found)")
      #expect(
        found[0].hasPrefix(
          "problem: no broker at 127.0.0.1:\(broker.port): Connection refused; 1 key of the lease mqtt is "
            + "lost | Start the broker, or mend broker.host"), "\(found)")
      #expect(found[0].contains("kill \(bridge.program.processID)"), "\(found)")
      #expect(
        found[1].hasPrefix(
          "note: t: sourceLost: what feeds home.a is gone (lease mqtt). Lost: 1 key of the lease mqtt, which nothing "
            + "holds | Start what feeds it"), "\(found)")
      let stats = try Program.run(
        InstalledPrefix().client, ["--socket", daemon.socketPath, "stats"])
      #expect(
        stats.output.contains("lease mqtt  1 key, 1 lost, held by nothing\n"), "\(stats.output)")
    }

    @Test func aFileWithoutABridgeIsFound() throws {
      for name in ["config", "config/buttond"] { try Folder.make(folder.file(name)) }
      let path = folder.write(Self.rules, to: "config/buttond/mqtt.yaml")
      let run = folder.file("run")
      try Folder.make(run)
      try Folder.make("\(run)/buttond")
      let environment = [
        "XDG_RUNTIME_DIR": run, "XDG_CONFIG_HOME": folder.file("config"),
        "BUTTOND_SOCKET": "\(run)/buttond/buttond.sock",
      ]
      // Root's unit reads /etc, which a test leaves alone.
      guard geteuid() != 0 else {
        #expect(try findings(nil, environment: environment) == [])
        return
      }
      #expect(
        try findings(nil, environment: environment) == [
          "problem: \(path) is there, but no buttond-mqtt runs for this socket | Start it: systemctl "
            + "--user enable --now buttond-mqtt"
        ])
    }

    @Test func aBridgeThatIsStoppedIsFound() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      try bridge.program.pause()
      let found = try findings(daemon.socketPath)
      #expect(found.count == 1 && found[0].contains("is stopped | Let it go on: kill -CONT"))
      bridge.program.kill(SIGCONT)
    }
  }
}
