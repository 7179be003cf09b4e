package import ButtonModel

/// What decides how a button looks besides what is set for it and the display: what it is drawn over,
/// and what it is doing.
package struct ButtonCondition: Sendable {
  /// The system style that fills in unset properties.
  package var base: SystemStyle
  /// Whether it fills in nothing: a plugin's style has set all there is.
  package var isBare: Bool
  package var state: ControlState
  package var isBusy: Bool
  package var role: ButtonRole
  /// Whether the system style follows the state; otherwise it fills in what it does for normal.
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
