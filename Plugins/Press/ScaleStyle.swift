import ButtondKit

/// A blue label that shrinks and fades while it is pressed.
struct ScaleStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    ScaleLook.draw(look, in: context)
  }
}
