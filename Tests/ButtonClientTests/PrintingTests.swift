import ButtonModel
import Testing

@testable import buttonctl

/// Output of buttonctl that only a terminal shows.
struct PrintingTests {
  @Test(arguments: [
    (-5, "next try now"), (0, "next try now"), (1, "next try in 1 s"),
    (1_000, "next try in 1 s"), (1_001, "next try in 2 s"), (119_000, "next try in 119 s"),
    (120_000, "next try in 2 min"), (300_000, "next try in 5 min"),
  ])
  func aTryThatIsDueIsDueNow(milliseconds: Int, words: String) {
    #expect(NextTry.words(in: milliseconds) == words)
  }

  @Test func buttonsArePaintedInTheirOwnColours() throws {
    let paint = try #require(Paint(text: "#FFFFFFFF", ground: "#007AFFFF"))
    #expect(paint("Pay") == "\u{1B}[38;2;255;255;255m\u{1B}[48;2;0;122;255mPay\u{1B}[0m")
    let faint = try #require(Paint(text: "#00000080", ground: "#FF000080"))
    #expect(faint("x").contains("48;2;255;127;127"))
    let ground = "#007AFFFF"
    for (weight, isItalic, beginning) in [
      ("semibold", true, "\u{1B}[1m\u{1B}[3m\u{1B}[38"), ("black", false, "\u{1B}[1m\u{1B}[38"),
      ("medium", false, "\u{1B}[38"), ("regular", true, "\u{1B}[3m\u{1B}[38"),
    ] {
      let paint = try #require(
        Paint(text: nil, ground: ground, weight: weight, isItalic: isItalic))
      #expect(paint("x").hasPrefix(beginning))
      #expect(paint("x").hasSuffix("x\u{1B}[0m"))
      // A run of a title says all of itself.
      #expect(paint.of(TextRun(text: "x"))("x").hasPrefix("\u{1B}[38"))
      #expect(
        paint.of(TextRun(text: "x", fontWeight: .bold, italic: true))("x")
          .hasPrefix("\u{1B}[1m\u{1B}[3m\u{1B}[38"))
    }
  }

  @Test(arguments: [nil, "#FFFFFF00", "red", "#12345"] as [String?])
  func withoutABackgroundNothingIsPainted(_ ground: String?) {
    #expect(Paint(text: "#000000FF", ground: ground) == nil)
  }

  @Test func paintDoesNotPushColumns() {
    var table = Table()
    table.add(Table.Cell("a") { "<<\($0)>>" }, "x")
    table.add("bbb", "y")
    #expect(table.text == "<<a>>    x\nbbb  y")
  }

  @Test func controlCharactersDoNotReachTheTerminal() {
    #expect("a\u{1B}[2J\u{9B}\n\u{7F}é".printable == "a\\u{1b}[2J\\u{9b}\\u{a}\\u{7f}é")
  }
}
