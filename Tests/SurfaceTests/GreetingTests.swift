import TestSupport
import Testing

extension SurfaceTests {
  /// What is said to whom, and in which order.
  @Suite struct GreetingTests {
    @Test func aConnectionIsGreetedWithVersionAndAbilities() throws {
      let connection = try SurfaceTests.stage().surface.connect()
      let begin = try #require(try connection.next())
      #expect(begin.name == "BEGIN")
      #expect(begin.order == ["CompanionVersion", "ApiVersion"])
      #expect(begin["ApiVersion"] == "1.12.0")
      #expect(begin["CompanionVersion"]?.isEmpty == false)
      #expect(
        try connection.next()?.line
          == #"CAPS SUBSCRIPTIONS=0 NONSQUARE=1 BITMAP_FORMATS="rgb,png" "#)
      // Nothing else comes unasked.
      try connection.send("PING")
      #expect(try connection.next()?.line == "PONG  ")
    }

    @Test func aDeckHearsOfItselfThenBrightnessThenItsKeys() throws {
      let connection = try SurfaceTests.stage().surface.connect()
      // It need not wait for the greeting.
      try connection.send(
        "ADD-DEVICE DEVICEID=deck-1 PRODUCT_NAME=a KEYS_TOTAL=6 KEYS_PER_ROW=3 BITMAPS=20")
      var names: [String] = []
      while names.count < 10 { names.append(try #require(try connection.next()).name) }
      #expect(
        names == ["BEGIN", "CAPS", "ADD-DEVICE", "BRIGHTNESS"]
          + Array(repeating: "KEY-STATE", count: 6))
      // Every key comes, dark ones as well.
      for key in 0..<6 { try connection.waitForKey(key, of: "deck-1") }
    }

    @Test func everyLineIsInTheFormOfThisVersion() throws {
      let stage = try SurfaceTests.stage()
      try stage.client.call(
        "buttons.define", #"{"buttons":[\#(SurfaceTests.plain("far", "Größe € 𝄞"))]}"#)
      let deck = try stage.surface.connect()
      var lines: [String] = []
      func follow(until holds: (SatelliteMessage) -> Bool) throws {
        try deck.nextMessage {
          lines.append($0.line)
          return holds($0)
        }
      }
      try deck.send(
        "ADD-DEVICE DEVICEID=deck-1 PRODUCT_NAME=a KEYS_TOTAL=6 KEYS_PER_ROW=3 BITMAPS=20"
          + " COLORS=hex TEXT=1 TEXT_STYLE=1")
      try follow { _ in deck.keys["deck-1"]?["3"]?.text == "Größe € 𝄞" }
      try deck.send("KEY-PRESS DEVICEID=deck-1 KEY=0 PRESSED=1")
      try follow { $0.name == "KEY-STATE" && $0["PRESSED"] == "1" }
      try deck.send("NONSENSE")
      try follow { $0.name == "ERROR" }
      #expect(lines.allSatisfy { $0.hasSuffix(" ") && $0.utf8.allSatisfy { 32..<127 ~= $0 } })
      #expect(lines.contains(#"ADD-DEVICE OK DEVICEID="deck-1" "#))
      #expect(lines.contains(#"BRIGHTNESS DEVICEID="deck-1" VALUE=100 "#))
      #expect(lines.contains(#"KEY-PRESS OK DEVICEID="deck-1" "#))
      // Small devices look for these keys in this order.
      let state = try #require(deck.keys["deck-1"]?["0"]?.message)
      #expect(
        state.order == [
          "DEVICEID", "KEY", "LOCATION", "PRESSED", "TYPE", "BITMAP", "COLOR", "TEXTCOLOR", "TEXT",
          "FONT_SIZE",
        ])
      let beginning =
        #"KEY-STATE DEVICEID="deck-1" KEY=0 LOCATION="1/0/0" PRESSED=1 TYPE="BUTTON" BITMAP=""#
      #expect(state.line.hasPrefix(beginning), "\(state.line.prefix(120))")
    }
  }
}
