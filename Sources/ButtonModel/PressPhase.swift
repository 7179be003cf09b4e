/// The phase of one client's press of one button.
public enum PressPhase: String, Hashable, Sendable, CaseIterable {
  case inactive
  /// Pressed: releasing it performs the action.
  case pressing
  /// Dragged away: releasing it does nothing, dragging it back presses again.
  case outOfBounds
}
