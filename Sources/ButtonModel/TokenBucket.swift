/// Limits how often something may be done. Times are nanoseconds of any monotonic clock. Each call
/// passes the rate, so that it may change.
package struct TokenBucket: Hashable, Sendable {
  package struct Rate: Hashable, Sendable {
    package let perSecond: Double
    package let burst: Double

    /// `perSecond` must be above zero. The default burst is one second's worth, at least 1.
    package init(perSecond: Double, burst: Double? = nil) {
      self.perSecond = perSecond
      self.burst = burst ?? max(1, perSecond)
    }
  }

  /// Taken tokens that have not come back yet.
  private var used = 0.0
  private var countedAt: UInt64 = 0

  package init() {}

  /// Takes the tokens even if there are fewer. Returns the time until one is there, 0 if one is.
  @discardableResult
  package mutating func take(_ count: Int, _ rate: Rate, now: UInt64) -> UInt64 {
    refill(rate, now)
    used += Double(count)
    return missing(rate)
  }

  /// Takes all of the tokens or none.
  package mutating func takeIfThere(_ count: Int, _ rate: Rate, now: UInt64) -> Bool {
    guard holds(count, rate, now: now) else { return false }
    used += Double(count)
    return true
  }

  package mutating func holds(_ count: Int, _ rate: Rate, now: UInt64) -> Bool {
    refill(rate, now)
    return used + Double(count) <= rate.burst
  }

  /// The time until a token is there, 0 if one is.
  package mutating func wait(_ rate: Rate, now: UInt64) -> UInt64 {
    refill(rate, now)
    return missing(rate)
  }

  package mutating func timeUntilFull(_ rate: Rate, now: UInt64) -> UInt64 {
    refill(rate, now)
    return UInt64((used / rate.perSecond * 1e9).rounded(.up))
  }

  package mutating func isFull(_ rate: Rate, now: UInt64) -> Bool {
    refill(rate, now)
    return used == 0
  }

  private mutating func refill(_ rate: Rate, _ now: UInt64) {
    guard now > countedAt else { return }
    used = max(0, used - Double(now - countedAt) * rate.perSecond / 1e9)
    countedAt = now
  }

  private func missing(_ rate: Rate) -> UInt64 {
    let excess = used + 1 - rate.burst
    return excess <= 0 ? 0 : UInt64((excess / rate.perSecond * 1e9).rounded(.up))
  }
}
