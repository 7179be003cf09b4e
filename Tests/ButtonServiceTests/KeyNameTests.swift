import ButtonModel
import TestSupport
import Testing

@testable import ButtonService

/// Names of keys as MQTT, zigbee2mqtt and systemd bring them, in each place of a definition where people
/// write one: what comes of it is right, or refused with the right spelling.
@Suite struct KeyNameTests {
  /// The places as JSON, each with `KEY` for the name.
  private static let places: [(method: String, params: String)] = [
    ("buttons.define", button(#""configuration":{"title":{"template":"{KEY}"}}"#)),
    ("buttons.define", button(#""configuration":{"title":{"template":"at {KEY:%.1f} °C"}}"#)),
    ("buttons.define", button(#""configuration":{"title":{"template":"{KEY.orValue(0)}"}}"#)),
    ("buttons.define", button(#""configuration":{"title":{"cel":"string(KEY)"}}"#)),
    ("buttons.define", button(#""isEnabled":{"cel":"KEY > 1.0"}"#)),
    ("buttons.define", button(#""isEnabled":{"cel":"has(KEY)"}"#)),
    ("buttons.define", button(#""isHidden":{"cel":"lost(KEY)"}"#)),
    ("buttons.define", button(#""menu":[{"id":"m","title":{"template":"{KEY}"}}]"#)),
    ("buttons.define", button(#""action":{"when":{"cel":"KEY > 1.0"},"name":"a"}"#)),
    (
      "buttons.define",
      button(#""action":{"operations":[{"op":"set","key":"x","value":{"cel":"KEY"}}]}"#)
    ),
    ("groups.define", #"{"groups":[{"id":"g","isEnabled":{"cel":"KEY > 1.0"}}]}"#),
    ("state.derive", #"{"keys":{"derived.x":{"cel":"KEY"}}}"#),
    ("state.eval", #"{"expression":"KEY"}"#),
  ]

  private static func button(_ member: String) -> String {
    #"{"buttons":[{"id":"b","style":"plain",\#(member)}]}"#
  }

  @Test func noNameIsReadInPart() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    var names = KeyNames(random: Seed())
    var refused = 0
    let count = scaled(1_000)
    for _ in 0..<count {
      let name = names.next()
      try daemon.call("state.set", #"{"values":{"\#(name)":21.5}}"#)
      let place = Self.places.randomElement(using: &names.random) ?? Self.places[0]
      let plain = try Self.readsIt(place, name, name, daemon)
      if !plain { refused += 1 }
      #expect(try Self.readsIt(place, #"key[\"\#(name)\"]"#, name, daemon), "\(name) in key[…]")
      let values = #"{"operations":[{"op":"remove","key":"\#(name)"}]}"#
      try daemon.call("state.update", values)
    }
    #expect(refused * 10 > count && refused * 10 < 9 * count, "\(refused) of \(count)")
  }

  /// Whether a place takes a spelling of a name, and shows what is there; else its refusal must spell it.
  private static func readsIt(
    _ place: (method: String, params: String), _ spelling: String, _ name: String,
    _ daemon: MemoryDaemon
  ) throws -> Bool {
    let params = place.params.replacing("KEY", with: spelling)
    let answer = try daemon.call(place.method, params)
    if let message = answer?["message"]?.string {
      #expect(message.contains(#"key["\#(name)"]"#), "\(params): \(message)")
      return false
    }
    if place.method == "state.eval" {
      #expect(answer?["value"] == .double(21.5), "\(params): \(answer?.text ?? "")")
    } else if place.method == "state.derive" {
      let values = try daemon.call("state.get", #"{"keys":["derived.x"]}"#)?["values"]
      #expect(values?["derived.x"] == .double(21.5), "\(params)")
      try daemon.call("state.derive", #"{"keys":{"derived.x":null}}"#)
    } else if place.method == "buttons.define" {
      let record = try daemon.call("buttons.get", #"{"match":"b"}"#)?["buttons"]?.elements.first
      #expect(record?["status"] == nil, "\(params): \(record?.text ?? "")")
      if params.contains("title") { #expect(record?.text.contains("21.5") == true, "\(params)") }
    }
    return true
  }
}

/// Makes names of keys out of parts that real ones have; never one that is a number, a difference of numbers or a
/// literal alone, which it is then read as.
private struct KeyNames {
  private static let parts = [
    "home", "living-room", "temperature", "0x00158d0003e6a8d2", "0xec1bbd", "plug", "1",
    "2nd-floor",
    "loop", "in", "null", "true", "video", "isOn", "for", "if", "sensor_kitchen", "eth0",
    "nginx-service", "dev-sda1", "3-way", "e5", "1e5", "42", "node-red", "size", "key", "has",
    "math",
    "R2-D2", "wlan0-1", "b8-27-eb", "08", "x--y", "orValue", "while", "package", "var",
  ]

  var random: Seed

  mutating func next() -> String {
    while true {
      let count = Int.random(in: 1...5, using: &random)
      var name = ""
      for index in 0..<count {
        if index > 0 { name += [".", ".", ".", "-", "_"].randomElement(using: &random) ?? "" }
        name += Self.parts.randomElement(using: &random) ?? ""
      }
      if name.split(separator: "-").allSatisfy({ Double($0) != nil }) { continue }
      if ["true", "null", "in"].contains(name) { continue }
      return name
    }
  }
}
