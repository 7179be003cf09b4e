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
    ("broker: {tls: {certificate: a}}", "go together"), ("prefix: a/#", "without + and #"),
    ("lease: a b", "1 to 64"), ("topics: {}", "a list of rules"),
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
    ("homeAssistant: {switches: [{key: a, unit: W}]}", "only a sensor"),
    ("homeAssistant: {device: a b}", "1 to 64"), ("homeAssistant: {buttons: ['a b']}", "not an id"),
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
        switches: [{key: lights.on, name: Lights}]
        sensors: [{key: lights.on}]
      """
    ).withEntities
    #expect(
      settings.rules.map(\.filter.text) == [
        "homeassistant/status", "homeassistant/device/buttond/config", "buttond/buttons/pay/press",
        "buttond/keys/lights.on/set",
      ])
    // What the broker has kept tells what Home Assistant knew; no command and no press is repeated.
    #expect(settings.rules.map(\.retained) == [.ignore, .only, .ignore, .ignore])
    #expect(settings.keys.map(\.topic) == ["buttond/keys/lights.on/state"])
    #expect(settings.actions.map(\.topic) == ["buttond/buttons/pay/event"])
  }

  private func read(_ text: String) throws -> MQTTSettings {
    try MQTTFile.read(folder.write(text, to: "mqtt.yaml"))
  }
}
