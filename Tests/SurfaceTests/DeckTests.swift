import TestSupport
import Testing

extension SurfaceTests {
  /// Decks of all kinds, and what their keys say.
  @Suite struct DeckTests {
    private static let wall = """
      devices:
        - {id: "*", layout: wall}
      layouts:
        wall:
          all: "wall.*"

      """

    /// A stage whose decks show buttons `wall.00` and on, with their numbers for titles.
    private static func stage(of count: Int, _ rules: String = wall) throws -> Stage {
      let stage = try SurfaceTests.stage(rules)
      let buttons = (0..<count).map {
        SurfaceTests.plain("wall.\($0 < 10 ? "0" : "")\($0)", "W\($0)")
      }
      try stage.client.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
      return stage
    }

    @Test(arguments: [(6, 3), (15, 5), (32, 8), (64, 8)])
    func everyKeyOfADeckInRowsShowsItsButton(count: Int, perRow: Int) throws {
      let stage = try Self.stage(of: count)
      let deck = try stage.surface.connect()
      try deck.addDevice("rows", keys: count, perRow: perRow, "BITMAPS=24 TEXT=1 COLORS=hex")
      for index in 0..<count {
        let key = try deck.waitForKey(index) { $0.text == "W\(index)" }
        #expect(key.location == "1/\(index / perRow)/\(index % perRow)")
        #expect(key.message["TYPE"] == "BUTTON")
        #expect(!key.isPressed)
        #expect(key.bitmap?.count == 24 * 24 * 3)
      }
      #expect(deck.keys["rows"]?.count == count)
    }

    @Test func aShortLastRowHasItsKeys() throws {
      let deck = try Self.stage(of: 7).surface.connect()
      try deck.addDevice("rows", keys: 7, perRow: 4, "TEXT=1")
      #expect(try deck.waitForKey(6) { $0.text == "W6" }.location == "1/1/2")
      #expect(
        try deck.ask("KEY-PRESS DEVICEID=rows KEY=7 PRESSED=1")["MESSAGE"] == "Invalid KEY")
    }

    /// As programs for a deck with a strip announce it.
    @Test func aManifestOfKeysAndEncodersIsServed() throws {
      let rules = """
        devices: [{id: plus, layout: plus}]
        layouts:
          plus:
            home:
              - [wall.00, wall.01, wall.02, wall.03]
              - [wall.04, wall.05, wall.06, wall.07]
              - [wall.08, wall.09, wall.10, wall.11]

        """
      let deck = try Self.stage(of: 12, rules).surface.connect()
      let controls = (0..<12).map { index in
        let (row, column) = (index / 4, index % 4)
        let preset = row == 2 ? #","stylePreset":"encoder""# : ""
        return #""\#(row)/\#(column)":{"row":\#(row),"column":\#(column)\#(preset)}"#
      }
      try deck.addDevice(
        "plus",
        manifest: #"""
          {"stylePresets": {"default": {"bitmap": {"w": 60, "h": 60}, "colors": "hex"},
            "encoder": {"bitmap": {"w": 100, "h": 50}, "text": true, "colors": "hex"}},
           "controls": {\#(controls.joined(separator: ","))}}
          """#,
        #"VARIABLES="W10=" BRIGHTNESS=1 PINCODE_LOCK="FULL" SERIAL="x" SERIAL_IS_UNIQUE=1"#)
      for index in 0..<12 {
        let (row, column) = (index / 4, index % 4)
        let key = try deck.waitForKey("\(row)/\(column)") { $0.color != "#000000" }
        #expect(key.location == "1/\(row)/\(column)")
        #expect(key.message["KEY"] == nil)
        if row == 2 {
          #expect(key.bitmap?.count == 100 * 50 * 3)
          #expect(key.text == "W\(index)")
        } else {
          #expect(key.bitmap?.count == 60 * 60 * 3)
          #expect(key.text == nil)
        }
      }
      let rotated = #"KEY-ROTATE DEVICEID=plus CONTROLID="2/1" KEY="2/1" DIRECTION=2"#
      #expect(try deck.ask(rotated).outcome == .ok)
    }

    @Test func controlsOfOnePlaceShowTheSameButton() throws {
      let deck = try Self.stage(of: 2).surface.connect()
      try deck.addDevice(
        "twins",
        manifest: #"""
          {"stylePresets": {"default": {"text": true}, "rgb": {"colors": "rgb"}}, "controls": {
            "a": {"row": 0, "column": 1}, "b": {"row": 0, "column": 1, "stylePreset": "rgb"},
            "c": {"row": 0, "column": 0, "stylePreset": "unknown"}}}
          """#)
      #expect(try deck.waitForKey("a") { $0.text == "W1" }.color == nil)
      let other = try deck.waitForKey("b") { $0.color?.hasPrefix("rgba(10,") == true }
      #expect(other.location == "1/0/1" && other.text == nil)
      // A preset that is not there is the default.
      try deck.waitForKey("c") { $0.text == "W0" }
    }

    @Test func aPatternFillsTheKeysOfAGridWithGaps() throws {
      let deck = try Self.stage(of: 4).surface.connect()
      try deck.addDevice(
        "gaps",
        manifest: #"""
          {"stylePresets": {"default": {"text": true}}, "controls": {
            "a": {"row": 0, "column": 1}, "b": {"row": 0, "column": 7},
            "c": {"row": 5, "column": 0}, "d": {"row": 5, "column": 0},
            "e": {"row": 5, "column": 1}}}
          """#)
      for (id, text) in [("a", "W0"), ("b", "W1"), ("c", "W2"), ("d", "W2"), ("e", "W3")] {
        try deck.waitForKey(id) { $0.text == text }
      }
      #expect(deck.keys["gaps"]?["c"]?.location == "1/5/0")
    }

    @Test func aDeckWithoutPicturesNeedsNoPainter() throws {
      let (stage, folder) = (try Self.stage(of: 1), TemporaryFolder())
      let surface = try Surface(stage.daemon, Self.wall, program: try Surface.copy(to: folder))
      let deck = try surface.connect()
      try deck.addDevice("text", keys: 2, perRow: 2, "TEXT=1 COLORS=hex")
      try deck.waitForKey(0) { $0.text == "W0" }
      try deck.waitForKey(1) { $0.text == "" }
    }

    /// What it shows is no longer followed.
    @Test func aDeckWithMoreButtonsThanAreKeptIsDim() throws {
      let daemon = try DaemonProcess()
      let client = try daemon.connect()
      func define(_ numbers: Range<Int>) throws {
        let buttons = numbers.map { SurfaceTests.plain("wall.\($0)", "W\($0)") }
        try client.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
      }
      try define(0..<1)
      let surface = try Surface(daemon, Self.wall)
      let deck = try surface.connect()
      try deck.addDevice("rows", keys: 1, perRow: 1, "BITMAPS=24 TEXT=1")
      let normal = try deck.waitForKey(0) { $0.text == "W0" }
      for start in stride(from: 1, to: 4_101, by: 820) { try define(start..<start + 820) }
      try deck.waitForKey(0) { $0.bitmap != normal.bitmap }
      // So is one that comes now.
      let late = try surface.connect()
      try late.addDevice("late", keys: 1, perRow: 1, "BITMAPS=24 TEXT=1")
      try late.waitForKey(0) { $0.bitmap == deck.keys["rows"]?["0"]?.bitmap }
    }

    @Test(arguments: [
      ("COLORS=hex", "#0a84ff", "#ffffff"), ("COLORS=1", "#0a84ff", "#ffffff"),
      ("COLORS=rgb", "rgba(10,132,255,1)", "rgba(255,255,255,1)"),
    ])
    func aDeckOfTextAloneGetsTextAndColors(option: String, color: String, text: String) throws {
      let stage = try SurfaceTests.stage()
      try stage.client.call(
        "buttons.define", #"{"buttons":[\#(SurfaceTests.plain("far", "Tür „links“ 🚪"))]}"#)
      let deck = try stage.surface.connect()
      try deck.addDevice("deck-1", keys: 4, perRow: 3, "TEXT=true TEXT_STYLE=1 \(option)")
      let key = try deck.waitForKey(3) { $0.text == "Tür „links“ 🚪" }
      #expect(key.color == color && key.textColor == text)
      #expect(key.bitmap == nil)
      #expect(key.message["FONT_SIZE"] != nil)
      let dark = try deck.waitForKey(2)
      #expect(dark.text == "")
      #expect(["#000000", "rgb(0,0,0)", "rgba(0,0,0,1)"].contains(dark.color))
    }

    @Test func nothingIsSentThatADeckDidNotAskFor() throws {
      let deck = try SurfaceTests.stage().surface.connect()
      try deck.addDevice("deck-1", keys: 2, perRow: 2, "BITMAPS=0 COLORS=false TEXT=no")
      let key = try deck.waitForKey(0)
      #expect(key.message.order == ["DEVICEID", "KEY", "LOCATION", "PRESSED", "TYPE"])
    }

    @Test func devicesOfOneConnectionAreApart() throws {
      let stage = try SurfaceTests.stage()
      let both = try stage.deck("deck-1")
      try both.addDevice("deck-2", keys: 2, perRow: 2, "TEXT=1")
      try both.waitForKey(0, of: "deck-2") { $0.text == "Pay 0" }
      try both.press(0, of: "deck-2")
      try both.release(0, of: "deck-2")
      for device in ["deck-1", "deck-2"] {
        try both.waitForKey(0, of: device) { $0.text == "Pay 1" && !$0.isPressed }
      }
      #expect(try both.ask("REMOVE-DEVICE DEVICEID=deck-2").outcome == .ok)
      both.forgetKeys()
      try both.press(0, of: "deck-1")
      try both.release(0, of: "deck-1")
      try both.waitForKey(0, of: "deck-1") { $0.text == "Pay 2" }
      #expect(both.keys["deck-2"] == nil)
      #expect(
        try both.ask("KEY-PRESS DEVICEID=deck-2 KEY=0 PRESSED=1")["MESSAGE"] == "Device not found")
    }

    @Test func eightDecksAtOnceAllGetTheirKeys() throws {
      let stage = try Self.stage(of: 32)
      let decks = try (0..<8).map { _ in try stage.surface.connect() }
      for (index, deck) in decks.enumerated() {
        try deck.addDevice(
          "wall-\(index)", keys: 32, perRow: 8, "BITMAPS=\(index < 4 ? 72 : 48) TEXT=1 COLORS=hex")
      }
      for (index, deck) in decks.enumerated() {
        for key in 0..<32 {
          let state = try deck.waitForKey(key) { $0.text == "W\(key)" }
          #expect(state.bitmap?.count == (index < 4 ? 72 * 72 : 48 * 48) * 3)
        }
      }
      // What changes is shown by all of them.
      let changed = SurfaceTests.plain("wall.17", "New")
      try stage.client.call("buttons.define", #"{"buttons":[\#(changed)]}"#)
      for deck in decks { try deck.waitForKey(17) { $0.text == "New" } }
    }

    /// A single one of its pictures is more than may wait of answers.
    @Test func aDeckOfLargePicturesMayPingWhileTheyWait() throws {
      let stage = try Self.stage(of: 4)
      let large = try stage.surface.connect(receiveBuffer: 4_096)
      try large.addDevice(
        "large",
        manifest: #"""
          {"stylePresets": {"default": {"bitmap": {"w": 1024, "h": 1024}}, "text": {"text": true}},
           "controls": {"a": {"row": 0, "column": 0},
            "b": {"row": 0, "column": 0, "stylePreset": "text"}}}
          """#)
      try large.waitForKey("b") { $0.text == "W0" }
      // What is drawn after it, in a size that no other test has, shows that it was drawn.
      let small = try stage.surface.connect()
      try small.addDevice("small", keys: 4, perRow: 4, "BITMAPS=23 TEXT=1")
      for key in 0..<4 { try small.waitForKey(key) { $0.text == "W\(key)" } }
      try large.ping("while it waits")
      #expect(large.keys["large"]?["a"]?.bitmap?.count == 1_024 * 1_024 * 3)
    }

    @Test func aPingIsAnsweredBeforeThePicturesThatWait() throws {
      let stage = try Self.stage(of: 32)
      let deck = try stage.surface.connect(receiveBuffer: 4_096)
      // Six megabytes, more than a connection holds.
      try deck.addDevice("large", keys: 40, perRow: 10, "BITMAPS=200 TEXT=1")
      try deck.waitForKey(0)
      try deck.ping("while you draw")
      #expect((deck.keys["large"]?.count ?? 0) < 40)
      // They all come for that, as long as the one who pings goes on.
      for key in 0..<40 {
        try deck.ping("\(key)")
        try deck.waitForKey(key) { $0.text == (key < 32 ? "W\(key)" : "") }
      }
    }
  }
}
