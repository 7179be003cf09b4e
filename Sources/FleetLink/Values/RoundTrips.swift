/// A histogram of the time from a request's first sending until its entry arrives.
package struct RoundTrips: Hashable, Sendable {
  /// The classes' upper ends in nanoseconds; the last class has none.
  package static let bounds: [UInt64] = [
    1_000_000, 5_000_000, 25_000_000, 100_000_000, 500_000_000, 2_500_000_000, 10_000_000_000,
  ]

  package private(set) var counts = [UInt64](repeating: 0, count: RoundTrips.bounds.count + 1)
  /// Nanoseconds.
  package private(set) var total: UInt64 = 0

  package init() {}

  package var count: UInt64 { counts.reduce(0, +) }

  package mutating func note(_ time: UInt64) {
    let index = RoundTrips.bounds.firstIndex { time <= $0 } ?? RoundTrips.bounds.count
    counts[index] += 1
    total &+= time
  }
}
