import ButtondKit

/// A blue label that shrinks and fades while it is pressed, by its own gesture.
struct PrimitiveScaleStyle: PrimitiveButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    ScaleLook.draw(look, isAnimated: true, in: context)
  }

  func gesture(
    _ event: PointerEvent, _ press: inout Press<NoScratch>, in context: borrowing Context
  ) {
    PressGesture().recognize(event, &press)
  }
}
