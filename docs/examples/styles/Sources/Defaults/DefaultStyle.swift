import ButtondKit

/// Text in the accent colour that goes faint under the finger at once and comes back softly.
struct DefaultStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    let color: Color = context.role == .destructive ? .systemRed : .tint
    look.foregroundColor = context.isEnabled ? color : .tertiaryLabel
    look.opacity = context.isHighlighted ? 0.2 : 1
    look.transaction.set(onPress: .disablesAnimations, onRelease: .default)
    look.showFocusAndActivity(in: context)
  }
}
