import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Who is sent what, and when.
@Suite struct SubscriptionTests {
  private static var echo: FakePlugin {
    FakePlugin("p") { update in
      update.set(title: update.read(update.id).map { "\($0)" } ?? "-")
      if update.id.hasPrefix("t") { update.set(title: "\(update.userInterfaceStyle)") }
    }
  }

  private static let millisecond: UInt64 = 1_000_000

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

  @Test func aBlockedConnectionGetsOneFrameWithTheNewestLooksWhenItHasDrained() throws {
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

  @Test func aSnapshotWaitsForThePluginToStart() throws {
    let rig = Rig()
    let worker = rig.install(SubscriptionTests.echo, isReady: false)
    try rig.define(.make("a", "p/style"), .make("b"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle(within: 1_500 * SubscriptionTests.millisecond)
    #expect(client.lines.isEmpty)
    worker.start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(client.title("a") == "-")
    #expect(client.reason("a") == nil)
    #expect(client.lines.count == 1)
  }

  @Test func aSnapshotDoesNotWaitForEver() throws {
    let rig = Rig()
    rig.install(SubscriptionTests.echo, isReady: false)
    try rig.define(.make("a", "p/style", title: "A"), .make("b"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle(within: 2_001 * SubscriptionTests.millisecond)
    #expect(client.title("a") == "A")
    #expect(client.reason("a") == "pluginStarting")
    #expect(client.reason("b") == nil)
  }

  @Test func aGetIsAnsweredAtTheFrameDeadlineWithWhatThereIs() throws {
    let rig = Rig(plugins: [SubscriptionTests.echo])
    try rig.define(.make("first", "p/style"))
    try rig.settle()
    try rig.define(.make("a", "p/style", title: "A"), .make("b"))
    let client = rig.client()
    let serial = try rig.get(client, Match(patterns: ["a", "b"]))
    try rig.turn()
    try rig.turn(after: 7 * SubscriptionTests.millisecond)
    #expect(client.answers[serial] == nil)
    #expect(rig.engine.wakeTime == rig.now + SubscriptionTests.millisecond)
    try rig.turn(after: SubscriptionTests.millisecond)
    let records = try client.answers[serial]?.get()["buttons"]?.elements
    #expect(records?.count == 2)
    #expect(records?.first?["appearance"]?["title"] == .string("A"))
    #expect(records?.first?["status"]?["reason"] == .string("pluginHung"))
    #expect(records?.first?["status"]?["fallback"] == .bool(true))
    try rig.settle()
    #expect(rig.status("a") == nil)
  }

  @Test func aGetOfTheSettledIsAnsweredInItsTurn() throws {
    let rig = Rig()
    try rig.define(.make("a"), .make("b"), .make("c"))
    let client = rig.client()
    let first = try rig.get(client, limit: 2)
    try rig.turn()
    #expect(try client.answers[first]?.get()["buttons"]?.elements.count == 2)
    #expect(try client.answers[first]?.get()["next"] == .string("b"))
    let second = try rig.get(client, limit: 2, after: "b")
    try rig.turn()
    #expect(
      try client.answers[second]?.get()["buttons"]?.elements.map { $0["id"] } == [.string("c")])
    #expect(try client.answers[second]?.get()["next"] == nil)
  }

  @Test func aClientResumesFromAnyTickOfTheEpoch() throws {
    let rig = Rig(plugins: [SubscriptionTests.echo])
    try rig.define(.make("a", "p/style"), .make("b", "p/style"), .make("c", "p/style"))
    try rig.settle()
    let tick = Int64(rig.engine.tick)
    try rig.set(["a": .int(1)])
    try rig.settle()
    _ = rig.engine.remove(Match(patterns: ["c"]))
    try rig.settle()

    let client = rig.client()
    let resumed = try rig.subscribe(client, since: tick)
    try rig.settle()
    let result = try #require(try client.answers[resumed]?.get())
    #expect(result["snapshot"] == .bool(false))
    #expect(result["buttons"]?.elements.map { $0["id"] } == [.string("a")])
    #expect(result["removed"] == .array([.string("c")]))

    let present = try rig.subscribe(rig.client(2), since: Int64(rig.engine.tick))
    let future = try rig.subscribe(rig.client(3), since: Int64(rig.engine.tick) + 1)
    try rig.settle()
    let nothing = try #require(try rig.client(2).answers[present]?.get())
    #expect(nothing["snapshot"] == .bool(false))
    #expect(nothing["buttons"] == .array([]))
    #expect(try rig.client(3).answers[future]?.get()["snapshot"] == .bool(true))
  }

  @Test func whoWasAwayForMoreRemovalsThanAreRememberedStartsAnew() throws {
    var settings = EngineSettings()
    settings.maximumTombstones = 2
    let rig = Rig(settings)
    _ = try rig.engine.define((0..<6).map { .make("b\($0)") })
    try rig.settle()
    let tick = Int64(rig.engine.tick)
    let stalled = rig.client(2)
    try rig.subscribe(stalled)
    try rig.settle()
    rig.block(stalled)
    for number in 0..<4 {
      _ = rig.engine.remove(Match(patterns: [UTF8String("b\(number)")]))
      try rig.settle()
    }
    let client = rig.client()
    try rig.subscribe(client, since: tick)
    rig.drain(stalled)
    try rig.settle()
    #expect(client.lines.last?["snapshot"] == .bool(true))
    #expect(Set(client.looks.keys) == ["b4", "b5"])
    #expect(stalled.lines.last?["params"]?["snapshot"] == .bool(true))
    #expect(Set(stalled.looks.keys) == ["b4", "b5"])
  }

  @Test func removalsOfOneTickBeyondWhatIsRememberedReachEverySubscriber() throws {
    var settings = EngineSettings()
    settings.maximumTombstones = 2
    let rig = Rig(settings)
    _ = try rig.engine.define((0..<6).map { .make("b\($0)") })
    let client = rig.client()
    let exact = rig.client(2)
    try rig.subscribe(client)
    try rig.subscribe(exact, Match(patterns: ["b0", "b5"]))
    try rig.settle()
    _ = rig.engine.remove(Match(patterns: ["b0", "b1", "b2", "b3"]))
    try rig.settle()
    #expect(Set(client.looks.keys) == ["b4", "b5"])
    #expect(Set(exact.looks.keys) == ["b5"])
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

  @Test func aLargeSnapshotComesInPartsOneATurnAndNotWhileBlocked() throws {
    var settings = EngineSettings()
    settings.maximumFrameBytes = 8_000
    let rig = Rig(settings)
    _ = try rig.engine.define((0..<200).map { .make("b\($0)", selectedBy: "k") })
    let client = rig.client()
    try rig.subscribe(client)
    try rig.turn()
    #expect(client.lines.count == 1)
    #expect(client.lines[0]["more"] == .bool(true))
    #expect(client.subscriptions.first?.value.isPartial == true)
    rig.block(client)
    try rig.settle()
    #expect(client.lines.count == 1)
    rig.drain(client)
    try rig.turn()
    try rig.turn()
    #expect(client.lines.count == 3)
    _ = rig.engine.remove(Match(patterns: ["b0", "b199"]))
    try rig.set(["k": .bool(true)])
    try rig.settle()
    #expect(client.subscriptions.first?.value.isPartial == false)
    #expect(client.looks.count == 198)
    #expect(client.longestLine <= 8_000)
    #expect(client.complaints.isEmpty)
  }

  @Test func aLargeFrameComesInPartsOfOneTick() throws {
    var settings = EngineSettings()
    settings.maximumFrameBytes = 8_000
    let rig = Rig(settings)
    _ = try rig.engine.define((0..<100).map { .make("b\($0)", selectedBy: "k") })
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    try rig.set(["k": .bool(true)])
    try rig.settle()
    #expect(client.lines.count > 3)
    #expect(Set(client.lines.map { $0["params"]?["tick"] }).count == 1)
    #expect(
      client.lines.map { $0["params"]?["more"]?.bool == true }
        == client.lines.indices.map { $0 < client.lines.count - 1 })
  }

  @Test func ofAVeryLargeFrameOnlyTheBeginningLiesInMemoryForWhoDoesNotRead() throws {
    var settings = EngineSettings()
    settings.maximumFrameBytes = 2_000
    let rig = Rig(settings)
    _ = try rig.engine.define((0..<200).map { .make("b\($0)", selectedBy: "k") })
    let readers = (1...3 as ClosedRange<UInt32>).map { rig.client($0) }
    for reader in readers { try rig.subscribe(reader, form: .delta) }
    try rig.settle()
    for reader in readers { _ = reader.take() }
    try rig.set(["k": .bool(true)])
    _ = rig.engine.remove(Match(patterns: ["b7"]))
    try rig.turn()
    #expect(readers.map(\.lines.count) == [5, 5, 5], "four at once, then one in a turn")
    rig.block(readers[0])
    try rig.settle()
    #expect(readers[0].lines.count == 5)
    #expect(readers[1].shared.count > 10)
    #expect(
      readers[1].shared.map(ObjectIdentifier.init) == readers[2].shared.map(ObjectIdentifier.init))
    rig.drain(readers[0])
    try rig.set(["k": .bool(false)])
    try rig.settle()
    for reader in readers {
      #expect(reader.looks.count == 199)
      #expect(reader.looks.values.allSatisfy { $0["isSelected"] == nil })
      #expect(reader.subscriptions.first?.value.isPartial == false)
      #expect(reader.complaints.isEmpty)
    }
  }

  @Test func whoComesBackTogetherSharesTheLinesToo() throws {
    let rig = Rig()
    try rig.define(.make("a", selectedBy: "k"), .make("b", selectedBy: "k"))
    let readers = (1...3 as ClosedRange<UInt32>).map { rig.client($0) }
    for reader in readers { try rig.subscribe(reader) }
    try rig.settle()
    for reader in readers {
      _ = reader.take()
      rig.block(reader)
    }
    try rig.set(["k": .bool(true)])
    try rig.settle()
    for reader in readers { rig.drain(reader) }
    try rig.settle()
    let line = try #require(readers[0].shared.first)
    #expect(readers.allSatisfy { $0.shared.count == 1 && $0.shared.first === line })
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
    settings.maximumTraitSets = 2
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
