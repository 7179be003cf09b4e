/// A colour to set: fixed, or a name that follows light, dark and contrast by itself.
public enum Color: Hashable, Sendable {
  /// 0xRRGGBBAA, sRGB.
  case rgba(UInt32)
  /// A name such as `systemPink`, or `#RGB`, `#RRGGBB`, `#RRGGBBAA`.
  case text(String)

  /// The same colour with its alpha replaced, 0 to 1; a name is left as it is.
  public func withAlpha(_ alpha: Double) -> Color {
    guard case .rgba(let rgba) = self else { return self }
    let channel = (min(max(alpha, 0), 1) * 255).rounded(.toNearestOrAwayFromZero)
    return .rgba(rgba & 0xFFFF_FF00 | UInt32(channel))
  }

  var value: Value {
    switch self {
    case .rgba(let rgba): .rgba(rgba)
    case .text(let text): .string(text)
    }
  }
}

extension Color {
  /// The tint of the display.
  public static let tint = Color.text("tint")
  public static let clear = Color.text("clear")
  public static let white = Color.text("white")
  public static let black = Color.text("black")
  public static let systemBlue = Color.text("systemBlue")
  public static let systemPink = Color.text("systemPink")
  public static let systemRed = Color.text("systemRed")
  public static let systemOrange = Color.text("systemOrange")
  public static let systemYellow = Color.text("systemYellow")
  public static let systemGreen = Color.text("systemGreen")
  public static let systemIndigo = Color.text("systemIndigo")
  public static let systemPurple = Color.text("systemPurple")
  public static let systemTeal = Color.text("systemTeal")
  public static let systemMint = Color.text("systemMint")
  public static let systemCyan = Color.text("systemCyan")
  public static let systemBrown = Color.text("systemBrown")
  public static let systemGray = Color.text("systemGray")
  public static let systemGray2 = Color.text("systemGray2")
  public static let systemGray3 = Color.text("systemGray3")
  public static let systemGray4 = Color.text("systemGray4")
  public static let systemGray5 = Color.text("systemGray5")
  public static let systemGray6 = Color.text("systemGray6")
  public static let label = Color.text("label")
  public static let secondaryLabel = Color.text("secondaryLabel")
  public static let tertiaryLabel = Color.text("tertiaryLabel")
  public static let quaternaryLabel = Color.text("quaternaryLabel")
  public static let systemFill = Color.text("systemFill")
  public static let secondarySystemFill = Color.text("secondarySystemFill")
  public static let tertiarySystemFill = Color.text("tertiarySystemFill")
  public static let quaternarySystemFill = Color.text("quaternarySystemFill")
  public static let systemBackground = Color.text("systemBackground")
  public static let separator = Color.text("separator")
}
