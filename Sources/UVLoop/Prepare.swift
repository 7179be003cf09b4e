import CLibuv

/// Calls back right before the loop waits for events, after timers and pending callbacks: the place
/// to flush what a turn produced.
package final class Prepare: Handle {
  private var handler: (() -> Void)?

  /// Makes it without starting it; `handler` runs on the loop.
  package init(on loop: Loop, _ handler: @escaping () -> Void) throws(UVError) {
    self.handler = handler
    try super.init(
      uv_prepare_t.self, on: loop, "open", subject: "prepare", open: uv_prepare_init)
  }

  /// Has the handler called once in every turn; starting a started one changes nothing.
  package func start() throws(UVError) {
    precondition(!isClosing, "start of a closed prepare")
    try checked(
      uv_prepare_start(typed) { Handle.recover($0, as: Prepare.self).fire() }, "start", "prepare")
  }

  /// Stops the calls; stopping a stopped one changes nothing.
  package func stop() {
    uv_prepare_stop(typed)
  }

  override func willClose() {
    handler = nil
  }

  private var typed: UnsafeMutablePointer<uv_prepare_t> {
    raw.assumingMemoryBound(to: uv_prepare_t.self)
  }

  private func fire() {
    handler?()
  }
}
