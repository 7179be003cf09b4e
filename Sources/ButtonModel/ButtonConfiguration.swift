/// How a button should look, as its owner wants it: UIKit's `UIButton.Configuration` as data.
///
/// The stored intent of a button. No pass of the resolution ever writes to it.
public struct ButtonConfiguration: Hashable, Sendable {
  /// What is set; everything else is left to the style.
  public var properties: PropertyList

  /// A configuration that sets the given properties.
  public init(properties: PropertyList = PropertyList()) { self.properties = properties }
}
