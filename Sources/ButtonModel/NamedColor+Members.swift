extension NamedColor {
  /// The values of a named colour for each combination of light or dark and contrast.
  public struct Members: Hashable, Sendable {
    public let light: ResolvedColor
    public let dark: ResolvedColor
    public let highContrastLight: ResolvedColor
    public let highContrastDark: ResolvedColor

    @inlinable
    public subscript(style: UserInterfaceStyle, contrast: Contrast) -> ResolvedColor {
      switch (style, contrast) {
      case (.light, .normal): light
      case (.dark, .normal): dark
      case (.light, .high): highContrastLight
      case (.dark, .high): highContrastDark
      }
    }

    /// 0xRRGGBB.
    fileprivate init(_ light: UInt32, _ dark: UInt32, _ highLight: UInt32, _ highDark: UInt32) {
      self.light = ResolvedColor(rgb: light)
      self.dark = ResolvedColor(rgb: dark)
      highContrastLight = ResolvedColor(rgb: highLight)
      highContrastDark = ResolvedColor(rgb: highDark)
    }

    /// 0xRRGGBB and an alpha; equal for both contrasts.
    fileprivate init(
      _ light: UInt32, at lightAlpha: Double = 1, _ dark: UInt32, at darkAlpha: Double = 1
    ) {
      self.light = ResolvedColor(rgb: light, alpha: lightAlpha)
      self.dark = ResolvedColor(rgb: dark, alpha: darkAlpha)
      highContrastLight = self.light
      highContrastDark = self.dark
    }
  }

  /// The values that Apple publishes in its Human Interface Guidelines and UIKit's documentation.
  var tabulated: Members {
    switch self {
    case .systemBlue, .tint: Members(0x007AFF, 0x0A84FF, 0x0040DD, 0x409CFF)
    case .white: Members(0xFFFFFF, 0xFFFFFF)
    case .black: Members(0x000000, 0x000000)
    case .clear: Members(0x000000, at: 0, 0x000000, at: 0)
    case .systemPink: Members(0xFF2D55, 0xFF375F, 0xD30F45, 0xFF6482)
    case .systemRed: Members(0xFF3B30, 0xFF453A, 0xD70015, 0xFF6961)
    case .systemOrange: Members(0xFF9500, 0xFF9F0A, 0xC93400, 0xFFB340)
    case .systemYellow: Members(0xFFCC00, 0xFFD60A, 0xB25000, 0xFFD426)
    case .systemGreen: Members(0x34C759, 0x30D158, 0x248A3D, 0x30DB5B)
    case .systemIndigo: Members(0x5856D6, 0x5E5CE6, 0x3634A3, 0x7D7AFF)
    case .systemPurple: Members(0xAF52DE, 0xBF5AF2, 0x8944AB, 0xDA8FFF)
    case .systemTeal: Members(0x30B0C7, 0x40C8E0, 0x008299, 0x5DE6FF)
    case .systemMint: Members(0x00C7BE, 0x63E6E2, 0x0C817B, 0x66D4CF)
    case .systemCyan: Members(0x32ADE6, 0x64D2FF, 0x0071A4, 0x70D7FF)
    case .systemBrown: Members(0xA2845E, 0xAC8E68, 0x7F6545, 0xB59469)
    case .systemGray: Members(0x8E8E93, 0x8E8E93, 0x6C6C70, 0xAEAEB2)
    case .systemGray2: Members(0xAEAEB2, 0x636366, 0x8E8E93, 0x7C7C80)
    case .systemGray3: Members(0xC7C7CC, 0x48484A, 0xAEAEB2, 0x545456)
    case .systemGray4: Members(0xD1D1D6, 0x3A3A3C, 0xBCBCC0, 0x444446)
    case .systemGray5: Members(0xE5E5EA, 0x2C2C2E, 0xD8D8DC, 0x363638)
    case .systemGray6: Members(0xF2F2F7, 0x1C1C1E, 0xEBEBF0, 0x242426)
    case .label: Members(0x000000, 0xFFFFFF)
    case .secondaryLabel: Members(0x3C3C43, at: 0.60, 0xEBEBF5, at: 0.60)
    case .tertiaryLabel: Members(0x3C3C43, at: 0.30, 0xEBEBF5, at: 0.30)
    case .quaternaryLabel: Members(0x3C3C43, at: 0.18, 0xEBEBF5, at: 0.16)
    case .systemFill: Members(0x787880, at: 0.20, 0x787880, at: 0.36)
    case .secondarySystemFill: Members(0x787880, at: 0.16, 0x787880, at: 0.32)
    case .tertiarySystemFill: Members(0x767680, at: 0.12, 0x767680, at: 0.24)
    case .quaternarySystemFill: Members(0x747480, at: 0.08, 0x767680, at: 0.18)
    case .systemBackground: Members(0xFFFFFF, 0x000000)
    case .separator: Members(0x3C3C43, at: 0.29, 0x545458, at: 0.60)
    }
  }
}
