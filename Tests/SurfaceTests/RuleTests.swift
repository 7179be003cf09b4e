import TestSupport
import Testing

extension SurfaceTests {
  /// Which decks are let in, and what the first rule that fits them says.
  @Suite struct RuleTests {
    private static let rules = """
      devices:
        - {id: "desk-1*", layout: a, brightness: 25}
        - {id: "desk-*", layout: b, brightness: light.level}
        - {id: "*.lan", layout: a}
      layouts:
        a: {home: [[pay]]}
        b: {home: [[mute]]}

      """

    @Test(arguments: [
      ("desk-1", "Pay 0"), ("desk-12", "Pay 0"), ("desk-2", "Mute"), ("desk-", "Mute"),
      ("x.lan", "Pay 0"),
    ])
    func theFirstRuleThatFitsCounts(id: String, text: String) throws {
      let deck = try SurfaceTests.stage(Self.rules).surface.connect()
      try deck.addDevice(id, keys: 1, perRow: 1, "TEXT=1")
      try deck.waitForKey(0) { $0.text == text }
    }

    @Test func aDeckThatNoRuleFitsIsNotLetIn() throws {
      let deck = try SurfaceTests.stage(Self.rules).surface.connect()
      for id in ["desk", "Desk-1", "xlan", "emulator:1"] {
        let answer = try deck.ask("ADD-DEVICE DEVICEID=\"\(id)\" PRODUCT_NAME=a KEYS_TOTAL=1")
        #expect(answer.name == "ADD-DEVICE" && answer.outcome == .error, "\(answer.line)")
        // With its id, so that the deck can show what is wrong.
        #expect(answer["DEVICEID"] == id)
        #expect(answer["MESSAGE"]?.isEmpty == false)
        let press = try deck.ask("KEY-PRESS DEVICEID=\"\(id)\" KEY=0 PRESSED=1")
        #expect(press["MESSAGE"] == "Device not found")
      }
      // The connection is let in with another.
      try deck.addDevice("desk-1", keys: 1, perRow: 1)
    }

    @Test func aFixedBrightnessIsSaidOnce() throws {
      let stage = try SurfaceTests.stage(Self.rules)
      let deck = try stage.surface.connect()
      try stage.set("light.level", "70")
      try deck.addDevice("desk-1", keys: 1, perRow: 1, "TEXT=1")
      try deck.waitForBrightness(25)
      // Even to one that says it has none to set.
      try deck.addDevice("desk-12", keys: 1, perRow: 1, "TEXT=1 BRIGHTNESS=0")
      try deck.waitForBrightness(25)
      try deck.waitForKey(0) { $0.text == "Pay 0" }
      try stage.set("light.level", "71")
      try deck.press(0)
      try deck.release(0)
      try deck.waitForKey(0) { $0.text == "Pay 1" }
      #expect(deck.brightness == ["desk-1": "25", "desk-12": "25"])
    }

    @Test func aKeySetsTheBrightness() throws {
      let stage = try SurfaceTests.stage(Self.rules)
      try stage.set("light.level", "70")
      let deck = try stage.surface.connect()
      try deck.addDevice("desk-2", keys: 1, perRow: 1, "TEXT=1")
      try deck.waitForBrightness(70)
      for (value, brightness) in [("5", 5), ("0", 0), ("100", 100), ("250", 100), ("-3", 0)] {
        try stage.set("light.level", value)
        try deck.waitForBrightness(brightness)
      }
    }

    @Test func aDeckIsBrightWhileItsKeyHasNoValue() throws {
      let stage = try SurfaceTests.stage(Self.rules)
      let deck = try stage.surface.connect()
      try deck.addDevice("desk-2", keys: 1, perRow: 1, "TEXT=1")
      try deck.waitForBrightness(100)
      try stage.set("light.level", "40")
      try deck.waitForBrightness(40)
    }
  }
}
