import Glibc
import TestSupport
import Testing

extension MQTTTests {
  /// A real broker, a real daemon, and the installed bridge between them.
  @Suite struct LiveTests {
    private static let rules = """
      topics:
        - {topic: home/+/temperature, key: home.$1.temperature, format: number, qos: 1}
        - {topic: commands/+, key: lights.$1, format: bool, fed: false}
      """

    @Test func aMessageBecomesAKeyThatButtonsShow() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"t","style":"plain","configuration":{"title":{"template":"{home.kitchen.temperature}"}}}]}"#
      )
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      try client.call("state.subscribe", #"{"keys":["home.kitchen.temperature"]}"#)
      try broker.publish("home/kitchen/temperature", "21.5")
      let change = try client.nextNotification("state.changed")
      #expect(change["values"]?["home.kitchen.temperature"] == .double(21.5))
      #expect(change["lost"] == nil)
    }

    @Test func aWrongPayloadLeavesTheKeyAndIsLogged() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      let client = try daemon.connect()
      try client.call("state.subscribe", #"{"keys":["home.a.temperature"]}"#)
      try broker.publish("home/a/temperature", "1")
      _ = try client.nextNotification("state.changed")
      try broker.publish("home/a/temperature", "warm")
      try bridge.program.waitForLog("home/a/temperature: 'warm' is not a number")
      let value = try client.call("state.get", #"{"keys":["home.a.temperature"]}"#)
      #expect(value["values"]?["home.a.temperature"] == .int(1))
    }

    /// Random gestures that payloads name, on buttons with and without a long and a double press.
    @Test func aPayloadPerformsTheGestureThatItNames() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let client = try daemon.connect()
      let gestures = ["longPress", "doublePress"]
      let buttons = (0..<4).map { kind in
        let more = gestures.indices.filter { kind >> $0 & 1 == 1 }.map {
          #","\#(gestures[$0])":{"action":{"name":"\#(gestures[$0])"}}"#
        }
        return #"{"id":"b\#(kind)","style":"plain","action":{"name":"press"}\#(more.joined())}"#
      }
      try client.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
      let rule =
        "{topic: wall/+, button: $1, allow: b*, press: press, longPress: longPress, doublePress: doublePress}"
      let bridge = try BridgeProcess(daemon, port: broker.port, "triggers: [\(rule)]\n")
      try bridge.waitUntilSubscribed()
      try client.call("actions.subscribe", #"{"match":"*"}"#)
      var seed = Seed()
      let payloads = ["press", "other"] + gestures
      var began = Deadline.now
      for round in 0..<scaled(2) {
        // The bridge passes 50 a second on.
        if round > 0 { usleep(UInt32(max(0, 1_000_000 - Int(Deadline.now - began) / 1_000))) }
        began = Deadline.now
        let sent = (0..<40).map { _ in
          (kind: Int.random(in: 0..<4, using: &seed), name: payloads.randomElement(using: &seed)!)
        }
        try MessageFlood.send(to: broker.port, sent.map { ("wall/b\($0.kind)", $0.name) })
        for (kind, name) in sent where name != "other" {
          if let index = gestures.firstIndex(of: name), kind >> index & 1 == 0 { continue }
          let action = try client.nextNotification("action.triggered")
          #expect(action["id"]?.string == "b\(kind)" && action["name"]?.string == name)
        }
      }
    }

    /// Two rules that one message is about, at a broker that sends it for each filter.
    @Test(arguments: [("zigbee/+", "zigbee/remote"), ("+/remote", "zigbee/#")])
    func aMessageForTwoRulesPressesOnce(topic: String, trigger: String) throws {
      let broker = try Mosquitto("allow_anonymous true\nallow_duplicate_messages true\n")
      let daemon = try MQTTTests.daemon()
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"hall","style":"plain","action":{"name":"hall"}},{"id":"end","style":"plain"}]}"#
      )
      let bridge = try BridgeProcess(
        daemon, port: broker.port,
        """
        topics: [{topic: \(topic), key: battery.$1, pointer: /battery}]
        triggers:
          - {topic: \(trigger), pointer: /action, button: hall, press: single}
          - {topic: end, button: end}
        """)
      try bridge.waitUntilSubscribed()
      try client.call("actions.subscribe", #"{"match":"*"}"#)
      try MessageFlood.send(
        to: broker.port, [("zigbee/remote", #"{"action":"single","battery":7}"#), ("end", "")])
      let ids = try (0..<2).map { _ in try client.nextNotification("action.triggered")["id"]?.string
      }
      #expect(ids == ["hall", "end"])
    }

    @Test func twoBridgesOfOneNameAreTold() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let first = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try first.waitUntilSubscribed()
      let second = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try first.program.waitForLog("change broker.clientId if another client has bridge too")
      withExtendedLifetime(second) {}
    }

    @Test func aThousandRetainedTopicsOutliveAKilledBroker() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let topics = (0..<1_000).map { "home/room\($0)/temperature" }
      try MessageFlood.send(to: broker.port, topics.map { ($0, "1") }, isRetained: true)
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"t","style":"plain","configuration":{"title":{"template":"{home.room7.temperature}"}}}]}"#
      )
      try wait(for: client, "1,000 keys") { stats in
        stats["leases"]?.elements.first?["keys"] == .int(1_000)
      }

      try broker.kill()
      try wait(for: client, "1,000 lost keys") { $0["lostKeys"] == .int(1_000) }
      let lost = try client.call("buttons.get", #"{"match":"t"}"#)
      #expect(lost.text.contains("sourceLost"), "\(lost.text)")

      // What is sent to the broker before the bridge is back is not missed.
      try broker.start()
      try MessageFlood.send(
        to: broker.port, topics.prefix(500).map { ($0, "2") }, isRetained: true)
      try wait(for: client, "no lost key") { stats in
        stats["lostKeys"] == .int(0) && stats["leases"]?.elements.first?["keys"] == .int(1_000)
      }
      // The bridge may have been back before the flood, which comes in its order then.
      try wait(for: client, "the last of the flood") { _ in
        let values = try client.call("state.get", #"{"keys":["home.room499.temperature"]}"#)
        return values["values"]?["home.room499.temperature"] == .int(2)
      }
      let values = try client.call("state.get", #"{"under":"home"}"#)["values"]
      for (index, _) in topics.enumerated() {
        let value = values?["home.room\(index).temperature"]
        #expect(value == .int(index < 500 ? 2 : 1))
      }
      let back = try client.call("buttons.get", #"{"match":"t"}"#)
      #expect(!back.text.contains("sourceLost"), "\(back.text)")
      #expect(bridge.program.isRunning)
    }

    @Test func keysAreLostWhenTheBridgeIsGone() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      let client = try daemon.connect()
      let status = try broker.subscribe(["buttond/status"])
      #expect(try status.nextMessage(of: "buttond/status") == "online")
      try broker.publish("home/a/temperature", "1", ["-r"])
      try wait(for: client, "a key") { $0["leases"]?.elements.first?["keys"] == .int(1) }
      bridge.program.kill(SIGKILL)
      try wait(for: client, "a lost key") { $0["lostKeys"] == .int(1) }
      #expect(try status.nextMessage(of: "buttond/status") == "offline")
    }

    @Test func anOrderlyStopSaysGoodbye() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      let status = try broker.subscribe(["buttond/status"])
      #expect(try status.nextMessage(of: "buttond/status") == "online")
      bridge.program.kill(SIGTERM)
      #expect(try bridge.program.waitForEnd() == .exited(0))
      #expect(try status.nextMessage(of: "buttond/status") == "offline")
    }

    @Test func aNewDaemonGetsTheKeysAgain() throws {
      let broker = try Mosquitto()
      let folder = TemporaryFolder()
      let first = try DaemonProcess(in: folder)
      let bridge = try BridgeProcess(first, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      try broker.publish("home/a/temperature", "7")
      try wait(for: try first.connect(), "a key") { $0["keys"] == .int(1) }
      _ = try first.stop(SIGKILL)
      let second = try DaemonProcess(in: folder)
      let client = try second.connect()
      try wait(for: client, "the key") { $0["keys"] == .int(1) && $0["lostKeys"] == .int(0) }
      let values = try client.call("state.get", #"{"under":"home"}"#)["values"]
      #expect(values?["home.a.temperature"] == .int(7))
    }

    @Test func aKeyIsLostWhileItsDeviceSaysSo() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"t","style":"plain","configuration":{"title":{"template":"{z.Kueche}"}}}]}"#
      )
      let rules = """
        topics:
          - topic: z/+
            key: z.$1
            pointer: /t
            format: number
            availability: {topic: z/$1/availability}
        """
      let bridge = try BridgeProcess(daemon, port: broker.port, rules)
      try bridge.waitUntilSubscribed()
      var look = JSONTree.null
      func waitFor(_ message: String?) throws {
        try TestSupport.wait(for: "\(message ?? "no status"): \(look.text)") {
          look =
            try client.call("buttons.get", #"{"match":"t"}"#)["buttons"]?.elements.first ?? .null
          return look["appearance"]?["title"]?.string == "21.5"
            && look["status"]?["message"]?.string == message
        }
      }
      let lost = "what feeds z.Kueche is gone (lease mqtt."
      try broker.publish("z/Küche", #"{"t": 21.5}"#)
      try waitFor(nil)
      try broker.publish("z/Küche", #"{"t": "unavailable"}"#)
      try waitFor("\(lost)unavailable)")
      try broker.publish("z/Küche", #"{"t": 21.5}"#)
      try waitFor(nil)
      try broker.publish("z/Küche/availability", "offline")
      try waitFor("\(lost)offline)")
      try broker.publish("z/Küche/availability", "online")
      try waitFor(nil)
      #expect(bridge.program.isRunning)
    }

    @Test func aKeyIsLostAfterItsTimeOfSilence() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let client = try daemon.connect()
      let bridge = try BridgeProcess(
        daemon, port: broker.port, "topics: [{topic: a, key: a, silentAfter: 1s}]\n")
      try bridge.waitUntilSubscribed()
      try broker.publish("a", "1")
      try wait(for: client, "a lost key") { $0["lostKeys"] == .int(1) }
      let stats = try client.call("server.stats")
      #expect(stats["leases"]?.elements.contains { $0["name"]?.string == "mqtt.silent" } == true)
    }

    /// Waits until the daemon's figures are as wanted.
    private func wait(
      for client: TestClient, _ what: String, until isThere: (JSONTree) throws -> Bool
    ) throws {
      var stats = JSONTree.null
      try TestSupport.wait(for: "\(what): \(stats.text)") {
        stats = try client.call("server.stats")
        return try isThere(stats)
      }
    }
  }
}
