/// The states in which every look of a plugin is shown.
package enum ShownState: String, Hashable, Sendable, CaseIterable {
  case normal
  case highlighted
  case selected
  case selectedHighlighted = "selected+highlighted"
  case disabled
  case selectedDisabled = "selected+disabled"
  case focused
  case busy

  /// Whether somebody presses the button.
  var isPressed: Bool { self == .highlighted || self == .selectedHighlighted }

  /// What a definition says to bring the state about, by the members' names.
  var flags: [(name: StaticString, value: Bool)] {
    switch self {
    case .normal, .highlighted: []
    case .selected, .selectedHighlighted: [("isSelected", true)]
    case .disabled: [("isEnabled", false)]
    case .selectedDisabled: [("isSelected", true), ("isEnabled", false)]
    case .focused: [("isFocused", true)]
    case .busy: [("isBusy", true)]
    }
  }
}
