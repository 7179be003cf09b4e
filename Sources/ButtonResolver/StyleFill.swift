import ButtonModel

/// What the system style fills in for unset properties, from the base colours and the size as
/// they now stand.
struct StyleFill: Sendable {
  /// Insets, radius and fonts.
  let size: SizeMetrics
  /// The foreground colour, or what the system style makes of it; text and images start from it.
  let foreground: ResolvedColor
  /// What it makes of the background.
  let background: ResolvedColor
  /// Whether the system style's material is behind the background.
  let hasMaterial: Bool
  /// How corners are rounded where nothing else says so.
  let cornerStyle: ButtonConfiguration.CornerStyle
  /// Whether a focused or busy button shows that where nothing else does.
  let showsStates: Bool

  /// What the button's style gives it over the layers that have been laid.
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

  /// What the tables' tint is for a role: what a destructive button is made of warns.
  static func accent(of role: ButtonRole) -> NamedColor {
    switch role {
    case .destructive: .systemRed
    case .none, .cancel, .primary: .tint
    }
  }

  /// The row of the table for a state: disabled hides all others.
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
