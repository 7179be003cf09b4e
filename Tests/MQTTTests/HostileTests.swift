import Glibc
import TestSupport
import Testing

extension MQTTTests {
  /// Brokers that mean no good: the daemon and its other clients notice nothing.
  @Suite struct HostileTests {
    private static let rules = "topics:\n  - {topic: '#', key: all.$1, format: text}\n"
    /// More than any bridge may have, whatever comes.
    private static let mostMemory = 224 << 20

    /// A message of a topic.
    private static func message(_ topic: String, _ payload: [UInt8], qos: UInt8 = 0) -> [UInt8] {
      MQTTPacket.bytes(
        0x30 | qos << 1, MQTTPacket.text(topic) + (qos > 0 ? [0, 1] : []) + payload)
    }

    private static let malformed: [[UInt8]] = [
      [0x20, 0x02, 0x00, 0x05], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x20, 0x00], [0x00],
      Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8),
      HostileBroker.welcome + [0x30, 0x02, 0xFF, 0xFF], HostileBroker.welcome + [0x30, 0x00],
      HostileBroker.welcome + [0x90, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      HostileBroker.welcome + MQTTPacket.bytes(0x30, [0, 3, 0xFF, 0xFE, 0xFD]), [],
    ]

    @Test func malformedPacketsEndInAnotherTry() throws {
      let daemon = try MQTTTests.daemon()
      let brokers = try Self.malformed.map { try HostileBroker(behaviour: .bytes($0)) }
      // All at once, since each waits for seconds between its tries.
      let bridges = try brokers.map { try BridgeProcess(daemon, port: $0.port, Self.rules) }
      for (index, bytes) in Self.malformed.enumerated() {
        let (broker, bridge) = (brokers[index], bridges[index])
        try bridge.program.waitForLog("no connection to the broker")
        try wait(for: "another try after \(bytes)") { broker.connections >= 3 }
        #expect(bridge.program.isRunning, "\(bytes)")
        #expect(try bridge.mostMemory < Sanitizer.most(Self.mostMemory), "\(bytes)")
      }
      _ = try daemon.connect().call("ping")
    }

    @Test func packetsOfAQuarterGibibyteAreRefused() throws {
      let head = MQTTPacket.bytes(0x30, [0, 1, 97], length: 268_435_455)
      let body = [UInt8](repeating: 65, count: 16 << 20)
      let broker = try HostileBroker(behaviour: .flood(head + body))
      let daemon = try MQTTTests.daemon()
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.program.waitForLog("no connection to the broker")
      #expect(bridge.program.isRunning)
      #expect(try bridge.mostMemory < Sanitizer.most(Self.mostMemory))
      _ = try daemon.connect().call("ping")
    }

    /// libmosquitto keeps each message of QoS 2 until the broker releases it, and reads as many packets at
    /// once as it keeps. Pieces as small as these come from the process's own memory, and the system's limit
    /// would end them too, at a moment when there may be nothing left for anything else: the bridge
    /// gives up before that.
    @Test func messagesOfQoS2ThatNeverEndAreBounded() throws {
      var flood: [UInt8] = []
      for number in 0..<64 {
        var message = Self.message("a", [UInt8](repeating: 65, count: 60_000), qos: 2)
        message[message.count - 60_001] = UInt8(number + 1)
        flood += message
      }
      let broker = try HostileBroker(behaviour: .flood(flood))
      let daemon = try MQTTTests.daemon()
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.program.waitForLog("no connection to the broker")
      #expect(bridge.program.isRunning)
      let reason = "it sends more than this program has memory for"
      #expect(Sanitizer.isThere || bridge.program.log.contains(reason), "\(bridge.program.log)")
      #expect(try bridge.mostMemory < Sanitizer.most(Self.mostMemory))
    }

    @Test func aFloodOfTopicsMakesABoundedNumberOfKeys() throws {
      var flood: [UInt8] = []
      for number in 0..<20_000 { flood += Self.message("t/\(number)", Array("\(number)".utf8)) }
      let broker = try HostileBroker(behaviour: .flood(flood))
      let daemon = try MQTTTests.daemon()
      let bridge = try BridgeProcess(
        daemon, port: broker.port, "maxKeys: 500\n" + Self.rules)
      try bridge.program.waitForLog("there is no room for another key beside 500")
      let client = try daemon.connect()
      var keys = 0
      try wait(for: "the last key") {
        keys = try client.call("server.stats")["keys"]?.int ?? 0
        return keys >= 500
      }
      #expect(keys == 500)
      #expect(try bridge.mostMemory < Sanitizer.most(Self.mostMemory))
    }

    /// Fifteen seconds, which the bridge gives every broker.
    @Test func aSilentBrokerIsGivenUpAndTheDaemonServed() throws {
      let (broker, daemon) = (try HostileBroker(behaviour: .silent), try MQTTTests.daemon())
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitFor("connected to the daemon")
      try bridge.program.waitForLog("it accepts connections, but does not answer")
      bridge.program.kill(SIGTERM)
      #expect(try bridge.program.waitForEnd() == .exited(0))
    }
  }
}
