package import Supervision

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
  /// What a style that decides presses may take for an event of one, which is cancelled then.
  package var pressTime: UInt64 = 250 * .millisecond
  /// From the stop frame to the kill.
  package var stopGrace: UInt64 = 500 * .millisecond
  /// From the end of the channel to the kill of a process that is still there.
  package var channelGrace: UInt64 = 100 * .millisecond
  /// How it is started again after a death.
  package var restarts = RestartFigures()

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
}
