import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import Testing

/// The theme: read and tracked like state, and no part of it.
@Suite struct ThemeTests {
  /// Every button shows the token that it is named after.
  private static var tokens: FakePlugin {
    FakePlugin("tokens", reads: []) { update in
      update.set(title: update.theme(update.id).map { "\($0)" } ?? "none")
    }
  }

  private static func rig(_ theme: [(path: UTF8String, value: StateValue)]) throws -> Rig {
    let rig = Rig()
    rig.engine.setTheme(theme)
    rig.install(tokens)
    return rig
  }

  @Test func aPluginReadsTokensWhateverItsManifestReads() throws {
    let rig = try ThemeTests.rig([("radius.default", .double(6)), ("font", .string("serif"))])
    try rig.define(
      .make("radius.default", "tokens/style"), .make("font", "tokens/style"),
      .make("absent", "tokens/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()

    #expect(client.title("radius.default") == "double(6.0)")
    #expect(client.title("font") == "string(serif)")
    #expect(client.title("absent") == "none")
  }

  @Test func aNewThemeMarksExactlyTheReadersOfWhatDiffersInOneFrame() throws {
    let rig = try ThemeTests.rig([("a", .double(1)), ("b", .double(2)), ("gone", .double(3))])
    let ids = ["a", "b", "gone", "new", "never"]
    _ = try rig.engine.define(ids.map { .make($0, "tokens/style") })
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    _ = rig.workers[0].takeAsked()

    rig.engine.setTheme([("a", .double(1)), ("b", .double(5)), ("new", .double(4))])
    try rig.settle()

    #expect(rig.workers[0].takeAsked().flatMap(\.self).sorted() == ["b", "gone", "new"])
    #expect(client.lines.count == 1)
    #expect(
      ids.map { client.title($0) } == ["double(1.0)", "double(5.0)", "none", "double(4.0)", "none"])
  }

  @Test func aThemeSetAndSetBackInOneTurnIsNoChange() throws {
    let rig = try ThemeTests.rig([("a", .double(1))])
    try rig.define(.make("a", "tokens/style"))
    try rig.settle()
    _ = rig.workers[0].takeAsked()

    rig.engine.setTheme([])
    rig.engine.setTheme([("a", .double(1))])
    try rig.settle()

    #expect(rig.workers[0].takeAsked().isEmpty)
  }

  @Test func aThemeAndAWriteOfOneTurnAreOneFrame() throws {
    let rig = try ThemeTests.rig([("a", .double(1))])
    rig.install(FakePlugin("state") { $0.set(title: "\($0.read("key") == nil)") })
    try rig.define(.make("a", "tokens/style"), .make("s", "state/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()

    rig.engine.setTheme([("a", .double(2))])
    try rig.set(["key": .bool(true)])
    try rig.settle()

    #expect(client.lines.count == 1)
    #expect(client.lines.first?["params"]?["buttons"]?.elements.count == 2)
  }

  @Test func aThemeSetWhileAnAnswerIsOnItsWayIsSeen() throws {
    let rig = try ThemeTests.rig([("a", .double(1))])
    try rig.define(.make("a", "tokens/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.turn()
    rig.engine.setTheme([("a", .double(2))])
    try rig.turn(after: 10_000_000)
    try rig.settle()

    #expect(client.title("a") == "double(2.0)")
  }

  @Test func aWorkerThatComesLaterKnowsTheThemeAsItIs() throws {
    let rig = try ThemeTests.rig([("a", .double(1)), ("b", .double(1))])
    try rig.define(.make("a", "tokens/style"), .make("b", "tokens/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    rig.workers[0].crash(rig.engine, now: rig.now)
    rig.engine.setTheme([("b", .double(2))])
    try rig.settle()
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()

    #expect(client.title("a") == "none")
    #expect(client.title("b") == "double(2.0)")
  }

  @Test func theThemeIsNoState() throws {
    let rig = try ThemeTests.rig([("a", .double(1)), ("secret", .string("x"))])
    let client = rig.client()
    let everything = rig.engine.subscribeState(
      StateSubscriptionSpec(), since: nil, client.connection)
    try client.receive(.success(everything), serial: 0)
    try rig.settle()
    _ = client.take()
    rig.engine.setTheme([("a", .double(2))])
    try rig.settle()
    try rig.set(["a": .int(1)])
    try rig.settle()

    #expect(client.lines.count == 1)
    #expect(client.lines.first?["params"]?["values"]?.members == ["a": .int(1)])
    #expect(rig.keyCount == 1)
    #expect(rig.engine.store.valueBytes == 9)
    for name in ["~a", "~secret", "theme~a"] as [UTF8String] {
      #expect(throws: EngineError.invalidKey(index: 0)) {
        var changes = ChangeSet()
        changes.append(StateOperation(key: name, kind: .set(.int(1))))
        _ = try rig.engine.apply(&changes)
      }
    }
    var found: [String] = []
    rig.engine.forEachKey(StateSubscriptionSpec(), after: nil) { name, _ in
      found.append(name.string)
      return true
    }
    #expect(found == ["a"])
  }

  @Test func onlyAThemeThatReplacesAnotherMakesARevision() throws {
    let rig = Rig()
    rig.engine.setTheme([("a", .double(1))])
    #expect(rig.engine.revision == 0)
    rig.engine.setTheme([("a", .double(1))])
    #expect(rig.engine.revision == 0)
    rig.engine.setTheme([("a", .double(2)), ("b", .double(2))])
    #expect(rig.engine.revision == 1)
  }

  @Test func ofTwoTokensWithOnePathTheLastCountsAndAPathThatIsNoNameNone() throws {
    let long = UTF8String(String(repeating: "a", count: 255))
    let rig = try ThemeTests.rig([
      ("a", .double(1)), ("a", .double(2)), ("has space", .double(1)), (long, .double(1)),
      ("", .double(1)),
    ])
    try rig.define(.make("a", "tokens/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()

    #expect(client.title("a") == "double(2.0)")
  }

  @Test func tokensThatNobodyReadsAnyMoreGrowNothing() throws {
    var settings = EngineSettings()
    settings.unusedKeys = 256
    let rig = Rig(settings)
    for round in 0..<100 {
      rig.engine.setTheme((0..<40).map { (UTF8String("t\(round).n\($0)"), .double(1)) })
      try rig.settle()
    }
    #expect(rig.keyCapacity < 1_600)
  }
}
