import TestSupport
import Testing

extension SurfaceTests {
  /// Keys that show images which the daemon keeps.
  @Suite struct ImageTests {
    @Test func aKeyShowsTheImageThatItsLookNames() throws {
      let stage = try SurfaceTests.stage()
      let put = try stage.client.call("images.put", #"{"data":"\#(SmallImages.png)"}"#)
      let name = try #require(put["image"]?.string)
      try stage.client.call(
        "buttons.define",
        """
        {"buttons":[{"id":"pay","style":"plain","configuration":{"title":{"template":"n{paid}"},\
        "background":{"image":"\(name)"}}}]}
        """)
      let decks = try (0..<2).map { number in
        let deck = try stage.surface.connect()
        try deck.addDevice("deck-\(number)", keys: 1, perRow: 1, "TEXT=1 BITMAPS=20")
        return deck
      }
      for deck in decks {
        let key = try deck.waitForKey(0) { $0.text == "n0" }
        let bitmap = try #require(key.bitmap)
        #expect(Array(bitmap[(10 * 20 + 1) * 3..<(10 * 20 + 2) * 3]) == [0x33, 0x66, 0xCC])
      }
    }

    @Test func anImageThatComesLaterIsShownWithoutAnotherLook() throws {
      let stage = try SurfaceTests.stage()
      let data = Base64Text.of(
        ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z" fill="#36C"/></svg>"##
      )
      let put = try stage.client.call("images.put", #"{"data":"\#(data)"}"#)
      let name = try #require(put["image"]?.string)
      try stage.client.call("images.remove", #"{"images":["\#(name)"]}"#)
      try stage.client.call(
        "buttons.define",
        """
        {"buttons":[{"id":"pay","style":"plain","configuration":{"title":"a",\
        "background":{"image":"\(name)"}}}]}
        """)
      let deck = try stage.surface.connect()
      try deck.addDevice("deck-1", keys: 1, perRow: 1, "TEXT=1 BITMAPS=20")
      try deck.waitForKey(0) { $0.text == "a" && $0.bitmap != nil }
      let states = deck.stateCount
      try stage.client.call("images.put", #"{"data":"\#(data)"}"#)
      try deck.waitForKey(0) { key in
        let pixel = key.bitmap.map { Array($0[(10 * 20 + 1) * 3..<(10 * 20 + 2) * 3]) }
        return pixel == [0x33, 0x66, 0xCC]
      }
      // Looking for it changed nothing else.
      #expect(deck.stateCount == states + 1)
    }

    @Test(.enabled(if: !Sanitizer.isForThreads, Sanitizer.isShutIn))
    func aKeyWhoseImageIsAbsentIsDrawnWithoutIt() throws {
      let stage = try SurfaceTests.stage()
      let name = "sha256:" + String(repeating: "0", count: 64)
      try stage.client.call(
        "buttons.patch", #"{"id":"pay","configuration":{"image":"\#(name)"}}"#)
      let deck = try stage.deck("deck-1", "BITMAPS=20")
      try deck.waitForKey(0) { $0.text == "Pay 0" && $0.bitmap != nil }
    }
  }
}
