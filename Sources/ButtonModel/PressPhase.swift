/// Where one client's press of one button stands.
public enum PressPhase: String, Hashable, Sendable, CaseIterable {
  /// Nothing is pressed, or not any more.
  case inactive
  /// Pressed: releasing it performs the action.
  case pressing
  /// Dragged away: releasing it does nothing, dragging it back presses again.
  case outOfBounds
}
