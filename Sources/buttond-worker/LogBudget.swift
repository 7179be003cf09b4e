import ButtonModel
import PluginChannel

/// Decides which log lines go out: a number of bytes a second, as the daemon counts them.
struct LogBudget {
  private static let rate = TokenBucket.Rate(perSecond: Double(ChannelLimits.logBytesPerSecond))

  private var bucket = TokenBucket()
  /// The lines refused since the last one that was not.
  private(set) var dropped = 0

  /// True when a line of some bytes, which cost no less than a line does, may go out now; `now` is a clock in nanoseconds.
  mutating func take(_ bytes: Int, now: UInt64) -> Bool {
    if bucket.takeIfThere(ChannelLimits.logCost(bytes), LogBudget.rate, now: now) { return true }
    dropped += 1
    return false
  }

  /// The lines refused so far, which are then forgotten.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }
}
