/// What a font transformer does to a font, as data; nil and false leave it alone.
public struct FontEffect: Hashable, Sendable {
  /// In points, whatever the content size.
  public var size: Double?
  /// Size and weight follow from it, unless they are set too.
  public var textStyle: TextStyle?
  /// A factor of the size.
  public var scale: Double?
  public var weight: FontWeight?
  public var design: FontDesign?
  public var italic = false
  /// All digits become equally wide.
  public var monospacedDigits = false

  /// Changes nothing; no text stands for it.
  public init() {}

  /// In points; a scaled size stays within it.
  public static let sizes = AttributedText.fontSizes
  public static let scales = 0.1...10.0
}
