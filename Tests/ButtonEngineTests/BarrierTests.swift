import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// `sync` and `wait: "published"`.
@Suite struct BarrierTests {
  private static var echo: FakePlugin {
    FakePlugin("p") { $0.set(title: $0.read($0.id).map { "\($0)" } ?? "-") }
  }

  private static let millisecond: UInt64 = 1_000_000

  @Test func aBarrierOverNothingIsAnsweredInItsTurn() throws {
    let rig = Rig()
    let first = rig.sync(rig.client())
    try rig.set(["k": .int(1)])
    let second = rig.awaitPublished(rig.client())
    try rig.turn()
    #expect(try rig.client().answers[first]?.get()["revision"] == .int(1))
    #expect(try rig.client().answers[second]?.get() == .object(["done": .bool(true)]))
  }

  @Test func aBarrierWaitsForTheFrameOfItsChange() throws {
    let rig = Rig(plugins: [BarrierTests.echo])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    try rig.set(["a": .int(1)])
    let serial = rig.awaitPublished(client)
    try rig.turn()
    try rig.turn(after: 20 * BarrierTests.millisecond)
    #expect(client.answers[serial] == nil, "a late button is awaited too")
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn()
    #expect(client.answers[serial] != nil)
    #expect(client.lines.count == 2)
    #expect(client.lines.last == .object(["done": .bool(true)]), "the frame comes first")
  }

  @Test func aSyncComesAfterTheLooksAskedForBeforeIt() throws {
    var settings = EngineSettings()
    settings.searchAllowance = 20_000
    let rig = Rig(settings)
    for number in 0..<500 { try rig.define(.make("b\(number)")) }
    try rig.settle()
    let client = rig.client()
    let dark = Traits(userInterfaceStyle: .dark)
    let subscription = try rig.subscribe(client, traits: dark)
    let get = try rig.get(client, Match(patterns: ["b1"]))
    let sync = rig.sync(client)
    let elsewhere = rig.sync(rig.client(2))
    try rig.turn()
    #expect(rig.client(2).answers[elsewhere] != nil, "others do not wait for it")
    #expect(client.answers[subscription] == nil, "its looks take several turns")
    var turns = 0
    while client.answers[sync] == nil, turns < 1_000 {
      #expect(rig.engine.wakeTime.map { $0 <= rig.now } == true)
      try rig.turn()
      turns += 1
    }
    #expect(client.answers[sync] != nil)
    #expect(client.answers[subscription] != nil && client.answers[get] != nil)
    #expect(client.looks.count == 500)
  }

  @Test func aSyncDoesNotWaitForTheLooksAskedForAfterIt() throws {
    var settings = EngineSettings()
    settings.searchAllowance = 20_000
    let rig = Rig(settings)
    for number in 0..<500 { try rig.define(.make("b\(number)")) }
    try rig.settle()
    let client = rig.client()
    let sync = rig.sync(client)
    let subscription = try rig.subscribe(client, traits: Traits(userInterfaceStyle: .dark))
    try rig.turn()
    #expect(client.answers[sync] != nil)
    #expect(client.answers[subscription] == nil)
  }

  @Test func aBarrierPassesUnderAFloodThatNeverSettles() throws {
    let rig = Rig(plugins: [BarrierTests.echo])
    try rig.define(.make("a", "p/style"), .make("b", "p/style"))
    try rig.settle()
    try rig.set(["a": .int(0)])
    let serial = rig.sync(rig.client())
    var turns = 0
    while rig.client().answers[serial] == nil, turns < 20 {
      turns += 1
      // Each answer comes after the next change, so that it is always stale.
      try rig.turn(after: BarrierTests.millisecond)
      try rig.set(["a": .int(Int64(turns)), "b": .int(Int64(turns))])
      _ = rig.engine.setNeedsUpdateConfiguration(Match(patterns: ["b"]))
      try rig.turn(after: 9 * BarrierTests.millisecond)
      try rig.workers[0].answer(rig.engine, now: rig.now)
    }
    #expect(turns < 5)
    #expect(rig.engine.unsettledCount > 0)
  }

  @Test func aKeyReadForTheFirstTimeThatChangedOnTheWayIsAwaited() throws {
    let rig = Rig(plugins: [
      FakePlugin("p") { update in
        guard update.read("which") == .bool(true) else { return }
        update.set(title: "\(update.read("x") ?? .null)")
      }
    ])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    try rig.set(["which": .bool(true)])
    try rig.turn()
    try rig.set(["x": .int(1)])
    let serial = rig.awaitPublished(client)
    try rig.turn(after: 9 * BarrierTests.millisecond)
    try rig.set(["y": .int(1)])
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn()
    try rig.turn(after: 9 * BarrierTests.millisecond)
    #expect(client.title("a") == "null")
    #expect(client.answers[serial] == nil)
    try rig.settle()
    #expect(client.title("a") == "int(1)")
    #expect(client.answers[serial] != nil)
  }

  /// A rig with a slow plugin that may read some keys and is at work on the button `slow`, and with a
  /// button `other` that follows `k`.
  private func busyRig(reads: [String]) throws -> Rig {
    let rig = Rig(plugins: [
      FakePlugin("p", reads: reads) { $0.set(title: "\($0.read("a") ?? .null)") }
    ])
    try rig.define(.make("slow", "p/style"), .make("other", selectedBy: "k"))
    try rig.subscribe(rig.client())
    try rig.settle()
    try rig.set(["a": .int(1)])
    try rig.turn()
    try rig.turn(after: 9 * BarrierTests.millisecond)
    #expect(rig.engine.unsettledCount == 1)
    return rig
  }

  @Test func aChangeDoesNotWaitForButtonsThatItHasNothingToDoWith() throws {
    let rig = try busyRig(reads: ["state.a"])
    let client = rig.client()
    _ = client.take()
    try rig.set(["k": .bool(true)])
    let change = rig.awaitPublished(client)
    let sync = rig.sync(client)
    try rig.turn()
    #expect(client.answers[change] != nil)
    #expect(client.lines.count == 2)
    #expect(client.lines.last == .object(["done": .bool(true)]), "the frame comes first")
    try rig.define(.make("other", selectedBy: "j"))
    let definition = rig.awaitPublished(client)
    try rig.turn(after: BarrierTests.millisecond)
    #expect(client.answers[definition] != nil)
    #expect(rig.engine.unsettledCount == 1)
    #expect(client.answers[sync] == nil, "a sync waits for everything")
    try rig.settle()
    #expect(client.answers[sync] != nil)
  }

  @Test func aPassUnderWayThatMayReadWhatChangedIsAwaitedAndNoOther() throws {
    let rig = try busyRig(reads: ["state.*"])
    let client = rig.client()
    // Another one waits for the plugin: what it makes of it will be of the newest state anyway.
    try rig.define(.make("next", "p/style"))
    try rig.set(["k": .bool(true)])
    let serial = rig.awaitPublished(client)
    try rig.turn()
    try rig.turn(after: 9 * BarrierTests.millisecond)
    #expect(client.answers[serial] == nil)
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn()
    // The next frame has begun, and gives the plugin its time.
    try rig.turn(after: 9 * BarrierTests.millisecond)
    #expect(client.answers[serial] != nil)
    #expect(rig.engine.unsettledCount == 1)
  }

  @Test func aKeyThatAnEarlierLaneReadAsItWasIsAwaited() throws {
    let title = { (update: Update) in
      update.set(title: "\(update.title)\(update.read("x") ?? .null)")
    }
    let rig = Rig(plugins: [
      FakePlugin("p", title), FakePlugin("q", reads: []) { $0.set(title: $0.title + "!") },
    ])
    try rig.define(.make("a", "p/style", handler: "q/handler"))
    let client = rig.client()
    try rig.subscribe(client)
    // The style has read the key, which is no dependency yet: the handler has still to answer.
    try rig.turn()
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.set(["x": .int(1)])
    let serial = rig.awaitPublished(client)
    try rig.turn(after: 9 * BarrierTests.millisecond)
    try rig.turn(after: 9 * BarrierTests.millisecond)
    #expect(client.answers[serial] == nil)
    try rig.settle()
    #expect(client.title("a") == "int(1)!")
    #expect(client.answers[serial] != nil)
  }

  @Test func aKeyThatHasTheValueAlreadyIsAwaitedAllTheSame() throws {
    let rig = try busyRig(reads: ["state.a"])
    let client = rig.client()
    try rig.set(["a": .int(1)])
    let serial = rig.awaitPublished(client)
    try rig.turn()
    #expect(client.answers[serial] == nil)
    try rig.settle()
    #expect(client.title("slow") == "int(1)")
    #expect(client.answers[serial] != nil)
  }

  @Test func aDownPluginCountsOnceTheStatusSaysSo() throws {
    let rig = Rig(plugins: [BarrierTests.echo])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.set(["a": .int(1)])
    let serial = rig.awaitPublished(client)
    try rig.settle(within: 240 * BarrierTests.millisecond)
    #expect(client.answers[serial] == nil)
    try rig.settle(within: 20 * BarrierTests.millisecond)
    #expect(client.reason("a") == "pluginCrashed")
    #expect(client.answers[serial] != nil)
    try rig.set(["a": .int(2)])
    let second = rig.sync(client)
    try rig.settle()
    #expect(client.answers[second] != nil, "and at once while it is known to be down")
  }

  @Test func aBarrierThatRunsOutSaysWhichRevisionStands() throws {
    let rig = Rig(plugins: [BarrierTests.echo])
    try rig.define(.make("a", "p/style"))
    let revision = try rig.set(["a": .int(1)])
    let serial = rig.sync(rig.client(), timeout: 100 * BarrierTests.millisecond)
    try rig.turn()
    try rig.turn(after: 99 * BarrierTests.millisecond)
    #expect(rig.client().answers[serial] == nil)
    #expect(rig.engine.wakeTime == rig.now + BarrierTests.millisecond)
    try rig.turn(after: BarrierTests.millisecond)
    #expect(rig.client().answers[serial] == .failure(.timeout(revision: revision)))
  }

  @Test func whileAFrameWaitsTimePasses() throws {
    var settings = EngineSettings()
    settings.frameDeadline = 5_000 * BarrierTests.millisecond
    let rig = Rig(settings, plugins: [BarrierTests.echo])
    try rig.define(.make("a", "p/style"))
    let serial = rig.sync(rig.client(), timeout: 100 * BarrierTests.millisecond)
    try rig.turn()
    #expect(rig.engine.wakeTime == rig.now + 100 * BarrierTests.millisecond)
    try rig.turn(after: 100 * BarrierTests.millisecond)
    #expect(rig.client().answers[serial] != nil)
  }

  @Test func aSyncOfABlockedConnectionComesAfterItsFrames() throws {
    let rig = Rig()
    try rig.define(.make("a", selectedBy: "k"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    rig.block(client)
    try rig.set(["k": .bool(true)])
    let serial = rig.sync(client)
    let published = rig.awaitPublished(rig.client(2))
    try rig.settle()
    #expect(client.answers[serial] == nil)
    #expect(rig.client(2).answers[published] != nil, "others never wait for a reader")
    rig.drain(client)
    try rig.settle()
    #expect(client.lines.count == 2)
    #expect(client.lines.last?["epoch"] != nil)
  }

  @Test func whatAClosedConnectionWaitedForIsForgotten() throws {
    let rig = Rig(plugins: [BarrierTests.echo])
    try rig.define(.make("a", "p/style"))
    rig.sync(rig.client())
    try rig.get(rig.client())
    try rig.turn()
    rig.engine.connectionClosed(rig.client().connection)
    try rig.settle(within: 10_000 * BarrierTests.millisecond)
    #expect(rig.client().answers.isEmpty)
    #expect(rig.engine.wakeTime == nil)
  }
}
