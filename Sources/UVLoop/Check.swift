import CLibuv

/// Calls back right after the loop has waited and the reads of the turn are done: the place to resume
/// what was paused within the turn.
package final class Check: Handle {
  private var handler: (() -> Void)?

  /// Makes it without starting it; `handler` runs on the loop.
  package init(on loop: Loop, _ handler: @escaping () -> Void) throws(UVError) {
    self.handler = handler
    try super.init(
      uv_check_t.self, on: loop, "open", subject: "check", open: uv_check_init)
  }

  /// Has the handler called once in every turn; starting a started one changes nothing.
  package func start() throws(UVError) {
    precondition(!isClosing, "start of a closed check")
    try checked(
      uv_check_start(typed) { Handle.recover($0, as: Check.self).fire() }, "start", "check")
  }

  /// Stops the calls; stopping a stopped one changes nothing.
  package func stop() {
    uv_check_stop(typed)
  }

  override func willClose() {
    handler = nil
  }

  private var typed: UnsafeMutablePointer<uv_check_t> {
    raw.assumingMemoryBound(to: uv_check_t.self)
  }

  private func fire() {
    handler?()
  }
}
