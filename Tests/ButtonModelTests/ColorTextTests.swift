import ButtonModel
import Testing

@Suite struct ColorTextTests {
  struct Row: Decodable, CustomTestStringConvertible {
    let text: String
    /// `#RRGGBBAA` on a light display; nil is not a colour.
    let rgba: String?
    var testDescription: String { text }
  }

  @Test(arguments: try Table.rows("color-texts", as: Row.self))
  func hexDigitsAndNamesAreReadAndNothingElse(_ row: Row) {
    #expect(Color(row.text).map { Color.hex($0.resolved(for: Traits())) } == row.rgba)
  }

  @Test func colorsAreWrittenInUpperCaseWithAllDigits() {
    #expect(Color.hex(0x0000_0000) == "#00000000")
    #expect(Color.hex(0x007A_FF4D) == "#007AFF4D")
    #expect(Color.hex(0xABCD_EFFF) == "#ABCDEFFF")
  }

  @Test func missingMembersOfADynamicColorFallBack() {
    let light = Traits()
    let dark = Traits(userInterfaceStyle: .dark)
    let highLight = Traits(contrast: .high)
    let highDark = Traits(userInterfaceStyle: .dark, contrast: .high)
    func values(_ color: DynamicColor) -> [UInt32] {
      [light, dark, highLight, highDark].map { Color.dynamic(color).resolved(for: $0) }
    }
    #expect(values(DynamicColor(light: 1)) == [1, 1, 1, 1])
    #expect(values(DynamicColor(light: 1, dark: 2)) == [1, 2, 1, 2])
    #expect(values(DynamicColor(light: 1, highContrastLight: 3)) == [1, 1, 3, 1])
    #expect(
      values(DynamicColor(light: 1, dark: 2, highContrastLight: 3, highContrastDark: 4))
        == [1, 2, 3, 4])
  }

  @Test func namedMembersTakeTheirOwnDisplaysValue() throws {
    let color = try #require(
      DynamicColor(light: .named(.systemRed), dark: .named(.systemRed)))
    #expect(color.light == 0xFF3B_30FF)
    #expect(color.dark == 0xFF45_3AFF)
  }

  @Test func aNamedMemberIsNotRoundedBeforeTheEnd() throws {
    // 0.30 × 0.75 is 57.375 of 255; the 77 that 0.30 is as a byte would make 57.75 of it.
    let color = try #require(DynamicColor(light: .named(.tertiaryLabel)))
    let faded = Color.dynamic(color).components(for: Traits()).opacity(0.75)
    #expect(faded.rgba == 0x3C3C_4339)
    #expect(color.light == 0x3C3C_434D)
    #expect(color != DynamicColor(light: 0x3C3C_434D))
  }

  @Test func aMemberIsNeitherTintNorDynamic() {
    #expect(DynamicColor(light: .named(.tint)) == nil)
    #expect(DynamicColor(light: .rgba(0), dark: .dynamic(DynamicColor(light: 0))) == nil)
  }
}
