import TestSupport
import Testing

extension SurfaceTests {
  /// Encoders that are turned.
  @Suite struct EncoderTests {
    /// A deck whose first control is a volume, of five a step.
    private func volume() throws -> (stage: Stage, deck: SatelliteClient) {
      let stage = try SurfaceTests.stage()
      let operations = #"[{"op":"increment","key":"volume","by":{"cel":"delta * 5"}}]"#
      try stage.client.call(
        "buttons.patch", #"{"id":"pay","rotation":{"action":{"operations":\#(operations)}}}"#)
      try stage.client.call("state.subscribe", #"{"keys":["volume"]}"#)
      let deck = try stage.deck()
      try deck.waitForKey(0) { $0.text == "Pay 0" }
      return (stage, deck)
    }

    /// Waits until the volume is a number.
    private func wait(for volume: Int64, _ stage: Stage) throws {
      while try stage.client.nextNotification("state.changed")["values"]?["volume"] != .int(volume)
      {}
    }

    @Test func aTurnIsByAsManyStepsAsTheClientSays() throws {
      let (stage, deck) = try volume()
      var sum: Int64 = 0
      for (direction, steps) in [
        ("1", 1), ("-1", -1), ("3", 3), ("0", -1), ("-2.4", -2), ("true", 1),
      ]
        as [(String, Int64)]
      {
        let turned = try deck.ask("KEY-ROTATE DEVICEID=deck-1 KEY=0 DIRECTION=\(direction)")
        #expect(turned.outcome == .ok)
        sum += steps * 5
        try wait(for: sum, stage)
      }
      #expect(try stage.number("paid") == 0)
    }

    @Test func noStepOfAFastTurnIsLost() throws {
      let (stage, deck) = try volume()
      for _ in 0..<300 { try deck.send("KEY-ROTATE DEVICEID=deck-1 KEY=0 DIRECTION=2") }
      for _ in 0..<100 { try deck.send("KEY-ROTATE DEVICEID=deck-1 KEY=0 DIRECTION=-1") }
      try wait(for: 2_500, stage)
    }

    @Test func noStepOfALongTurnIsLost() throws {
      let (stage, deck) = try volume()
      for _ in 0..<5 { try deck.send("KEY-ROTATE DEVICEID=deck-1 KEY=0 DIRECTION=1000") }
      try wait(for: 25_000, stage)
    }

    @Test func whatHasNoRotationStaysAsItIs() throws {
      let (stage, deck) = try volume()
      try stage.client.call("buttons.patch", #"{"id":"pay","rotation":null}"#)
      #expect(try deck.ask("KEY-ROTATE DEVICEID=deck-1 KEY=0 DIRECTION=1").outcome == .ok)
      try deck.press(0)
      try deck.release(0)
      try deck.waitForKey(0) { $0.text == "Pay 1" && !$0.isPressed }
      #expect(try stage.number("volume") == nil)
    }
  }
}
