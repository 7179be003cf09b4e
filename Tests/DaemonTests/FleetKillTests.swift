import ButtonModel
import FleetEngineModel
import FleetLink
import TestSupport
import Testing

extension DaemonTests {
  /// The daemon is killed while changes wait for the fleet.
  @Suite struct FleetKillTests {
    private static let configuration = """
      durability: strict
      fleet:
        scopes:
          shop: {engine: "redis://none", keys: [stock], offline: {stock: count}}

      """

    /// Increments that were answered before a kill are in the engine once, whatever was lost on the way.
    @Test func whatWaitsForTheFleetOutlivesAKillAndCountsOnce() throws {
      var seed = Seed(for: "whatWaitsForTheFleetOutlivesAKillAndCountsOnce")
      let kept = try KeptState(FleetKillTests.configuration)
      var engine = FleetEngineModel(id: Chain(rawValue: 0xC0FFEE))
      var answered = 0
      for round in 0..<scaled(3, few: 2) {
        let client = try kept.start()
        let shown = try client.values()["stock.a"]?.int ?? 0
        #expect(shown >= answered, "round \(round): \(shown) of \(answered)")
        answered = shown
        let link = try LiveLink(try kept.link(), engine)
        // In some rounds the link is there, and loses requests or not.
        if round % 3 != 0 {
          link.losesRequests = round % 3 == 1
          try link.attach()
          try link.run {
            try client.values()["fleet.shop.isLive"] == JSONTree.bool(true)
          }
        }
        var ids: [Int] = []
        for _ in 0..<Int.random(in: 1...60, using: &seed) {
          ids.append(
            try client.request(
              "state.update", #"{"operations":[{"op":"increment","key":"stock.a","by":1}]}"#))
        }
        for id in ids.prefix(Int.random(in: 0...ids.count, using: &seed)) {
          _ = try client.result(of: id)
          answered += 1
        }
        if round % 3 == 2 {
          var turns = 0
          try link.run {
            turns += 1
            return turns > 3
          }
        }
        engine = link.engine
        try kept.kill()
      }
      let client = try kept.start()
      let link = try LiveLink(try kept.link(), engine)
      try link.attach()
      try link.run {
        let values = try client.values()
        return values["fleet.shop.isLive"] == JSONTree.bool(true)
          && values["fleet.shop.queued"]?.int == 0
      }
      let total = try #require(try client.values()["stock.a"]?.int)
      #expect(total >= answered)
      #expect(link.engine.fields["stock.a"]?.value?.string == "\(total)")
      try kept.stop()
    }
  }
}

extension KeptState {
  /// One more connection to the daemon that runs.
  fileprivate func link() throws -> TestClient {
    guard let daemon else { throw TestFailure("no daemon runs") }
    return try TestClient(daemon.socketPath)
  }
}
