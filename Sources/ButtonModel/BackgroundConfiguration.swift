/// How the background of a button should look: UIKit's `UIBackgroundConfiguration` as data.
public struct BackgroundConfiguration: Hashable, Sendable {
  /// What is set; everything else is left to the style.
  public var properties: PropertyList

  /// A background that sets the given properties.
  public init(properties: PropertyList = PropertyList()) { self.properties = properties }

  /// How a background image fills its place.
  public enum ImageContentMode: UInt8, PropertyChoice {
    case scaleToFill, scaleAspectFit, scaleAspectFill
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

    public static let names = spelledNames()
  }

  /// Points, clamped to what fits.
  public var cornerRadius: Double? {
    get { properties.number(.backgroundCornerRadius) }
    set { properties.setNumber(newValue, for: .backgroundCornerRadius) }
  }

  /// Points by which the background stays inside; negative grows outward.
  public var backgroundInsets: DirectionalEdges {
    get { properties.edges(DirectionalEdges.background) }
    set { properties.setEdges(newValue, for: DirectionalEdges.background) }
  }

  /// Nil leaves it to the style; clear is none.
  public var backgroundColor: Color? {
    get { properties.color(.backgroundColor) }
    set { properties.setColor(newValue, for: .backgroundColor) }
  }

  /// Makes the background's colour out of the one that was decided.
  public var backgroundColorTransformer: Effect? {
    get { properties.effect(.backgroundColorTransformer) }
    set { properties.setEffect(newValue, for: .backgroundColorTransformer) }
  }

  /// Nil is the tint.
  public var strokeColor: Color? {
    get { properties.color(.strokeColor) }
    set { properties.setColor(newValue, for: .strokeColor) }
  }

  /// Makes the outline's colour out of the one that was decided.
  public var strokeColorTransformer: Effect? {
    get { properties.effect(.strokeColorTransformer) }
    set { properties.setEffect(newValue, for: .strokeColorTransformer) }
  }

  /// Points.
  public var strokeWidth: Double? {
    get { properties.number(.strokeWidth) }
    set { properties.setNumber(newValue, for: .strokeWidth) }
  }

  /// Points by which the outline lies outside the background.
  public var strokeOutset: Double? {
    get { properties.number(.strokeOutset) }
    set { properties.setNumber(newValue, for: .strokeOutset) }
  }

  /// The name of an image that clients know.
  public var image: String? {
    get { properties.text(.backgroundImage)?.string }
    set { properties.setText(newValue, for: .backgroundImage) }
  }

  /// How the image fills its place.
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
