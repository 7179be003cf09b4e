/// How long to wait before a connection is tried again, in milliseconds: a bound that doubles with each
/// failure, of which a random part is waited, so that many clients do not come at once.
///
/// Failures before a connection are forgotten once it is made. Of connections that end early each one in
/// a row doubles the bound too: a peer that accepts and hangs up is not tried for ever at full speed.
package struct Backoff: Hashable, Sendable {
  private let first: UInt64
  private let most: UInt64
  private let spread: UInt64?
  private let least: Double
  private let lasting: UInt64

  private var failures: UInt64 = 0
  /// Connections in a row that ended early.
  private var early: UInt64 = 0

  /// Waits up to `first`, then twice as long each time up to `most`; at least the share `least` of
  /// that. `spread` replaces `first` after a connection was lost. A connection that was there for
  /// `lasting` did not end early.
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

  /// The wait after a connection could not be made. Of its random part, `share` is waited: 0 to 1.
  package mutating func failed(waiting share: Double = .random(in: 0...1)) -> UInt64 {
    defer { failures += 1 }
    return wait(share, of: bound)
  }

  /// The wait after a connection that was there for some milliseconds is lost.
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
