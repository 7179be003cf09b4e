import PluginChannel

/// Decides which log lines go out: so many bytes a second, unused ones not saved for later.
struct LogBudget {
  private var left = ChannelLimits.logBytesPerSecond
  private var second: UInt64 = 0
  /// The lines refused since the last one that was not.
  private(set) var dropped = 0

  /// True when a line of some bytes, which cost no less than a line does, may go out now; `now` is a clock in nanoseconds.
  mutating func take(_ bytes: Int, now: UInt64) -> Bool {
    let current = now / 1_000_000_000
    if current != second {
      second = current
      left = ChannelLimits.logBytesPerSecond
    }
    let cost = ChannelLimits.logCost(bytes)
    guard cost <= left else {
      dropped += 1
      return false
    }
    left -= cost
    return true
  }

  /// The lines refused so far, which are then forgotten.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }
}
