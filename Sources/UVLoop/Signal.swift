import CLibuv
import Glibc

/// Replaces a signal's default by a call on the loop.
package final class Signal: Handle {
  package let number: Int32
  private var handler: (() -> Void)?

  /// Watches at once; several may watch the same signal. Does not keep the loop running.
  package init(
    _ number: Int32, on loop: Loop, _ handler: @escaping () -> Void
  ) throws(UVError) {
    self.number = number
    self.handler = handler
    try super.init(
      uv_signal_t.self, on: loop, "open", subject: "signal \(number)", open: uv_signal_init)
    isReferenced = false
    let code = uv_signal_start(
      typed, { signal, _ in Handle.recover(signal, as: Signal.self).fire() }, number)
    if code != 0 { close() }
    try checked(code, "watch", "signal \(number)")
  }

  override func willClose() {
    handler = nil
  }

  private var typed: UnsafeMutablePointer<uv_signal_t> {
    raw.assumingMemoryBound(to: uv_signal_t.self)
  }

  private func fire() {
    handler?()
  }
}
