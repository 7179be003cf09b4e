import ButtonModel
import Supervision

extension Supervisor {
  mutating func exited(
    _ exit: ProcessExit, _ blamed: UInt64?, _ detail: String?, _ now: UInt64, _ jitter: Double
  ) -> [Action] {
    guard let end = Ending(of: phase, exit, detail, hasSaidHello: hasSaidHello) else { return [] }
    let actions = endStart()
    status.pid = nil
    deadline = nil
    if end.isFault { status.lastError = end.message }
    guard wish == .run else { return actions + settle() }
    switch end.reason {
    case .starting:
      return actions + [.becameDown(DownReport(.starting, end.message))]
        + requestStart(isUrgent: true)
    case .failed:
      return actions + fail(end.message)
    case .crashed, .hung:
      return actions + died(end, blamed, now, jitter)
    case .quarantined, .disabled:
      preconditionFailure("no process ends this way")
    }
  }

  private mutating func died(
    _ end: Ending, _ blamed: UInt64?, _ now: UInt64, _ jitter: Double
  ) -> [Action] {
    let before = forgetPastIfHealthy(now)
    status.deaths += 1
    let stamp = restarts.stamp(at: now)
    var blame: DownReport.Blame?
    if let button = blamed, !end.isFromOutside {
      switch poison.died(on: button, stamp: stamp) {
      case .suspected: blame = .suspected(button)
      case .poisoned(let firstStamp):
        // The button explains both deaths; the plugin is not blamed for either.
        if let firstStamp { restarts.uncount(firstStamp) }
        return before
          + wait(0, DownReport(end.reason, end.message, blame: .poisoned(button)), now)
      }
    }
    let decision = restarts.died(
      at: now, hadServedWell: batches.hasAnsweredWell, jitter: jitter)
    return before + follow(decision, DownReport(end.reason, end.message, blame: blame), now)
  }

  mutating func follow(
    _ decision: RestartPolicy.Decision, _ report: DownReport, _ now: UInt64
  ) -> [Action] {
    switch decision {
    case .restart(let delay): wait(delay, report, now)
    case .quarantine(let probeAt):
      [.recordQuarantine(report.message)]
        + beQuarantined(until: probeAt, report.message, report.blame)
    }
  }

  private mutating func wait(_ delay: UInt64, _ report: DownReport, _ now: UInt64) -> [Action] {
    if delay == 0 { return [.becameDown(report)] + requestStart(isUrgent: true) }
    phase = .backoff
    status.state = .restarting
    deadline = now + delay
    return [.becameDown(report), .statusChanged]
  }

  /// Waits for the next probe.
  mutating func beQuarantined(
    until probeAt: UInt64, _ message: String, _ blame: DownReport.Blame?
  ) -> [Action] {
    phase = .quarantined
    status.state = .quarantined
    deadline = probeAt
    return [.becameDown(DownReport(.quarantined, message, blame: blame)), .statusChanged]
  }
}
