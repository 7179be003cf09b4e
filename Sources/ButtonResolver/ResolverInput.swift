package import ButtonModel

/// Everything that determines how a button looks, except the display's traits.
package struct ResolverInput: Sendable {
  package var condition: ButtonCondition
  /// The lowest layer.
  package var group = PropertyList()
  /// Nil for a button without configuration, which shows only its values for states over the base.
  package var configuration: PropertyList?
  package var stateValues: StateValues
  /// What the style and then the handler set.
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
