import CLibuv

/// Calls back after a delay, once or again and again, by the loop's clock (`Loop.now`).
package final class Timer: Handle {
  private var handler: (() -> Void)?

  /// Makes a timer without starting it; `handler` runs on the loop.
  package init(on loop: Loop, _ handler: @escaping () -> Void) throws(UVError) {
    self.handler = handler
    try super.init(uv_timer_t.self, on: loop, "open", subject: "timer", open: uv_timer_init)
  }

  /// Fires `milliseconds` from now and then, unless it is 0, every `interval` milliseconds. A
  /// started timer is moved.
  package func start(after milliseconds: UInt64, every interval: UInt64 = 0) throws(UVError) {
    precondition(!isClosing, "start of a closed timer")
    try checked(
      uv_timer_start(
        typed, { Handle.recover($0, as: Timer.self).fire() }, milliseconds, interval),
      "start", "timer")
  }

  /// Forgets the time set; stopping a stopped timer changes nothing.
  package func stop() {
    uv_timer_stop(typed)
  }

  /// Milliseconds until it fires, 0 when it is due; nil while it is stopped.
  package var remaining: UInt64? {
    isActive ? uv_timer_get_due_in(typed) : nil
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
