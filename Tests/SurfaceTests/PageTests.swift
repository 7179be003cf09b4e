import TestSupport
import Testing

extension SurfaceTests {
  /// Which buttons a deck shows.
  @Suite struct PageTests {
    @Test func aKeyFlipsThePagesBothWays() throws {
      let stage = try SurfaceTests.stage()
      let deck = try stage.deck()
      #expect(try deck.waitForKey(0) { $0.text == "Pay 0" }.location == "1/0/0")
      for _ in 0..<2 {
        try stage.set("desk.page", #""other""#)
        #expect(try deck.waitForKey(0) { $0.text == "Mute" }.location == "2/0/0")
        try deck.waitForKey(1) { $0.text == "Pay 0" }
        try deck.waitForKey(3) { $0.text == "" }
        try stage.set("desk.page", #""home""#)
        #expect(try deck.waitForKey(0) { $0.text == "Pay 0" }.location == "1/0/0")
        try deck.waitForKey(1) { $0.text == "Mute" }
        try deck.waitForKey(3) { $0.text == "Far" }
      }
    }

    @Test(arguments: [#""nowhere""#, #""""#, "7", "true"])
    func anUnknownPageIsTheFirst(value: String) throws {
      let stage = try SurfaceTests.stage()
      try stage.set("desk.page", #""other""#)
      let deck = try stage.deck()
      try deck.waitForKey(0) { $0.text == "Mute" }
      try stage.set("desk.page", value)
      #expect(try deck.waitForKey(0) { $0.text == "Pay 0" }.location == "1/0/0")
    }

    @Test func aKeyForAButtonThatDoesNotExistIsNamedInTheLog() throws {
      let rules = """
        devices: [{id: "*", layout: a}]
        layouts: {a: {home: [[pay, nope.1]], more: [[nope.2, nope.1]], one: nope.3}}

        """
      let stage = try SurfaceTests.stage(rules, isShared: false)
      try stage.deck().waitForKey(0) { $0.text == "Pay 0" }
      try wait(for: "the line of the log") {
        stage.surface.program.log.contains(
          "the deck 'deck-1' has keys for buttons that do not exist: 'nope.1', 'nope.2', 'nope.3';"
            + " `buttonctl"
        )
      }
    }

    @Test func aPageWhoseKeyIsRemovedIsTheFirst() throws {
      let stage = try SurfaceTests.stage()
      try stage.set("desk.page", #""other""#)
      let deck = try stage.deck()
      try deck.waitForKey(0) { $0.text == "Mute" }
      try stage.client.call("state.update", #"{"operations":[{"op":"remove","key":"desk.page"}]}"#)
      try deck.waitForKey(0) { $0.text == "Pay 0" }
    }

    /// Without a key of its rule a deck has one of its own, named after its id.
    @Test func aButtonFlipsThePageOfItsDeckAlone() throws {
      let stage = try SurfaceTests.stage(
        """
        devices: [{id: "*", layout: two}]
        layouts: {two: {home: [[to, pay]], lights: "lamp.*"}}

        """)
      let flip =
        #"{"id":"to","style":"filled","configuration":{"title":"Lights"},"action":"#
        + #"{"operations":[{"op":"set","key":"surface.left_1_.page","value":"lights"}]}}"#
      try stage.client.call("buttons.define", #"{"buttons":[\#(flip)]}"#)
      let (left, right) = (try stage.surface.connect(), try stage.surface.connect())
      for (deck, id) in [(left, "left:1!"), (right, "right:1!")] {
        try deck.addDevice(id, keys: 2, perRow: 2, "TEXT=1")
        try deck.waitForKey(0) { $0.text == "Lights" }
      }
      try left.press(0)
      try left.release(0)
      try left.waitForKey(0) { $0.text == "Lamp 1" }
      try left.waitForKey(1) { $0.text == "Lamp 2" }
      try right.press(1)
      try right.release(1)
      try right.waitForKey(1) { $0.text == "Pay 1" }
      #expect(right.keys["right:1!"]?["0"]?.text == "Lights")
    }

    @Test func aPageOfAPatternFollowsButtonsThatComeAndGo() throws {
      let stage = try SurfaceTests.stage()
      try stage.set("desk.page", #""lights""#)
      let deck = try stage.deck()
      func isShown(_ texts: [String]) throws {
        for (index, text) in texts.enumerated() { try deck.waitForKey(index) { $0.text == text } }
      }
      try isShown(["Lamp 1", "Lamp 2", "", "", "", ""])
      let more = ["0", "3", "4", "5"].map { SurfaceTests.plain("lamp.\($0)", "Lamp \($0)") }
      try stage.client.call("buttons.define", #"{"buttons":[\#(more.joined(separator: ","))]}"#)
      try isShown((0..<6).map { "Lamp \($0)" })
      // One more than there are keys, and one of another kind.
      let others = [SurfaceTests.plain("lamp.6", "Lamp 6"), SurfaceTests.plain("lamb.1", "Lamb")]
      try stage.client.call("buttons.define", #"{"buttons":[\#(others.joined(separator: ","))]}"#)
      try stage.client.call("buttons.remove", #"{"ids":["lamp.0","lamp.2"]}"#)
      try isShown([1, 3, 4, 5, 6].map { "Lamp \($0)" } + [""])
      // The keys press what they show.
      let counting =
        #"{"id":"lamp.5","style":"filled","configuration":{"title":"Lamp 5"},"#
        + #""action":{"operations":[{"op":"increment","key":"lit"}]}}"#
      try stage.client.call("buttons.define", #"{"buttons":[\#(counting)]}"#)
      try stage.client.call("state.subscribe", #"{"keys":["lit"]}"#)
      try deck.press(3)
      try deck.release(3)
      #expect(try stage.client.nextNotification("state.changed")["values"]?["lit"] == .int(1))
    }

    @Test func aButtonThatComesLateIsShown() throws {
      let stage = try SurfaceTests.stage()
      try stage.client.call("buttons.remove", #"{"ids":["pay"]}"#)
      let deck = try stage.deck()
      try deck.waitForKey(1) { $0.text == "Mute" }
      #expect(deck.keys["deck-1"]?["0"]?.text == "")
      try SurfaceTests.defineButtons(stage.client)
      try deck.waitForKey(0) { $0.text == "Pay 0" }
      try stage.client.call("buttons.remove", #"{"ids":["pay"]}"#)
      try deck.waitForKey(0) { $0.text == "" }
    }

    @Test func aFileWithOneLayoutIsForEveryDeckOfThisMachine() throws {
      let deck = try SurfaceTests.stage("layouts: {one: {home: [[far, pay]]}}\n").surface.connect()
      for id in ["deck-1", "streamdeck:AB12", "x"] {
        try deck.addDevice(id, keys: 2, perRow: 2, "TEXT=1")
        try deck.waitForKey(1) { $0.text == "Pay 0" }
      }
    }
  }
}
