import ButtondKit

/// Names the button's exact state in its title.
struct StateTitle: UpdateHandler {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    look.title =
      switch context.controlState {
      case .highlighted: "Highlighted"
      case .selected: "Selected"
      case [.selected, .highlighted]: "Highlighted Selected"
      case .disabled: "Disabled"
      default: "Normal"
      }
  }
}
