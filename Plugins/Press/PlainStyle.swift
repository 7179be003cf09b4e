import ButtondKit

/// A label that says nothing of being a button until it is pressed.
struct PlainStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    look.automaticallyUpdateForSelection = false
    look.contentInsets.setDefault(0)
    look.transaction.set(onPress: .disablesAnimations, onRelease: .default)
    look.transaction.animatesContent = false
    look.foregroundColor = look.baseForegroundColor ?? .label
    look.showPress(opacity: 0.75, in: context)
    if !context.isEnabled { look.opacity = 0.5 }
  }
}
