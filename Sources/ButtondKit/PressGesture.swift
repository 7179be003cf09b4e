/// The gesture of an ordinary button, for primitive styles that only want to add to it: pressed while
/// the pointer is near the button, triggered when it is released there.
///
/// ```swift
/// PressGesture().recognize(event, &press)
/// ```
public struct PressGesture: Hashable, Sendable {
  /// The distance that ordinary buttons have.
  public static let standardOutset = 40.0

  /// How many points outside of the button's frame still count, on every side.
  public var outset: Double

  /// A gesture with the distance of ordinary buttons, or another one.
  public init(outset: Double = standardOutset) { self.outset = outset }

  /// Shows, and triggers, the press as the event asks for.
  public func recognize<Scratch>(_ event: PointerEvent, _ press: inout Press<Scratch>) {
    let isInside =
      outset == PressGesture.standardOutset
      ? event.isInside : event.isInside(frameOutsetBy: outset)
    switch event.phase {
    case .began, .moved: press.isPressed = isInside
    case .ended:
      press.isPressed = false
      if isInside { press.trigger() }
    case .cancelled: press.isPressed = false
    }
  }
}
