import ButtondKit

/// A thin line around text in the button's own colour; while selected, the colour fills the shape.
struct OutlineStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    let color = look.baseForegroundColor ?? .tint
    look.foregroundColor = color
    look.cornerStyle = .fixed
    look.background.reset()
    look.background.cornerRadius = 20
    look.background.strokeWidth = 1
    look.background.strokeColor = .systemGray5
    switch context.controlState {
    case .highlighted:
      look.background.color = color.withAlpha(0.3)
    case .selected:
      look.foregroundColor = .white
      look.background.color = color
      look.background.strokeColor = .clear
    case [.selected, .highlighted]:
      look.foregroundColor = .white
      look.background.color = color.darker(by: 0.25)
      look.background.strokeColor = .clear
    case .disabled:
      look.foregroundColor = color.withAlpha(0.3)
      look.background.strokeColor = .systemGray6
    default: break
    }
    if context.isFocused { look.background.showFocusRing() }
  }
}
