import ButtondKit

/// The same label with its own gesture, and an animation both ways.
struct PrimitiveScaleStyle: PrimitiveButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    ScaleStyle.draw(look, in: context)
    ScaleStyle.animate(look)
  }

  func gesture(
    _ event: PointerEvent, _ press: inout Press<NoScratch>, in context: borrowing Context
  ) {
    press.isPressed = event.isInside
    if event.phase == .ended, event.isInside { press.trigger() }
  }
}
