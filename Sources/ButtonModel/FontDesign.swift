/// Clients draw it with the fonts that they have.
public enum FontDesign: UInt8, PropertyChoice {
  /// The client's.
  case `default`
  case rounded
  case serif
  case monospaced

  public static let names = spelledNames()
}
