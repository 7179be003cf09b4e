/// How a button should look, as its owner wants it: UIKit's `UIButton.Configuration` as data.
///
/// The stored intent for a button. Resolving a look never changes it.
public struct ButtonConfiguration: Hashable, Sendable {
  /// The properties that are set; all others are left to the style.
  public var properties: PropertyList

  /// A configuration that sets the given properties.
  public init(properties: PropertyList = PropertyList()) { self.properties = properties }
}
