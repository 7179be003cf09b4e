import ButtonModel
import Testing

@Suite struct PrintableTests {
  /// What is unprintable of U+0000 to U+FFFF, from Unicode's own tables.
  private static let unprintable: [ClosedRange<UInt32>] = [
    0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x600...0x605, 0x61C...0x61C,
    0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x115F...0x1160,
    0x17B4...0x17B5, 0x180E...0x180E, 0x200B...0x200B, 0x200E...0x200F, 0x2028...0x202E,
    0x2060...0x206F, 0x2800...0x2800, 0x3164...0x3164, 0xFDD0...0xFDEF, 0xFEFF...0xFEFF,
    0xFFA0...0xFFA0, 0xFFF0...0xFFFB, 0xFFFE...0xFFFF,
  ]

  @Test func whatCannotBeSeenIsUnprintable() {
    var found: [UInt32] = []
    for value in 0...0xFFFF as ClosedRange<UInt32> {
      if let scalar = Unicode.Scalar(value), scalar.isUnprintable { found.append(value) }
    }
    #expect(found == PrintableTests.unprintable.flatMap { Array($0) })
  }

  @Test(
    arguments: [
      0x1BCA0, 0x1D173, 0x1D17A, 0x1FFFE, 0x1FFFF, 0xE0000, 0xE0001, 0xE007F, 0xE0080, 0xE0FFF,
      0x10FFFF,
    ] as [UInt32])
  func soItIsBeyondTheFirstPlane(value: UInt32) throws {
    #expect(try #require(Unicode.Scalar(value)).isUnprintable)
  }

  /// Emoji, scripts and the fonts of icons are made of these.
  @Test(arguments: [
    "\u{2764}\u{FE0F}", "\u{1F468}\u{200D}\u{1F469}", "\u{845B}\u{E0100}", "\u{1820}\u{180B}",
    "\u{E000}", "\u{F0001}", "می\u{200C}خواهم", "a\u{300}", "a\u{A0}b\u{3000}", "日本", "\u{1F1E9}",
  ])
  func whatTextIsMadeOfStaysAsItIs(text: String) {
    #expect(text.printable == text)
  }

  @Test func whatIsUnprintableIsSpelledOut() {
    #expect("a\u{AD}b\u{3164}\u{E0020}".printable == "a\\u{ad}b\\u{3164}\\u{e0020}")
  }
}
