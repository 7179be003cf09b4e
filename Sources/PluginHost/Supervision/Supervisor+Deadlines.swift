import Supervision

extension Supervisor {
  mutating func timerFired(_ now: UInt64) -> [Action] {
    guard let due = wakeAt, now >= due else { return [] }
    switch phase {
    case .spawning:
      return kill(.hung("no hello within \(startTimeout / .millisecond) ms"))
    case .ready: return forgetPastIfHealthy(now)
    case .busy:
      guard let limit = batches.deadline(figures, budget: batchBudget), now >= limit else {
        return forgetPastIfHealthy(now)
      }
      let time = batches.allowance(figures, budget: batchBudget) / .millisecond
      return kill(.hung("no answer to a batch of \(batches.count) within \(time) ms"))
    case .stopping, .dying:
      if phase == .dying(.channelClosed) { phase = .dying(.neverExited) }
      deadline = nil
      return [.kill]
    case .backoff, .quarantined:
      restarts.endWaiting(now)
      return requestStart(isUrgent: false)
    case .discovered, .verified, .failed, .disabled, .stopped:
      preconditionFailure("a phase without a deadline was woken")
    }
  }

  /// The deadline passed while the loop was held up: it has yet to read what the worker sent, or to
  /// write to it. The worker gets more time, once, before it is judged.
  mutating func heldUp(_ now: UInt64) -> [Action] {
    guard !isReprieved else { return timerFired(now) }
    switch phase {
    case .spawning:
      guard let due = deadline, now >= due else { return [] }
      isReprieved = true
      deadline = now + reprieve(now - due, atMost: startTimeout)
      return []
    case .busy:
      guard let due = batches.deadline(figures, budget: batchBudget), now >= due else {
        return timerFired(now)
      }
      isReprieved = true
      let allowance = batches.allowance(figures, budget: batchBudget)
      batches.give(now - due + reprieve(now - due, atMost: allowance))
      return forgetPastIfHealthy(now)
    case .discovered, .verified, .ready, .stopping, .dying, .backoff, .quarantined, .failed,
      .disabled, .stopped:
      return timerFired(now)
    }
  }

  /// How long the loop may take to catch up: as long as it was held up, but long enough to get to
  /// its descriptors.
  private func reprieve(_ delay: UInt64, atMost limit: UInt64) -> UInt64 {
    max(.millisecond, min(delay, limit))
  }
}
