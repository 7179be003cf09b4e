import ButtonModel

/// A theme's colour, 0xRRGGBBAA for each display.
struct ThemeColor: Hashable {
  /// A member of `$extensions.buttond`, by its name there.
  enum Member: String, CaseIterable {
    case dark, highContrast, highContrastDark
  }

  private let light: UInt32
  private var others: [Member: UInt32] = [:]

  /// The same on all displays.
  init(_ light: UInt32) { self.light = light }

  /// High contrast falls back to normal contrast, dark to light.
  subscript(member: Member) -> UInt32 {
    get {
      switch member {
      case .dark, .highContrast: others[member] ?? light
      case .highContrastDark: others[member] ?? self[.dark]
      }
    }
    set { others[member] = newValue }
  }

  var color: Color {
    if others.isEmpty { return .rgba(light) }
    return .dynamic(
      DynamicColor(
        light: light, dark: others[.dark], highContrastLight: others[.highContrast],
        highContrastDark: others[.highContrastDark]))
  }
}
