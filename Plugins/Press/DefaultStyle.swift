import ButtondKit

/// The borderless button that needs no style named: text in the accent colour that goes faint under
/// the finger at once and comes back softly.
struct DefaultStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    look.automaticallyUpdateForSelection = false
    look.contentInsets.setDefault(0)
    look.transaction.onPress = .disablesAnimations
    look.transaction.onRelease = .default
    if context.isHighlighted { look.opacity = 0.2 }
    // What is disabled is left to the base style, which grays it.
    if !context.isEnabled { return }
    let accent = context.role == .destructive ? Color.systemRed : .tint
    look.foregroundColor = look.baseForegroundColor ?? accent
  }
}
