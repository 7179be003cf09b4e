package import ButtonModel

/// Everything that decides how one button looks, except the display's traits.
package struct ResolverInput: Sendable {
  package var condition: ButtonCondition
  /// What the group says, below all others.
  package var group = PropertyList()
  /// The stored intent; nil is a button without configuration, which shows its values for states
  /// over the base and nothing that a plugin set.
  package var configuration: PropertyList?
  /// Values for exact control states.
  package var stateValues: StateValues
  /// What the style's and then the handler's update set.
  package var pluginProperties: PropertyList

  package init(
    base: SystemStyle, isBare: Bool = false, configuration: PropertyList?,
    stateValues: StateValues = StateValues(),
    pluginProperties: PropertyList = PropertyList(), state: ControlState = .normal,
    isBusy: Bool = false, role: ButtonRole = .none
  ) {
    condition = ButtonCondition(
      base: base, isBare: isBare, state: state, isBusy: isBusy, role: role)
    self.configuration = configuration
    self.stateValues = stateValues
    self.pluginProperties = pluginProperties
  }
}
