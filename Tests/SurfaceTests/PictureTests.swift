import TestSupport
import Testing

extension SurfaceTests {
  /// The pictures of keys.
  @Suite struct PictureTests {
    /// A deck with one key, which shows a button whose text is its title.
    private static func deck(
      _ options: String, _ id: String = "deck-1", _ rules: String = SurfaceTests.desk
    ) throws -> SatelliteClient {
      let deck = try SurfaceTests.stage(rules).surface.connect()
      try deck.addDevice(id, keys: 1, perRow: 1, "TEXT=1 COLORS=hex \(options)")
      return deck
    }

    private static func isShown(_ key: SatelliteKey) -> Bool { key.text == "Pay 0" }

    @Test(arguments: [
      ("BITMAPS=16", 16), ("BITMAPS=72", 72), ("BITMAPS=96", 96), ("BITMAPS=120", 120),
      ("BITMAPS=true", 72), ("BITMAPS=4", 72), ("BITMAPS", 72),
      ("BITMAPS=33 BITMAP_FORMAT=rgb", 33), ("BITMAPS=33 BITMAP_FORMAT=webp", 33),
    ])
    func aRawPictureHasThreeBytesForEachPixel(options: String, side: Int) throws {
      let key = try Self.deck(options).waitForKey(0, where: Self.isShown)
      #expect(!key.isPNG)
      let bitmap = try #require(key.bitmap)
      #expect(bitmap.count == side * side * 3)
      // Red, green and blue of the middle of the upper edge, between the corners and above the title.
      let pixel = (side / 16 * side + side / 2) * 3
      #expect(Array(bitmap[pixel..<pixel + 3]) == [0x0A, 0x84, 0xFF])
      #expect(key.color == "#0a84ff")
    }

    @Test(arguments: [16, 72, 96, 121])
    func aPictureAsPNGIsAWholeFileOfThatSize(side: Int) throws {
      let deck = try Self.deck("BITMAPS=\(side) BITMAP_FORMAT=png")
      let key = try deck.waitForKey(0, where: Self.isShown)
      #expect(key.isPNG)
      let file = try PNGFile(try #require(key.bitmap))
      #expect(file.width == side && file.height == side)
      #expect(file.chunks.contains("IDAT"))
    }

    @Test(arguments: ["rgb", "png"])
    func aPictureNeedNotBeSquare(format: String) throws {
      let deck = try SurfaceTests.stage().surface.connect()
      try deck.addDevice(
        "deck-1",
        manifest: #"""
          {"stylePresets": {"default": {"bitmap": {"w": 128, "h": 32}, "text": true},
            "tall": {"bitmap": {"w": 20, "h": 90}, "text": true}}, "controls": {
            "wide": {"row": 0, "column": 0},
            "tall": {"row": 1, "column": 0, "stylePreset": "tall"}}}
          """#, "BITMAP_FORMAT=\(format)")
      for (id, text, width, height) in [("wide", "Pay 0", 128, 32), ("tall", "Far", 20, 90)] {
        let bitmap = try #require(try deck.waitForKey(id) { $0.text == text }.bitmap)
        if format == "rgb" {
          #expect(bitmap.count == width * height * 3)
        } else {
          let file = try PNGFile(bitmap)
          #expect(file.width == width && file.height == height)
        }
      }
    }

    @Test func aDarkKeyIsBlack() throws {
      let deck = try SurfaceTests.stage().deck()
      let key = try deck.waitForKey(2)
      #expect(key.bitmap?.contains { $0 != 0 } == false)
      #expect(key.text == "" && key.color == "#000000")
    }

    /// What it showed was another button.
    @Test(arguments: ["rgb", "png"]) func aKeyThatCannotBeDrawnIsDark(format: String) throws {
      let (stage, folder) = (try SurfaceTests.stage(), TemporaryFolder())
      let painter = """
        #!/usr/bin/env python3
        import sys
        from subprocess import PIPE, Popen
        real = Popen(["\(try Surface.raster)"], stdin=PIPE, stdout=PIPE)
        for line in sys.stdin.buffer:
            answer = b'{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}\\n'
            if b"Boom" not in line:
                real.stdin.write(line)
                real.stdin.flush()
                answer = real.stdout.readline()
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()

        """
      let surface = try Surface(
        stage.daemon, SurfaceTests.desk, program: try Surface.copy(to: folder, painter: painter))
      let deck = try surface.connect()
      try deck.addDevice("deck-1", keys: 3, perRow: 3, "BITMAPS=20 TEXT=1 BITMAP_FORMAT=\(format)")
      let mute = try deck.waitForKey(1) { $0.text == "Mute" }
      let dark = try deck.waitForKey(2)
      for (title, bitmap) in [("Boom", dark.bitmap), ("Mute", mute.bitmap), ("Boom", dark.bitmap)] {
        try stage.client.call(
          "buttons.patch", #"{"id":"mute","configuration":{"title":"\#(title)"}}"#)
        #expect(try deck.waitForKey(1) { $0.text == title }.bitmap == bitmap)
      }
    }

    @Test func aDeckHasTheTraitsOfItsRule() throws {
      let stage = try SurfaceTests.stage(
        """
        devices:
          - {id: light, layout: one, traits: {userInterfaceStyle: light}}
          - {id: dark, layout: one}
          - {id: high, layout: one, traits: {contrast: high}}
        layouts: {one: {home: [[pay]]}}

        """)
      let deck = try stage.surface.connect()
      for (id, color) in [("light", "#007aff"), ("dark", "#0a84ff"), ("high", "#409cff")] {
        try deck.addDevice(id, keys: 1, perRow: 1, "BITMAPS=40 TEXT=1 COLORS=hex")
        #expect(try deck.waitForKey(0, where: Self.isShown).color == color)
      }
      #expect(deck.keys["light"]?["0"]?.bitmap != deck.keys["dark"]?["0"]?.bitmap)
    }

    @Test func aTurnedDeckGetsItsPicturesTurned() throws {
      let turns = [0, 90, 180, 270]
      let rules = turns.map { "  - {id: turned-\($0), layout: one, rotation: \($0)}\n" }
      let stage = try SurfaceTests.stage(
        "devices:\n\(rules.joined())layouts: {one: {home: [[pay]]}}\n")
      let (deck, side) = (try stage.surface.connect(), 48)
      var pictures: [[UInt8]] = []
      for turn in turns {
        try deck.addDevice("turned-\(turn)", keys: 1, perRow: 1, "BITMAPS=\(side) TEXT=1")
        pictures.append(try #require(try deck.waitForKey(0, where: Self.isShown).bitmap))
      }
      var turned = pictures[0]
      for picture in pictures {
        // Edges are smoothed after the turn, so the pictures are not the same to the last bit.
        #expect(Self.difference(picture, turned) < 1)
        turned = Self.turnedRight(turned, side: side)
      }
      #expect(Self.difference(pictures[0], pictures[1]) > 1)
      #expect(Self.difference(pictures[0], pictures[2]) > 1)
    }

    /// A square picture a quarter turned clockwise.
    private static func turnedRight(_ picture: [UInt8], side: Int) -> [UInt8] {
      var turned = picture
      for row in 0..<side {
        for column in 0..<side {
          for part in 0..<3 {
            turned[(column * side + side - 1 - row) * 3 + part] =
              picture[(row * side + column) * 3 + part]
          }
        }
      }
      return turned
    }

    /// How much the bytes of two pictures differ on average.
    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
      let sum = zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      return Double(sum) / Double(one.count)
    }
  }
}
