import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Looks and statuses that change and change back before a frame goes out.
@Suite struct ReturnTests {
  private static let millisecond: UInt64 = 1_000_000

  private static var echo: FakePlugin {
    FakePlugin("p") { $0.set(title: $0.read($0.id).map { "\($0)" } ?? "-") }
  }

  /// A rig whose button `a` was drawn with 1 by an answer after the deadline, and with 0 again before
  /// that went out.
  private func returned(_ rig: Rig) throws {
    try rig.set(["a": .int(1)])
    try rig.turn()
    try rig.turn(after: 9 * ReturnTests.millisecond)
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.set(["a": .int(0)])
    try rig.turn()
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.settle()
  }

  private func rig() throws -> Rig {
    let rig = Rig(plugins: [ReturnTests.echo])
    try rig.set(["a": .int(0)])
    try rig.define(.make("a", "p/style", group: "g"), .make("b", "p/style"))
    return rig
  }

  @Test(arguments: [Match.everything, Match(patterns: ["a"]), Match(group: "g")])
  func aLookThatIsAgainWhatClientsHoldIsNotSent(_ match: Match) throws {
    let rig = try rig()
    let client = rig.client()
    try rig.subscribe(client, match)
    try rig.settle()
    _ = client.take()
    try returned(rig)
    #expect(rig.resolves("a") >= 3)
    #expect(client.lines.isEmpty)
    try rig.set(["a": .int(2)])
    try rig.settle()
    #expect(client.title("a") == "int(2)")
  }

  @Test func whoWasBehindOrAwayMeanwhileHasTheRightLook() throws {
    let rig = try rig()
    let (behind, away) = (rig.client(1), rig.client(2))
    try rig.subscribe(behind)
    try rig.settle()
    let tick = Int64(rig.engine.tick)
    rig.block(behind)
    try rig.set(["a": .int(5)])
    try rig.settle()
    try returned(rig)
    rig.drain(behind)
    try rig.subscribe(away, since: tick)
    try rig.settle()
    #expect(behind.title("a") == "int(0)")
    #expect(away.title("a") == "int(0)")
  }

  @Test func aStatusThatIsAgainWhatClientsKnowIsNotSent() throws {
    let rig = Rig(plugins: [
      FakePlugin("p") { update in
        if update.read("fails") == .bool(true) { update.fail("told to") }
      }
    ])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    try rig.set(["fails": .bool(true)])
    try rig.turn()
    try rig.turn(after: 9 * ReturnTests.millisecond)
    try rig.workers[0].answer(rig.engine, now: rig.now)
    #expect(rig.status("a") != nil)
    try rig.set(["fails": .bool(false)])
    try rig.turn()
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.settle()
    #expect(rig.status("a") == nil)
    #expect(client.lines.isEmpty)
  }
}
