import TestSupport
import Testing

extension SurfaceTests {
  /// How lines are cut from bytes, and words from lines.
  @Suite struct FramingTests {
    /// What follows the name of a command, and the device that is meant.
    private static let words = [
      ("DEVICEID=a", "a"), (#"DEVICEID="a""#, "a"), (#"DEVICEID="a b""#, "a b"),
      (#"DEVICEID=a\ b"#, "a b"), (#"DEVICEID=a" b"c"#, "a bc"), (#""DEVICEID=a b""#, "a b"),
      (#"DEVICEID="a\"b\\c""#, #"a\"b\\c"#), (#"DEVICEID=\"a\""#, #"\"a\""#),
      (#"DEVICEID=a\"#, "a"),
      (#"DEVICEID=\a\b"#, "ab"), ("DEVICEID=a=b=", "a=b="), ("DEVICEID=a DEVICEID=b", "b"),
      (#"DEVICEID="a KEY=1"#, "a KEY=1"), ("  DEVICEID=a  KEY=1 ", "a"), ("=b DEVICEID=a =", "a"),
      ("KEY=1 X DEVICEID=a", "a"), ("deviceid=b DEVICEID=a", "a"),
      ("DEVICEID=é€𝄞", "é€𝄞"),
    ]

    @Test func wordsAreTakenApartAsPublished() throws {
      let connection = try SurfaceTests.stage().surface.connect()
      for (words, device) in Self.words {
        let answer = #"KEY-PRESS ERROR DEVICEID="\#(device)" MESSAGE="Device not found" "#
        #expect(try connection.ask("KEY-PRESS \(words)").line == answer, "\(words)")
      }
    }

    @Test func namesOfCommandsAreKnownInAnyCase() throws {
      let connection = try SurfaceTests.stage().surface.connect()
      let added = try connection.ask(
        "add-device DEVICEID=deck-1 PRODUCT_NAME=\"Tally box\" KEYS_TOTAL=2 TEXT=yes"
      )
      #expect(added.line == #"ADD-DEVICE OK DEVICEID="deck-1" "#)
      #expect(try connection.ask("pInG a").line == "PONG a ")
      try connection.waitForKey(0, of: "deck-1") { $0.text == "Pay 0" }
    }

    @Test func aLineMayEndWithCarriageReturnAndLineFeed() throws {
      let connection = try SurfaceTests.stage().surface.connect()
      try connection.send(bytes: Array("PING a\r\nKEY-PRESS DEVICEID=b\r\nFOO\r\n\r\n".utf8))
      let answers = [
        "PONG a ", #"KEY-PRESS ERROR DEVICEID="b" MESSAGE="Device not found" "#,
        #"ERROR MESSAGE="Unknown command: FOO" "#, #"ERROR MESSAGE="Unknown command: " "#,
      ]
      for answer in answers { #expect(try connection.nextAnswer().line == answer) }
    }

    @Test func packetsMayCutLinesAnywhere() throws {
      let connection = try SurfaceTests.stage().surface.connect()
      for byte in Array("KEY-PRESS DEVICEID=\"é€𝄞\" KEY=1\nPING b\r\n".utf8) {
        try connection.send(bytes: [byte])
      }
      #expect(
        try connection.nextAnswer().line
          == #"KEY-PRESS ERROR DEVICEID="é€𝄞" MESSAGE="Device not found" "#)
      #expect(try connection.nextAnswer().line == "PONG b ")
    }

    @Test func aThousandLinesInOnePacketAreAnsweredInOrder() throws {
      let connection = try SurfaceTests.stage().surface.connect()
      try connection.send(bytes: Array((0..<1_000).map { "PING \($0)\n" }.joined().utf8))
      for index in 0..<1_000 { #expect(try connection.nextAnswer().line == "PONG \(index) ") }
    }

    @Test func aLineBeyondTheLimitClosesItsConnectionAlone() throws {
      let stage = try SurfaceTests.stage()
      let deck = try stage.deck()
      let long = try stage.surface.connect()
      let most = 256 << 10
      // A long line is one until it is longer than that.
      #expect(try long.ask("PING " + String(repeating: "x", count: most - 6)).name == "PONG")
      try long.send(bytes: [UInt8](repeating: 0x78, count: most + 1))
      let error = try long.nextAnswer()
      #expect(error.name == "ERROR")
      #expect(error["MESSAGE"] == "Line too long")
      #expect(try long.isClosedByServer())
      try deck.ping()
    }

    /// A page may have a browser send it, with lines of the API in the body.
    @Test(arguments: [
      "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "OPTIONS * HTTP/1.1\r\n",
      "X / HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func whatSpeaksHTTPIsClosedBeforeItPresses(request: String) throws {
      let stage = try SurfaceTests.stage()
      let page = try stage.surface.connect()
      let body =
        "ADD-DEVICE DEVICEID=deck-1 PRODUCT_NAME=a KEYS_TOTAL=1\n"
        + "KEY-PRESS DEVICEID=deck-1 KEY=0 PRESSED=1\nKEY-PRESS DEVICEID=deck-1 KEY=0 PRESSED=0\n"
      try page.send(bytes: Array((request + body).utf8))
      #expect(try page.isClosedByServer())
      try stage.deck().waitForKey(0) { $0.text == "Pay 0" }
    }

    @Test func randomBytesNeverEndTheServer() throws {
      var seed = Seed()
      let stage = try SurfaceTests.stage()
      for _ in 0..<scaled(60) {
        let noise = try stage.surface.connect()
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...8, using: &seed) {
          bytes += Self.noise(using: &seed) + [0x0A]
        }
        try noise.send(bytes: bytes + Array("\nPING the end\n".utf8))
        // Some of it says goodbye.
        while let message = try noise.next(), message.line != "PONG the end " {}
        if Bool.random(using: &seed) { noise.close() }
        stage.surface.forgetOutput()
      }
      #expect(stage.surface.program.isRunning)
      try stage.deck("deck-0").waitForKey(0) { $0.text == "Pay 0" }
    }

    /// Bytes at random, or a line that is right but for a few of its bytes.
    private static func noise(using seed: inout Seed) -> [UInt8] {
      if Int.random(in: 0..<4, using: &seed) == 0 {
        return (0..<Int.random(in: 0...300, using: &seed)).map { _ in
          UInt8.random(in: 0...255, using: &seed)
        }
      }
      let lines = [
        "ADD-DEVICE DEVICEID=deck-1 PRODUCT_NAME=\"a\" KEYS_TOTAL=3 KEYS_PER_ROW=2 BITMAPS TEXT=1",
        "ADD-DEVICE DEVICEID=deck-2 PRODUCT_NAME=b LAYOUT_MANIFEST=eyJzdHlsZVByZXNldHMiOnsiZGVmYXVs"
          + "dCI6eyJ0ZXh0Ijp0cnVlfX0sImNvbnRyb2xzIjp7ImEiOnsicm93IjowLCJjb2x1bW4iOjB9fX0=",
        "REMOVE-DEVICE DEVICEID=deck-1", "KEY-PRESS DEVICEID=deck-1 KEY=0/1 PRESSED=1",
        "KEY-PRESS DEVICEID=deck-2 CONTROLID=a PRESSED=true", "QUIT", "PING a",
        "KEY-ROTATE DEVICEID=deck-1 KEY=1 DIRECTION=-1", "CHANGE-PAGE DEVICEID=deck-1 DIRECTION=1",
        "SET-VARIABLE-VALUE DEVICEID=deck-1 VARIABLE=\"a b\" VALUE=MQ==",
      ]
      var line = Array((lines.randomElement(using: &seed) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...3, using: &seed) where !line.isEmpty {
        let place = line.indices.randomElement(using: &seed) ?? 0
        switch Int.random(in: 0..<3, using: &seed) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &seed)
        case 1: line.remove(at: place)
        default: line.insert(Array("\"\\ =/-9\r".utf8).randomElement(using: &seed) ?? 0, at: place)
        }
      }
      return line
    }
  }
}
