/// Counts the buttons that have still to show what changed, by the commit that made them dirty.
///
/// A barrier for commit `s` may pass when no button is unsettled since `s` or earlier.
struct UnsettledLedger {
  private var counts: [Int] = []
  private var first = 0
  private var base: UInt64 = 0

  /// Buttons that are unsettled.
  private(set) var total = 0

  /// The oldest commit with an unsettled button; nil when all is settled.
  var oldest: UInt64? { total == 0 ? nil : base + UInt64(first) }

  /// One more button is unsettled since `sequence`, which is never before one added earlier
  /// unless that one is still unsettled.
  mutating func add(_ sequence: UInt64) {
    if total == 0 {
      counts.removeAll(keepingCapacity: true)
      first = 0
      base = sequence
    }
    precondition(sequence >= base + UInt64(first), "a button became unsettled in the past")
    let index = Int(sequence - base)
    while counts.count <= index { counts.append(0) }
    counts[index] += 1
    total += 1
  }

  /// One button that was unsettled since `sequence` has settled.
  mutating func remove(_ sequence: UInt64) {
    let index = Int(sequence - base)
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
