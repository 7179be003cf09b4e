/// How long to wait before connecting again, in milliseconds: a random part of a bound that doubles
/// with each failure, so that many clients do not come at once.
///
/// A connection resets the bound, unless it ends early: such connections in a row double the bound,
/// too, so that a peer that accepts and hangs up is not tried for ever at full speed.
package struct Backoff: Hashable, Sendable {
  private let first: UInt64
  private let most: UInt64
  private let spread: UInt64?
  private let least: Double
  private let lasting: UInt64

  private var failures: UInt64 = 0
  /// Connections in a row that ended early.
  private var early: UInt64 = 0

  /// The bound goes from `first` to `most`; a wait is at least `least` times the bound. `spread`
  /// replaces `first` after a connection was lost. A connection of less than `lasting` ends early.
  package init(
    first: UInt64 = 250, most: UInt64 = 60_000, spread: UInt64? = nil, least: Double = 0.5,
    lasting: UInt64 = 10_000
  ) {
    self.first = first
    self.most = most
    self.spread = spread
    self.least = max(0, min(1, least))
    self.lasting = lasting
  }

  /// The wait after a failed attempt. `share`, 0 to 1, is how much of the random part is waited.
  package mutating func failed(waiting share: Double = .random(in: 0...1)) -> UInt64 {
    defer { failures += 1 }
    return wait(share, of: bound)
  }

  /// The wait after a connection that lasted `time` milliseconds is lost.
  package mutating func lost(
    after time: UInt64, waiting share: Double = .random(in: 0...1)
  ) -> UInt64 {
    early = time < lasting ? early + 1 : 0
    failures = max(early, 1) - 1
    guard let spread else { return failed(waiting: share) }
    return wait(share, of: failures == 0 ? spread : max(spread, bound))
  }

  private var bound: UInt64 { min(most, first << min(failures, 20)) }

  private func wait(_ share: Double, of bound: UInt64) -> UInt64 {
    UInt64(Double(bound) * (least + (1 - least) * share))
  }
}
