import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import Testing

/// Subscriptions with `form: delta`.
@Suite struct DeltaTests {
  private static var echo: FakePlugin {
    FakePlugin("p") { $0.set(title: $0.read($0.id).map { "\($0)" } ?? "-") }
  }

  private static let millisecond: UInt64 = 1_000_000

  /// The one record of the last line.
  private func lastRecord(_ client: FakeClient) -> Wire? {
    let records = client.lines.last?["params"]?["buttons"]?.elements ?? []
    return records.count == 1 ? records.first : nil
  }

  @Test func aChangeIsSentAsWhatDiffersAndBackToTheDefaultAsNull() throws {
    let rig = Rig()
    try rig.define(.make("a", selectedBy: "s", enabledBy: "e"))
    let client = rig.client()
    try rig.subscribe(client, form: .delta)
    try rig.settle()
    #expect(client.lines.last?["buttons"]?.elements.first?["appearance"] != nil)
    try rig.set(["s": .bool(true), "e": .bool(true)])
    try rig.settle()
    let patch = try #require(lastRecord(client)?["patch"])
    #expect(lastRecord(client)?["appearance"] == nil)
    #expect(patch["isEnabled"] == .null)
    #expect(patch["isSelected"] == .bool(true))
    #expect(patch["cornerRadius"] == nil, "what stayed is not in it")
    #expect(client.complaints.isEmpty)
    let whole = rig.client(2)
    try rig.subscribe(whole)
    try rig.settle()
    #expect(client.looks == whole.looks)
  }

  @Test func equalDeltaSubscriptionsShareOneLineAndTheFullFormHasItsOwn() throws {
    let rig = Rig()
    try rig.define(.make("a", selectedBy: "k"))
    for number in 1...2 as ClosedRange<UInt32> {
      try rig.subscribe(rig.client(number), form: .delta)
    }
    try rig.subscribe(rig.client(3))
    try rig.settle()
    for number in 1...3 as ClosedRange<UInt32> { _ = rig.client(number).take() }
    try rig.set(["k": .bool(true)])
    try rig.settle()
    let line = try #require(rig.client(1).shared.first)
    #expect(rig.client(2).shared.first === line)
    #expect(rig.client(3).shared.first !== line)
    #expect(line.bytes.count < (rig.client(3).shared.first?.bytes.count ?? 0))
  }

  @Test func aClientThatWasBehindIsSentWholeLooksAndPatchesAfterwards() throws {
    let rig = Rig()
    try rig.define(.make("a", selectedBy: "s", enabledBy: "e"))
    let (client, other) = (rig.client(1), rig.client(2))
    try rig.subscribe(client, form: .delta)
    try rig.subscribe(other, form: .delta)
    try rig.settle()
    rig.block(client)
    try rig.set(["s": .bool(true)])
    try rig.settle()
    rig.drain(client)
    try rig.settle()
    #expect(lastRecord(client)?["appearance"] != nil)
    #expect(lastRecord(other)?["patch"] != nil)
    try rig.set(["s": .bool(false)])
    try rig.settle()
    #expect(lastRecord(client)?["patch"] != nil)
    #expect(client.looks == other.looks)
    #expect(client.complaints.isEmpty)
  }

  @Test func aButtonThatIsNewIsSentWhole() throws {
    let rig = Rig()
    try rig.define(.make("a", group: "g"))
    let client = rig.client()
    try rig.subscribe(client, Match(group: "g"), form: .delta)
    try rig.settle()
    try rig.define(.make("b", title: "B"))
    try rig.settle()
    try rig.define(.make("b", title: "C", group: "g"))
    try rig.settle()
    #expect(lastRecord(client)?["appearance"]?["title"] == .string("C"))
    _ = rig.engine.remove(Match(patterns: ["b"]))
    try rig.define(.make("b", title: "D", group: "g"))
    try rig.settle()
    #expect(lastRecord(client)?["appearance"]?["title"] == .string("D"))
    #expect(client.complaints.isEmpty)
  }

  @Test func aStatusAloneComesWithAnEmptyPatch() throws {
    let rig = Rig(plugins: [DeltaTests.echo])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client, form: .delta)
    try rig.settle()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.settle(within: 300 * DeltaTests.millisecond)
    #expect(lastRecord(client)?["patch"] == .object([:]))
    #expect(client.reason("a") == "pluginCrashed")
  }

  @Test func aRateHoldsFramesBackAndPatchesStartFromTheLookThatWasSent() throws {
    let rig = Rig(plugins: [DeltaTests.echo])
    try rig.define(.make("a", "p/style"), .make("b", "p/style"))
    let client = rig.client()
    try rig.subscribe(client, form: .delta, maxRate: 10)
    try rig.settle()
    _ = client.take()
    for number in 1...50 {
      try rig.set(["a": .int(Int64(number))])
      if number == 10 { try rig.define(.make("b", "p/style", group: "g")) }
      try rig.settle(within: 10 * DeltaTests.millisecond)
    }
    try rig.settle(within: 200 * DeltaTests.millisecond)
    let records = client.lines.flatMap { $0["params"]?["buttons"]?.elements ?? [] }
    #expect(records.count >= 6)
    #expect(records.allSatisfy { $0["patch"] != nil })
    #expect(client.title("a") == "int(50)")
    #expect(client.complaints.isEmpty)
  }

  @Test func anotherButtonOfTheSameIdIsSentWholeThoughARateHeldItBack() throws {
    let rig = Rig()
    try rig.define(.make("a", title: "A"))
    let client = rig.client()
    try rig.subscribe(client, form: .delta, maxRate: 10)
    try rig.settle()
    try rig.define(.make("a", title: "B"))
    try rig.settle(within: DeltaTests.millisecond)
    try rig.define(.make("a", title: "C"))
    try rig.settle(within: DeltaTests.millisecond)
    _ = rig.engine.remove(Match(patterns: ["a"]))
    try rig.settle(within: DeltaTests.millisecond)
    try rig.define(.make("a", title: "D"))
    try rig.settle(within: 200 * DeltaTests.millisecond)
    #expect(lastRecord(client)?["appearance"]?["title"] == .string("D"))
    #expect(client.complaints.isEmpty)
  }
}
