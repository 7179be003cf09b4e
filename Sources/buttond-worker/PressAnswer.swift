import PluginChannel

/// What a style says about a press during one of its events.
struct PressAnswer {
  /// A cancelled press has no action.
  let canTrigger: Bool
  /// True once the button's action is to run.
  var isTriggered = false
  /// Whether the press shows; stays as it was unless the style says otherwise.
  var isPressed: Bool

  /// Nothing has happened.
  init() {
    canTrigger = false
    isPressed = false
  }

  /// The state at the start of an event.
  init(_ event: GestureEvent) {
    canTrigger = event.phase != .cancelled
    isPressed = event.isPressed
  }
}
