/// How many leases each user holds, and how many keys belong to leases that the user holds or held.
struct LeaseShares {
  private var leases: [UInt32: Int] = [:]
  private var keys: [UInt32: Int] = [:]

  /// A lease counts once for each of the user's connections.
  func leases(of user: UInt32) -> Int { leases[user] ?? 0 }

  func keys(of user: UInt32) -> Int { keys[user] ?? 0 }

  mutating func countLeases(of user: UInt32?, by step: Int) { count(user, by: step, in: &leases) }

  mutating func countKeys(of user: UInt32?, by step: Int) { count(user, by: step, in: &keys) }

  private func count(_ user: UInt32?, by step: Int, in counts: inout [UInt32: Int]) {
    guard let user else { return }
    let count = (counts[user] ?? 0) + step
    counts[user] = count == 0 ? nil : count
  }
}
