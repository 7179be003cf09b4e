import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC
import PluginChannel
import Testing

/// What plugins and statuses of buttons tell about keys that nothing feeds any more.
@Suite struct LostKeyTests {
  typealias Scene = LeaseTests.Scene

  @Test func aPluginReadsTheQualityOfAKeyAndIsAskedAgainWhenItChanges() throws {
    let scene = try Scene(
      FakePlugin("p") { update in
        update.set(title: update.quality(update.id).map { "\($0)" } ?? "good")
      })
    try scene.rig.define(.make("a", "p/style"), .make("c", "p/style"))
    try scene.rig.settle()
    #expect(["a", "c"].map { scene.watcher.title($0) } == ["good", "good"])
    _ = scene.rig.workers[0].takeAsked()

    scene.rig.close(scene.feeder)
    #expect(try scene.settle().count == 1)
    #expect(["a", "c"].map { scene.watcher.title($0) } == ["string(lost)", "good"])
    // It has seen to that itself: the button reads no lost value.
    #expect(scene.watcher.reason("a") == nil)

    try scene.rig.set(["a": .bool(true)], under: "till", of: scene.rig.client(3))
    _ = try scene.settle()
    #expect(scene.watcher.title("a") == "good")
    #expect(scene.rig.workers[0].takeAsked() == [["a"], ["a"]])
    #expect(scene.rig.violations == [])
  }

  @Test func aWorkerThatComesLaterKnowsWhatIsLost() throws {
    let plugin = FakePlugin("p", reads: ["state.a"]) { update in
      update.set(title: ["a", "b"].map { "\(update.quality($0) ?? .null)" }.joined())
    }
    let scene = try Scene(plugin)
    try scene.rig.define(.make("x", "p/style"))
    try scene.rig.settle()
    scene.rig.workers[0].crash(scene.rig.engine, now: scene.rig.now)
    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    scene.rig.workers[0].start(scene.rig.engine, now: scene.rig.now)
    try scene.rig.settle()
    #expect(scene.watcher.title("x") == "string(lost)null")
    #expect(scene.rig.workers[0].knownKeys.keys.sorted() == ["quality.a", "state.a"])
  }

  @Test(arguments: [("quality.c", true), ("quality.a", false), ("quality.c.d", false)])
  func aPatternCoversTheQualityOfTheKeysThatItCovers(name: String, isCovered: Bool) {
    let bytes = Array(name.utf8)
    #expect(bytes.withUnsafeBytes { ReadPattern("state.c")?.covers($0) } == isCovered)
  }

  @Test func aPluginThatIsDownOutweighsALostKeyThatIsNamedAllTheSame() throws {
    let scene = try Scene()
    try scene.rig.define(.make("a", "p/style"))
    try scene.rig.settle()
    scene.rig.workers[0].crash(scene.rig.engine, now: scene.rig.now, state: .disabled)
    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    var status = try #require(scene.rig.status("a"))
    #expect(status.reason == .pluginDisabled)
    #expect(status.keys == ["a"])
    // Nothing has changed that the look does not show.
    #expect(!status.isStale)

    scene.rig.workers[0].start(scene.rig.engine, now: scene.rig.now)
    try scene.rig.settle()
    status = try #require(scene.rig.status("a"))
    #expect(status.reason == .sourceLost)
    #expect(scene.watcher.reason("a") == "sourceLost")
  }

  @Test func aButtonThatBeginsToReadALostKeySaysSoAndOneThatStopsDoesNot() throws {
    let scene = try Scene(
      FakePlugin("p") { update in
        let key = update.read("which") == .bool(true) ? "a" : "c"
        update.set(title: "\(update.read(key) ?? .null)")
      })
    try scene.rig.define(.make("x", "p/style"))
    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    #expect(scene.watcher.reason("x") == nil)
    try scene.rig.set(["which": .bool(true)])
    try scene.rig.settle()
    #expect(scene.watcher.reason("x") == "sourceLost")
    try scene.rig.define(.make("x", enabledBy: "b"))
    try scene.rig.settle()
    #expect(scene.rig.status("x")?.keys == ["b"])
    try scene.rig.define(.make("x"))
    try scene.rig.settle()
    #expect(scene.watcher.reason("x") == nil)
  }

  @Test func aKeyThatAnotherLeaseFedAndLostMeanwhileNamesThatOne() throws {
    let scene = try Scene()
    try scene.rig.define(.make("x", enabledBy: "a"))
    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    #expect(scene.rig.status("x")?.message == "what feeds a is gone (lease till)")
    _ = scene.watcher.take()
    try scene.rig.set(["a": .bool(true)], under: "desk", of: scene.rig.client(3))
    scene.rig.close(scene.rig.client(3))
    try scene.rig.settle()
    let status = scene.watcher.subscriptions.first?.value.statuses["x"]
    #expect(status?["message"] == .string("what feeds a is gone (lease desk)"))
  }

  @Test func aStatusNamesEightKeysAndCountsTheRest() throws {
    let names = (0..<11).map { "k.\($0 + 10)" }
    let scene = try Scene(
      FakePlugin("p") { update in for name in names.reversed() { _ = update.read(name) } })
    try scene.rig.set(
      Dictionary(uniqueKeysWithValues: names.map { ($0, .null) }), under: "till", of: scene.feeder)
    try scene.rig.define(.make("x", "p/style"))
    try scene.rig.settle()
    scene.rig.close(scene.feeder)
    try scene.rig.settle()
    let status = try #require(scene.rig.status("x"))
    #expect(status.keys == names.prefix(8).map { UTF8String($0) })
    #expect(status.message == "what feeds k.10 and 10 more keys is gone (lease till)")
    let since = status.since
    try scene.rig.set(["k.10": .null], under: "till", of: scene.rig.client(3))
    try scene.rig.settle()
    #expect(scene.rig.status("x")?.keys.first == "k.11")
    #expect(scene.rig.status("x")?.since == since)
  }
}
