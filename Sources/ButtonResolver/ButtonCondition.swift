package import ButtonModel

/// What determines a look besides properties and display: the button's base style and its state.
package struct ButtonCondition: Sendable {
  /// The system style that fills in unset properties.
  package var base: SystemStyle
  /// It fills in nothing: a plugin's style has set everything.
  package var isBare: Bool
  package var state: ControlState
  package var isBusy: Bool
  package var role: ButtonRole
  /// The system style follows the state; otherwise it fills in what it does for normal.
  package var followsState: Bool

  package init(
    base: SystemStyle, isBare: Bool = false, state: ControlState, isBusy: Bool, role: ButtonRole,
    followsState: Bool = true
  ) {
    self.base = base
    self.isBare = isBare
    self.state = state
    self.isBusy = isBusy
    self.role = role
    self.followsState = followsState
  }
}
