import ButtonModel
import ButtonProtocol
import Testing

@testable import ButtonEngine

/// What subscriptions cost follows what they match, not how many there are.
@Suite struct StandingWorkTests {
  /// A rig with a button and so many subscriptions of one client that almost match it.
  private func rig(subscriptions: Int) throws -> Rig {
    let rig = Rig()
    try rig.define(.make("abcdefgh", selectedBy: "k"))
    for number in 0..<subscriptions {
      let patterns = (0..<20).map { UTF8String("*a*\($0)*h*\(number)") }
      try rig.subscribe(rig.client(), Match(patterns: patterns))
    }
    try rig.subscribe(rig.client(2), Match(patterns: ["*b*d*"]))
    try rig.settle()
    _ = rig.client().take()
    _ = rig.client(2).take()
    return rig
  }

  @Test func aChangeOfALookCostsTheSameBesideFewAndManyGlobs() throws {
    func cost(_ subscriptions: Int) throws -> Int {
      let rig = try rig(subscriptions: subscriptions)
      let before = rig.engine.budget.work
      try rig.set(["k": .bool(true)])
      try rig.settle()
      #expect(rig.client().take().isEmpty)
      #expect(rig.client(2).take().count == 1)
      return rig.engine.budget.work - before
    }
    #expect(try cost(1) == cost(200))
  }

  @Test func whoWatchesManyButtonsIsToldOfThoseThatChanged() throws {
    let rig = Rig()
    let count = 5_000
    for start in stride(from: 0, to: count, by: 1_000) {
      let buttons = (start..<start + 1_000).map { ButtonDefinition.make("b\($0)", selectedBy: "k") }
      _ = try rig.engine.define(buttons)
    }
    try rig.subscribe(rig.client(), Match(patterns: ["*b*"]))
    try rig.subscribe(rig.client(2), Match(patterns: ["b?"]))
    try rig.settle()
    _ = rig.client().take()
    _ = rig.client(2).take()
    try rig.set(["k": .bool(true)])
    try rig.settle()
    #expect(records(rig.client().take()) == count)
    #expect(records(rig.client(2).take()) == 10)
  }

  /// A client that asks for everything by globs that fit no prefix, in traits of its own, of a rig with so
  /// many buttons.
  private func costly(_ count: Int) throws -> (rig: Rig, client: FakeClient) {
    var settings = EngineSettings()
    settings.searchAllowance = 20_000
    settings.drawingAllowance = 100_000
    let rig = Rig(settings)
    _ = try rig.engine.define((0..<count).map { .make("b\($0)", selectedBy: "k") })
    try rig.settle()
    let globs = (0..<50).map { UTF8String("*x\($0)*") } + ["*b*"]
    let client = rig.client()
    try rig.subscribe(client, Match(patterns: globs), traits: Traits(userInterfaceStyle: .dark))
    return (rig, client)
  }

  @Test func aCostlySearchTakesManyTurnsAndMissesNothing() throws {
    let (rig, client) = try costly(1_000)
    var turns = 0
    var most = 0
    repeat {
      let before = rig.engine.budget.work
      try rig.turn()
      most = max(most, rig.engine.budget.work - before)
      turns += 1
      if turns == 5 {
        _ = rig.engine.remove(Match(patterns: ["b7", "b999"]))
        try rig.set(["k": .bool(true)])
      }
    } while turns < 1_000 && client.subscriptions.first?.value.isPartial != false
    #expect(turns > 8)
    #expect(most < 200_000 + 120_000, "a search, and a part of what a tick draws")
    #expect(client.looks.count == 998)
    #expect(client.looks.values.allSatisfy { $0["isSelected"]?.bool == true })
    #expect(client.complaints.isEmpty)
  }

  private func records(_ lines: [Wire]) -> Int {
    lines.reduce(0) { $0 + ($1["params"]?["buttons"]?.elements.count ?? 0) }
  }

  @Test func aButtonInTheSlotOfAnotherIsNotTakenForIt() throws {
    let rig = Rig()
    try rig.define(.make("a1", group: "g"))
    try rig.subscribe(rig.client(), Match(patterns: ["a*"]))
    try rig.settle()
    _ = rig.client().take()
    // Leaving its group makes its look news at once.
    try rig.define(.make("a1"))
    _ = rig.engine.remove(Match(patterns: ["a1"]))
    try rig.define(.make("b1", selectedBy: "k"))
    try rig.settle()
    let lines = rig.client().take()
    #expect(lines.count == 1)
    #expect(lines.first?["params"]?["removed"]?.elements.count == 1)
    #expect(lines.first?["params"]?["buttons"]?.elements.count == 0)
  }
}
