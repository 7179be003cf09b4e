/// How heavy letters are.
public enum FontWeight: UInt8, PropertyChoice {
  case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

  public static let names = spelledNames()
}
