import ButtonModel
import Testing

@Suite struct ContrastTests {
  struct Row: Decodable, CustomTestStringConvertible {
    let claim: String
    let foreground: String
    let background: String
    let backdrop: String
    /// To two decimals, as contrast is usually given.
    let ratio: Double
    var testDescription: String { claim }
  }

  @Test(arguments: try Table.rows("contrasts", as: Row.self))
  func aColorHasItsContrastOverABackgroundOnABackdrop(_ row: Row) throws {
    let colors = try [row.foreground, row.background, row.backdrop].map {
      try #require(Color($0)).components(for: Traits())
    }
    let ratio = colors[0].contrastRatio(over: colors[1], on: colors[2])
    #expect((ratio - row.ratio).magnitude <= 0.005 + 1e-9, "\(ratio)")
  }

  @Test func theOrderDoesNotMatterForOpaqueColors() {
    let a = ResolvedColor(rgb: 0x007AFF)
    let b = ResolvedColor(rgb: 0xFFCC00)
    let white = UserInterfaceStyle.light.backdrop
    #expect(a.contrastRatio(over: b, on: white) == b.contrastRatio(over: a, on: white))
  }

  @Test func aLightDisplayIsWhiteAndADarkOneBlack() {
    #expect(UserInterfaceStyle.light.backdrop.rgba == 0xFFFF_FFFF)
    #expect(UserInterfaceStyle.dark.backdrop.rgba == 0x0000_00FF)
  }

  @Test(
    arguments: [
      (23.9, .regular, false), (24, .regular, true), (24, .ultraLight, true),
      (18.6, .bold, false), (18.667, .bold, true), (18.667, .semibold, false),
      (18.667, .black, true), (17, .bold, false), (28, .regular, true), (12, .heavy, false),
    ] as [(Double, FontWeight, Bool)])
  func largeTextIsEighteenTypographicPointsOrFourteenBold(
    _ size: Double, _ weight: FontWeight, _ isLarge: Bool
  ) {
    #expect(Appearance.isLargeText(fontSize: size, weight: weight) == isLarge)
    var look = Appearance()
    look.titleFontSize = size
    look.titleFontWeight = weight
    #expect(look.minimumTitleContrast == (isLarge ? 3 : 4.5))
  }

  @Test func anAppearancesTitleIsMeasuredOnItsBackground() {
    var look = Appearance()
    look.titleColor = 0xFFFF_FFFF
    look.backgroundColor = 0x007A_FFFF
    let white = UserInterfaceStyle.light.backdrop
    #expect((look.titleContrastRatio(on: white) - 4.02).magnitude < 0.005)
    look.titleColor = 0x0000_00FF
    look.backgroundColor = 0
    look.opacity = 0.5
    // Black at half opacity over white is #808080, not rounded.
    #expect((look.titleContrastRatio(on: white) - 3.98).magnitude < 0.01)
    look.opacity = 0
    #expect(look.titleContrastRatio(on: white) == 1)
  }

  @Test func ofATitleOnProgressTheWorsePartCounts() {
    var look = Appearance()
    look.titleColor = 0xFFFF_FFFF
    look.backgroundColor = 0x007A_FFFF
    let white = UserInterfaceStyle.light.backdrop
    let plain = look.titleContrastRatio(on: white)
    // White at 0.2 makes #3395FF of the blue, on which white has a contrast of 3.06.
    look.progressColor = 0xFFFF_FF33
    #expect(look.titleContrastRatio(on: white) == plain, "there is no progress")
    look.progress = 0
    #expect((look.titleContrastRatio(on: white) - 3.06).magnitude < 0.005)
    // On a darker part it is better, and the rest counts.
    look.progressColor = 0x0000_0033
    #expect(look.titleContrastRatio(on: white) == plain)
  }
}
