import SatelliteAPI
import Testing

/// Lines of clients, by the grammar that other servers and clients of the API use.
@Suite struct SatelliteLineTests {
  private func line(_ text: String) -> SatelliteLine { SatelliteLine(Array(text.utf8)) }

  @Test func aLineIsACommandAndItsArgumentsInAnyOrder() {
    let line = line(#"add-device PRODUCT_NAME="My deck" DEVICEID=d1 KEYS_TOTAL=15 TEXT"#)
    #expect(line.command == "ADD-DEVICE")
    #expect(line.text("DEVICEID") == "d1" && line.text("PRODUCT_NAME") == "My deck")
    #expect(line.integer("KEYS_TOTAL") == 15)
    #expect(line.isTrue("TEXT") && line.text("TEXT") == nil && line.has("TEXT"))
    #expect(!line.has("COLORS") && line.integer("COLORS") == nil)
  }

  @Test(arguments: [
    (#"A B="x y""#, "x y"), (#"A B=x\ y"#, "x y"), (#"A B="a\"b""#, "a\"b"), (#"A B=a\\b"#, "a\\b"),
    (#"A B=va"lu"e"#, "value"), (#"A B="open to the end"#, "open to the end"), ("A B=a=b=", "a=b="),
    ("A B=1 B=2", "2"), (#"A B=x\"#, "x"), ("A  B=1  C=2", "1"), ("A B=Ü€😀", "Ü€😀"),
  ])
  func valuesMayBeQuotedAndEscaped(text: String, value: String) {
    #expect(line(text).text("B") == value)
  }

  @Test func whatIsNoArgumentIsPassedOver() {
    for text in ["A", "A ", "A =1", "A \"\"", "", " A B=1", "\\", "\"", "A B="] {
      #expect(line(text).text("B") == nil || text == " A B=1", "\(text)")
    }
    #expect(line("").command.isEmpty && line(" A").command.isEmpty)
    #expect(line("PING  two  words").rest == " two  words")
    #expect(SatelliteLine([0xFF, 0x20, 0x42, 0x3D, 0xFE]).text("B") == "\u{FFFD}")
  }

  @Test(arguments: [
    ("1", true, true), ("0", false, false), ("true", true, true), ("FALSE", false, false),
    ("yes", true, true), ("no", false, true), ("2", true, true), ("0.5", false, true),
    ("", false, false),
  ])
  func truthIsReadAsOthersReadIt(value: String, isTrue: Bool, isNotFalse: Bool) {
    let line = line("A B=\(value)")
    #expect(line.isTrue("B") == isTrue && line.isNotFalse("B") == isNotFalse)
  }

  @Test(arguments: [
    ("1", 1), ("-1", -1), ("0", -1), ("3", 3), ("-2.5", -3), ("0.2", 1), ("1e300", 1_000),
    ("-inf", -1_000), ("nan", 1), ("true", 1), ("false", 1), ("", 1),
  ])
  func aTurnIsByAWholeNumberOfSteps(value: String, steps: Int) {
    #expect(line("A B=\(value)").steps("B") == steps)
  }

  @Test func messagesComeBackAsTheyWere() {
    var message = SatelliteMessage("KEY-STATE")
    message.add("DEVICEID", #"a "quoted" \ id"#)
    message.add("KEY", 7)
    message.add("PRESSED", true)
    message.add("TEXT", "two\nlines")
    let bytes = message.line
    #expect(bytes.suffix(2) == [0x20, 0x0A])
    #expect(bytes.count { $0 == 0x0A } == 1)
    let line = SatelliteLine(bytes.dropLast())
    #expect(line.command == "KEY-STATE" && line.text("DEVICEID") == #"a "quoted" \ id"#)
    #expect(line.integer("KEY") == 7 && line.text("PRESSED") == "1")
    #expect(line.text("TEXT") == "two lines")
    #expect(
      String(decoding: SatelliteMessage.failure("X", device: "d", "no").line, as: UTF8.self)
        == "X ERROR DEVICEID=\"d\" MESSAGE=\"no\" \n")
  }
}
