import ButtonModel

/// Counts unsettled buttons by the tick that found them dirty. A barrier for a tick may pass once
/// no button is unsettled since that or an earlier one.
struct PendingButtonCounter {
  private var counts: [Int] = []
  private var first = 0
  private var base: UInt64 = 0

  private(set) var total = 0

  /// The oldest tick with an unsettled button; nil without one.
  var oldest: UInt64? { total == 0 ? nil : base + UInt64(first) }

  /// `tick` must not be older than the oldest that is still counted.
  mutating func add(_ tick: UInt64) {
    if total == 0 {
      counts.empty()
      first = 0
      base = tick
    }
    precondition(tick >= base + UInt64(first), "a button became unsettled in the past")
    let index = Int(tick - base)
    while counts.count <= index { counts.append(0) }
    counts[index] += 1
    total += 1
  }

  mutating func remove(_ tick: UInt64) {
    let index = Int(tick - base)
    precondition(counts[index] > 0, "a button settled twice")
    counts[index] -= 1
    total -= 1
    while first < counts.count, counts[first] == 0 { first += 1 }
    if first > 1024, first * 2 > counts.count {
      counts.removeFirst(first)
      base += UInt64(first)
      first = 0
    }
  }
}
