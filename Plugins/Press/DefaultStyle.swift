import ButtondKit

/// Text in the accent colour that goes faint under the finger at once and comes back softly.
struct DefaultStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    look.automaticallyUpdateForSelection = false
    look.contentInsets.setDefault(0)
    look.transaction.set(onPress: .disablesAnimations, onRelease: .default)
    look.showPress(opacity: 0.2, in: context)
    // The base grays what is disabled.
    if !context.isEnabled { return }
    look.foregroundColor =
      look.baseForegroundColor ?? (context.role == .destructive ? .systemRed : .tint)
  }
}
