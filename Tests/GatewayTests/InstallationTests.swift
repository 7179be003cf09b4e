import Glibc
import TestSupport
import Testing

/// A kiosk, a bar, bots and two tills, while each part of what serves them is restarted.
@Suite(
  .blocking,
  .enabled(
    if: Installation.isPossible,
    "scripts/setup --tests installs redis-tools and mosquitto; a build may lack fleet and MQTT"))
struct InstallationTests {
  /// Each part alone by one of two signals, and then all of them, started in any order: two such orders in
  /// the usual run, and both signals and all 720 orders in `scripts/soak fleet`.
  @Test func allLiveAgainAfterRestartsInAnyOrder() throws {
    var seed = Seed()
    let installation = try Installation()
    try installation.sellThere()
    try installation.goRound()
    for part in Installation.Part.allCases.shuffled(using: &seed) {
      for signal in [SIGTERM, SIGKILL].shuffled(using: &seed).prefix(scaled(1)) {
        try installation.stop(part, signal)
        try installation.sellThere()
        try installation.start(part)
        try installation.goRound()
      }
    }
    // A machine that starts again starts its programs in some order.
    let orders = Self.orders(of: Installation.Part.allCases).shuffled(using: &seed)
    for order in orders.prefix(scaled(8, few: 2)) {
      for part in order.shuffled(using: &seed) {
        try installation.stop(part, Bool.random(using: &seed) ? SIGTERM : SIGKILL)
        try installation.sellThere()
      }
      for part in order { try installation.start(part) }
      do {
        try installation.goRound()
      } catch {
        throw TestFailure("started in the order \(order): \(error)")
      }
    }
    print("\(installation.rounds) rounds, \(installation.sold) sales")
  }

  private static func orders(of parts: [Installation.Part]) -> [[Installation.Part]] {
    if parts.isEmpty { return [[]] }
    return parts.flatMap { part in
      orders(of: parts.filter { $0 != part }).map { [part] + $0 }
    }
  }
}
