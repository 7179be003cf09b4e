import ButtonModel

/// How many presses of the broker are passed on: 50 in a second, and 100 at once.
struct TriggerRate {
  private static let rate = TokenBucket.Rate(perSecond: 50, burst: 100)

  private var bucket = TokenBucket()

  /// Whether one more is passed on at `now`, in nanoseconds.
  mutating func admits(now: UInt64) -> Bool {
    bucket.takeIfThere(1, TriggerRate.rate, now: now)
  }
}
