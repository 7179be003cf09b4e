/// Tells a worker that sends without end from one that has much to say: only so much in a second.
struct FloodGate {
  /// What is let through in a second.
  let most: Int
  private var count = 0
  private var since: UInt64 = 0

  /// A gate for so much in a second.
  init(most: Int) { self.most = most }

  /// Counts something that came, at a time in nanoseconds; false when it is too much.
  mutating func admits(_ amount: Int, at now: UInt64) -> Bool {
    if now - since >= 1_000_000_000 {
      since = now
      count = 0
    }
    count += amount
    return count <= most
  }
}
