import ButtondKit

/// How a themed button uses its type's two colours.
enum ButtonDisplay: String, ReadableValue {
  case `default`, transparent, outline, rounded

  /// The colours of one button.
  struct Palette {
    let foreground: Color
    let background: Color
    let border: Color
  }

  /// Who is drawn in which colour.
  func palette(primary: Color, secondary: Color) -> Palette {
    switch self {
    case .default, .rounded:
      Palette(foreground: secondary, background: primary, border: .clear)
    case .transparent: Palette(foreground: primary, background: secondary, border: .clear)
    case .outline: Palette(foreground: primary, background: secondary, border: primary)
    }
  }

  /// The token of the corner radius.
  var radiusToken: StaticString {
    self == .rounded ? "button.radius.rounded" : "button.radius.default"
  }
}
