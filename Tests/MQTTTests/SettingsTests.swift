import DaemonConfiguration
import Glibc
import MQTTBridge
import TestSupport
import Testing

@Suite struct SettingsTests {
  private let folder = TemporaryFolder()

  @Test func aWholeFileIsRead() throws {
    let settings = try read(
      """
      broker:
        host: broker.lan
        user: buttond
        passwordFile: secret
        keepAlive: 1min
        tls: {ca: ca.pem}
      prefix: wall
      lease: home
      topics:
        - {topic: home/+/temperature, key: home.$1.temperature, format: number, qos: 1}
        - {topic: zigbee/+, key: zigbee.$1, pointer: /battery, retained: only}
      triggers:
        - {topic: press/+, button: $1, allow: till.*}
      keys:
        - {key: lights.on, topic: lights/set, format: onOff, qos: 1, retain: false}
      looks:
        - {buttons: "*", topic: wall/looks/$id}
      actions:
        - {topic: wall/actions/$id}
      """)
    #expect(settings.host == "broker.lan")
    #expect(settings.effectivePort == 8883)
    #expect(settings.keepAliveSeconds == 60)
    #expect(settings.passwordFile == folder.file("secret"))
    #expect(settings.authorities == folder.file("ca.pem"))
    #expect(settings.rules.map(\.filter.text) == ["home/+/temperature", "zigbee/+", "press/+"])
    #expect(settings.rules.map(\.retained) == [.use, .only, .ignore])
    #expect(settings.keys.first?.style == .onOff)
    #expect(settings.statusTopic == "wall/status")
    #expect(settings.looks.count == 1)
    #expect(settings.actions.first?.buttons == ["*"])
  }

  @Test func anEmptyFileIsABridgeWithoutRules() throws {
    #expect(try read("").effectivePort == 1883)
  }

  @Test(arguments: [
    ("brocker: {}", "brocker"), ("broker: {port: 0}", "must be from 1"),
    ("broker: {passwordFile: a}", "goes with user"),
    ("broker: {host: \"a b\"}", "name or the address"),
    ("broker: {host: \"a:1883\"}", "that is broker.port"),
    ("broker: {tls: {certificate: a}}", "go together"), ("prefix: a/#", "without + and #"),
    ("lease: a b", "1 to 48"),
    ("homeAssistant: {prefix: ha/}", "such as homeassistant"), ("topics: {}", "a list of rules"),
    ("topics: [{topic: a/#/b, key: a}]", "is not a topic"),
    ("topics: [{topic: a}]", "key is missing"),
    ("topics: [{topic: a, key: b.$1}]", "stands for nothing"),
    ("topics: [{topic: a, key: 'b c'}]", "b c"),
    ("topics: [{topic: a, key: b, format: xml}]", "json, number, bool, text"),
    ("topics: [{topic: a, key: b, pointer: x}]", "not a JSON pointer"),
    ("topics: [{topic: a, key: b, qos: 2}]", "must be from 0 to 1"),
    ("triggers: [{topic: a/+, button: $1}]", "allow is missing"),
    ("keys: [{key: a, topic: b/+}]", "not a topic to send to"),
    ("looks: [{topic: looks}]", "has no $id"),
    ("topics: [{topic: a, key: b, availability: {topic: c, pointer: x}}]", "not a JSON pointer"),
    ("topics: [{topic: a/#, key: b.$1, availability: {topic: a/$1/x}}]", "for the rule's #"),
    ("triggers: [{topic: a, button: b, pointer: /x}]", "goes with press"),
    ("triggers: [{topic: a, button: b, press: x, longPress: [y, x]}]", "'x' is there twice"),
    ("triggers: [{topic: a, button: b, press: []}]", "1 to 100 payloads"),
    ("actions: [{topic: a, payload: $items}]", "'$items' stands for nothing"),
    ("homeAssistant: {switches: [{key: a, unit: W}]}", "'unit' is not known here"),
    ("homeAssistant: {lights: [{key: a, brightness: b c}]}", "'b c' is not a state key"),
    ("homeAssistant: {numbers: [a]}", "must be an object"),
    ("homeAssistant: {numbers: [{key: a, max: 1}]}", "min is missing"),
    ("homeAssistant: {numbers: [{key: a, min: '0', max: 1}]}", "must be a number"),
    ("homeAssistant: {numbers: [{key: a, min: 1, max: 1}]}", "must be more than min"),
    ("homeAssistant: {numbers: [{key: a, min: 0, max: 1, step: 0}]}", "at least 0.001"),
    ("homeAssistant: {selects: [{id: a, options: [x]}]}", "key is missing"),
    ("homeAssistant: {selects: [{id: a, key: k, options: []}]}", "1 to 64 different ids"),
    ("homeAssistant: {selects: [{id: a, key: k, options: [x, x]}]}", "1 to 64 different ids"),
    ("homeAssistant: {sensors: [a, {key: a}]}", "'a' is there twice"),
    ("homeAssistant: {sensors: [{name: A}]}", "key is missing"),
    ("homeAssistant: {device: a b}", "1 to 64"),
    ("homeAssistant: {buttons: ['a b']}", "'a b' is not a button id"),
  ])
  func whatIsWrongIsSaidWithItsPlace(text: String, part: String) throws {
    let error = try #require(throws: ConfigurationError.self) { try read(text) }
    #expect("\(error)".contains(part), "\(error)")
    #expect("\(error)".contains("mqtt.yaml:1:"), "\(error)")
  }

  @Test func allMistakesAreSaidTogether() throws {
    let error = try #require(throws: ConfigurationError.self) {
      try read("topics: [{topic: a, key: b, qos: 9}, {topic: '#a', key: c}]\nlease: ''")
    }
    #expect(error.remarks.count == 3, "\(error)")
  }

  @Test func aPasswordThatAllCanReadIsRefused() throws {
    let path = folder.write("secret\n", to: "password")
    #expect(try MQTTFile.password(in: path) == "secret")
    #expect(chmod(path, 0o644) == 0)
    #expect(throws: ConfigurationError.self) { try MQTTFile.password(in: path) }
  }

  @Test func entitiesBringTheRulesThatTheyNeed() throws {
    let settings = try read(
      """
      homeAssistant:
        buttons: [pay]
        events: [pay]
        lights: [{key: lamp.on, brightness: lamp.level}]
        switches: [{key: lights.on, name: Lights}]
        binarySensors: [door]
        sensors: [{key: lights.on}]
        numbers: [{key: heat, min: -5, max: 30}]
        selects: [{id: size, key: drink, options: [small, large]}]
      """
    ).withEntities
    #expect(
      settings.rules.map(\.filter.text) == [
        "homeassistant/status", "homeassistant/device/buttond/config", "buttond/buttons/pay/press",
        "buttond/keys/lamp.on/set", "buttond/keys/lamp.level/set", "buttond/keys/lights.on/set",
        "buttond/keys/heat/set", "buttond/buttons/size/choose",
      ])
    // What the broker has kept tells what Home Assistant knew; no command and no press is repeated.
    #expect(settings.rules.map { $0.retained == .ignore } == settings.rules.indices.map { $0 != 1 })
    let ranges: [ClosedRange<Double>?] = [nil, nil, nil, nil, 0...100, nil, -5...30, nil]
    #expect(settings.rules.map(\.range) == ranges)
    #expect(
      settings.rules.last?.commands
        == CommandWords(["small": .choose("small"), "large": .choose("large")]))
    #expect(
      settings.keys.map(\.topic)
        == ["lamp.on", "lamp.level", "lights.on", "door", "heat", "drink"].map {
          "buttond/keys/\($0)/state"
        })
    // A brightness is a number or nothing.
    #expect(settings.keys.map { $0.absent } == ["None", "", "None", "None", "None", "None"])
    #expect(settings.actions.map(\.topic) == ["buttond/buttons/pay/event"])
  }

  private func read(_ text: String) throws -> MQTTSettings {
    try MQTTFile.review(folder.write(text, to: "mqtt.yaml")).settings
  }
}
