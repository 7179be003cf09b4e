import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Who is sent what, and when.
@Suite struct SubscriptionTests {
  /// A plugin whose titles are the values of the keys that are called as the buttons.
  static var echo: FakePlugin {
    FakePlugin("p") { update in
      update.set(title: update.read(update.id).map { "\($0)" } ?? "-")
      if update.id.hasPrefix("t") { update.set(title: "\(update.userInterfaceStyle)") }
    }
  }

  /// In nanoseconds.
  static let millisecond: UInt64 = 1_000_000

  @Test func equalSubscriptionsShareOneLine() throws {
    let rig = Rig()
    try rig.define(.make("a", selectedBy: "k"))
    for number in 1...3 as ClosedRange<UInt32> { try rig.subscribe(rig.client(number)) }
    try rig.subscribe(rig.client(4), Match(patterns: ["a"]))
    try rig.settle()
    for number in 1...4 as ClosedRange<UInt32> { _ = rig.client(number).take() }
    try rig.set(["k": .bool(true)])
    try rig.settle()
    let line = try #require(rig.client(1).shared.first)
    #expect(rig.client(2).shared.first === line)
    #expect(rig.client(3).shared.first === line)
    #expect(rig.client(4).shared.count == 1)
    #expect(rig.client(4).shared.first !== line)
  }

  @Test func aDrainedConnectionGetsOneFrameWithTheNewestLooks() throws {
    let rig = Rig(plugins: [SubscriptionTests.echo])
    try rig.define(.make("a", "p/style"), .make("b", "p/style"), .make("c", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    rig.block(client)
    for number in 1...10 {
      try rig.set(["a": .int(Int64(number)), "b": .int(Int64(number))])
      try rig.settle()
    }
    _ = rig.engine.remove(Match(patterns: ["c"]))
    try rig.settle()
    #expect(client.lines.isEmpty)
    rig.drain(client)
    try rig.settle()
    #expect(client.lines.count == 1)
    #expect(client.title("a") == "int(10)")
    #expect(Set(client.looks.keys) == ["a", "b"])
    #expect(client.lines.first?["params"]?["tick"]?.int == Int64(rig.engine.tick))
  }

  @Test func manyFramesThatDifferAreMadeOverSeveralTurns() throws {
    var settings = EngineSettings()
    settings.maximumBytesAtOnce = 1
    let rig = Rig(settings)
    try rig.define(.make("a", selectedBy: "k"), .make("b", selectedBy: "k"))
    let clients = (1...8).map { rig.client($0) }
    for (number, client) in clients.enumerated() {
      try rig.subscribe(client, Match(patterns: ["a*", "b*", UTF8String("z\(number)")]))
    }
    try rig.settle()
    for client in clients { #expect(Set(client.looks.keys) == ["a", "b"]) }
    for client in clients { _ = client.take() }
    for value in [true, false, true] {
      try rig.set(["k": .bool(value)])
      try rig.turn()
      let early = clients.count { !$0.take().isEmpty }
      #expect(early < clients.count && early > 0)
      try rig.settle()
      for client in clients {
        #expect((client.looks["a"]?["isSelected"] == .bool(true)) == value)
        #expect((client.looks["b"]?["isSelected"] == .bool(true)) == value)
        _ = client.take()
      }
    }
  }

  @Test func aFrameThatWaitsForTheNextTurnGivesBackWhatItsRateHeld() throws {
    var settings = EngineSettings()
    settings.maximumBytesAtOnce = 1
    let rig = Rig(settings)
    try rig.define(.make("a", selectedBy: "k"), .make("b", selectedBy: "k"))
    for (number, id) in [(1, "a"), (2, "b")] as [(UInt32, UTF8String)] {
      try rig.subscribe(rig.client(number), Match(ids: [id]), form: .delta, maxRate: 10)
    }
    try rig.settle()
    var mostHeld = 0
    for value in [true, false, true, false] {
      try rig.set(["k": .bool(value)])
      try rig.turn()
      mostHeld = max(mostHeld, rig.engine.sentLookBytes)
    }
    #expect(mostHeld > 0)
    for _ in 0..<4 { try rig.turn(after: 200_000_000) }
    #expect(rig.engine.sentLookBytes == 0)
  }

  @Test func aConnectionThatDrainsAmidAFrameIsSentWholeFramesOnly() throws {
    let rig = Rig(plugins: [SubscriptionTests.echo])
    try rig.define(.make("a", "p/style"), .make("s", selectedBy: "a"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    rig.block(client)
    try rig.set(["a": .bool(true)])
    try rig.turn()
    rig.drain(client)
    try rig.turn(after: SubscriptionTests.millisecond)
    #expect(client.lines.isEmpty, "the built-in look is ready, the plugin's is not")
    try rig.settle()
    #expect(client.lines.count == 1)
    #expect(client.lines.first?["params"]?["buttons"]?.elements.count == 2)
  }

  @Test func aRateHoldsFramesBackAndTheNewestLookArrives() throws {
    let rig = Rig(plugins: [SubscriptionTests.echo])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client, maxRate: 10)
    try rig.settle()
    _ = client.take()
    for number in 1...50 {
      try rig.set(["a": .int(Int64(number))])
      try rig.settle(within: 10 * SubscriptionTests.millisecond)
    }
    #expect((5...6).contains(client.lines.count))
    try rig.settle(within: 200 * SubscriptionTests.millisecond)
    #expect(client.title("a") == "int(50)")
    #expect((6...7).contains(client.lines.count))
  }

  @Test func aSyncOverridesTheRateOnceAndForItsConnectionAlone() throws {
    let rig = Rig(plugins: [SubscriptionTests.echo])
    try rig.define(.make("a", "p/style"))
    try rig.subscribe(rig.client(1), maxRate: 1)
    try rig.subscribe(rig.client(2), maxRate: 1)
    try rig.settle()
    for number in 1...2 {
      try rig.set(["a": .int(Int64(number))])
      try rig.settle()
    }
    #expect(rig.client(1).title("a") == "int(1)")
    _ = rig.client(1).take()
    let serial = rig.sync(rig.client(1))
    try rig.settle()
    #expect(rig.client(1).title("a") == "int(2)")
    #expect(rig.client(2).title("a") == "int(1)")
    #expect(rig.client(1).answers[serial] != nil)
    #expect(rig.client(1).lines.count == 2)
    #expect(rig.client(1).lines.last?["epoch"] != nil, "the answer comes after the frame")
    try rig.set(["a": .int(3)])
    try rig.settle()
    #expect(rig.client(1).title("a") == "int(2)")
    try rig.settle(within: 2_000 * SubscriptionTests.millisecond)
    #expect(rig.client(1).title("a") == "int(3)")
    #expect(rig.client(2).title("a") == "int(3)")
  }

  @Test func aButtonThatLeavesAGroupIsRemovedAndOneThatJoinsAppears() throws {
    let rig = Rig()
    try rig.define(.make("a", group: "left"), .make("b", group: "left"))
    let left = rig.client(1)
    let right = rig.client(2)
    try rig.subscribe(left, Match(group: "left"))
    try rig.subscribe(right, Match(group: "right"))
    try rig.settle()
    #expect(right.looks.isEmpty)
    try rig.define(.make("a", group: "right"))
    try rig.settle()
    #expect(Set(left.looks.keys) == ["b"])
    #expect(left.lines.last?["params"]?["removed"] == .array([.string("a")]))
    #expect(Set(right.looks.keys) == ["a"], "though its look is the same")
    try rig.define(.make("a"))
    try rig.settle()
    #expect(right.looks.isEmpty)
  }

  @Test func aTraitSetIsResolvedWhereAPluginLooksAtItAndDrawnElsewhere() throws {
    let rig = Rig(plugins: [SubscriptionTests.echo])
    try rig.define(.make("a", "p/style"), .make("t", "p/style"))
    try rig.settle()
    _ = rig.workers[0].takeAsked()
    let client = rig.client()
    try rig.subscribe(client, traits: Traits(userInterfaceStyle: .dark))
    try rig.settle()
    #expect(rig.workers[0].takeAsked() == [["t"]], "the other serves all trait sets")
    #expect(client.title("a") == "-")
    #expect(client.title("t") == "dark")
    #expect(rig.status("t") == nil)
  }

  @Test func traitSetsInUseAreLimitedAndGivenBack() throws {
    var settings = EngineSettings()
    settings.limits.traitSets = 2
    let rig = Rig(settings)
    try rig.define(.make("a"))
    try rig.subscribe(rig.client(1), traits: Traits(userInterfaceStyle: .dark))
    try rig.settle()
    let third = Traits(contrast: .high)
    #expect(throws: EngineError.limitExceeded(limit: "traitSets", value: 2, index: nil)) {
      try rig.get(rig.client(2), traits: third)
    }
    rig.engine.connectionClosed(rig.client(1).connection)
    let serial = try rig.get(rig.client(2), traits: third)
    try rig.settle()
    #expect(rig.client(2).answers[serial] != nil)
    try rig.subscribe(rig.client(3), traits: Traits(layoutDirection: .rightToLeft))
  }

  @Test func subscribingTwiceToTheSameIsOneSubscription() throws {
    let rig = Rig()
    try rig.define(.make("a", selectedBy: "k"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    let again = try rig.subscribe(client, since: Int64(rig.engine.tick))
    try rig.settle()
    #expect(try client.answers[again]?.get()["snapshot"] == .bool(true))
    _ = client.take()
    try rig.set(["k": .bool(true)])
    try rig.settle()
    #expect(client.lines.count == 1)
    let name = try #require(client.subscriptions.keys.first)
    #expect(rig.engine.unsubscribe(name, client.connection))
    #expect(!rig.engine.unsubscribe(name, client.connection))
    _ = client.take()
    try rig.set(["k": .bool(false)])
    try rig.settle()
    #expect(client.lines.isEmpty)
    #expect(rig.engine.subscriptionCount(client.connection) == 0)
  }

  @Test func aPluginsOwnPropertiesPassToClients() throws {
    let rig = Rig(plugins: [
      FakePlugin("p") { $0.set(extra: "x-com.example.glow", .double(0.5)) }
    ])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    #expect(client.looks["a"]?["x-com.example.glow"] == .double(0.5))
  }

  @Test func aClientThatAsksForEverythingOverAndOverIsAnsweredAsItReads() throws {
    let rig = Rig()
    _ = try rig.engine.define((0..<300).map { .make("b\($0)") })
    try rig.settle()
    let client = rig.client()
    for _ in 0..<100 { try rig.get(client) }
    try rig.turn()
    let first = client.answers.count
    #expect((1..<20).contains(first), "of 100 answers of 80 kB each")
    rig.block(client)
    try rig.settle(within: 100 * SubscriptionTests.millisecond)
    #expect(client.answers.count == first)
    rig.drain(client)
    try rig.settle()
    #expect(client.answers.count == 100)
  }
}
