/// A colour to set: fixed, a name that follows light, dark and contrast, or one that is computed from
/// others for each display.
public enum Color: Hashable, Sendable {
  /// 0xRRGGBBAA, sRGB.
  case rgba(UInt32)
  /// A name such as `systemPink`, or `#RGB`, `#RRGGBB`, `#RRGGBBAA`. Setting any other text gives the
  /// button up.
  case text(String)
  /// What ``opacity(_:)``, ``darker(by:)`` and the others make.
  indirect case computed(ColorFormula)

  /// One colour on light displays and another on dark ones.
  public init(light: Color, dark: Color) {
    self = .computed(ColorFormula(.dynamic(light: light, dark: dark)))
  }

  /// The same colour with its alpha replaced, 0 to 1, clamped.
  public func withAlpha(_ alpha: Double) -> Color {
    .computed(ColorFormula(.alpha(self, ColorFormula.clamped(alpha))))
  }

  /// The same colour with its alpha multiplied by 0 to 1, clamped.
  public func opacity(_ factor: Double) -> Color {
    .computed(ColorFormula(.opacity(self, ColorFormula.clamped(factor))))
  }

  /// The colour with red, green and blue multiplied by 1 − `amount`, which is 0 to 1, clamped.
  public func darker(by amount: Double) -> Color {
    .computed(ColorFormula(.darker(self, ColorFormula.clamped(amount))))
  }

  /// The colour moved towards another by a fraction of 0 to 1, clamped: each channel of sRGB, and alpha,
  /// in a straight line.
  public func mixed(with other: Color, by fraction: Double) -> Color {
    .computed(ColorFormula(.mixed(self, other, ColorFormula.clamped(fraction))))
  }
}

extension Color {
  /// The tint of the display, systemBlue unless a client asks for another.
  public static let tint = Color.text("tint")
  /// Nothing: transparent.
  public static let clear = Color.text("clear")
  /// White on every display.
  public static let white = Color.text("white")
  /// Black on every display.
  public static let black = Color.text("black")
  /// Blue: #007AFF, on dark displays #0A84FF; with raised contrast #0040DD and #409CFF.
  public static let systemBlue = Color.text("systemBlue")
  /// Pink: #FF2D55, on dark displays #FF375F; with raised contrast #D30F45 and #FF6482.
  public static let systemPink = Color.text("systemPink")
  /// Red: #FF3B30, on dark displays #FF453A; with raised contrast #D70015 and #FF6961.
  public static let systemRed = Color.text("systemRed")
  /// Orange: #FF9500, on dark displays #FF9F0A; with raised contrast #C93400 and #FFB340.
  public static let systemOrange = Color.text("systemOrange")
  /// Yellow: #FFCC00, on dark displays #FFD60A; with raised contrast #B25000 and #FFD426.
  public static let systemYellow = Color.text("systemYellow")
  /// Green: #34C759, on dark displays #30D158; with raised contrast #248A3D and #30DB5B.
  public static let systemGreen = Color.text("systemGreen")
  /// Indigo: #5856D6, on dark displays #5E5CE6; with raised contrast #3634A3 and #7D7AFF.
  public static let systemIndigo = Color.text("systemIndigo")
  /// Purple: #AF52DE, on dark displays #BF5AF2; with raised contrast #8944AB and #DA8FFF.
  public static let systemPurple = Color.text("systemPurple")
  /// Teal: #30B0C7, on dark displays #40C8E0.
  public static let systemTeal = Color.text("systemTeal")
  /// Mint: #00C7BE, on dark displays #63E6E2.
  public static let systemMint = Color.text("systemMint")
  /// Cyan: #32ADE6, on dark displays #64D2FF.
  public static let systemCyan = Color.text("systemCyan")
  /// Brown: #A2845E, on dark displays #AC8E68.
  public static let systemBrown = Color.text("systemBrown")
  /// The middle gray: #8E8E93, on dark displays #8E8E93; with raised contrast #6C6C70 and #AEAEB2.
  public static let systemGray = Color.text("systemGray")
  /// The second gray: #AEAEB2, on dark displays #636366; with raised contrast #8E8E93 and #7C7C80.
  public static let systemGray2 = Color.text("systemGray2")
  /// The third gray: #C7C7CC, on dark displays #48484A; with raised contrast #AEAEB2 and #545456.
  public static let systemGray3 = Color.text("systemGray3")
  /// The fourth gray: #D1D1D6, on dark displays #3A3A3C; with raised contrast #BCBCC0 and #444446.
  public static let systemGray4 = Color.text("systemGray4")
  /// The fifth gray: #E5E5EA, on dark displays #2C2C2E; with raised contrast #D8D8DC and #363638.
  public static let systemGray5 = Color.text("systemGray5")
  /// The gray nearest the background: #F2F2F7, on dark displays #1C1C1E;
  /// with raised contrast #EBEBF0 and #242426.
  public static let systemGray6 = Color.text("systemGray6")
  /// Text: #000000, on dark displays #FFFFFF.
  public static let label = Color.text("label")
  /// Text of the second rank: #3C3C43 at 0.6, on dark displays #EBEBF5 at 0.6.
  public static let secondaryLabel = Color.text("secondaryLabel")
  /// Text of the third rank, or disabled: #3C3C43 at 0.3, on dark displays #EBEBF5 at 0.3.
  public static let tertiaryLabel = Color.text("tertiaryLabel")
  /// Text of the fourth rank: #3C3C43 at 0.18, on dark displays #EBEBF5 at 0.16.
  public static let quaternaryLabel = Color.text("quaternaryLabel")
  /// The fill of small shapes: #787880 at 0.2, on dark displays #787880 at 0.36.
  public static let systemFill = Color.text("systemFill")
  /// The fill of medium shapes: #787880 at 0.16, on dark displays #787880 at 0.32.
  public static let secondarySystemFill = Color.text("secondarySystemFill")
  /// The fill of large shapes: #767680 at 0.12, on dark displays #767680 at 0.24.
  public static let tertiarySystemFill = Color.text("tertiarySystemFill")
  /// The fill of large areas: #747480 at 0.08, on dark displays #767680 at 0.18.
  public static let quaternarySystemFill = Color.text("quaternarySystemFill")
  /// The background of everything: #FFFFFF, on dark displays #000000.
  public static let systemBackground = Color.text("systemBackground")
  /// A thin line: #3C3C43 at 0.29, on dark displays #545458 at 0.6.
  public static let separator = Color.text("separator")
}
