/// What a font transformer does to a font, as data: what it leaves out stays as it was.
public struct FontEffect: Hashable, Sendable {
  /// Points, whatever the content size.
  public var size: Double?
  /// The text style from which size and weight follow; a size or a weight beside it counts for more.
  public var textStyle: TextStyle?
  /// What the size is multiplied by.
  public var scale: Double?
  public var weight: FontWeight?
  public var design: FontDesign?
  /// Whether the font becomes italic.
  public var italic = false
  /// Whether all digits become as wide as each other.
  public var monospacedDigits = false

  /// An effect that changes nothing, which no text means.
  public init() {}

  /// The range of sizes, in points; a size that is multiplied stays within it.
  public static let sizes = AttributedText.fontSizes
  /// The range of factors.
  public static let scales = 0.1...10.0
}
