import ButtonModel
import Testing

struct ColorThemeValueTests {
  @Test(arguments: [
    (Color.rgba(0x007A_FFFF), "[\"#007AFFFF\"]"),
    (Color.rgba(0), "[\"#00000000\"]"),
    (
      Color.dynamic(DynamicColor(light: 0x007A_FF99, dark: 0x0A84_FF99)),
      "[\"#007AFF99\",\"#0A84FF99\"]"
    ),
  ])
  func aThemesColourIsReadBackFromItsText(color: Color, text: String) {
    #expect(color.themeValue?.string == text)
    #expect(read(text) == color)
  }

  @Test func aNamedColourBecomesItsMembers() {
    #expect(Color.named(.white).themeValue?.string == "[\"#FFFFFFFF\"]")
    #expect(Color.named(.label).themeValue?.string == "[\"#000000FF\",\"#FFFFFFFF\"]")
  }

  @Test func aColourWithMembersForRaisedContrastHasFour() {
    let blue = "[\"#007AFFFF\",\"#0A84FFFF\",\"#0040DDFF\",\"#409CFFFF\"]"
    #expect(Color.named(.systemBlue).themeValue?.string == blue)
    #expect(read(blue)?.themeValue?.string == blue)
    let some = Color.dynamic(DynamicColor(light: 1, highContrastLight: 2))
    let text = "[\"#00000001\",\"#00000001\",\"#00000002\",\"#00000001\"]"
    #expect(some.themeValue?.string == text)
    #expect(read(text)?.themeValue?.string == text)
  }

  @Test func whatAThemeCannotHoldHasNoText() {
    #expect(Color.named(.tint).themeValue == nil)
  }

  @Test(arguments: [
    "", "[]", "#007AFFFF", "\"#007AFFFF\"", "[\"#007affff\"]", "[\"#007AFFF\"]",
    "[\"#007AFFFG\"]", "[ \"#007AFFFF\"]", "[\"#007AFFFF\",]", "{\"#007AFFFF\"}",
    "[\"#007AFFFF\" \"#007AFFFF\"]", "[\"#007AFFFF\",\"#007AFFFF\"}",
    "[\"#007AFFFF\",\"#007AFFFF\",\"#007AFFFF\"]", "[007AFFFFFFF]",
    "[\"#007AFFFF\",\"#007AFFFF\",\"#007AFFFF\",\"#007AFFFF\",\"#007AFFFF\"]",
  ])
  func anyOtherTextIsNoThemeColour(text: String) {
    #expect(read(text) == nil)
  }

  private func read(_ text: String) -> Color? {
    Array(text.utf8).withUnsafeBytes { Color(themeValue: $0) }
  }
}
