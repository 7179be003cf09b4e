package enum ShownState: String, Hashable, Sendable, CaseIterable {
  case normal
  case highlighted
  case selected
  case selectedHighlighted = "selected+highlighted"
  case disabled
  case selectedDisabled = "selected+disabled"
  case focused
  case busy

  var isPressed: Bool { self == .highlighted || self == .selectedHighlighted }

  /// The members of a definition that bring the state about.
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
