import ButtonModel
import Testing

@Suite struct NamedColorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    /// Light, dark, high-contrast light, high-contrast dark.
    let values: [UInt32]
    var testDescription: String { name }

    init(_ name: String, _ light: UInt32, _ dark: UInt32) {
      self.init(name, light, dark, light, dark)
    }

    init(_ name: String, _ light: UInt32, _ dark: UInt32, _ highLight: UInt32, _ highDark: UInt32) {
      self.name = name
      values = [light, dark, highLight, highDark]
    }
  }

  static let rows = [
    Row("systemBlue", 0x007A_FFFF, 0x0A84_FFFF, 0x0040_DDFF, 0x409C_FFFF),
    Row("systemPink", 0xFF2D_55FF, 0xFF37_5FFF, 0xD30F_45FF, 0xFF64_82FF),
    Row("systemRed", 0xFF3B_30FF, 0xFF45_3AFF, 0xD700_15FF, 0xFF69_61FF),
    Row("systemOrange", 0xFF95_00FF, 0xFF9F_0AFF, 0xC934_00FF, 0xFFB3_40FF),
    Row("systemYellow", 0xFFCC_00FF, 0xFFD6_0AFF, 0xB250_00FF, 0xFFD4_26FF),
    Row("systemGreen", 0x34C7_59FF, 0x30D1_58FF, 0x248A_3DFF, 0x30DB_5BFF),
    Row("systemIndigo", 0x5856_D6FF, 0x5E5C_E6FF, 0x3634_A3FF, 0x7D7A_FFFF),
    Row("systemPurple", 0xAF52_DEFF, 0xBF5A_F2FF, 0x8944_ABFF, 0xDA8F_FFFF),
    Row("systemTeal", 0x30B0_C7FF, 0x40C8_E0FF),
    Row("systemMint", 0x00C7_BEFF, 0x63E6_E2FF),
    Row("systemCyan", 0x32AD_E6FF, 0x64D2_FFFF),
    Row("systemBrown", 0xA284_5EFF, 0xAC8E_68FF),
    Row("systemGray", 0x8E8E_93FF, 0x8E8E_93FF, 0x6C6C_70FF, 0xAEAE_B2FF),
    Row("systemGray2", 0xAEAE_B2FF, 0x6363_66FF, 0x8E8E_93FF, 0x7C7C_80FF),
    Row("systemGray3", 0xC7C7_CCFF, 0x4848_4AFF, 0xAEAE_B2FF, 0x5454_56FF),
    Row("systemGray4", 0xD1D1_D6FF, 0x3A3A_3CFF, 0xBCBC_C0FF, 0x4444_46FF),
    Row("systemGray5", 0xE5E5_EAFF, 0x2C2C_2EFF, 0xD8D8_DCFF, 0x3636_38FF),
    Row("systemGray6", 0xF2F2_F7FF, 0x1C1C_1EFF, 0xEBEB_F0FF, 0x2424_26FF),
    Row("label", 0x0000_00FF, 0xFFFF_FFFF),
    Row("secondaryLabel", 0x3C3C_4399, 0xEBEB_F599),
    Row("tertiaryLabel", 0x3C3C_434D, 0xEBEB_F54D),
    Row("quaternaryLabel", 0x3C3C_432E, 0xEBEB_F529),
    Row("systemFill", 0x7878_8033, 0x7878_805C),
    Row("secondarySystemFill", 0x7878_8029, 0x7878_8052),
    Row("tertiarySystemFill", 0x7676_801F, 0x7676_803D),
    Row("quaternarySystemFill", 0x7474_8014, 0x7676_802E),
    Row("systemBackground", 0xFFFF_FFFF, 0x0000_00FF),
    Row("separator", 0x3C3C_434A, 0x5454_5899),
    Row("white", 0xFFFF_FFFF, 0xFFFF_FFFF),
    Row("black", 0x0000_00FF, 0x0000_00FF),
    Row("clear", 0, 0),
  ]

  static let displays = [
    Traits(), Traits(userInterfaceStyle: .dark), Traits(contrast: .high),
    Traits(userInterfaceStyle: .dark, contrast: .high),
  ]

  @Test(arguments: rows)
  func eachNamedColorHasItsFourMembers(_ row: Row) throws {
    let color = try #require(Color(row.name))
    #expect(NamedColorTests.displays.map { color.resolved(for: $0) } == row.values)
  }

  @Test func theTableCoversEveryNameButTint() {
    let names = Set(NamedColorTests.rows.map(\.name))
    #expect(names.union(["tint"]) == Set(NamedColor.allCases.map(\.name)))
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
