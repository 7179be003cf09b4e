/// How the background of a button should look: UIKit's `UIBackgroundConfiguration` as data.
public struct BackgroundConfiguration: Hashable, Sendable {
  /// The properties that are set; all others are left to the style.
  public var properties: PropertyList

  /// A background that sets the given properties.
  public init(properties: PropertyList = PropertyList()) { self.properties = properties }

  /// How a background image fills the background.
  public enum ImageContentMode: UInt8, PropertyChoice {
    case scaleToFill, scaleAspectFit, scaleAspectFill
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

    public static let names = spelledNames()
  }

  /// The corner radius in points, clamped to what fits.
  public var cornerRadius: Double? {
    get { properties.number(.backgroundCornerRadius) }
    set { properties.setNumber(newValue, for: .backgroundCornerRadius) }
  }

  /// How far the background is inset, in points; negative values extend it.
  public var backgroundInsets: DirectionalEdges {
    get { properties.edges(DirectionalEdges.background) }
    set { properties.setEdges(newValue, for: DirectionalEdges.background) }
  }

  /// The colour of the background; nil leaves it to the style, a clear colour draws no background.
  public var backgroundColor: Color? {
    get { properties.color(.backgroundColor) }
    set { properties.setColor(newValue, for: .backgroundColor) }
  }

  /// Transforms the resolved colour of the background.
  public var backgroundColorTransformer: Effect? {
    get { properties.effect(.backgroundColorTransformer) }
    set { properties.setEffect(newValue, for: .backgroundColorTransformer) }
  }

  /// The colour of the outline; nil for the tint.
  public var strokeColor: Color? {
    get { properties.color(.strokeColor) }
    set { properties.setColor(newValue, for: .strokeColor) }
  }

  /// Transforms the resolved colour of the outline.
  public var strokeColorTransformer: Effect? {
    get { properties.effect(.strokeColorTransformer) }
    set { properties.setEffect(newValue, for: .strokeColorTransformer) }
  }

  /// The width of the outline, in points.
  public var strokeWidth: Double? {
    get { properties.number(.strokeWidth) }
    set { properties.setNumber(newValue, for: .strokeWidth) }
  }

  /// How far the outline is outside the background, in points.
  public var strokeOutset: Double? {
    get { properties.number(.strokeOutset) }
    set { properties.setNumber(newValue, for: .strokeOutset) }
  }

  /// The name of an image that clients know.
  public var image: String? {
    get { properties.text(.backgroundImage)?.string }
    set { properties.setText(newValue, for: .backgroundImage) }
  }

  /// How the image fills the background.
  public var imageContentMode: ImageContentMode? {
    get { properties.choice(.backgroundImageContentMode) }
    set { properties.setChoice(newValue, for: .backgroundImageContentMode) }
  }

  /// The shadow behind the background.
  public var shadow: Shadow {
    get { Shadow(properties) }
    set { newValue.write(to: &properties) }
  }

  /// The name of a visual effect, a hint to the renderer.
  public var material: String? {
    get { properties.text(.material)?.string }
    set { properties.setText(newValue, for: .material) }
  }
}
