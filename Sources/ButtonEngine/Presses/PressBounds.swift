package import ButtonProtocol

/// The area where a press counts as on the button: the drawn frame and 40 points around it.
package struct PressBounds: Hashable, Sendable {
  /// How far the area extends beyond the frame, in points.
  package static let outset: Double = 40

  /// The size of the frame. The origin is its top left corner.
  package let size: DrawnSize

  package init(_ size: DrawnSize) { self.size = size }

  /// Whether a location is inside. The top and left edges are, the bottom and right edges are not.
  package func contains(_ location: PressLocation) -> Bool {
    PressBounds.holds(location.x, size.width) && PressBounds.holds(location.y, size.height)
  }

  private static func holds(_ value: Double, _ length: Double) -> Bool {
    value >= -outset && value < length + outset
  }
}
