import TestSupport
import Testing

extension SurfaceTests {
  /// A day of a page every five seconds, without the waits between them.
  @Suite struct DayTests {
    /// The pages of the desk, and what their first two keys show.
    private static let pages = [
      "home": ["Pay", "Mute"], "other": ["Mute", "Pay"], "lights": ["Lamp 1", "Lamp 2"],
    ]

    /// In tests a minute of it; scripts/soak turns all 17,280.
    @Test func pagesThatTurnAllDayAreShownEachTimeAndCostNoMemory() throws {
      var random = Seed()
      let stage = try SurfaceTests.stage(isShared: false)
      let decks = [try stage.deck("deck-1", "KEYS_TOTAL=15"), try stage.deck("deck-2")]
      var (page, paid, before) = ("home", 0, [Int]())
      let turns = scaled(864, few: 12)
      func waitForKeys() throws {
        for deck in decks {
          for (key, text) in Self.pages[page]!.enumerated() {
            let whole = text == "Pay" ? "Pay \(paid)" : text
            try deck.waitForKey(key) { $0.text == whole && !$0.isPressed && $0.bitmap != nil }
          }
        }
      }
      try waitForKeys()
      for turn in 0..<turns {
        // Who holds a key while the page turns presses what he pressed.
        let holds = page == "home" && Int.random(in: 0..<8, using: &random) == 0
        if holds { try decks[0].press(0) }
        page = Self.pages.keys.sorted().filter { $0 != page }.randomElement(using: &random)!
        try stage.set("desk.page", "\"\(page)\"")
        if holds {
          try decks[0].release(0)
          paid += 1
        }
        try waitForKeys()
        if turn == turns / 10 { before = try memory(stage) }
      }
      // A page without the button does not show that the last press has been performed.
      try wait(for: "all presses") { try stage.number("paid") == paid }
      // The server keeps pictures, up to 32 MiB of them.
      for ((before, after), most) in zip(zip(before, try memory(stage)), [48, 8, 8]) {
        #expect(after - before <= most << 10, "\(before) and \(after) KiB after \(turns) pages")
      }
    }

    /// What the server, the drawing process and the daemon hold, in KiB.
    private func memory(_ stage: Stage) throws -> [Int] {
      let surface = stage.surface.program.processID
      let processes =
        [surface] + (try ProcessFile.children(of: surface)) + [
          stage.daemon.processID
        ]
      return try processes.map { try ProcessFile.residentKiB(of: $0) }
    }
  }
}
