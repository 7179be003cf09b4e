import ButtonModel
import PluginChannel

/// Decides which log lines are sent: a number of bytes a second, as the daemon counts them.
struct LogBudget {
  private static let rate = TokenBucket.Rate(perSecond: Double(ChannelLimits.logBytesPerSecond))

  private var bucket = TokenBucket()
  /// Since the last line that was admitted.
  private(set) var dropped = 0

  /// `now` is in nanoseconds of any clock.
  mutating func take(_ bytes: Int, now: UInt64) -> Bool {
    if bucket.takeIfThere(ChannelLimits.logCost(bytes), LogBudget.rate, now: now) { return true }
    dropped += 1
    return false
  }

  /// Resets the count.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }
}
