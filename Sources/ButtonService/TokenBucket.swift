/// How much somebody may still do of something that is allowed so many times a second: a second's
/// worth at once, and then as time goes by.
///
/// The rate is told with each call, so that it may change. Times in nanoseconds.
package struct TokenBucket: Hashable, Sendable {
  /// What was taken and has not come back yet.
  private var used = 0.0
  private var countedAt: UInt64 = 0

  package init() {}

  /// Takes `count` out, also beyond what is there; how long until there is something again, 0 when
  /// something is left.
  package mutating func take(_ count: Int, rate: Double, now: UInt64) -> UInt64 {
    refill(rate, now)
    used += Double(count)
    return missing(rate)
  }

  /// Takes one out if it is there.
  package mutating func takeOne(rate: Double, now: UInt64) -> Bool {
    refill(rate, now)
    guard used + 1 <= max(1, rate) else { return false }
    used += 1
    return true
  }

  /// How long until there is something again, 0 when there is.
  package mutating func wait(rate: Double, now: UInt64) -> UInt64 {
    refill(rate, now)
    return missing(rate)
  }

  /// True when nothing is missing.
  package mutating func isFull(rate: Double, now: UInt64) -> Bool {
    refill(rate, now)
    return used == 0
  }

  private mutating func refill(_ rate: Double, _ now: UInt64) {
    defer { countedAt = max(countedAt, now) }
    guard now > countedAt else { return }
    used = max(0, used - Double(now - countedAt) * rate / 1e9)
  }

  private func missing(_ rate: Double) -> UInt64 {
    let excess = used + 1 - max(1, rate)
    return excess <= 0 ? 0 : UInt64((excess / rate * 1e9).rounded(.up))
  }
}
