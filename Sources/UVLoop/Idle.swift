import CLibuv

/// Calls back once in every turn and keeps the loop from waiting: for work that is left over. Run it
/// only while there is some.
package final class Idle: Handle {
  private var handler: (() -> Void)?

  /// Makes it without starting it; `handler` runs on the loop.
  package init(on loop: Loop, _ handler: @escaping () -> Void) throws(UVError) {
    self.handler = handler
    try super.init(
      uv_idle_t.self, on: loop, "open", subject: "idle", open: uv_idle_init)
  }

  /// Has the handler called in every turn; starting a started one changes nothing.
  package func start() throws(UVError) {
    precondition(!isClosing, "start of a closed idle")
    try checked(
      uv_idle_start(typed) { Handle.recover($0, as: Idle.self).fire() }, "start", "idle")
  }

  /// Stops the calls; stopping a stopped one changes nothing.
  package func stop() {
    uv_idle_stop(typed)
  }

  override func willClose() {
    handler = nil
  }

  private var typed: UnsafeMutablePointer<uv_idle_t> {
    raw.assumingMemoryBound(to: uv_idle_t.self)
  }

  private func fire() {
    handler?()
  }
}
