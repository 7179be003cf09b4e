package import UVLoop

/// One timer for all that a host waits for, which is set to the earliest time.
package final class WakeTimer {
  private let loop: Loop
  private var timer: KernelTimer?
  /// When it fires, in nanoseconds of the loop's clock; `max` when it is stopped.
  private var setTo = UInt64.max

  /// Calls `fired` when a time has come; what is waited for still must then be asked for again.
  package init(on loop: Loop, _ fired: @escaping () -> Void) throws(UVError) {
    self.loop = loop
    timer = try KernelTimer(on: loop) { [weak self] in
      guard let self else { return }
      setTo = .max
      fired()
    }
  }

  /// Something is due at a time, by the loop's clock in nanoseconds.
  package func wake(at time: UInt64) {
    guard time < setTo, let timer, !timer.isClosing else { return }
    let now = loop.now * .millisecond
    let delay = time > now ? (time - now + .millisecond - 1) / .millisecond : 0
    do throws(UVError) {
      try timer.start(after: delay)
      setTo = time
    } catch {
      preconditionFailure("a timer that is open can be started")
    }
  }

  /// Fires no more.
  package func close() {
    timer?.close()
    timer = nil
  }
}

@available(*, unavailable)
extension WakeTimer: Sendable {}
