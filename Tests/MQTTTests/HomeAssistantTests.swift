import DaemonConfiguration
import MQTTBridge
import TestSupport
import Testing

/// What is said to Home Assistant of each kind of entity, by the templates that are installed.
@Suite struct HomeAssistantTests {
  private let folder = TemporaryFolder()

  private static var templates: String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/Config/mqtt/home-assistant.json"
  }

  private func discovery(
    _ entities: String, _ templates: String = HomeAssistantTests.templates
  ) throws -> JSONTree {
    let settings = try MQTTFile.review(
      folder.write("homeAssistant: {device: panel, \(entities)}\n", to: "mqtt.yaml")
    ).settings
    let device = try #require(settings.homeAssistant)
    let message = try HomeAssistantTemplates(reading: templates, for: device).discovery(
      prefix: "wall", version: "1")
    #expect(message.topic == "homeassistant/device/panel/config")
    return try JSONTree(parsing: String(decoding: message.payload, as: UTF8.self))
  }

  @Test(arguments: [
    (
      "buttons: [{id: pay, class: restart}]", "button_pay",
      #"""
      {"platform":"button","unique_id":"panel_button_pay","name":"pay","device_class":"restart",
      "command_topic":"wall/buttons/pay/press","payload_press":"PRESS","qos":1}
      """#
    ),
    (
      "events: [pay]", "event_pay",
      #"""
      {"platform":"event","unique_id":"panel_event_pay","name":"pay","event_types":["press"],
      "state_topic":"wall/buttons/pay/event","qos":1}
      """#
    ),
    (
      "lights: [{key: lamp.on, brightness: lamp.level, name: Lamp, icon: 'mdi:lamp'}]",
      "light_lamp.on",
      #"""
      {"platform":"light","unique_id":"panel_light_lamp.on","name":"Lamp","icon":"mdi:lamp",
      "state_topic":"wall/keys/lamp.on/state","command_topic":"wall/keys/lamp.on/set",
      "payload_on":"ON","payload_off":"OFF",
      "brightness_state_topic":"wall/keys/lamp.level/state",
      "brightness_command_topic":"wall/keys/lamp.level/set","brightness_scale":100,"qos":1}
      """#
    ),
    (
      "lights: [lamp]", "light_lamp",
      #"""
      {"platform":"light","unique_id":"panel_light_lamp","name":"lamp",
      "state_topic":"wall/keys/lamp/state","command_topic":"wall/keys/lamp/set",
      "payload_on":"ON","payload_off":"OFF","brightness_scale":100,"qos":1}
      """#
    ),
    (
      "switches: [{key: fan, class: switch}]", "switch_fan",
      #"""
      {"platform":"switch","unique_id":"panel_switch_fan","name":"fan","device_class":"switch",
      "state_topic":"wall/keys/fan/state","command_topic":"wall/keys/fan/set",
      "payload_on":"ON","payload_off":"OFF","qos":1}
      """#
    ),
    (
      "binarySensors: [{key: door, class: door}]", "binary_sensor_door",
      #"""
      {"platform":"binary_sensor","unique_id":"panel_binary_sensor_door","name":"door",
      "device_class":"door","state_topic":"wall/keys/door/state","payload_on":"ON",
      "payload_off":"OFF","qos":1}
      """#
    ),
    (
      "sensors: [{key: total, unit: EUR, class: monetary}]", "sensor_total",
      #"""
      {"platform":"sensor","unique_id":"panel_sensor_total","name":"total",
      "device_class":"monetary","unit_of_measurement":"EUR","state_topic":"wall/keys/total/state",
      "qos":1}
      """#
    ),
    (
      "numbers: [{key: heat, min: -5, max: 30.5, step: 0.5, unit: °C}]", "number_heat",
      #"""
      {"platform":"number","unique_id":"panel_number_heat","name":"heat",
      "unit_of_measurement":"°C","state_topic":"wall/keys/heat/state",
      "command_topic":"wall/keys/heat/set","min":-5,"max":30.5,"step":0.5,"qos":1}
      """#
    ),
    (
      "selects: [{id: size, key: drink.size, options: [small, '2']}]", "select_size",
      #"""
      {"platform":"select","unique_id":"panel_select_size","name":"size",
      "state_topic":"wall/keys/drink.size/state","command_topic":"wall/buttons/size/choose",
      "options":["small","2"],"qos":1}
      """#
    ),
  ])
  func anEntityHasWhatHomeAssistantWants(entry: String, name: String, said: String) throws {
    let components = try discovery(entry)["components"]
    #expect(components?[name]?.text == said.replacing("\n", with: ""))
  }

  @Test func aMemberWithAWordWithoutAValueIsLeftOut() throws {
    let own = folder.write(
      #"""
      {"device": {"name": "$deviceName"}, "origin": {"name": "a"}, "availability": [],
      "sensor": {"name": "$name ($unit)", "a": "$icon", "b": "5 $", "c": ["$unit", "$key", "x"]}}
      """#, to: "own.json")
    let components = try discovery("sensors: [{key: a, unit: W}, b]", own)["components"]
    #expect(components?["sensor_a"]?.text == #"{"name":"a (W)","b":"5 $","c":["W","a","x"]}"#)
    #expect(components?["sensor_b"]?.text == #"{"b":"5 $","c":["b","x"]}"#)
    // It has none of switches: that is a mistake where there is one.
    let error = try #require(throws: ConfigurationError.self) {
      try discovery("switches: [a]", own)
    }
    #expect("\(error)".contains("has no template switch"))
  }
}
