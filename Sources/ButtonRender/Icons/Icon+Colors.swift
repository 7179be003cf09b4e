extension Icon {
  /// The colour that a symbol has of nature, as 0xRRGGBB00; nil: it has none, and keeps the foreground
  /// colour.
  static func ownColor(of name: String) -> UInt32? {
    colors[String(name.prefix { $0 != "." })]
  }

  /// The colours by the names' beginnings; the same as those of `live-button/drawing.js`.
  static let colors: [String: UInt32] = [
    "bell": 0xFFCC_0000, "bolt": 0xFFCC_0000, "exclamationmark": 0xFFCC_0000,
    "flame": 0xFF95_0000, "folder": 0x32AD_E600, "gift": 0xAF52_DE00, "heart": 0xFF2D_5500,
    "leaf": 0x34C7_5900, "leaves": 0x34C7_5900, "lightbulb": 0xFFCC_0000, "phone": 0x34C7_5900,
    "star": 0xFFCC_0000, "tag": 0xFF95_0000, "trash": 0xFF3B_3000, "wifi": 0x007A_FF00,
  ]
}
