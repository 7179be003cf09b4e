import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import PluginChannel
import Testing

/// What happens between the engine and the workers of plugins.
@Suite struct LaneTests {
  /// Shows the value of a key named like the button.
  private static func echo(_ name: String) -> FakePlugin {
    FakePlugin(name) { update in
      update.set(
        title: update.title + "/" + name + (update.read(update.id).map { "\($0)" } ?? "-"))
    }
  }

  private static let millisecond: UInt64 = 1_000_000

  @Test func aHungPluginHoldsNobodyAfterTheDeadline() throws {
    let rig = Rig(plugins: [LaneTests.echo("fast"), LaneTests.echo("hung")])
    try rig.define(.make("a", "fast/style"), .make("b", "hung/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()

    try rig.set(["a": .int(1), "b": .int(1)])
    try rig.turn()
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn(after: 7 * LaneTests.millisecond)
    #expect(client.lines.isEmpty, "the frame waits for both")
    #expect(rig.engine.wakeTime == rig.now + LaneTests.millisecond)
    try rig.turn(after: LaneTests.millisecond)
    #expect(client.title("a") == "/fastint(1)")
    #expect(client.title("b") == "/hung-")

    try rig.set(["a": .int(2)])
    try rig.turn()
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn()
    #expect(client.title("a") == "/fastint(2)", "later frames do not wait for it at all")
  }

  @Test func whatABusyLaneMissedIsOneBatch() throws {
    let rig = Rig(plugins: [LaneTests.echo("p")])
    try rig.define(.make("a", "p/style"), .make("b", "p/style"), .make("c", "p/style"))
    try rig.settle()
    _ = rig.workers[0].takeAsked()

    try rig.set(["a": .int(1)])
    try rig.turn()
    for number in 1...20 {
      try rig.set(["b": .int(Int64(number)), "c": .int(Int64(number))])
      try rig.turn(after: 9 * LaneTests.millisecond)
    }
    #expect(rig.workers[0].batches.count == 1)
    try rig.settle()
    let asked = rig.workers[0].takeAsked()
    #expect(asked.count == 2)
    #expect(asked.last?.sorted() == ["b", "c"])
    #expect(rig.resolves("b") == 2)
  }

  @Test func aLateAnswerGoesOutLaterWithItsOwnRevision() throws {
    let rig = Rig(plugins: [LaneTests.echo("p")])
    try rig.define(.make("a", "p/style"), .make("s", selectedBy: "sel"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()

    let sent = try rig.set(["a": .int(1)])
    try rig.turn()
    try rig.turn(after: 8 * LaneTests.millisecond)
    let later = try rig.set(["sel": .bool(true)])
    try rig.turn()
    #expect(client.take().count == 1, "the others' frame has gone")
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn()
    let params = client.lines.first?["params"]
    #expect(params?["revision"]?.int == Int64(later))
    #expect(params?["buttons"]?.elements.first?["revision"]?.int == Int64(sent))
    #expect(rig.engine.statistics.lateAnswers == 1)
  }

  @Test func anAnswerIsStaleExactlyIfAKeyItReadChangedSince() throws {
    let rig = Rig(plugins: [LaneTests.echo("p")])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = rig.workers[0].takeAsked()

    try rig.set(["a": .int(1)])
    try rig.turn()
    try rig.set(["other": .int(1)])
    try rig.turn(after: 9 * LaneTests.millisecond)
    try rig.settle()
    #expect(rig.workers[0].takeAsked() == [["a"]], "another key makes nothing stale")

    try rig.set(["a": .int(2)])
    try rig.turn()
    try rig.set(["a": .int(3)])
    try rig.turn(after: 9 * LaneTests.millisecond)
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn()
    try rig.turn(after: 8 * LaneTests.millisecond)
    #expect(client.title("a") == "/pint(2)", "what is stale is shown all the same")
    #expect(rig.engine.unsettledCount == 1)
    try rig.settle()
    #expect(client.title("a") == "/pint(3)")
    #expect(rig.engine.statistics.staleAnswers == 1)
  }

  @Test func aBranchSwitchedWhileTheAnswerIsOnItsWayEndsRight() throws {
    let rig = Rig(plugins: [
      FakePlugin("p") { update in
        let key = update.read("which") == .bool(true) ? "x" : "y"
        update.set(title: update.read(key).map { "\(key) \($0)" } ?? "none")
      }
    ])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()

    try rig.set(["which": .bool(true)])
    try rig.turn()
    // The answer will read x for the first time, which changes before it comes.
    try rig.set(["x": .int(1)])
    try rig.turn(after: 9 * LaneTests.millisecond)
    try rig.settle()
    #expect(client.title("a") == "x int(1)")
    let resolves = rig.resolves("a")
    try rig.set(["y": .int(1)])
    try rig.settle()
    #expect(rig.resolves("a") == resolves, "what is not read any more is not a dependency")
  }

  @Test func oneFailingButtonAmongThreeIsHeldAndRecovers() throws {
    let rig = Rig(plugins: [
      FakePlugin("p") { update in
        let value = update.read("k")
        if update.id == "b", update.read("broken") == .bool(true) {
          return update.fail("no price")
        }
        update.set(title: value.map { "\($0)" } ?? "none")
      }
    ])
    try rig.define(.make("a", "p/style"), .make("b", "p/style"), .make("c", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    try rig.set(["k": .int(1)])
    try rig.settle()

    try rig.set(["k": .int(2), "broken": .bool(true)])
    try rig.settle()
    #expect(client.title("a") == "int(2)")
    #expect(client.title("b") == "int(1)", "the last good look")
    #expect(client.reason("b") == "handlerFailed")
    #expect(rig.status("b")?.message == "no price")
    #expect(rig.status("b")?.isStale == true)
    #expect(rig.status("a") == nil)

    try rig.set(["broken": .bool(false)])
    try rig.settle()
    #expect(client.title("b") == "int(2)")
    #expect(client.reason("b") == nil)
  }

  /// 300 looks of 4,000 bytes, and of as many for each display.
  @Test(arguments: [nil, "q/handler"])
  func looksThatFillAFrameComeInSeveral(handler: String?) throws {
    let long = String(repeating: "x", count: 4_000)
    let plugins = ["p", "q"].map { name in
      FakePlugin(name) { $0.set(title: "\(name) \($0.userInterfaceStyle) \(long)") }
    }
    let rig = Rig(plugins: plugins)
    let ids = (0..<300).map { "b\($0)" }
    for id in ids { try rig.define(.make(id, "p/style", handler: handler)) }
    let clients = [rig.client(1), rig.client(2)]
    try rig.subscribe(clients[0], traits: Traits(userInterfaceStyle: .light))
    try rig.subscribe(clients[1], traits: Traits(userInterfaceStyle: .dark))
    try rig.settle()
    let last = handler == nil ? "p" : "q"
    for id in ids {
      #expect(clients[0].title(id) == "\(last) light \(long)", "\(id)")
      #expect(clients[1].title(id) == "\(last) dark \(long)", "\(id)")
      #expect(rig.status(UTF8String(id)) == nil, "\(id)")
    }
    #expect(rig.engine.unsettledCount == 0)
    #expect(rig.violations == [])
  }

  @Test func aValueThatNoFrameHoldsIsAbsent() throws {
    var settings = EngineSettings()
    settings.limits.valueBytes = 4 << 20
    let rig = Rig(settings, plugins: [LaneTests.echo("p")])
    try rig.define(.make("a", "p/style"), .make("b", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.set(["a": .int(1), "b": .int(1)])
    try rig.settle()
    #expect(client.title("a") == "/pint(1)")
    try rig.set(["a": .string(UTF8String(String(repeating: "x", count: 2 << 20))), "b": .int(2)])
    try rig.settle()
    #expect(client.title("a") == "/p-")
    #expect(client.title("b") == "/pint(2)")
    try rig.set(["a": .int(3)])
    try rig.settle()
    #expect(client.title("a") == "/pint(3)")
  }

  @Test func aButtonThatNeverSucceededShowsTheFallback() throws {
    let rig = Rig(plugins: [FakePlugin("p", base: .filled) { $0.fail("never") }])
    try rig.define(.make("a", "p/style", title: "A"), .make("plain", "filled", title: "A"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    #expect(rig.status("a")?.isFallback == true)
    #expect(client.looks["a"] == client.looks["plain"])
  }

  @Test func styleAndHandlerOfTwoPluginsPassInOrderInOneFrame() throws {
    let rig = Rig(plugins: [LaneTests.echo("p"), LaneTests.echo("q")])
    try rig.define(
      .make("a", "p/style", handler: "q/handler", title: "A"),
      .make("b", "q/style", handler: "p/handler", title: "B"),
      .make("c", "p/style", handler: "p/handler", title: "C"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    #expect(client.title("a") == "A/p-/q-")
    #expect(client.title("b") == "B/q-/p-")
    #expect(client.title("c") == "C/p-/p-")
    _ = client.take()
    let resolves = rig.resolves("a")
    try rig.set(["a": .int(1)])
    try rig.settle()
    #expect(client.lines.count == 1)
    #expect(client.title("a") == "A/pint(1)/qint(1)")
    #expect(rig.resolves("a") == resolves + 1)
  }

  @Test func theSecondLaneFailingHoldsTheWholeButton() throws {
    let rig = Rig(plugins: [
      LaneTests.echo("p"),
      FakePlugin("q") { update in
        if update.read("broken") == .bool(true) {
          update.fail("no")
        } else {
          update.set(title: update.title + "!")
        }
      },
    ])
    try rig.define(.make("a", "p/style", handler: "q/handler"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    try rig.set(["broken": .bool(true), "a": .int(1)])
    try rig.settle()
    #expect(client.title("a") == "/p-!")
    #expect(rig.status("a")?.plugin == "com.example.q")
    try rig.update([("broken", .remove)])
    try rig.settle()
    #expect(client.title("a") == "/pint(1)!")
  }

  @Test(arguments: [true, false])
  func aButtonRedefinedOnItsWayShowsItsNewDefinition(isInFlight: Bool) throws {
    let rig = Rig(plugins: [LaneTests.echo("p")])
    try rig.define(.make("a", "p/style", title: "old"), .make("b", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    if !isInFlight {
      try rig.set(["b": .int(1)])
      try rig.turn()
    }
    try rig.set(["a": .int(1)])
    try rig.turn(after: 9 * LaneTests.millisecond)
    try rig.define(.make("a", "p/style", title: "new"))
    let waiter = rig.client(2)
    let serial = rig.awaitPublished(waiter)
    try rig.turn(after: 9 * LaneTests.millisecond)
    #expect(waiter.answers[serial] == nil)
    try rig.settle()
    #expect(client.title("a") == "new/pint(1)")
    #expect(waiter.answers[serial] != nil)
    #expect(rig.engine.unsettledCount == 0)
  }

  @Test(arguments: [true, false])
  func aButtonRemovedOnItsWayIsGoneAndASuccessorInItsSlotIsItself(isInFlight: Bool) throws {
    let rig = Rig(plugins: [LaneTests.echo("p")])
    try rig.define(.make("a", "p/style"), .make("b", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    if !isInFlight {
      try rig.set(["b": .int(1)])
      try rig.turn()
    }
    try rig.set(["a": .int(1)])
    try rig.turn(after: 9 * LaneTests.millisecond)
    _ = rig.engine.remove(Match(patterns: ["a"]))
    try rig.define(.make("c", "p/style", title: "C"))
    try rig.turn(after: 9 * LaneTests.millisecond)
    #expect(client.looks["a"] == nil)
    try rig.settle()
    #expect(client.title("c") == "C/p-")
    #expect(Set(client.looks.keys) == ["b", "c"])
    #expect(rig.engine.unsettledCount == 0)
  }

  @Test func aPluginIsNamedByItsIdOrItsShortName() throws {
    let rig = Rig(plugins: [LaneTests.echo("p")])
    try rig.define(.make("a", "p/style"), .make("b", "com.example.p/style"))
    #expect(throws: EngineError.pluginUnavailable(plugin: "nobody", index: 0)) {
      try rig.define(.make("c", "nobody/style"))
    }
    #expect(
      throws: EngineError.notFound(
        kind: "style", name: "p/stile", nearest: "p/style", index: 0)
    ) { try rig.define(.make("c", "p/stile")) }
    var bare = ButtonDefinition.make("c", handler: "p/handler")
    bare.configuration = nil
    #expect(throws: EngineError.configurationRequired(index: 0)) { try rig.define(bare) }
  }

  @Test func aPluginMayAskForAnUpdateOfOneOrAllItsButtons() throws {
    let rig = Rig(plugins: [LaneTests.echo("p"), LaneTests.echo("q")])
    let worker = rig.workers[0]
    try rig.define(.make("a", "p/style"), .make("b", "p/style"), .make("c", "q/style"))
    try rig.turn()
    let handle = try #require(worker.waitingHandles.first?[1])
    let foreign = try #require(rig.workers[1].waitingHandles.first?[0])
    try rig.settle()
    _ = worker.takeAsked()
    rig.engine.updateRequested(worker.lane, handle: handle)
    rig.engine.updateRequested(worker.lane, handle: foreign)
    rig.engine.updateRequested(worker.lane, handle: 0xFFFF_FFFF_FFFF)
    try rig.settle()
    #expect(worker.takeAsked() == [["b"]])
    for _ in 0..<100 { rig.engine.updateRequested(worker.lane, handle: 0) }
    #expect(!rig.engine.isSettled)
    try rig.settle()
    #expect(worker.takeAsked().map { $0.sorted() } == [["a", "b"]])
    #expect(rig.workers[1].takeAsked() == [["c"]], "only when it was defined")
  }

  @Test func anAnswerThatDoesNotFitItsBatchIsAViolationAndChangesNothing() throws {
    let rig = Rig(plugins: [LaneTests.echo("p")])
    try rig.define(.make("a", "p/style"))
    try rig.turn()
    let batch = try #require(rig.workers[0].batches.first)
    var encoder = AnswerEncoder()
    encoder.begin(sequence: batch.sequence, commitSequence: 0)
    encoder.finish()
    rig.engine.answer(
      rig.workers[0].lane, sequence: batch.sequence, payload: encoder.payload)
    rig.engine.answer(
      rig.workers[0].lane, sequence: batch.sequence + 1, payload: encoder.payload)
    rig.engine.answer(
      rig.workers[0].lane, sequence: batch.sequence,
      payload: UnsafeRawBufferPointer(start: nil, count: 0))
    try rig.turn()
    #expect(rig.violations.count == 3)
    #expect(rig.engine.unsettledCount == 1)
    rig.workers[0].crash(rig.engine, now: rig.now)
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(rig.engine.unsettledCount == 0)
  }
}
