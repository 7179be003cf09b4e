import ButtonEngine
import ButtonModel
import Testing

/// Live, stale, fallback: what subscribers see of a plugin that is down, second by second.
@Suite struct FreshnessTests {
  private static let millisecond: UInt64 = 1_000_000
  private static let second: UInt64 = 1_000_000_000

  /// Shows the value of a key named like the button.
  private static func echo() -> FakePlugin {
    FakePlugin("p") { update in
      update.set(title: update.title + "/" + (update.read(update.id).map { "\($0)" } ?? "-"))
    }
  }

  /// Buttons a and b of the plugin, a client that shows them, and nothing said since.
  private func start() throws -> (Rig, FakeClient) {
    let rig = Rig(plugins: [Self.echo()])
    try rig.define(.make("a", "p/style", title: "A"), .make("b", "p/style", title: "B"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    #expect(client.title("a") == "A/-")
    _ = client.take()
    return (rig, client)
  }

  /// The ids in the frames since the last look.
  private func ids(_ client: FakeClient) -> [[String]] {
    client.take().map { line in
      (line["params"]?["buttons"]?.elements ?? []).compactMap { $0["id"]?.string }.sorted()
    }
  }

  private func wire(_ client: FakeClient, _ id: String) -> Wire? {
    client.subscriptions.first?.value.statuses[id]
  }

  @Test func aStatusHasExactlyTheMembersOfTheProtocol() throws {
    let (rig, client) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.settle(within: Self.second)
    let status = try #require(wire(client, "a"))
    #expect(
      status.members.keys.sorted() == [
        "fallback", "message", "plugin", "reason", "since", "stale",
      ])
    #expect(status["stale"] == .bool(false))
    #expect(status["fallback"] == .bool(false))
    #expect(status["reason"] == .string("pluginCrashed"))
    #expect(status["plugin"] == .string("com.example.p"))
    #expect(status["since"]?.int == Int64(rig.engine.tick))
  }

  @Test func onlyAButtonWhoseKeyHasChangedIsStale() throws {
    let (rig, client) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.settle(within: Self.second)
    #expect(ids(client) == [["a", "b"]], "one frame says of both that the plugin is down")
    #expect(rig.status("a")?.isStale == false)

    try rig.set(["a": .int(1), "unread": .int(1)])
    try rig.settle()
    #expect(ids(client) == [["a"]])
    #expect(rig.status("a")?.isStale == true)
    #expect(rig.status("b")?.isStale == false)
    #expect(client.title("a") == "A/-", "the last good look")

    try rig.set(["a": .int(2)])
    try rig.settle()
    #expect(ids(client) == [], "stale is stale")
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(ids(client) == [["a", "b"]], "both are well again, in one frame")
    #expect(client.title("a") == "A/int(2)")
    #expect(rig.status("a") == nil && rig.status("b") == nil)
  }

  @Test func aKeyThatChangesWithinTheGraceIsToldOnlyIfThePluginStaysAway() throws {
    let (rig, client) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.set(["a": .int(1)])
    try rig.settle(within: 249 * Self.millisecond)
    #expect(ids(client) == [])
    try rig.settle(within: 2 * Self.millisecond)
    #expect(ids(client) == [["a", "b"]])
    #expect(rig.status("a")?.isStale == true)
    #expect(rig.status("b")?.isStale == false)
  }

  @Test func theFallbackComesThirtySecondsAfterTheChangeNotTheCrash() throws {
    let (rig, client) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.settle(within: 100 * Self.second)
    #expect(rig.status("a")?.isFallback == false)
    try rig.set(["a": .int(1)])
    try rig.settle()
    _ = client.take()
    try rig.settle(within: 29_990 * Self.millisecond)
    #expect(ids(client) == [])
    #expect(client.title("a") == "A/-")
    // Another change does not make it younger.
    try rig.set(["a": .int(2)])
    try rig.settle(within: 20 * Self.millisecond)
    #expect(ids(client) == [["a"]])
    #expect(client.title("a") == "A")
    let status = try #require(wire(client, "a"))
    #expect(status["fallback"] == .bool(true))
    #expect(status["stale"] == .bool(false))
    #expect(rig.status("b")?.isFallback == false, "b is as good as it was")
    try rig.settle(within: 3_600 * Self.second)
    #expect(client.title("b") == "B/-")
  }

  @Test func aPluginThatIsBackInTimeTakesTheThirtySecondsBack() throws {
    let (rig, client) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.set(["a": .int(1)])
    try rig.settle(within: 29 * Self.second)
    #expect(rig.status("a")?.isStale == true)
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(client.title("a") == "A/int(1)")
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.set(["a": .int(2)])
    try rig.settle(within: 29 * Self.second)
    #expect(rig.status("a")?.isFallback == false)
    #expect(client.title("a") == "A/int(1)")
  }

  @Test func withoutALastGoodLookTheFallbackComesAtOnceWithTheStatus() throws {
    let (rig, client) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.settle(within: Self.second)
    _ = client.take()
    try rig.define(.make("c", "p/style", title: "C"))
    try rig.settle()
    #expect(ids(client) == [["c"]])
    #expect(client.title("c") == "C")
    #expect(rig.status("c")?.isFallback == true)
    #expect(rig.status("c")?.isStale == false)
  }

  @Test func theLastGoodLookOfAnEarlierDefinitionIsStale() throws {
    let (rig, client) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.settle(within: Self.second)
    try rig.define(.make("a", "p/style", title: "A"))
    try rig.settle()
    #expect(rig.status("a")?.isStale == false, "the same again")
    try rig.define(.make("a", "p/style", title: "new"))
    try rig.settle(within: 29_990 * Self.millisecond)
    #expect(client.title("a") == "A/-")
    #expect(rig.status("a")?.isStale == true)
    try rig.settle(within: 20 * Self.millisecond)
    #expect(client.title("a") == "new")
    #expect(rig.status("a")?.isFallback == true)
  }

  @Test func aNewDefinitionDoesNotMakeAStaleLookYounger() throws {
    let (rig, client) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.set(["a": .int(1)])
    try rig.settle(within: Self.second)
    for number in 1...28 {
      try rig.define(.make("a", "p/style", title: "\(number)"))
      try rig.settle(within: Self.second)
      #expect(client.title("a") == "A/-")
    }
    try rig.settle(within: 2 * Self.second)
    #expect(client.title("a") == "28")
    #expect(rig.status("a")?.isFallback == true)
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(client.title("a") == "28/int(1)")
  }

  @Test func manyStaleLooksGiveWayTogether() throws {
    let rig = Rig(plugins: [Self.echo()])
    for number in 0..<2_000 { try rig.define(.make("b\(number)", "p/style", title: "B")) }
    try rig.settle()
    rig.workers[0].crash(rig.engine, now: rig.now)
    for number in 0..<2_000 { try rig.set(["b\(number)": .int(1)]) }
    try rig.settle(within: 40 * Self.second)
    for number in [0, 1_000, 1_999] {
      #expect(rig.status(UTF8String("b\(number)"))?.isFallback == true)
    }
  }

  /// How a plugin can be away for longer, and how its buttons say so.
  @Test(arguments: [
    (PluginState.quarantined, "quarantined"), (.disabled, "pluginDisabled"),
    (.failed, "pluginMissing"),
  ])
  func whateverKeepsAPluginAwayItsLastGoodLooksStay(state: PluginState, reason: String) throws {
    let (rig, client) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now, state: state)
    try rig.settle()
    #expect(ids(client) == [["a", "b"]], "no grace where nothing comes back by itself")
    #expect(client.reason("a") == reason)
    #expect(client.title("a") == "A/-")
    #expect(rig.status("a")?.isFallback == false)
    try rig.settle(within: 100 * Self.second)
    #expect(client.title("a") == "A/-")
    #expect(ids(client) == [])
  }

  @Test func whoComesDuringAnOutageSeesTheSame() throws {
    let (rig, _) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.set(["a": .int(1)])
    try rig.settle(within: Self.second)
    let late = rig.client(2)
    try rig.subscribe(late)
    try rig.settle(within: 3 * Self.second)
    #expect(late.title("a") == "A/-")
    #expect(wire(late, "a")?["stale"] == .bool(true))
    #expect(wire(late, "b")?["stale"] == .bool(false))
    let serial = try rig.get(late)
    try rig.settle(within: 3 * Self.second)
    let records = try late.answers[serial]?.get()["buttons"]?.elements
    #expect(records?.first { $0["id"]?.string == "a" }?["status"]?["stale"] == .bool(true))
  }

  @Test func deathAfterDeathWithTheSameMessageIsOneFrame() throws {
    let (rig, client) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.settle(within: Self.second)
    #expect(ids(client).count == 1)
    for _ in 1...5 {
      rig.workers[0].start(rig.engine, now: rig.now)
      try rig.turn()
      rig.workers[0].crash(rig.engine, now: rig.now)
      try rig.settle(within: Self.second)
    }
    #expect(ids(client) == [])
    #expect(client.reason("a") == "pluginCrashed")
  }

  @Test func sinceIsTheTickInWhichTheStatusBeganAndStaysWhileItIsTheSame() throws {
    let (rig, client) = try start()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.settle(within: Self.second)
    let began = rig.status("b")?.since
    #expect(began == rig.engine.tick)
    try rig.set(["a": .int(1)])
    try rig.settle()
    #expect(rig.status("a")?.since == rig.engine.tick, "stale from now on")
    #expect(rig.status("b")?.since == began)
    #expect(wire(client, "b")?["since"]?.int == began.map { Int64($0) })
  }
}
