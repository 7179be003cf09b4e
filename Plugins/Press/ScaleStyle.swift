import ButtondKit

/// A blue label that shrinks and fades while it is pressed, at once unless it is to be animated.
struct ScaleStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    ScaleLook.draw(look, isAnimated: context.parameter("isAnimated") ?? false, in: context)
  }
}
