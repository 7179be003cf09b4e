/// How long to wait before a connection is tried again, in milliseconds: from a quarter of a second
/// to a minute, each time twice as long, and varied so that many clients do not come at once.
package struct Backoff: Hashable, Sendable {
  private static let first: UInt64 = 250
  private static let most: UInt64 = 60_000
  /// A connection that lasted so long was good.
  private static let good: UInt64 = 10_000

  private var step: UInt64 = 0

  package init() {}

  /// The wait after a connection that lasted some milliseconds, 0 for one that never was; `chance`
  /// (0…1, random) varies it down to half.
  package mutating func wait(afterLasting time: UInt64, chance: Double) -> UInt64 {
    if time >= Backoff.good { step = 0 }
    let delay = min(Backoff.first << min(step, 20), Backoff.most)
    step += 1
    return delay - UInt64(Double(delay / 2) * max(0, min(1, chance)))
  }
}
