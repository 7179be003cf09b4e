import PluginChannel

/// What a style says about a press during one of its events.
struct PressAnswer {
  /// A cancelled press has no action.
  let canTrigger: Bool
  /// A press that is over has no timer.
  let canSetTimer: Bool
  /// True once the button's action is to run.
  var isTriggered = false
  /// Whether the press shows; stays as it was unless the style says otherwise.
  var isPressed: Bool
  /// In how many milliseconds the timer is to fire, 0 for never; nil as long as the style says nothing.
  var timer: UInt32?

  /// Nothing has happened.
  init() {
    canTrigger = false
    canSetTimer = false
    isPressed = false
  }

  /// The state at the start of an event.
  init(_ event: GestureEvent) {
    canTrigger = event.phase != .cancelled
    canSetTimer = canTrigger && event.phase != .ended
    isPressed = event.isPressed
  }
}
