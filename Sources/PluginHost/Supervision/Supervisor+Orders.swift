import ButtonModel
import Supervision

extension Supervisor {
  /// Its files have served, and a worker of them serves or soon will again without a request.
  package var isInService: Bool {
    switch phase {
    case .ready, .busy: true
    case .verified, .spawning, .dying, .backoff: hasServed && !isHeldBack && wish == .run
    case .discovered, .stopping, .quarantined, .failed, .disabled, .stopped: false
    }
  }

  /// Nothing will happen for now: it runs, or does not until an event.
  package var isSettled: Bool {
    switch phase {
    case .ready, .busy, .quarantined, .failed, .disabled, .stopped: true
    case .discovered, .verified, .spawning, .stopping, .dying, .backoff: false
    }
  }

  /// Forgets the past, also why the plugin was held back, and starts it.
  mutating func reset() -> [Action] {
    poison = PoisonRecord()
    let lifted = forgive()
    switch phase {
    case .failed where !isVerified:
      phase = .discovered
      status.state = .starting
      return lifted + [.statusChanged]
    case .backoff, .quarantined, .failed: return lifted + requestStart(isUrgent: false)
    case .discovered, .verified, .spawning, .ready, .busy, .stopping, .dying, .disabled,
      .stopped:
      return lifted
    }
  }

  mutating func notReplaced(_ why: String) -> [Action] {
    status.lastError = why
    return [.statusChanged]
  }

  mutating func enable() -> [Action] {
    guard wish == .beOff else { return [] }
    wish = .run
    guard phase == .disabled else { return [] }
    if hasFailed { return fail(status.lastError ?? "failed before it was disabled") }
    if let probeAt = restarts.probeAt {
      phase = .quarantined
      status.state = .quarantined
      deadline = probeAt
      return [.statusChanged]
    }
    if isVerified { return requestStart(isUrgent: false) }
    phase = .discovered
    status.state = .starting
    return [.statusChanged]
  }

  /// Ends the process, if there is one, and leaves the plugin off or gone.
  mutating func end(_ wish: Wish, _ now: UInt64) -> [Action] {
    guard self.wish != .stop, self.wish != wish else { return [] }
    self.wish = wish
    switch phase {
    case .spawning, .ready, .busy: return askToStop(now)
    case .stopping, .dying: return []
    case .verified: return [.endStart] + settle()
    case .discovered, .backoff, .quarantined, .failed, .disabled: return settle()
    case .stopped: return []
    }
  }
}
