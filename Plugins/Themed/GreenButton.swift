import ButtondKit

/// White text on green that shrinks and fades under a press: a whole style in a few lines, without
/// the theme.
struct GreenButton: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    look.automaticallyUpdateForSelection = false
    look.contentInsets.setDefault(16)
    look.foregroundColor = .white
    look.background.color = .systemGreen
    look.transaction.onPress = .animation(.easeInOut(duration: 0.2))
    look.transaction.onRelease = .animation(.easeInOut(duration: 0.2))
    if !context.isEnabled {
      look.opacity = 0.5
    } else {
      look.showPress(opacity: 0.7, scale: 0.8, in: context)
    }
  }
}
