package import ButtonModel

/// All that decides how one button looks, the display's traits apart.
package struct ResolverInput: Sendable {
  /// The system style that fills what nobody set.
  package var base: SystemStyle
  /// The stored intent; nil is a button without configuration, which shows its values for states
  /// over the base and nothing that a plugin set.
  package var configuration: PropertyList?
  /// Values for exact control states.
  package var stateValues: StateValues
  /// What the style's and then the handler's update set.
  package var pluginProperties: PropertyList
  /// What the button is doing.
  package var state: ControlState
  package var isBusy: Bool
  package var role: ButtonRole
  /// What plugins set beside the registry's properties, for clients that know it: JSON members
  /// without braces, `"x-com.example.glow":1`. They follow the appearance's own untouched.
  package var extensions: UTF8String?

  package init(
    base: SystemStyle, configuration: PropertyList?, stateValues: StateValues = StateValues(),
    pluginProperties: PropertyList = PropertyList(), state: ControlState = .normal,
    isBusy: Bool = false, role: ButtonRole = .none, extensions: UTF8String? = nil
  ) {
    self.base = base
    self.configuration = configuration
    self.stateValues = stateValues
    self.pluginProperties = pluginProperties
    self.state = state
    self.isBusy = isBusy
    self.role = role
    self.extensions = extensions
  }
}
