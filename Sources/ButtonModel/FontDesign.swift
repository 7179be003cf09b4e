/// The design of a font, which clients draw with the fonts that they have.
public enum FontDesign: UInt8, PropertyChoice {
  /// The client's own.
  case `default`
  /// With round ends.
  case rounded
  case serif
  /// All characters are of one width.
  case monospaced

  public static let names = spelledNames()
}
