import CLibuv

/// Calls a handler on the loop after a delay, once or repeatedly. Delays count from `Loop.now`.
package final class Timer: Handle {
  private var handler: (() -> Void)?

  package init(on loop: Loop, _ handler: @escaping () -> Void) throws(UVError) {
    self.handler = handler
    try super.init(uv_timer_t.self, on: loop, "open", subject: "timer", open: uv_timer_init)
  }

  /// Closes the timer with the call.
  package static func once(
    after milliseconds: UInt64, on loop: Loop, _ body: @escaping () -> Void
  ) throws(UVError) {
    var mine: Timer?
    let timer = try Timer(on: loop) {
      mine?.close()
      mine = nil
      body()
    }
    mine = timer
    try timer.start(after: milliseconds)
  }

  /// Fires after `milliseconds`, then every `interval` unless that is 0. Restarts a running timer.
  package func start(after milliseconds: UInt64, every interval: UInt64 = 0) throws(UVError) {
    precondition(!isClosing, "a timer was started after close")
    try checked(
      uv_timer_start(
        typed, { Handle.recover($0, as: Timer.self).fire() }, milliseconds, interval),
      "start", "timer")
  }

  package func stop() {
    uv_timer_stop(typed)
  }

  override func willClose() {
    handler = nil
  }

  private var typed: UnsafeMutablePointer<uv_timer_t> {
    raw.assumingMemoryBound(to: uv_timer_t.self)
  }

  private func fire() {
    handler?()
  }
}
