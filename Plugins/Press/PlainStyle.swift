import ButtondKit

/// Text in the label colour that says nothing of being a button until it is pressed.
struct PlainStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    look.automaticallyUpdateForSelection = false
    look.contentInsets.setDefault(0)
    look.transaction.onPress = .disablesAnimations
    look.transaction.onRelease = .default
    look.transaction.animatesContent = false
    look.foregroundColor = look.baseForegroundColor ?? .label
    if !context.isEnabled {
      look.opacity = 0.5
    } else if context.isHighlighted {
      look.opacity = 0.75
    }
  }
}
