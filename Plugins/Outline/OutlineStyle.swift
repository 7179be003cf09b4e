import ButtondKit

/// A thin line around text in the button's own colour; while selected, the colour fills the shape.
///
/// Every pass starts from the button's stored colour and from a plain background: nothing of an
/// earlier look and none of the button's own background properties is left in it.
struct OutlineStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    let color = look.baseForegroundColor ?? context.tint
    let background = look.background
    background.reset()
    background.strokeColor = .systemGray5
    background.strokeWidth = 1
    background.cornerRadius = 20
    look.cornerStyle = .fixed
    switch context.controlState {
    case .highlighted:
      look.foregroundColor = color
      background.color = color.withAlpha(0.3)
    case .selected:
      look.foregroundColor = .white
      background.color = color
      background.strokeColor = .clear
    case [.selected, .highlighted]:
      look.foregroundColor = .white
      background.color = color
      background.colorTransformer = .darker(by: 0.25)
      background.strokeColor = .clear
    case .disabled:
      look.foregroundColor = color.withAlpha(0.3)
      background.strokeColor = .systemGray6
    default:
      look.foregroundColor = color
    }
    if context.isFocused { background.showFocusRing() }
  }
}
