import FoundationEssentials
import TestSupport
import Testing

extension SurfaceTests {
  /// What Companion does and its clients may expect, though decks work without most of it.
  @Suite struct FactSheetTests {
    private static let id = #"DEVICEID="deck-1""#

    @Test(arguments: [
      ("SET-VARIABLE-VALUE", "VARIABLE=a", "Missing VALUE"), ("PINCODE-KEY", "", "Missing KEY"),
      ("PINCODE-KEY", "KEY=10", "Invalid KEY"), ("CHANGE-PAGE", "", "Missing DIRECTION"),
      ("FIRMWARE-UPDATE-INFO", "", "Missing UPDATE_URL"),
    ])
    func aMissingArgumentIsNamed(name: String, arguments: String, message: String) throws {
      let deck = try SurfaceTests.stage().deck()
      let answer = try deck.ask("\(name) \(Self.id) \(arguments)")
      #expect(answer.line == "\(name) ERROR \(Self.id) MESSAGE=\"\(message)\" ")
    }

    /// companion-satellite drops the keys that come before it.
    @Test func aDeckWithSettingsHearsThemBeforeItsKeys() throws {
      let connection = try SurfaceTests.stage().surface.connect()
      let fields =
        #"[{"id":"dim","type":"number","label":"Dim","min":3,"max":600,"default":60},"#
        + #"{"id":"on","type":"checkbox","label":"On"}]"#
      try connection.addDevice(
        "deck-1", keys: 2, perRow: 2,
        "CONFIG_FIELDS=\"\(Data(fields.utf8).base64EncodedString())\"")
      let message = try connection.nextMessage { ["DEVICE-CONFIG", "KEY-STATE"].contains($0.name) }
      #expect(message.name == "DEVICE-CONFIG")
      let config = Data(base64Encoded: message["CONFIG"] ?? "").map { Array($0) } ?? []
      let tree = try? JSONTree(parsing: String(decoding: config, as: UTF8.self))
      #expect(tree?["dim"] == .int(60))
      #expect(tree?["on"] == .bool(false))
    }

    @Test func aKeyIsPressedWhileAnyoneHoldsItsButton() throws {
      let stage = try SurfaceTests.stage()
      let (one, other) = (try stage.deck("deck-1"), try stage.deck("deck-2"))
      for deck in [one, other] { try deck.waitForKey(0) { $0.text == "Pay 0" } }
      let normal = try other.waitForKey(0)
      try one.press(0)
      #expect(try other.waitForKey(0) { $0.bitmap != normal.bitmap }.isPressed)
      try one.release(0)
      #expect(try !other.waitForKey(0) { $0.text == "Pay 1" }.isPressed)
    }

    @Test func aTextHasAnotherColorThanWhatIsBehindIt() throws {
      let stage = try SurfaceTests.stage()
      let deck = try stage.deck()
      for style in ["plain", "gray", "tinted", "filled"] {
        let button = #"{"id":"far","style":"\#(style)","configuration":{"title":"\#(style)"}}"#
        try stage.client.call("buttons.define", #"{"buttons":[\#(button)]}"#)
        let key = try deck.waitForKey(3) { $0.text == style }
        #expect(key.color != key.textColor, "\(style): \(key.color ?? "")")
      }
    }

    @Test(arguments: [5, 15])
    func aSmallPictureHasTheSizeThatWasAskedFor(side: Int) throws {
      let deck = try SurfaceTests.stage().surface.connect()
      try deck.addDevice("deck-1", keys: 1, perRow: 1, "BITMAPS=\(side) TEXT=1")
      let key = try deck.waitForKey(0) { $0.text == "Pay 0" }
      #expect(key.bitmap?.count == side * side * 3)
    }
  }
}
