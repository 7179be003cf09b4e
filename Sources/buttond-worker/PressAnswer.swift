import PluginChannel

/// What a style answers about a press during one of its events.
struct PressAnswer {
  /// A cancelled press has no action.
  let canTrigger: Bool
  /// A press that is over has no timer.
  let canSetTimer: Bool
  /// The button's action is to run.
  var isTriggered = false
  /// The press shows; unchanged unless the style sets it.
  var isPressed: Bool
  /// Milliseconds until the timer fires, 0 for never; nil unless the style sets it.
  var timer: UInt32?

  init() {
    canTrigger = false
    canSetTimer = false
    isPressed = false
  }

  init(_ event: GestureEvent) {
    canTrigger = event.phase != .cancelled
    canSetTimer = canTrigger && event.phase != .ended
    isPressed = event.isPressed
  }
}
