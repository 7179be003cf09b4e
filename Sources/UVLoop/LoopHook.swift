import CLibuv

/// Called once in every turn of the loop, in one of its phases.
package final class LoopHook: Handle {
  package enum Phase: Hashable, Sendable {
    /// Right before the loop waits for events: the time to send what the turn has brought.
    case prepare
    /// Right after the turn's wait and reads: the time to resume what was paused within the turn.
    case check
    /// Before `prepare`; while such a hook runs, the loop does not wait for events.
    case idle
  }

  private let phase: Phase
  private var handler: (() -> Void)?

  package init(
    _ phase: Phase, on loop: Loop, _ handler: @escaping () -> Void
  ) throws(UVError) {
    self.phase = phase
    self.handler = handler
    switch phase {
    case .prepare:
      try super.init(
        uv_prepare_t.self, on: loop, "open", subject: "prepare", open: uv_prepare_init)
    case .check:
      try super.init(uv_check_t.self, on: loop, "open", subject: "check", open: uv_check_init)
    case .idle:
      try super.init(uv_idle_t.self, on: loop, "open", subject: "idle", open: uv_idle_init)
    }
  }

  package func start() throws(UVError) {
    precondition(!isClosing, "start of a closed hook")
    let code =
      switch phase {
      case .prepare:
        uv_prepare_start(typed()) { Handle.recover($0, as: LoopHook.self).handler?() }
      case .check: uv_check_start(typed()) { Handle.recover($0, as: LoopHook.self).handler?() }
      case .idle: uv_idle_start(typed()) { Handle.recover($0, as: LoopHook.self).handler?() }
      }
    try checked(code, "start", "\(phase)")
  }

  package func stop() {
    switch phase {
    case .prepare: uv_prepare_stop(typed())
    case .check: uv_check_stop(typed())
    case .idle: uv_idle_stop(typed())
    }
  }

  override func willClose() {
    handler = nil
  }

  private func typed<Raw>() -> UnsafeMutablePointer<Raw> {
    raw.assumingMemoryBound(to: Raw.self)
  }
}
