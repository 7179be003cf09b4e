import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// How long a first answer waits for looks.
extension SubscriptionTests {
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
}
