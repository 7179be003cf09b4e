import TestSupport
import Testing

extension SurfaceTests {
  /// Keys that are pressed and let go.
  @Suite struct PressTests {
    @Test func aPressIsShownAndItsReleaseActs() throws {
      let stage = try SurfaceTests.stage()
      let deck = try stage.deck()
      let before = try deck.waitForKey(0) { $0.text == "Pay 0" }
      try deck.press(0)
      try deck.waitForKey(0) { $0.isPressed && $0.bitmap != before.bitmap }
      #expect(try stage.number("paid") == 0)
      try deck.release(0)
      let after = try deck.waitForKey(0) { $0.text == "Pay 1" && !$0.isPressed }
      #expect(after.bitmap != before.bitmap)
      #expect(try stage.number("paid") == 1)
    }

    @Test func whatOneDeckChangesAllDecksShow() throws {
      let stage = try SurfaceTests.stage()
      let decks = try (0..<3).map { try stage.deck("deck-\($0)") }
      for deck in decks { try deck.waitForKey(0) { $0.text == "Pay 0" } }
      for (index, deck) in decks.enumerated() {
        try deck.press(0)
        try deck.release(0)
        for other in decks { try other.waitForKey(0) { $0.text == "Pay \(index + 1)" } }
      }
    }

    @Test func aKeyIsNamedByItsNumberOrByRowAndColumn() throws {
      let stage = try SurfaceTests.stage()
      let deck = try stage.deck()
      // The far button is in the second row.
      let counting =
        #"{"id":"far","style":"filled","configuration":{"title":"Far"},"#
        + #""action":{"operations":[{"op":"increment","key":"gone"}]}}"#
      try stage.client.call("buttons.define", #"{"buttons":[\#(counting)]}"#)
      try stage.client.call("state.subscribe", #"{"keys":["gone"]}"#)
      try deck.waitForKey(3) { $0.text == "Far" }
      for (count, key) in ["3", "1/0", "+1/+0", "+1/0"].enumerated() {
        try deck.press(key)
        try deck.release(key)
        let change = try stage.client.nextNotification("state.changed")
        #expect(change["values"]?["gone"] == .int(Int64(count + 1)), "\(key)")
      }
      #expect(try stage.number("paid") == 0)
    }

    @Test(arguments: [
      ("PRESSED=1", "PRESSED=0"), ("PRESSED=true", "PRESSED=false"), ("PRESSED", "PRESSED=FALSE"),
      ("PRESSED=\"1\"", "PRESSED=\"0\""), ("PRESSED=no", "PRESSED=False"),
      ("PRESSED=2", "PRESSED=0"),
    ])
    func aPressIsAnythingThatIsNotFalse(down: String, up: String) throws {
      let stage = try SurfaceTests.stage()
      let deck = try stage.deck()
      try deck.waitForKey(0) { $0.text == "Pay 0" }
      #expect(try deck.ask("KEY-PRESS DEVICEID=deck-1 KEY=0 \(down)").outcome == .ok)
      try deck.waitForKey(0) { $0.isPressed }
      #expect(try deck.ask("KEY-PRESS DEVICEID=deck-1 KEY=0 \(up)").outcome == .ok)
      try deck.waitForKey(0) { $0.text == "Pay 1" && !$0.isPressed }
    }

    @Test func aReleaseAfterAPageChangeIsTheOldButtons() throws {
      let stage = try SurfaceTests.stage()
      let deck = try stage.deck()
      try deck.waitForKey(0) { $0.text == "Pay 0" }
      try deck.press(0)
      try deck.waitForKey(0) { $0.isPressed }
      try stage.set("desk.page", #""other""#)
      try deck.waitForKey(0) { $0.text == "Mute" }
      try deck.release(0)
      try deck.waitForKey(1) { $0.text == "Pay 1" }
      #expect(try stage.number("muted") == nil)
      // The next press is the new button's.
      try stage.client.call("state.subscribe", #"{"keys":["muted"]}"#)
      try deck.press(0)
      try deck.release(0)
      #expect(try stage.client.nextNotification("state.changed")["values"]?["muted"] == .int(1))
      #expect(try stage.number("paid") == 1)
    }

    @Test func pressesThatComeTogetherAllCount() throws {
      let deck = try SurfaceTests.stage().deck()
      try deck.waitForKey(0) { $0.text == "Pay 0" }
      let press = "KEY-PRESS DEVICEID=deck-1 KEY=0 PRESSED=1\n"
      let release = "KEY-PRESS DEVICEID=deck-1 KEY=0 PRESSED=0\n"
      let lines = String(repeating: press + release, count: 20)
      try deck.send(bytes: Array(lines.utf8))
      for _ in 0..<40 { #expect(try deck.nextAnswer().outcome == .ok) }
      try deck.waitForKey(0) { $0.text == "Pay 20" && !$0.isPressed }
    }

    @Test(arguments: ["QUIT", "REMOVE-DEVICE DEVICEID=deck-1"])
    func aPressThatIsOverCountsThoughItsDeckGoes(leaving: String) throws {
      let stage = try SurfaceTests.stage()
      let watcher = try stage.deck("deck-0")
      try watcher.waitForKey(0) { $0.text == "Pay 0" }
      let deck = try stage.deck("deck-1")
      try deck.waitForKey(0) { $0.text == "Pay 0" }
      try deck.send(
        "KEY-PRESS DEVICEID=deck-1 KEY=0 PRESSED=1\nKEY-PRESS DEVICEID=deck-1 KEY=0 PRESSED=0\n"
          + leaving)
      try watcher.waitForKey(0) { $0.text == "Pay 1" && !$0.isPressed }
    }

    @Test func whatKeysDoBeforeADeckKnowsItsButtonsIsDoneThen() throws {
      let stage = try SurfaceTests.stage()
      try stage.set("desk.page", #""other""#)
      let deck = try stage.surface.connect()
      let press = "KEY-PRESS DEVICEID=deck-1 KEY=1 PRESSED=1\n"
      let release = "KEY-PRESS DEVICEID=deck-1 KEY=1 PRESSED=0\n"
      // Of more than are kept, the last ones are.
      let lines = press + String(repeating: release + press, count: 100) + release
      try deck.send(
        "ADD-DEVICE DEVICEID=deck-1 PRODUCT_NAME=a KEYS_TOTAL=6 KEYS_PER_ROW=3 TEXT=1\n\(lines)")
      try deck.waitForKey(1, of: "deck-1") { $0.text == "Pay 50" && !$0.isPressed }
      #expect(try stage.number("muted") == nil)
    }

    @Test func keysCanBeHeldTogether() throws {
      let stage = try SurfaceTests.stage()
      let deck = try stage.deck()
      try deck.waitForKey(0) { $0.text == "Pay 0" }
      for key in [0, 1] { try deck.press(key) }
      for key in [0, 1] { try deck.waitForKey(key) { $0.isPressed } }
      try deck.release(0)
      try deck.waitForKey(0) { $0.text == "Pay 1" && !$0.isPressed }
      #expect(deck.keys["deck-1"]?["1"]?.isPressed == true)
      try stage.client.call("state.subscribe", #"{"keys":["muted"]}"#)
      try deck.release(1)
      #expect(try stage.client.nextNotification("state.changed")["values"]?["muted"] == .int(1))
    }

    @Test func aKeyWithoutAButtonIsHeardAndDoesNothing() throws {
      let stage = try SurfaceTests.stage()
      // A button that is nowhere, a dark key, one beyond its row, and a disabled button.
      let off =
        #"{"id":"far","style":"filled","isEnabled":false,"configuration":{"title":"Far"},"#
        + #""action":{"operations":[{"op":"increment","key":"paid"}]}}"#
      try stage.client.call("buttons.remove", #"{"ids":["mute"]}"#)
      try stage.client.call("buttons.define", #"{"buttons":[\#(off)]}"#)
      let deck = try stage.deck()
      try deck.waitForKey(3) { $0.text == "Far" }
      for key in [1, 2, 5, 3] {
        try deck.press(key)
        try deck.release(key)
      }
      // A release without a press is nothing either.
      try deck.release(0)
      try deck.press(0)
      try deck.release(0)
      try deck.waitForKey(0) { $0.text == "Pay 1" }
      #expect(try stage.number("paid") == 1)
    }

    @Test func aKeyThatIsPressedTwiceIsOnePress() throws {
      let stage = try SurfaceTests.stage()
      let deck = try stage.deck()
      try deck.waitForKey(0) { $0.text == "Pay 0" }
      for _ in 0..<2 { try deck.press(0) }
      for _ in 0..<2 { try deck.release(0) }
      try deck.waitForKey(0) { $0.text == "Pay 1" }
      try deck.press(0)
      try deck.release(0)
      try deck.waitForKey(0) { $0.text == "Pay 2" }
      #expect(try stage.number("paid") == 2)
    }

    /// How a deck can go away.
    enum Leaving: CaseIterable {
      case close, quit, remove, takeover
    }

    @Test(arguments: Leaving.allCases)
    func aDeckThatGoesWhilePressingCancelsThePress(leaving: Leaving) throws {
      let stage = try SurfaceTests.stage()
      let watcher = try stage.deck("deck-0")
      let normal = try watcher.waitForKey(0) { $0.text == "Pay 0" }
      let deck = try stage.deck("deck-1")
      try deck.waitForKey(0) { $0.text == "Pay 0" }
      try deck.press(0)
      try watcher.waitForKey(0) { $0.bitmap != normal.bitmap }
      switch leaving {
      case .close: deck.close()
      case .quit: try deck.send("QUIT")
      case .remove: try deck.ask("REMOVE-DEVICE DEVICEID=deck-1")
      case .takeover: _ = try stage.deck("deck-1")
      }
      try watcher.waitForKey(0) { $0.bitmap == normal.bitmap }
      #expect(try stage.number("paid") == 0)
      try watcher.press(0)
      try watcher.release(0)
      try watcher.waitForKey(0) { $0.text == "Pay 1" }
    }
  }
}
