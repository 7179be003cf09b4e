import ButtonModel
import Testing

@Suite struct NamedColorTests {
  struct Row: Decodable, CustomTestStringConvertible {
    let name: String
    let light: String
    let dark: String
    let highContrastLight: String
    let highContrastDark: String
    var testDescription: String { name }
  }

  static let displays = [
    Traits(), Traits(userInterfaceStyle: .dark), Traits(contrast: .high),
    Traits(userInterfaceStyle: .dark, contrast: .high),
  ]

  @Test(arguments: try Table.rows("named-colors", as: Row.self))
  func eachNamedColorHasItsFourMembers(_ row: Row) throws {
    let color = try #require(Color(row.name))
    #expect(
      NamedColorTests.displays.map { Color.hex(color.resolved(for: $0)) }
        == [row.light, row.dark, row.highContrastLight, row.highContrastDark])
  }

  @Test func theTableCoversEveryName() throws {
    let names = try Table.rows("named-colors", as: Row.self).map(\.name)
    #expect(names.sorted() == NamedColor.allCases.map(\.name).sorted())
  }

  @Test func tintIsTheTraitsTint() {
    let tint = Color.named(.tint)
    #expect(tint.resolved(for: Traits()) == 0x007A_FFFF)
    #expect(tint.resolved(for: Traits(tint: .named(.systemPink))) == 0xFF2D_55FF)
    #expect(tint.resolved(for: Traits(tint: .rgba(0x1234_5678))) == 0x1234_5678)
    let dark = Traits(userInterfaceStyle: .dark, tint: .named(.systemPink))
    #expect(tint.resolved(for: dark) == 0xFF37_5FFF)
  }

  @Test func aTintThatIsTintItselfIsTheDefaultTint() {
    let traits = Traits(userInterfaceStyle: .dark, tint: .named(.tint))
    #expect(Color.named(.tint).resolved(for: traits) == 0x0A84_FFFF)
  }
}
