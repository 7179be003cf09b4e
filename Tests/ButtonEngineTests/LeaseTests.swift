import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC
import PluginChannel
import Testing

/// Leases: whether what feeds a key is still there.
@Suite struct LeaseTests {
  /// Shows the key that the button is named after.
  static var plain: FakePlugin {
    FakePlugin("p") { update in update.set(title: "\(update.read(update.id) ?? .null)") }
  }

  /// A rig in which a client feeds `a` and `b` under the lease `till`, and another watches buttons.
  struct Scene {
    let rig: Rig
    let feeder: FakeClient
    let watcher: FakeClient

    init(_ plugin: FakePlugin = LeaseTests.plain) throws {
      rig = Rig(plugins: [plugin])
      feeder = rig.client(1)
      watcher = rig.client(2)
      try rig.set(["a": .bool(true), "b": .int(2)], under: "till", of: feeder)
      try rig.set(["c": .int(3)])
      try rig.subscribe(watcher)
    }

    func settle() throws -> [Wire] {
      _ = watcher.take()
      try rig.settle()
      return watcher.take()
    }

    func subscribeState() throws -> String {
      let result = rig.engine.subscribeState(
        StateSubscriptionSpec(), since: nil, watcher.connection)
      try watcher.receive(.success(result), serial: 0)
      return try #require(watcher.subscriptions.keys.first { $0.hasPrefix("state") })
    }
  }

  @Test func aRedefinedKeyTellsOfTheLossOfWhatItReadsNow() throws {
    let scene = try Scene()
    try scene.rig.derive(["d": "c"])
    try scene.rig.define(.make("d", "p/style"))
    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    #expect(scene.watcher.reason("d") == nil)
    try scene.rig.derive(["d": "b + 1"])
    _ = try scene.settle()
    #expect(scene.watcher.reason("d") == "sourceLost")
    try scene.rig.derive(["d": "c"])
    _ = try scene.settle()
    #expect(scene.watcher.reason("d") == nil)
  }

  @Test func theEndOfALeaseReachesAllReadersAndNobodyElseInOneFrame() throws {
    let scene = try Scene()
    try scene.rig.define(
      .make("bound", selectedBy: "a"), .make("b", "p/style"), .make("c", "p/style"),
      .make("other", title: "x"))
    try scene.rig.settle()
    let resolves = ["bound", "b", "c", "other"].map { scene.rig.resolves(UTF8String($0)) }

    scene.rig.close(scene.feeder)
    let lines = try scene.settle()

    #expect(lines.count == 1)
    let records = lines.first?["params"]?["buttons"]?.elements ?? []
    #expect(Set(records.compactMap { $0["id"]?.string }) == ["bound", "b"])
    let tick = lines.first?["params"]?["tick"]
    for record in records {
      let key = record["id"] == .string("bound") ? "a" : "b"
      let status = record["status"]
      #expect(status?["reason"] == .string("sourceLost"))
      #expect(status?["keys"] == .array([.string(key)]))
      #expect(status?["since"] == tick)
      #expect(status?["stale"] == .bool(false))
      #expect(status?["fallback"] == .bool(false))
      #expect(status?["message"] == .string("what feeds \(key) is gone (lease till)"))
    }
    // Only what is said of them is new, so that no plugin has to be asked.
    #expect(
      ["bound", "b", "c", "other"].map { scene.rig.resolves(UTF8String($0)) } == resolves)
    #expect(scene.watcher.looks["b"]?["title"] == .string("int(2)"))
    #expect(scene.watcher.complaints == [])
  }

  @Test func aWriteUnderTheLeaseEndsItForTheKeysWritten() throws {
    let scene = try Scene()
    try scene.rig.define(.make("a", "p/style"), .make("b", "p/style"))
    try scene.rig.settle()
    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    #expect(scene.rig.lost("a", "b", "c") == ["a", "b"])

    let next = scene.rig.client(3)
    // The same value: only that somebody feeds it again is new.
    try scene.rig.set(["a": .bool(true)], under: "till", of: next)
    let lines = try scene.settle()

    #expect(scene.rig.lost("a", "b") == ["b"])
    #expect(lines.count == 1)
    let records = lines.first?["params"]?["buttons"]?.elements ?? []
    #expect(records.map { $0["id"] } == [.string("a")])
    #expect(records.first?["status"] == nil)
    #expect(scene.watcher.reason("b") == "sourceLost")

    try scene.rig.set(["b": .int(5)], under: "till", of: next)
    _ = try scene.settle()
    #expect(scene.watcher.reason("b") == nil)
    #expect(scene.rig.engine.lostKeyCount == 0)
  }

  @Test func aWriteWithoutALeaseChangesTheValueAlone() throws {
    let scene = try Scene()
    try scene.rig.define(.make("b", "p/style"))
    try scene.rig.settle()
    scene.rig.close(scene.feeder)
    try scene.rig.set(["b": .int(7)])
    _ = try scene.settle()

    #expect(scene.watcher.title("b") == "int(7)")
    #expect(scene.watcher.reason("b") == "sourceLost")
  }

  @Test func aKeyBelongsToTheLeaseThatWroteItLast() throws {
    let scene = try Scene()
    let other = scene.rig.client(3)
    try scene.rig.set(["a": .bool(false)], under: "belt", of: other)
    scene.rig.close(scene.feeder)
    #expect(scene.rig.lost("a", "b") == ["b"])
    scene.rig.close(other)
    #expect(scene.rig.lost("a", "b") == ["a", "b"])
    #expect(
      scene.rig.engine.leaseReports(atMost: 64).map {
        "\($0.name) \($0.lostKeys)/\($0.keys) \($0.holders)"
      }
        == ["belt 1/1 0", "till 1/1 0"])
  }

  @Test func twoHoldersOfOneLeaseLoseTheirOwnKeys() throws {
    let scene = try Scene()
    let second = scene.rig.client(3)
    try scene.rig.set(["b": .int(2)], under: "till", of: second)
    scene.rig.close(second)
    #expect(scene.rig.lost("a", "b") == ["b"])
  }

  @Test(arguments: [true, false])
  func aRemovedKeyLeavesItsLease(isHeld: Bool) throws {
    let scene = try Scene()
    try scene.rig.define(.make("a", "p/style"))
    try scene.rig.settle()
    if !isHeld { scene.rig.close(scene.feeder) }
    try scene.rig.settle()
    try scene.rig.update([("a", .remove)])
    #expect(scene.rig.lost("a") == [])
    try scene.rig.set(["a": .int(1)])
    if isHeld { scene.rig.close(scene.feeder) }
    try scene.rig.settle()
    #expect(scene.rig.lost("a", "b") == ["b"])
    #expect(scene.watcher.reason("a") == nil)
  }

  @Test func removingEveryKeyForgetsTheLease() throws {
    let scene = try Scene()
    scene.rig.close(scene.feeder)
    try scene.rig.update([("a", .remove), ("b", .remove)])
    #expect(scene.rig.engine.leaseReports(atMost: 64) == [])
    #expect(scene.rig.engine.lostKeyCount == 0)
    try scene.rig.settle()
    #expect(scene.rig.engine.lostKeyCount == 0)
  }

  @Test func aSilentHolderLosesItsKeysUntilItWritesAnyOfThem() throws {
    let scene = try Scene()
    try scene.rig.define(.make("a", "p/style"), .make("b", "p/style"))
    try scene.rig.set(["a": .bool(true)], under: "till", of: scene.feeder, silentAfter: 1_000)
    try scene.rig.settle()
    #expect(scene.rig.engine.wakeTime == scene.rig.now + 1_000)

    try scene.rig.turn(after: 999)
    #expect(scene.rig.lost("a", "b") == [])
    try scene.rig.set(["a": .bool(true)], under: "till", of: scene.feeder)
    try scene.rig.turn(after: 999)
    #expect(scene.rig.lost("a", "b") == [])
    _ = scene.watcher.take()
    try scene.rig.turn(after: 1)
    try scene.rig.settle()
    #expect(scene.rig.lost("a", "b") == ["a", "b"])
    #expect(scene.watcher.take().count == 1)
    #expect(scene.rig.engine.wakeTime == nil)

    try scene.rig.set(["a": .bool(true)], under: "till", of: scene.feeder)
    try scene.rig.settle()
    #expect(scene.rig.lost("a", "b") == [])
    #expect(scene.watcher.reason("b") == nil)
  }

  @Test func silenceOfZeroGivesTheLeaseUp() throws {
    let scene = try Scene()
    try scene.rig.set([:], under: "till", of: scene.feeder, silentAfter: 0)
    #expect(scene.rig.lost("a", "b") == ["a", "b"])
    #expect(scene.rig.engine.leaseReports(atMost: 64).map(\.holders) == [0])
    try scene.rig.set(["b": .int(2)], under: "till", of: scene.feeder)
    #expect(scene.rig.lost("a", "b") == ["a"])
  }

  @Test func anEmptyWriteKeepsALeaseAlive() throws {
    let scene = try Scene()
    try scene.rig.set([:], under: "till", of: scene.feeder, silentAfter: 1_000)
    try scene.rig.turn(after: 600)
    let revision = try scene.rig.set([:], under: "till", of: scene.feeder)
    #expect(revision == scene.rig.engine.revision)
    try scene.rig.turn(after: 600)
    #expect(scene.rig.lost("a") == [])
    try scene.rig.settle(within: 1_000)
    #expect(scene.rig.lost("a") == ["a"])
    try scene.rig.set([:], under: "till", of: scene.feeder)
    #expect(scene.rig.lost("a") == [])
  }

  @Test func subscribersHearWhatIsLostAndWhatComesBack() throws {
    let scene = try Scene()
    try scene.rig.settle()
    let name = try scene.subscribeState()
    try scene.rig.settle()
    _ = scene.watcher.take()
    let revision = scene.rig.engine.revision

    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    var lines = scene.watcher.take()
    #expect(lines.count == 1)
    #expect(lines.first?["params"]?["lost"] == .array([.string("a"), .string("b")]))
    #expect(lines.first?["params"]?["values"]?.members == ["a": .bool(true), "b": .int(2)])
    #expect(lines.first?["params"]?["revision"] == .int(Int64(revision) + 1))

    try scene.rig.set(["b": .int(2)], under: "till", of: scene.rig.client(3))
    try scene.rig.settle()
    lines = scene.watcher.take()
    #expect(lines.count == 1)
    #expect(lines.first?["params"]?["values"]?.members == ["b": .int(2)])
    #expect(lines.first?["params"]?["lost"] == nil)
    #expect(scene.watcher.subscriptions[name]?.lost == ["a"])
    #expect(scene.watcher.complaints == [])
  }

  @Test func aValueThatChangesAsItComesBackIsToldOnce() throws {
    let scene = try Scene()
    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    _ = try scene.subscribeState()
    try scene.rig.settle()
    _ = scene.watcher.take()
    try scene.rig.set(["b": .int(9)], under: "till", of: scene.rig.client(3))
    try scene.rig.settle()
    let shared = scene.watcher.shared.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(shared.count == 1)
    #expect(shared.first?.contains(#""values":{"b":9},"removed":[]}"#) == true)
  }

  @Test func whoResumesHearsOnlyWhatWasLostSince() throws {
    let scene = try Scene()
    try scene.rig.settle()
    let revision = scene.rig.engine.revision
    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    let lost = scene.rig.engine.revision
    for (since, keys) in [(revision, ["a", "b"]), (lost, [])] {
      let result = scene.rig.engine.subscribeState(
        StateSubscriptionSpec(), since: RevisionMark(epoch: "epoch", revision: since),
        scene.rig.client(UInt32(10 + keys.count)).connection)
      let wire = try result.withUnsafeBytes { try Wire($0) }
      #expect(wire["snapshot"] == .bool(false))
      #expect(wire["values"]?.members.keys.sorted() == keys)
      #expect(wire["lost"]?.elements.compactMap(\.string) ?? [] == keys)
    }
  }

  @Test func whatIsLostAndBackInOneTurnIsNoNews() throws {
    let scene = try Scene()
    try scene.rig.define(.make("a", "p/style"), .make("b", "p/style"))
    try scene.rig.settle()
    let tick = scene.rig.engine.tick
    scene.rig.close(scene.feeder)
    try scene.rig.set(["a": .bool(true), "b": .int(2)], under: "till", of: scene.rig.client(3))
    #expect(try scene.settle() == [])
    #expect(scene.rig.engine.tick == tick)
  }

  @Test func aLossIsNoChangeOfTheValue() throws {
    let scene = try Scene()
    let revision = scene.rig.engine.revision
    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    var changes = ChangeSet()
    changes.append(StateOperation(key: "b", kind: .increment(by: .int(1))))
    _ = try scene.rig.engine.apply(&changes, ifRevision: revision)
    #expect(scene.rig.value("b") == .int(3))
  }

  @Test func aFeedOfTheDaemonHoldsLeasesWithoutAClient() throws {
    let scene = try Scene()
    try scene.rig.set(["f": .int(1)], under: "feed", of: .feed(7))
    scene.rig.close(scene.feeder)
    #expect(scene.rig.lost("a", "f") == ["a"])
    scene.rig.engine.endLeases(of: .feed(7))
    #expect(scene.rig.lost("a", "f") == ["a", "f"])
  }

  // MARK: Limits

  @Test func whatIsKeptForALeaseIsCountedAndGivenBack() throws {
    let rig = Rig()
    let client = rig.client(1)
    let connection = client.connection
    rig.engine.clients.open(connection, user: 1, isPrivileged: false)
    try rig.set(["a": .int(1), "b": .int(2)], under: "till", of: client)
    let bytes = rig.engine.clients.bytes(of: connection)
    #expect(bytes > 0)
    try rig.set(["a": .int(3)], under: "till", of: client)
    #expect(rig.engine.clients.bytes(of: connection) == bytes)
    try rig.update([("a", .remove)])
    #expect(rig.engine.clients.bytes(of: connection) < bytes)
    try rig.set(["b": .int(2)], under: "till", of: rig.client(2))
    rig.close(client)
    #expect(rig.engine.clients.bytes(of: connection) == 0)
    rig.close(rig.client(2))
    #expect(rig.engine.clientBytes == 0)
  }

  @Test func aClaimBeyondALimitAppliesNothing() throws {
    var settings = EngineSettings()
    settings.limits.leases = 2
    settings.limits.leasedKeys = 3
    settings.limits.connectionBytes = 2_000
    let rig = Rig(settings)
    let client = rig.client(1)
    try rig.set(["a": .int(1), "b": .int(1)], under: "one", of: client)
    try rig.set(["c": .int(1)], under: "two", of: client)
    let revision = rig.engine.revision
    #expect(throws: EngineError.limitExceeded(limit: "leases", value: 2, index: nil)) {
      try rig.set(["a": .int(2)], under: "three", of: client)
    }
    #expect(throws: EngineError.limitExceeded(limit: "leasedKeys", value: 3, index: nil)) {
      try rig.set(["a": .int(2), "d": .int(2)], under: "one", of: client)
    }
    rig.engine.settings.limits.leasedKeys = 100
    let many = Dictionary(uniqueKeysWithValues: (0..<12).map { ("k\($0)", StateValue.int(1)) })
    let refusal = EngineError.limitExceeded(limit: "connectionBytes", value: 2_000, index: nil)
    #expect(throws: refusal) { try rig.set(many, under: "one", of: client) }
    #expect(rig.engine.revision == revision)
    #expect(rig.value("a") == .int(1))
    try rig.set(["a": .int(2), "b": .int(2), "c": .int(2)], under: "two", of: client)
    rig.close(client)
    #expect(rig.lost("a", "b", "c", "k0") == ["a", "b", "c"])
  }

  @Test func aKeyOfTheGreatestLengthCanBeLost() throws {
    let name = String(repeating: "k", count: StateKey.maximumBytes)
    let rig = Rig(plugins: [
      FakePlugin("p") { $0.set(title: "\($0.quality(name) ?? .null)") }
    ])
    try rig.set([name: .int(1)], under: "till", of: rig.client(1))
    try rig.define(.make("x", "p/style"))
    try rig.subscribe(rig.client(2))
    try rig.settle()
    rig.close(rig.client(1))
    try rig.settle()
    #expect(rig.client(2).title("x") == "string(lost)")
  }

  @Test func qualityIsNoStateThatClientsCanName() throws {
    let scene = try Scene()
    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    #expect(scene.rig.keyCount == 3)
    var hidden = Array("a".utf8)
    hidden[0] |= 0x80
    var changes = ChangeSet()
    hidden.withUnsafeBytes { changes.append($0, .set(.int(1))) }
    #expect(throws: EngineError.invalidKey(index: 0)) { try scene.rig.engine.apply(&changes) }
  }
}
