import ButtondKit

/// A label that says nothing of being a button until it is pressed.
struct PlainStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    let pressed = context.isHighlighted ? 0.75 : 1
    look.opacity = context.isEnabled ? pressed : 0.5
    look.transaction.set(onPress: .disablesAnimations, onRelease: .default)
    look.transaction.animatesContent = false
    look.showFocusAndActivity(in: context)
  }
}
