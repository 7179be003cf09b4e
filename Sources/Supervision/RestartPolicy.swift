/// Decides when a process that died is restarted or quarantined: deaths in, decisions out, time
/// passed in (nanoseconds of any monotonic clock).
package struct RestartPolicy {
  /// What follows from a death.
  package enum Decision: Hashable, Sendable {
    /// 0 for at once.
    case restart(after: UInt64)
    /// It died too often: try it once at this time, and not before.
    case quarantine(until: UInt64)
  }

  /// The least wait if no process could be made, whatever the figures say: starting fails within
  /// the call that requests it, and would be requested again there.
  private static let leastWait = 100 * .millisecond

  private let figures: RestartFigures
  private var step = 0
  private var hasRestartedAtOnce = false
  /// The times of deaths, on a clock that stands still while it waits to be restarted: else long
  /// waits would hide a process that only dies.
  private var deaths: [UInt64] = []
  private var timeWaited: UInt64 = 0
  private var waitingSince: UInt64?
  /// When a quarantined process is tried again; nil without a quarantine.
  package private(set) var probeAt: UInt64?

  package init(figures: RestartFigures) {
    self.figures = figures
  }

  /// Nothing is held against the process.
  package var isClean: Bool {
    step == 0 && !hasRestartedAtOnce && deaths.isEmpty && !isQuarantined
  }

  /// It died too often, and has not run well since.
  package var isQuarantined: Bool { probeAt != nil }

  /// `now` on the clock of the deaths.
  package func stamp(at now: UInt64) -> UInt64 { now - timeWaited }

  /// Counts a death. The first of a process that had served well is followed by an immediate
  /// restart.
  package mutating func died(
    at now: UInt64, hadServedWell: Bool, jitter: Double
  ) -> Decision {
    let stamp = stamp(at: now)
    deaths.removeAll { stamp - $0 >= figures.intensityWindow }
    deaths.append(stamp)
    if deaths.count > figures.intensity || isQuarantined { return quarantine(at: now) }
    if hadServedWell && !hasRestartedAtOnce {
      hasRestartedAtOnce = true
      return .restart(after: 0)
    }
    return backOff(now, jitter)
  }

  /// No process could be made, which does not count as a death. Never retries at once.
  package mutating func couldNotStart(at now: UInt64, jitter: Double) -> Decision {
    isQuarantined
      ? quarantine(at: now) : backOff(now, jitter, atLeast: RestartPolicy.leastWait)
  }

  /// Takes back a death that has been explained.
  package mutating func uncount(_ stamp: UInt64) {
    guard let index = deaths.firstIndex(of: stamp) else { return }
    deaths.remove(at: index)
  }

  /// Begins a quarantine, or extends it after a failed probe.
  @discardableResult
  package mutating func quarantine(at now: UInt64) -> Decision {
    let time = now + figures.probeInterval
    probeAt = time
    waitingSince = now
    return .quarantine(until: time)
  }

  /// The wait before a start, if there was one, is over.
  package mutating func endWaiting(_ now: UInt64) {
    guard let since = waitingSince else { return }
    timeWaited += now - since
    waitingSince = nil
  }

  /// The process has proved itself, or was pardoned; true if this ends a quarantine.
  package mutating func forget() -> Bool {
    step = 0
    hasRestartedAtOnce = false
    deaths.removeAll(keepingCapacity: true)
    return liftQuarantine()
  }

  /// Forgets nothing else.
  @discardableResult
  package mutating func liftQuarantine() -> Bool {
    defer { probeAt = nil }
    return isQuarantined
  }

  private mutating func backOff(
    _ now: UInt64, _ jitter: Double, atLeast least: UInt64 = 0
  ) -> Decision {
    let delay = max(least, figures.backoffDelay(step: step, jitter: jitter))
    step += 1
    if delay > 0 { waitingSince = now }
    return .restart(after: delay)
  }
}
