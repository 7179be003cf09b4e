import ButtonEngine
import ButtonModel
import Testing

/// What a plugin's buttons show and say while its worker dies, is down, and comes back.
@Suite struct WorkerDeathTests {
  /// Shows the value of a key named like the button.
  private static func echo(_ name: String) -> FakePlugin {
    FakePlugin(name) { update in
      update.set(
        title: update.title + "/" + name + (update.read(update.id).map { "\($0)" } ?? "-"))
    }
  }

  private static let millisecond: UInt64 = 1_000_000

  @Test func aNewWorkerIsAskedForAllItsButtons() throws {
    let rig = Rig(plugins: [WorkerDeathTests.echo("p"), WorkerDeathTests.echo("q")])
    try rig.define(.make("a", "p/style"), .make("b", "p/style"), .make("c", "q/style"))
    try rig.set(["a": .int(1)])
    try rig.settle()
    _ = rig.workers[0].takeAsked()
    _ = rig.workers[1].takeAsked()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.settle()
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(rig.workers[0].takeAsked().map { $0.sorted() } == [["a", "b"]])
    #expect(rig.workers[1].takeAsked().isEmpty)
  }

  @Test func whatACrashLostIsAskedForAgain() throws {
    let rig = Rig(plugins: [WorkerDeathTests.echo("p")])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    try rig.set(["a": .int(1)])
    try rig.turn()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.turn(after: WorkerDeathTests.millisecond)
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(client.title("a") == "/pint(1)")
    #expect(client.lines.allSatisfy { $0["params"]?["buttons"]?.elements.first?["status"] == nil })
  }

  @Test func aWorkerThatStartsBetweenAWriteAndItsUndoingKnowsTheValue() throws {
    let rig = Rig(plugins: [])
    let worker = rig.install(WorkerDeathTests.echo("p"), isReady: false)
    try rig.set(["a": .int(1)])
    try rig.turn()
    try rig.update([("a", .remove)])
    worker.start(rig.engine, now: rig.now)
    try rig.set(["a": .int(1)])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    #expect(client.title("a") == "/pint(1)")
  }

  @Test func aShortCrashWithoutAChangeIsSeenByNobody() throws {
    let rig = Rig(plugins: [WorkerDeathTests.echo("p")])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.settle(within: 40 * WorkerDeathTests.millisecond)
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle(within: 100 * WorkerDeathTests.millisecond)
    #expect(client.lines.isEmpty)
  }

  @Test func aLongerCrashIsToldAndSemanticStateStaysLive() throws {
    let rig = Rig(plugins: [WorkerDeathTests.echo("p")])
    try rig.define(.make("a", "p/style", enabledBy: "on"))
    try rig.set(["on": .bool(true)])
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    let enabled = client.looks["a"]
    rig.workers[0].crash(rig.engine, now: rig.now, isHung: true)
    try rig.settle(within: 260 * WorkerDeathTests.millisecond)
    #expect(client.reason("a") == "pluginHung")
    #expect(rig.status("a")?.isStale == false)
    #expect(client.looks["a"] == enabled)

    try rig.set(["on": .bool(false)])
    try rig.settle()
    #expect(client.looks["a"] != enabled, "disabled is drawn without the plugin")
    #expect(client.title("a") == "/p-")
    try rig.set(["a": .int(1)])
    try rig.settle()
    #expect(rig.status("a")?.isStale == true)
    try rig.settle(within: 31_000 * WorkerDeathTests.millisecond)
    #expect(rig.status("a")?.isFallback == true, "stale for over 30 s")
    #expect(client.title("a") == nil)

    rig.engine.pluginStatusChanged(
      rig.workers[0].lane, PluginStatus(state: .quarantined, lastError: "died too often"))
    try rig.settle()
    #expect(client.reason("a") == "quarantined")
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(client.title("a") == "/pint(1)")
    #expect(rig.status("a") == nil)
  }

  @Test func aSuspectIsTriedAloneAndLastAndAPoisonedButtonNotAtAll() throws {
    let rig = Rig(plugins: [WorkerDeathTests.echo("p")])
    let worker = rig.workers[0]
    try rig.define(.make("a", "p/style"), .make("b", "p/style", title: "B"), .make("c", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.turn()
    let handle = try #require(worker.waitingHandles.first?[1])
    worker.crash(rig.engine, now: rig.now, suspect: handle)
    worker.start(rig.engine, now: rig.now)
    try rig.turn()
    #expect(worker.waitingHandles.map(\.count) == [2, 1])
    #expect(worker.waitingHandles.last == [handle])

    worker.crash(rig.engine, now: rig.now, poisoned: handle)
    worker.start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(worker.takeAsked().map { $0.sorted() } == [["a", "c"]])
    #expect(client.reason("b") == "poisoned")
    #expect(client.title("b") == "B", "the fallback look")
    try rig.set(["b": .int(1)])
    try rig.settle()
    #expect(worker.takeAsked().isEmpty, "a key's change lifts nothing")

    #expect(rig.forgotten.isEmpty)
    try rig.define(.make("b", "p/style", title: "B"))
    try rig.settle()
    #expect(rig.forgotten == [handle], "whoever counts its deaths hears of it once")
    #expect(client.title("b") == "B/pint(1)")
    #expect(client.reason("b") == nil)
  }

  @Test func aButtonIsPoisonedWhileAnotherPluginHasIt() throws {
    let rig = Rig(plugins: [WorkerDeathTests.echo("p"), WorkerDeathTests.echo("q")])
    try rig.define(.make("a", "p/style", handler: "q/handler", title: "A"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.turn()
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn()
    let handle = try #require(rig.workers[1].waitingHandles.first?.first)
    rig.workers[0].crash(rig.engine, now: rig.now, poisoned: handle)
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(client.reason("a") == "poisoned" && client.title("a") == "A")
    #expect(rig.engine.isSettled)
  }

  @Test func aPoisonedButtonSaysIfItsPluginIsDisabled() throws {
    let rig = Rig(plugins: [WorkerDeathTests.echo("p")])
    let worker = rig.workers[0]
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.turn()
    let handle = try #require(worker.waitingHandles.first?.first)
    worker.crash(rig.engine, now: rig.now, poisoned: handle)
    worker.start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(client.reason("a") == "poisoned")
    worker.crash(rig.engine, now: rig.now, state: .disabled)
    try rig.settle()
    #expect(client.reason("a") == "pluginDisabled")
    #expect(rig.status("a")?.message.contains("plugins enable") == true)
    worker.start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(client.reason("a") == "poisoned")
  }

  @Test func aPluginWhoseFilesAreGoneIsNotCalledFailed() throws {
    let rig = Rig(plugins: [WorkerDeathTests.echo("p")])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    rig.workers[0].crash(rig.engine, now: rig.now, state: .failed)
    try rig.settle()
    let message = try #require(rig.status("a")).message
    #expect(message.hasSuffix("is not started again until its files change"), "\(message)")
    #expect(!message.contains("failed"))
  }
}
