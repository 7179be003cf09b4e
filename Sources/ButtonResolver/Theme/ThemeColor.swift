import ButtonModel

/// A theme's colour, 0xRRGGBBAA for each display.
struct ThemeColor: Hashable {
  /// A member beside the colour itself, by its name in `$extensions.buttond`.
  enum Member: String, CaseIterable {
    case dark, highContrast, highContrastDark
  }

  private let light: UInt32
  private var others: [Member: UInt32] = [:]

  /// The same colour on all displays.
  init(_ light: UInt32) { self.light = light }

  /// The colour on some displays; high contrast falls back to normal contrast, dark to light.
  subscript(member: Member) -> UInt32 {
    get {
      switch member {
      case .dark, .highContrast: others[member] ?? light
      case .highContrastDark: others[member] ?? self[.dark]
      }
    }
    set { others[member] = newValue }
  }

  /// The colour as the model has it.
  var color: Color {
    if others.isEmpty { return .rgba(light) }
    return .dynamic(
      DynamicColor(
        light: light, dark: others[.dark], highContrastLight: others[.highContrast],
        highContrastDark: others[.highContrastDark]))
  }
}
