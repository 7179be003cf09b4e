import ButtondKit

/// White text on green that fades and shrinks under a press, without the theme.
struct GreenButton: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    look.automaticallyUpdateForSelection = false
    look.contentInsets.setDefault(16)
    look.foregroundColor = .white
    look.background.color = .systemGreen
    if context.isEnabled {
      look.showPress(opacity: 0.7, scale: 0.8, in: context)
    } else {
      look.opacity = 0.5
    }
    let ease = Transaction.animation(.easeInOut(duration: 0.2))
    look.transaction.set(onPress: ease, onRelease: ease)
  }
}
