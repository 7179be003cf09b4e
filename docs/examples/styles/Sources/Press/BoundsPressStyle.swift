import ButtondKit

/// The same label with a gesture of its own, and an animation both ways.
struct BoundsPressStyle: PrimitiveButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    ScaleStyle().update(look, in: context)
    let ease = Transaction.animation(.easeInOut(duration: 0.16))
    look.transaction.set(onPress: ease, onRelease: ease)
  }

  func gesture(
    _ event: PointerEvent, _ press: inout Press<NoScratch>, in context: borrowing Context
  ) {
    press.isPressed = event.isInside(frameOutsetBy: 40)
    if event.phase == .ended, event.isInside(frameOutsetBy: 40) { press.trigger() }
  }
}
