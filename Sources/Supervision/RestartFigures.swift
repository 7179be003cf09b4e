/// The settings of the restart policy; all times are in nanoseconds.
package struct RestartFigures: Hashable, Sendable {
  /// The first wait before a restart; each further one is twice as long.
  package var backoff: UInt64 = 100 * .millisecond
  /// The longest wait before a restart.
  package var backoffCap: UInt64 = 30_000 * .millisecond
  /// The share by which a wait varies, so that processes that died together do not return together.
  package var backoffJitter: Double = 0.2
  /// How long a process must run well for earlier deaths to be forgotten.
  package var healthyTime: UInt64 = 60_000 * .millisecond
  /// The deaths within `intensityWindow` that are tolerated; one more quarantines the process.
  package var intensity = 5
  /// Waits before restarts are not part of it.
  package var intensityWindow: UInt64 = 60_000 * .millisecond
  /// The time from the start of a quarantine, or its last failed probe, to the next probe.
  package var probeInterval: UInt64 = 15 * 60_000 * .millisecond

  package init() {}

  /// The wait before restart number `step` (0 is the first that waits); `jitter` is −1…1.
  package func backoffDelay(step: Int, jitter: Double) -> UInt64 {
    let doubled = backoff.multipliedReportingOverflow(by: 1 << UInt64(min(step, 63)))
    let delay = doubled.overflow ? backoffCap : min(doubled.partialValue, backoffCap)
    return UInt64(Double(delay) * (1 + backoffJitter * max(-1, min(1, jitter))))
  }
}

extension UInt64 {
  /// In nanoseconds.
  package static let millisecond: UInt64 = 1_000_000
}
