import ButtonModel

/// What the system style fills in for unset properties, from the current base colours and size.
struct StyleFill: Sendable {
  let size: SizeMetrics
  /// The foreground colour, or the system style's; text and images start from it.
  let foreground: ResolvedColor
  let background: ResolvedColor
  let hasMaterial: Bool
  let cornerStyle: ButtonConfiguration.CornerStyle
  /// A focused or busy button shows its state by default.
  let showsStates: Bool

  init(_ scratch: PropertyScratch, of button: ButtonCondition, traits: ResolvedTraits) {
    showsStates = !button.isBare && button.followsState
    let baseForeground = scratch.color(.baseForegroundColor)
    let metrics =
      scratch.choice(.controlSize).map { (size: ButtonConfiguration.ControlSize) in
        SizeMetrics.row(size)
      } ?? SizeMetrics.row(scratch.choice(.buttonSize) ?? ButtonConfiguration.Size.medium)
    if button.isBare {
      size = metrics.bare
      foreground = traits.components(
        scratch.color(.foregroundColor) ?? baseForeground ?? .named(.label))
      background = .clear
      hasMaterial = false
      cornerStyle = .dynamic
      return
    }
    size = metrics
    let look = button.base.look
    hasMaterial = look.hasMaterial && traits.traits.contrast != .high
    cornerStyle = scratch.sets(.backgroundCornerRadius) ? .dynamic : look.cornerStyle
    let row = SystemStyleTable.row(
      look,
      StyleFill.column(
        of: button.followsState ? button.state : .normal,
        updatesForSelection: scratch.bool(.automaticallyUpdateForSelection)
          ?? button.base.updatesForSelection))
    let baseBackground = scratch.color(.baseBackgroundColor)
    let accent = StyleFill.accent(of: button.role)
    foreground =
      scratch.color(.foregroundColor).map { traits.components($0) }
      ?? row.foreground.components(
        baseForeground: baseForeground, baseBackground: baseBackground, accent: accent,
        traits: traits)
    background = row.background.components(
      baseForeground: baseForeground, baseBackground: baseBackground, accent: accent,
      traits: traits)
  }

  /// Replaces the tables' tint: red warns of a destructive button.
  static func accent(of role: ButtonRole) -> NamedColor {
    switch role {
    case .destructive: .systemRed
    case .none, .cancel, .primary: .tint
    }
  }

  /// Disabled hides all other states.
  private static func column(
    of state: ControlState, updatesForSelection: Bool
  ) -> SystemStyleTable.State {
    if state.contains(.disabled) { return .disabled }
    let isHighlighted = state.contains(.highlighted)
    guard updatesForSelection, state.contains(.selected) else {
      return isHighlighted ? .highlighted : .normal
    }
    return isHighlighted ? .selectedHighlighted : .selected
  }
}
