public enum FontWeight: UInt8, PropertyChoice {
  case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

  public static let names = spelledNames()

  /// The weight for bold text: regular becomes semibold, and bold weights one step heavier.
  public var raised: FontWeight {
    switch self {
    case .ultraLight: .light
    case .thin: .regular
    case .light: .medium
    case .regular: .semibold
    case .medium, .semibold: .bold
    case .bold: .heavy
    case .heavy, .black: .black
    }
  }
}
