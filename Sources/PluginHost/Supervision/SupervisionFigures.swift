/// The figures by which workers are supervised; all times are nanoseconds.
///
/// The defaults are the documented ones; a configuration may set others, by name.
package struct SupervisionFigures: Hashable, Sendable {
  /// From spawn to hello, where the manifest says nothing else.
  package var startTimeout: UInt64 = 2_000 * .millisecond
  /// The most that a manifest may ask for as its start timeout.
  package var startTimeoutCap: UInt64 = 10_000 * .millisecond
  /// What every batch may take, before its buttons are counted.
  package var batchTime: UInt64 = 250 * .millisecond
  /// What each button of a batch adds.
  package var batchTimePerButton: UInt64 = 1 * .millisecond
  /// The most that a batch may take, however many buttons it has.
  package var batchTimeCap: UInt64 = 2_000 * .millisecond
  /// How much longer a worker's first batch may take: caches are cold, libraries initialise lazily.
  package var firstBatchFactor: UInt64 = 4
  /// From the stop frame to the kill.
  package var stopGrace: UInt64 = 500 * .millisecond
  /// From the end of the channel to the kill of a process that is still there.
  package var channelGrace: UInt64 = 100 * .millisecond
  /// The first wait before a restart; each further one is twice as long.
  package var backoff: UInt64 = 100 * .millisecond
  /// The longest wait before a restart.
  package var backoffCap: UInt64 = 30_000 * .millisecond
  /// The share by which a wait is varied, so that plugins felled together do not return together.
  package var backoffJitter: Double = 0.2
  /// How long a worker must run, having answered a batch, for its earlier deaths to be forgotten.
  package var healthyTime: UInt64 = 60_000 * .millisecond
  /// How many deaths within `intensityWindow` are borne; one more is a quarantine.
  package var intensity = 5
  /// The span in which deaths are counted; waits before restarts are not part of it.
  package var intensityWindow: UInt64 = 60_000 * .millisecond
  /// From the start of a quarantine, or its last failed probe, to the next probe.
  package var probeInterval: UInt64 = 15 * 60_000 * .millisecond

  /// How long a newer version may take to prove itself beside the one in force.
  package var trialTime: UInt64 = 30_000 * .millisecond
  /// How long a plugin's folder must be left alone before it is read again.
  package var settleTime: UInt64 = 200 * .millisecond
  /// After this time of changes without a pause it is read nevertheless.
  package var settleTimeCap: UInt64 = 2_000 * .millisecond

  /// The documented figures.
  package init() {}

  /// The time from spawn to hello for a plugin whose manifest asked for `asked`.
  package func startDeadline(asked: UInt64?) -> UInt64 {
    min(asked ?? startTimeout, startTimeoutCap)
  }

  /// The hard deadline of a batch: `batchTime` and a share for each of `count` buttons, capped, never
  /// more than the manifest's `budget`, and longer for a worker's first.
  package func batchDeadline(count: Int, budget: UInt64?, isFirst: Bool) -> UInt64 {
    var time = min(batchTime + UInt64(count) * batchTimePerButton, batchTimeCap)
    if let budget { time = min(time, budget) }
    return isFirst ? time * firstBatchFactor : time
  }

  /// The wait before restart number `step` (0 is the first that waits); `jitter` is −1…1.
  package func backoffDelay(step: Int, jitter: Double) -> UInt64 {
    let doubled = backoff.multipliedReportingOverflow(by: 1 << UInt64(min(step, 63)))
    let delay = doubled.overflow ? backoffCap : min(doubled.partialValue, backoffCap)
    return UInt64(Double(delay) * (1 + backoffJitter * max(-1, min(1, jitter))))
  }
}

extension UInt64 {
  /// One millisecond in nanoseconds.
  package static let millisecond: UInt64 = 1_000_000
}
