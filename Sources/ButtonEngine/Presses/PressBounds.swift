package import ButtonProtocol

/// Where a press counts as on the button: the frame as drawn and 40 points around it.
package struct PressBounds: Hashable, Sendable {
  /// How far outside of the frame a press still holds, in points.
  package static let outset: Double = 40

  /// The size of the frame, whose top left corner is the origin.
  package let size: DrawnSize

  package init(_ size: DrawnSize) { self.size = size }

  /// True when the place is inside: the minimum edges belong to it, the maximum edges do not.
  package func contains(_ location: PressLocation) -> Bool {
    PressBounds.holds(location.x, size.width) && PressBounds.holds(location.y, size.height)
  }

  private static func holds(_ value: Double, _ length: Double) -> Bool {
    value >= -outset && value < length + outset
  }
}
