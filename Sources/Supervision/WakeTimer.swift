package import UVLoop

/// One timer for all of a host's deadlines, set to the earliest.
package final class WakeTimer {
  private let loop: Loop
  private var timer: KernelTimer?
  /// In nanoseconds of the loop's clock; `max` when stopped.
  private var setTo = UInt64.max

  /// Calls `fired` when a time has come; all later times must then be requested again.
  package init(on loop: Loop, _ fired: @escaping () -> Void) throws(UVError) {
    self.loop = loop
    timer = try KernelTimer(on: loop) { [weak self] in
      guard let self else { return }
      setTo = .max
      fired()
    }
  }

  /// The time is the loop's, in nanoseconds.
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

  package func close() {
    timer?.close()
    timer = nil
  }
}

@available(*, unavailable)
extension WakeTimer: Sendable {}
