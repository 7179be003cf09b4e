/// One pointer's press of a button, during one of its events; it cannot be kept.
public struct Press<Scratch: PressScratch>: ~Copyable {
  private let call: PluginCall
  private var isShown: Bool

  /// What the style remembers, until the press is over.
  public var scratch: Scratch

  init(call: PluginCall, isPressed: Bool, scratch: Scratch) {
    self.call = call
    isShown = isPressed
    self.scratch = scratch
  }

  /// Whether the press shows: the button is highlighted while one of its presses does. A press that
  /// ended or was cancelled does not, whatever is said.
  public var isPressed: Bool {
    get { isShown }
    set {
      isShown = newValue
      call.setPressed(newValue)
    }
  }

  /// Has ``PrimitiveButtonStyle/timerFired(_:in:)`` called after some milliseconds, 10 to 60,000, unless the
  /// press is over by then. A press has one timer: setting it again replaces it.
  ///
  /// It does not fire later than a minute after the last that the client said of the press. A press that
  /// ended or was cancelled has none: trying gives the button up with that reason, and so does a daemon
  /// that has no such timers.
  public func setTimer(milliseconds: Int) {
    call.setTimer(milliseconds == 0 ? -1 : milliseconds)
  }

  /// Takes the timer away; does nothing where none is set.
  public func cancelTimer() { call.setTimer(0) }

  /// Runs the button's action, once for an event. A press that was cancelled has none: trying gives
  /// the button up with that reason.
  public func trigger() { call.trigger() }
}
