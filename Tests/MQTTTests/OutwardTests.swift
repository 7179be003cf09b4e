import Glibc
import TestSupport
import Testing

extension MQTTTests {
  /// What goes from the daemon to the broker, and commands that come back.
  @Suite struct OutwardTests {
    private static let rules = """
      triggers:
        - {topic: press/+, button: $1, allow: [pay]}
      keys:
        - {key: shop.isOpen, topic: shop/open, format: onOff}
      looks:
        - {buttons: pay, topic: looks/$id}
      actions:
        - {buttons: pay, topic: actions/$id, qos: 1}
      homeAssistant:
        device: panel
        buttons: [{id: pay, name: Pay}]
        events: [pay]
        switches: [{key: lights.on, name: Lights}]
        sensors: [{key: shop.total, name: Total, unit: EUR}]
      """
    private static let button = #"""
      {"buttons":[{"id":"pay","style":"plain","configuration":{"title":"Pay"},
      "action":{"name":"pay","operations":[{"op":"increment","key":"shop.total"}]}},{"id":"secret","style":"plain",
      "action":{"name":"secret","operations":[{"op":"increment","key":"shop.secret"}]}}]}
      """#

    @Test func looksKeysAndActionsGoToTheirTopics() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let client = try daemon.connect()
      try client.call("buttons.define", Self.button.replacing("\n", with: " "))
      try client.call("state.set", #"{"values":{"shop.isOpen":true}}"#)
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      let reader = try broker.subscribe(["looks/#", "shop/#", "actions/#"])
      #expect(try reader.nextMessage(of: "looks/pay", from: bridge).contains(#""title":"Pay""#))
      let keys = try broker.subscribe(["shop/open"])
      #expect(try keys.nextMessage(of: "shop/open", from: bridge) == "ON")
      try client.call("state.set", #"{"values":{"shop.isOpen":false}}"#)
      #expect(try keys.nextMessage(of: "shop/open", from: bridge) == "OFF")

      try broker.publish("press/secret", "x")
      try broker.publish("press/pay", "x")
      let action = try JSONTree(parsing: try reader.nextMessage(of: "actions/pay", from: bridge))
      #expect(action["event_type"] == .string("press"))
      #expect(action["id"] == .string("pay"))
      #expect(action["client"] == .string("buttond-mqtt"))
      let values = try client.call("state.get", #"{"under":"shop"}"#)["values"]
      #expect(values?["shop.total"] == .int(1))
      #expect(values?["shop.secret"] == nil)
      try bridge.program.waitForLog("press/secret: the button 'secret' is not among those")
    }

    @Test func aSnapshotInPartsEndsWhatTheBrokerKept() throws {
      let folder = TemporaryFolder()
      let limits = "limits: {frameBytes: 65536, valueBytes: 8192}"
      let daemon = try DaemonProcess(["--config", folder.write(limits, to: "buttond.yaml")])
      let broker = try Mosquitto()
      let client = try daemon.connect()
      let text = String(repeating: "x", count: 8_000)
      let keys = (10..<30).map { "shop.\($0)" }
      for key in keys { try client.call("state.set", #"{"values":{"\#(key)":"\#(text)"}}"#) }
      try broker.publish("shop.gone", "old", ["-r"])
      let reader = try broker.subscribe(["shop.gone"])
      #expect(try reader.nextMessage(of: "shop.gone") == "old")
      let rules = (keys + ["shop.gone"]).map { "  - {key: \($0), topic: \($0)}\n" }
      let bridge = try BridgeProcess(daemon, port: broker.port, "keys:\n" + rules.joined())
      #expect(try reader.nextMessage(of: "shop.gone", from: bridge) == "(null)")
      let last = try broker.subscribe(["shop.29"])
      #expect(try last.nextMessage(of: "shop.29", from: bridge) == text)
    }

    /// Takes ten seconds, after which the bridge asks again.
    @Test func aSubscriptionThatIsRefusedIsAskedForAgain() throws {
      let folder = TemporaryFolder()
      let path = folder.write("limits: {subscriptions: 1}", to: "buttond.yaml")
      let daemon = try DaemonProcess(["--config", path])
      let broker = try Mosquitto()
      let client = try daemon.connect()
      try client.call("buttons.define", Self.button.replacing("\n", with: " "))
      let reader = try broker.subscribe(["looks/#"])
      let rules = "keys: [{key: k, topic: k}]\nlooks: [{buttons: pay, topic: looks/$id}]\n"
      let bridge = try BridgeProcess(daemon, port: broker.port, rules)
      try bridge.program.waitForLog("the daemon refuses a subscription")
      folder.write("limits: {subscriptions: 2}", to: "buttond.yaml")
      try client.call("server.reload")
      #expect(try reader.nextMessage(of: "looks/pay", from: bridge).contains(#""title":"Pay""#))
    }

    @Test func theLookOfAButtonThatWentMeanwhileIsRemoved() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let client = try daemon.connect()
      try client.call("buttons.define", Self.button.replacing("\n", with: " "))
      let reader = try broker.subscribe(["looks/#", "other/#"])
      let first = try BridgeProcess(daemon, port: broker.port, Self.rules)
      #expect(try reader.nextMessage(of: "looks/pay", from: first).contains(#""title":"Pay""#))
      first.program.kill(SIGTERM)
      _ = try first.program.waitForEnd()
      try client.call("buttons.remove", #"{"ids":["pay"]}"#)
      try broker.publish("looks/foreign", "kept by another", ["-r"])
      let second = try BridgeProcess(daemon, port: broker.port, Self.rules)
      #expect(try reader.nextMessage(of: "looks/pay", from: second) == "(null)")
      // The rule is about one button alone.
      let later = try broker.subscribe(["looks/#"])
      #expect(try later.nextMessage(of: "looks/foreign", from: second) == "kept by another")
    }

    @Test func homeAssistantForgetsWhatTheRulesHaveNoMore() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      try daemon.connect().call("state.set", #"{"values":{"shop.old":1}}"#)
      func rules(_ sensors: String) -> String {
        "homeAssistant: {device: panel, sensors: [\(sensors)]}\n"
      }
      let (topic, state) = ("homeassistant/device/panel/config", "buttond/keys/shop.old/state")
      let reader = try broker.subscribe([topic])
      let states = try broker.subscribe([state])
      let first = try BridgeProcess(daemon, port: broker.port, rules("shop.total, shop.old"))
      _ = try reader.nextMessage(of: topic, from: first)
      #expect(try states.nextMessage(of: state, from: first) == "1")
      first.program.kill(SIGTERM)
      _ = try first.program.waitForEnd()
      let second = try BridgeProcess(daemon, port: broker.port, rules("shop.total"))
      var components = JSONTree.null
      while components["sensor_shop.old"] == nil {
        let message = try reader.nextMessage(of: topic, from: second)
        components = try JSONTree(parsing: message)["components"] ?? .null
      }
      #expect(components["sensor_shop.old"]?.text == #"{"platform":"sensor"}"#)
      #expect(components["sensor_shop.total"]?["unique_id"] != nil)
      #expect(try states.nextMessage(of: state, from: second) == "(null)")
    }

    @Test func aKeyThatIsLostIsNotSentAgain() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let (client, till) = (try daemon.connect(), try daemon.connect())
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      let states = "buttond/keys/shop.total/state"
      let reader = try broker.subscribe([states])
      #expect(try reader.nextMessage(of: states, from: bridge) == "None")
      try till.call("state.set", #"{"values":{"shop.total":5},"lease":"till"}"#)
      #expect(try reader.nextMessage(of: states, from: bridge) == "5")
      try till.call("state.set", #"{"values":{},"lease":"till","silentAfterMs":0}"#)
      let lost = try client.call("state.get", #"{"keys":["shop.total"]}"#)
      #expect(lost["lost"] == .array([.string("shop.total")]))
      // Had it been sent again, it would come before this.
      let text = String(repeating: "ü", count: 300)
      try client.call("state.set", #"{"values":{"shop.total":"\#(text)"}}"#)
      let cut = try reader.nextMessage(of: states, from: bridge)
      #expect(cut == String(repeating: "ü", count: 254) + "…")
    }

    @Test func aKeptPressIsNotRepeated() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let client = try daemon.connect()
      try client.call("buttons.define", Self.button.replacing("\n", with: " "))
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      let reader = try broker.subscribe(["actions/#"])
      try broker.publish("press/pay", "x", ["-r"])
      _ = try reader.nextMessage(of: "actions/pay", from: bridge)

      // The broker has kept it, and sends it when the bridge subscribes again.
      try broker.restart()
      try bridge.waitFor("subscribed to")
      let states = "buttond/keys/lights.on/state"
      let later = try broker.subscribe([states, "press/#"])
      #expect(try later.nextMessage(of: "press/pay", from: bridge) == "x")
      // What comes later has been done: so has all before. The bridge may still be telling what it had.
      try broker.publish("buttond/keys/lights.on/set", "ON")
      while try later.nextMessage(of: states, from: bridge) != "ON" {}
      let values = try client.call("state.get", #"{"keys":["shop.total"]}"#)["values"]
      #expect(values?["shop.total"] == .int(1))
    }

    @Test func homeAssistantFindsTheDeviceAndCommandsIt() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let client = try daemon.connect()
      try client.call("buttons.define", Self.button.replacing("\n", with: " "))
      let bridge = try BridgeProcess(daemon, port: broker.port, Self.rules)
      try bridge.waitUntilSubscribed()
      let reader = try broker.subscribe(["homeassistant/device/+/config"])
      let topic = "homeassistant/device/panel/config"
      let discovery = try JSONTree(parsing: try reader.nextMessage(of: topic, from: bridge))
      let components = discovery["components"]
      #expect(
        components?["button_pay"]?["command_topic"] == .string("buttond/buttons/pay/press"))
      #expect(components?["switch_lights.on"]?["unique_id"] == .string("panel_switch_lights.on"))
      #expect(components?["sensor_shop.total"]?["unit_of_measurement"] == .string("EUR"))
      #expect(components?["sensor_shop.total"]?["icon"] == nil)
      #expect(discovery["device"]?["identifiers"]?.elements == [.string("panel")])

      let states = try broker.subscribe(["buttond/keys/lights.on/state"])
      #expect(try states.nextMessage(of: "buttond/keys/lights.on/state", from: bridge) == "None")
      try broker.publish("buttond/keys/lights.on/set", "ON")
      #expect(try states.nextMessage(of: "buttond/keys/lights.on/state", from: bridge) == "ON")
      let events = try broker.subscribe(["buttond/buttons/pay/event"])
      try broker.publish("buttond/buttons/pay/press", "PRESS")
      #expect(
        try events.nextMessage(of: "buttond/buttons/pay/event", from: bridge).contains(
          #""event_type":"press""#))
      // A command's key is nobody's lease: it is not lost with the broker.
      #expect(try client.call("server.stats")["leasedKeys"] == .int(0))

      try broker.publish("homeassistant/status", "online")
      #expect(try JSONTree(parsing: try reader.nextMessage(of: topic, from: bridge)) == discovery)
    }
  }
}
