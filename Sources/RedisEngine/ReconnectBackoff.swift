package import NIOCore

/// How long to wait before the next attempt to connect, so that many daemons that lost one engine do
/// not come back in one moment: each wait is random, from nothing to a bound that doubles.
package struct ReconnectBackoff: Sendable {
  private let spread: TimeAmount
  private let most: TimeAmount
  private var failures = 0

  /// After a connection that worked, the first attempt is within `spread`; no wait exceeds `most`.
  package init(spread: TimeAmount = .seconds(5), most: TimeAmount = .seconds(30)) {
    self.spread = spread
    self.most = most
  }

  private static let least = TimeAmount.milliseconds(200)

  /// A connection was made.
  package mutating func succeeded() { failures = 0 }

  /// The wait after a connection was lost or did not come about.
  package mutating func next(using random: inout some RandomNumberGenerator) -> TimeAmount {
    defer { failures += 1 }
    let bound =
      failures == 0
      ? spread : min(most, Self.least * (1 << min(failures - 1, 16)))
    return .nanoseconds(Int64.random(in: 0...bound.nanoseconds, using: &random))
  }
}
