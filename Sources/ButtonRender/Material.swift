import ButtonModel

/// Visual effects by name.
enum Material {
  /// The colour of a translucent layer that stands for a material; denser for thicker materials.
  static func veil(_ name: String, on display: Display) -> UInt32 {
    let color: UInt32 = display.style == .dark ? 0x2C2C_2E00 : 0xE5E5_EA00
    return color | opacity(name)
  }

  private static func opacity(_ name: String) -> UInt32 {
    let name = name.lowercased()
    if name.contains("ultrathin") { return 0x66 }
    if name.contains("ultrathick") || name.contains("chrome") { return 0xF2 }
    if name.contains("thin") || name == "glass" { return 0x8C }
    if name.contains("thick") { return 0xD9 }
    return 0xB3
  }
}
