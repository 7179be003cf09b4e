import ButtonModel

/// Counts faults, and decides which are logged: of each rule and kind one in a minute, and never
/// more than a few in all. Times are nanoseconds.
package struct RuleFaultLog {
  private struct Kind: Hashable {
    let rule: Int
    let kind: RuleFault.Kind
  }

  private struct Count {
    var loggedAt: UInt64
    var passedOver = 0
  }

  private static let window: UInt64 = 60_000_000_000
  private static let rate = TokenBucket.Rate(perSecond: 0.2, burst: 20)

  private var counts: [Kind: Count] = [:]
  private var bucket = TokenBucket()
  /// All faults so far.
  package private(set) var total = 0

  package init() {}

  /// Nil if the fault is only counted.
  package mutating func line(
    for fault: RuleFault, rule: Int, topic: String, now: UInt64
  ) -> String? {
    total += 1
    let kind = Kind(rule: rule, kind: fault.kind)
    let known = counts[kind]
    if let known, now < known.loggedAt + RuleFaultLog.window {
      counts[kind]?.passedOver += 1
      return nil
    }
    guard bucket.takeIfThere(1, RuleFaultLog.rate, now: now) else { return nil }
    counts[kind] = Count(loggedAt: now)
    let more = known.map { $0.passedOver > 0 ? " (and \($0.passedOver) more like it)" : "" } ?? ""
    return "\(Excerpt(topic, atMost: 200)): \(fault)\(more)"
  }
}
