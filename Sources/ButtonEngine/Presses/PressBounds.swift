package import ButtonProtocol

/// The area where a press counts as on the button: the drawn frame and 40 points around it.
package struct PressBounds: Hashable, Sendable {
  /// Beyond the frame, in points.
  package static let outset: Double = 40

  /// The size of the frame, whose top left corner is the origin.
  package let size: DrawnSize

  package init(_ size: DrawnSize) { self.size = size }

  /// The top and left edges are inside, the bottom and right edges are not.
  package func contains(_ location: PressLocation) -> Bool {
    PressBounds.holds(location.x, size.width) && PressBounds.holds(location.y, size.height)
  }

  private static func holds(_ value: Double, _ length: Double) -> Bool {
    value >= -outset && value < length + outset
  }
}
