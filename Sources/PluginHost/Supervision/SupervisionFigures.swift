package import Supervision

/// The figures of supervision; all times are nanoseconds.
///
/// The defaults are the documented ones; a configuration may set others by name.
package struct SupervisionFigures: Hashable, Sendable {
  /// The time from spawn to hello, unless the manifest gives one.
  package var startTimeout: UInt64 = 2_000 * .millisecond
  /// The longest start timeout that a manifest may give.
  package var startTimeoutCap: UInt64 = 10_000 * .millisecond
  /// Per batch, without its buttons.
  package var batchTime: UInt64 = 250 * .millisecond
  package var batchTimePerButton: UInt64 = 1 * .millisecond
  /// However many buttons a batch has.
  package var batchTimeCap: UInt64 = 2_000 * .millisecond
  /// The factor for a worker's first batch: caches are cold, libraries initialise lazily.
  package var firstBatchFactor: UInt64 = 4
  /// The time for an event of a press; then the press is cancelled.
  package var pressTime: UInt64 = 250 * .millisecond
  /// The time from the stop frame to the kill.
  package var stopGrace: UInt64 = 500 * .millisecond
  /// The time from the end of the channel to the kill.
  package var channelGrace: UInt64 = 100 * .millisecond
  package var restarts = RestartFigures()

  /// The time for a newer version to prove itself beside the one in force.
  package var trialTime: UInt64 = 30_000 * .millisecond
  /// How long a plugin's folder must be left alone before it is read again.
  package var settleTime: UInt64 = 200 * .millisecond
  /// After this time of changes without a pause it is read nevertheless.
  package var settleTimeCap: UInt64 = 2_000 * .millisecond

  package init() {}

  /// `asked` is the manifest's.
  package func startDeadline(asked: UInt64?) -> UInt64 {
    min(asked ?? startTimeout, startTimeoutCap)
  }

  /// `batchTime` and a share for each button, capped, at most the manifest's `budget`, and longer
  /// for a worker's first.
  package func batchDeadline(count: Int, budget: UInt64?, isFirst: Bool) -> UInt64 {
    var time = min(batchTime + UInt64(count) * batchTimePerButton, batchTimeCap)
    if let budget { time = min(time, budget) }
    return isFirst ? time * firstBatchFactor : time
  }
}
