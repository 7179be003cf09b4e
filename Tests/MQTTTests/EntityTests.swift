import Glibc
import TestSupport
import Testing

extension MQTTTests {
  /// What Home Assistant gets of entities and sends to them, and payloads with a meaning.
  @Suite struct EntityTests {
    /// The next payload that a topic has of the bridge, and what it is after a command.
    private struct Entity {
      let broker: Mosquitto
      let bridge: BridgeProcess
      let topic: String
      let states: Subscriber

      init(_ broker: Mosquitto, _ bridge: BridgeProcess, _ topic: String) throws {
        (self.broker, self.bridge, self.topic) = (broker, bridge, topic)
        states = try broker.subscribe([topic])
      }

      func next() throws -> String { try states.nextMessage(of: topic, from: bridge) }

      func next(after command: String, to topic: String) throws -> String {
        try broker.publish(topic, command)
        return try next()
      }
    }

    private func bridge(
      _ daemon: DaemonProcess, _ broker: Mosquitto, _ rules: String
    ) throws -> BridgeProcess {
      let bridge = try BridgeProcess(daemon, port: broker.port, rules)
      try bridge.waitUntilSubscribed()
      return bridge
    }

    @Test func aLightIsAKeyAndItsBrightnessAnother() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let bridge = try bridge(
        daemon, broker, "homeAssistant: {lights: [{key: lamp.on, brightness: lamp.level}]}\n")
      let client = try daemon.connect()
      let light = try Entity(broker, bridge, "buttond/keys/lamp.on/state")
      #expect(try light.next() == "None")
      #expect(try light.next(after: "ON", to: "buttond/keys/lamp.on/set") == "ON")
      try client.call("state.set", #"{"values":{"lamp.level":40}}"#)
      let level = try Entity(broker, bridge, "buttond/keys/lamp.level/state")
      #expect(try level.next() == "40")
      #expect(try level.next(after: "75", to: "buttond/keys/lamp.level/set") == "75")
      try broker.publish("buttond/keys/lamp.level/set", "101")
      try bridge.program.waitForLog("'101' is not from 0.0 to 100.0")
      let values = try client.call("state.get", #"{"under":"lamp"}"#)["values"]
      #expect(values?["lamp.on"] == .bool(true))
      #expect(values?["lamp.level"] == .int(75))
    }

    @Test func aBinarySensorShowsAKeyThatIsTrueOrFalse() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let bridge = try bridge(daemon, broker, "homeAssistant: {binarySensors: [door.isOpen]}\n")
      let client = try daemon.connect()
      let door = try Entity(broker, bridge, "buttond/keys/door.isOpen/state")
      #expect(try door.next() == "None")
      for (value, said) in [("true", "ON"), ("false", "OFF")] {
        try client.call("state.set", #"{"values":{"door.isOpen":\#(value)}}"#)
        #expect(try door.next() == said)
      }
    }

    @Test func aNumberSetsAKeyWithinItsRange() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let bridge = try bridge(
        daemon, broker, "homeAssistant: {numbers: [{key: heat, min: 5, max: 30, step: 0.5}]}\n")
      let heat = try Entity(broker, bridge, "buttond/keys/heat/state")
      #expect(try heat.next() == "None")
      #expect(try heat.next(after: "21.5", to: "buttond/keys/heat/set") == "21.5")
      try broker.publish("buttond/keys/heat/set", "31")
      // Clearing a retained command is no command.
      try broker.publish("buttond/keys/heat/set", "")
      #expect(try heat.next(after: "5", to: "buttond/keys/heat/set") == "5")
      try bridge.program.waitForLog("buttond/keys/heat/set: '31' is not from 5.0 to 30.0")
    }

    @Test func aSelectChoosesFromAMenuAndShowsWhatIsChosen() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let client = try daemon.connect()
      let button = #"""
        {"buttons":[{"id":"size","style":"gray","menuSelection":"drink.size","menu":[
        {"id":"small","title":"Small"},{"id":"secret","title":"Secret"},{"id":"large","title":"Large",
        "action":{"operations":[{"op":"increment","key":"drink.count"}]}}]}]}
        """#
      try client.call("buttons.define", button.replacing("\n", with: " "))
      let bridge = try bridge(
        daemon, broker,
        "homeAssistant: {selects: [{id: size, key: drink.size, options: [small, large]}]}\n")
      let size = try Entity(broker, bridge, "buttond/keys/drink.size/state")
      let topic = "buttond/buttons/size/choose"
      #expect(try size.next() == "None")
      #expect(try size.next(after: "large", to: topic) == "large")
      // An entry that the file does not name is not chosen.
      try broker.publish(topic, "secret")
      #expect(try size.next(after: "small", to: topic) == "small")
      let values = try client.call("state.get", #"{"under":"drink"}"#)["values"]
      #expect(values?["drink.count"] == .int(1))
    }

    @Test func whatWasALightIsForgottenWithItsTopics() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      try daemon.connect().call("state.set", #"{"values":{"l":true,"b":5}}"#)
      let first = try bridge(
        daemon, broker, "homeAssistant: {lights: [{key: l, brightness: b}]}\n")
      let light = try Entity(broker, first, "buttond/keys/l/state")
      #expect(try light.next() == "ON")
      #expect(try Entity(broker, first, "buttond/keys/b/state").next() == "5")
      first.program.kill(SIGTERM)
      _ = try first.program.waitForEnd()
      let second = try bridge(daemon, broker, "homeAssistant: {sensors: [b]}\n")
      #expect(try light.next() == "(null)")
      let config = try broker.subscribe(["homeassistant/device/buttond/config"])
      var components = JSONTree.null
      while components["light_l"] == nil {
        let message = try config.nextMessage(
          of: "homeassistant/device/buttond/config", from: second)
        components = try JSONTree(parsing: message)["components"] ?? .null
      }
      #expect(components["light_l"]?.text == #"{"platform":"light"}"#)
      // That of the sensor stays.
      #expect(try Entity(broker, second, "buttond/keys/b/state").next() == "5")
    }

    @Test func payloadsOfARemoteControlAreGestures() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let client = try daemon.connect()
      let button = #"""
        {"buttons":[{"id":"lamp","style":"plain","action":{"payload":{"state":"TOGGLE"}},
        "longPress":{"action":{"payload":"bright"}},"doublePress":{"action":{"name":"off",
        "operations":[{"op":"increment","key":"twice"}]}}}]}
        """#
      try client.call("buttons.define", button.replacing("\n", with: " "))
      let bridge = try bridge(
        daemon, broker,
        """
        triggers:
          - topic: remote
            button: lamp
            pointer: /action
            press: 'on'
            longPress: [hold, up]
            doublePress: two
        actions:
          - {buttons: lamp, topic: lamp/set, payload: $payload, qos: 1}

        """)
      let lamp = try Entity(broker, bridge, "lamp/set")
      #expect(try lamp.next(after: #"{"action":"hold"}"#, to: "remote") == "bright")
      #expect(try lamp.next(after: #"{"action":"up"}"#, to: "remote") == "bright")
      // These do nothing, and that of a double press has no payload to send.
      for payload in [#"{"action":"off"}"#, #"{"battery":90}"#, #"{"action":"two"}"#] {
        try broker.publish("remote", payload)
      }
      #expect(try lamp.next(after: #"{"action":"on"}"#, to: "remote") == #"{"state":"TOGGLE"}"#)
      let values = try client.call("state.get", #"{"keys":["twice"]}"#)["values"]
      #expect(values?["twice"] == .int(1))
    }

    @Test func whatHasNoValueTakesNoRoomOfKeys() throws {
      let (broker, daemon) = (try Mosquitto(), try MQTTTests.daemon())
      let bridge = try bridge(
        daemon, broker,
        """
        maxKeys: 1
        topics: [{topic: a/+, key: a.$1, format: number, silentAfter: 1h}]

        """)
      let client = try daemon.connect()
      try client.call("state.subscribe", #"{"under":"a"}"#)
      try broker.publish("a/first", "unavailable")
      try broker.publish("a/second", "2")
      let change = try client.nextNotification("state.changed")
      #expect(change["values"]?["a.second"] == .int(2))
      try broker.publish("a/third", "3")
      try bridge.program.waitForLog("a/third: there is no room for another key")
    }
  }
}
