/// How the background of a button should look: UIKit's `UIBackgroundConfiguration` as data.
public struct BackgroundConfiguration: Hashable, Sendable {
  /// The properties that are set; the style decides all others.
  public var properties: PropertyList

  public init(properties: PropertyList = PropertyList()) { self.properties = properties }

  /// How a background image fills the background.
  public enum ImageContentMode: UInt8, PropertyChoice {
    case scaleToFill, scaleAspectFit, scaleAspectFill
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

    public static let names = spelledNames()
  }

  /// How far the background is inset, in points; negative values extend it.
  public var backgroundInsets: DirectionalEdges {
    get { properties.edges(DirectionalEdges.background) }
    set { properties.setEdges(newValue, for: DirectionalEdges.background) }
  }

  public var shadow: Shadow {
    get { Shadow(properties) }
    set { newValue.write(to: &properties) }
  }
}
