import CLibuv
import Glibc

/// A timer that is nearly always set. A `Timer` bounds the loop's wait, which makes every wait more
/// expensive while it is set; this is a descriptor that the kernel makes readable.
package final class KernelTimer: Handle {
  private let descriptor: Int32
  private var handler: (() -> Void)?

  package init(on loop: Loop, _ handler: @escaping () -> Void) throws(UVError) {
    let flags = CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC)
    let descriptor = timerfd_create(CLOCK_MONOTONIC, flags)
    try checked(descriptor < 0 ? -errno : 0, "open", "timer")
    self.descriptor = descriptor
    self.handler = handler
    do throws(UVError) {
      try super.init(uv_poll_t.self, on: loop, "open", subject: "timer") {
        uv_poll_init($0, $1, descriptor)
      }
    } catch {
      _ = Glibc.close(descriptor)
      throw error
    }
  }

  deinit { _ = Glibc.close(descriptor) }

  /// Fires once, `milliseconds` from now. Restarts a started timer.
  package func start(after milliseconds: UInt64) throws(UVError) {
    precondition(!isClosing, "start of a closed timer")
    var time = itimerspec()
    time.it_value.tv_sec = Int(milliseconds / 1_000)
    // Zero would stop it.
    time.it_value.tv_nsec = milliseconds == 0 ? 1 : Int(milliseconds % 1_000) * 1_000_000
    try checked(
      timerfd_settime(descriptor, 0, &time, nil) == 0 ? 0 : -errno, "start", "timer")
    if isActive { return }
    try checked(
      uv_poll_start(typed, CInt(UV_READABLE.rawValue)) { pointer, _, _ in
        Handle.recover(pointer, as: KernelTimer.self).fire()
      }, "start", "timer")
  }

  override func willClose() {
    handler = nil
  }

  private var typed: UnsafeMutablePointer<uv_poll_t> {
    raw.assumingMemoryBound(to: uv_poll_t.self)
  }

  private func fire() {
    var count: UInt64 = 0
    // It may have been restarted since the loop looked.
    guard read(descriptor, &count, MemoryLayout.size(ofValue: count)) > 0 else { return }
    // An unreferenced one stays watched: stopping and restarting would cost three system calls.
    if isReferenced { uv_poll_stop(typed) }
    handler?()
  }
}
