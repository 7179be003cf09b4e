import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Clients that go on from where they were.
extension SubscriptionTests {
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
}
