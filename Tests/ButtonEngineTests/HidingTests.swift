import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonEngine

/// Buttons that are hidden by their definition, a key or an expression.
@Suite struct HidingTests {
  @Test(arguments: [
    (#"{"state":"h"}"#, StateValue.bool(true), StateValue.bool(false)),
    (#"{"state":"h","equals":"away"}"#, .string("away"), .string("here")),
    (#"{"cel":"h > 2"}"#, .int(3), .int(2)),
  ])
  func aHiddenButtonIsRemovedAndComesBackWhole(
    flag: String, hides: StateValue, shows: StateValue
  ) throws {
    let rig = try Rig.hiding(#"{"id":"b","style":"gray","isHidden":\#(flag)}"#, form: .delta)
    let client = rig.client()
    let look = client.looks["b"]
    #expect(look != nil)
    _ = client.take()
    try rig.set(["h": hides])
    try rig.settle()
    #expect(client.changes() == [.init(removed: ["b"])])
    #expect(rig.status("b") == nil)
    try rig.set(["h": shows])
    try rig.settle()
    #expect(client.changes() == [.init(shown: ["b"])])
    #expect(client.looks["b"] == look)
    #expect(client.complaints.isEmpty)
  }

  @Test func hiddenAndBackWithinATickIsNoChange() throws {
    let rig = try Rig.hiding(#"{"id":"b","style":"gray","isHidden":{"state":"h"}}"#)
    _ = rig.client().take()
    try rig.set(["h": .bool(true)])
    try rig.set(["h": .bool(false)])
    try rig.settle()
    try rig.define(#"{"id":"b","style":"gray","isHidden":true}"#)
    try rig.define(#"{"id":"b","style":"gray","isHidden":{"state":"h"}}"#)
    try rig.settle()
    #expect(rig.client().changes().isEmpty)
  }

  @Test func aButtonThatIsDefinedHiddenIsNeverShown() throws {
    let rig = try Rig.hiding(#"{"id":"b","style":"gray","isHidden":true}"#)
    let client = rig.client(2)
    let asked = try rig.get(client)
    try rig.settle()
    #expect(try client.answers[asked]?.get()["buttons"]?.elements.isEmpty == true)
    #expect(rig.client().changes().isEmpty)
    #expect(rig.engine.slots(matching: .everything).allSatisfy { rig.engine.isHidden($0) })
    try rig.define(#"{"id":"b","style":"gray"}"#)
    try rig.settle()
    #expect(rig.client().changes() == [.init(shown: ["b"])])
  }

  @Test func aHiddenButtonThatIsRemovedIsNotRemovedTwice() throws {
    let rig = try Rig.hiding(#"{"id":"b","style":"gray","isHidden":{"state":"h"}}"#)
    try rig.set(["h": .bool(true)])
    try rig.settle()
    _ = rig.client().take()
    _ = rig.engine.remove(.everything)
    try rig.settle()
    #expect(rig.client().changes().isEmpty)
  }

  @Test func whoResumesIsToldWhatWasHiddenMeanwhile() throws {
    let rig = try Rig.hiding(
      #"{"id":"b","style":"gray","isHidden":{"state":"h"}}"#, #"{"id":"c","style":"gray"}"#)
    let tick = Int64(rig.engine.tick)
    try rig.set(["h": .bool(true)])
    try rig.settle()
    let hidden = Int64(rig.engine.tick)
    #expect(try rig.resumed(since: tick) == .init(removed: ["b"]))
    try rig.set(["h": .bool(false)])
    try rig.settle()
    #expect(try rig.resumed(since: hidden) == .init(shown: ["b"]))
    #expect(try rig.resumed(since: tick) == .init(shown: ["b"]))
  }

  @Test func aSilentPluginDoesNotKeepAButtonOnShow() throws {
    let rig = Rig(plugins: [FakePlugin("p") { $0.set(title: "made") }])
    try rig.define(#"{"id":"b","style":"p/style","isHidden":{"state":"h"}}"#)
    try rig.subscribe(rig.client())
    try rig.settle()
    _ = rig.client().take()
    try rig.set(["h": .bool(true)])
    try rig.turn()
    try rig.turn(after: 20_000_000)
    #expect(rig.client().changes() == [.init(removed: ["b"])])
    try rig.settle()
    #expect(rig.client().changes().isEmpty)
    try rig.set(["h": .bool(false)])
    try rig.settle()
    #expect(rig.client().title("b") == "made")
  }

  @Test func aHiddenButtonStaysTracked() throws {
    let rig = Rig(plugins: [FakePlugin("p") { $0.set(title: "\($0.read("n") ?? .null)") }])
    try rig.define(#"{"id":"b","style":"p/style","isHidden":{"state":"h"}}"#)
    try rig.set(["h": .bool(true)])
    try rig.subscribe(rig.client())
    try rig.settle()
    let before = rig.resolves("b")
    try rig.set(["n": .int(5)])
    try rig.settle()
    #expect(rig.resolves("b") == before + 1)
    try rig.set(["h": .bool(false)])
    try rig.settle()
    #expect(rig.client().title("b") == "int(5)")
  }

  @Test func aGroupIsNotToldOfAButtonThatLeftItWhileHidden() throws {
    let rig = Rig()
    func define(group: String) throws {
      try rig.define(
        """
        {"id":"b","style":"gray","group":"\(group)","isHidden":{"state":"h"},
        "configuration":{"title":{"cel":"string(n + 1)"}}}
        """)
    }
    try define(group: "g0")
    try rig.subscribe(rig.client(), Match(group: "g0"))
    try rig.settle()
    try rig.set(["h": .bool(true)])
    try rig.settle()
    _ = rig.client().take()
    // Its status changes, which nobody sees.
    try rig.set(["n": .int(1)])
    try rig.settle()
    try define(group: "g1")
    try rig.set(["h": .bool(false)])
    try rig.settle()
    #expect(rig.client().changes().isEmpty)
  }

  @Test func nothingWaitsForAHiddenButton() throws {
    let rig = Rig(plugins: [FakePlugin("p") { _ in }])
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.define(
      #"{"id":"c","style":"gray"}"#, #"{"id":"b","style":"p/style","isHidden":true}"#)
    let client = rig.client()
    try rig.subscribe(client)
    let published = rig.awaitPublished(client)
    try rig.turn()
    #expect(client.looks.keys.sorted() == ["c"])
    #expect(client.answers[published] != nil)
  }

  @Test func aHiddenButtonTakesNoPress() throws {
    let rig = try Rig.hiding(
      #"{"id":"b","style":"gray","isHidden":{"state":"h"},"action":{"operations":[{"op":"toggle","key":"done"}]}}"#
    )
    let client = rig.client(2)
    try rig.press(client, "b", .began(nil))
    try rig.set(["h": .bool(true)])
    try rig.set(["h": .bool(false)])
    #expect(try rig.press(client, "b", .ended(nil)) == .known(.inactive, performed: nil))
    try rig.set(["h": .bool(true)])
    // Before the tick.
    #expect(throws: EngineError.hidden) { try rig.press(client, "b", .began(nil)) }
    try rig.settle()
    #expect(throws: EngineError.hidden) { try rig.press(client, "b", .began(nil)) }
    #expect(throws: EngineError.hidden) { try rig.engine.trigger("b") }
    #expect(rig.value("done") == nil)
    try rig.set(["h": .bool(false)])
    try rig.press(client, "b", .began(nil))
    try rig.press(client, "b", .ended(nil))
    #expect(rig.value("done") == .bool(true))
  }

  @Test(arguments: [#"{"state":"h"}"#, #"{"cel":"h"}"#])
  func explainTellsWhatHidesAButton(flag: String) throws {
    let rig = try Rig.hiding(#"{"id":"b","style":"gray","isHidden":\#(flag)}"#)
    var serial = try rig.explain(rig.client(), "b")
    try rig.settle()
    #expect(try !rig.explanation(serial).isHidden)
    try rig.set(["h": .bool(true)])
    serial = try rig.explain(rig.client(), "b")
    try rig.settle()
    let explanation = try rig.explanation(serial)
    #expect(explanation.isHidden)
    #expect(explanation.hiddenBy.map(\.name) == ["h"])
  }

  /// Each button's title tells the key that hides it, so a look of a hidden button names itself.
  @Test func noFrameShowsAHiddenButtonAndNoneIsMissed() throws {
    var seed = Seed()
    for _ in 0..<scaled(100, few: 15) {
      var life = HidingLife(Seed(seed.next()))
      for _ in 0..<300 { try life.step() }
      try life.end()
    }
  }
}

/// Buttons that are hidden and shown at random, and clients that stall, leave and resume.
private struct HidingLife {
  /// One client, what it watches, and whether it is connected.
  struct Watcher {
    var client: FakeClient
    let match: Match
    let form: UpdateForm
    let rate: Double?
    var isAway = false
  }

  let seed: UInt64
  private var random: Seed
  private let rig = Rig()
  private var hidden: [Int: Bool] = [:]
  private var watchers: [Watcher] = []
  private var nextClient: UInt32 = 0

  init(_ seed: Seed) {
    self.seed = seed.value
    random = seed
  }

  private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  mutating func step() throws {
    let place = watchers.isEmpty ? 0 : pick(watchers.count)
    switch pick(10) {
    case 0...3:
      let key = pick(4)
      hidden[key] = pick(2) == 0
      try rig.set(["h\(key)": .bool(hidden[key] == true)])
    case 4: try rig.define(definition(pick(8)))
    case 5 where watchers.count < 5: try begin()
    case 6 where !watchers.isEmpty:
      let client = watchers[place].client
      if watchers[place].isAway { return try resume(place) }
      if client.isBlocked { rig.drain(client) } else { rig.block(client) }
    case 7 where !watchers.isEmpty && !watchers[place].isAway:
      rig.engine.connectionClosed(watchers[place].client.connection)
      watchers[place].client.isBlocked = true
      watchers[place].isAway = true
    default: try rig.turn(after: UInt64(pick(3)) * 5_000_000)
    }
    check()
  }

  private func definition(_ number: Int) -> String {
    let key = "h\(number % 4)"
    let flag = number < 4 ? #"{"state":"\#(key)"}"# : #"{"cel":"\#(key)"}"#
    return """
      {"id":"b\(number)","style":"gray","group":"g\(number % 2)","isHidden":\(flag),
      "configuration":{"title":{"template":"{\(key)}"}}}
      """
  }

  private mutating func begin() throws {
    let matches = [
      Match.everything, Match(group: "g0"), Match(ids: ["b1", "b4", "b6"]),
      Match(patterns: ["b?"]),
    ]
    nextClient += 1
    let watcher = Watcher(
      client: rig.client(nextClient), match: matches[pick(matches.count)],
      form: pick(2) == 0 ? .delta : .full, rate: pick(3) == 0 ? 60 : nil)
    watchers.append(watcher)
    try subscribe(watcher, since: nil)
  }

  private func subscribe(_ watcher: Watcher, since: Int64?) throws {
    try rig.subscribe(
      watcher.client, watcher.match, form: watcher.form, maxRate: watcher.rate, since: since)
  }

  private mutating func resume(_ place: Int) throws {
    let old = watchers[place].client
    nextClient += 1
    let client = rig.client(nextClient)
    var since: Int64?
    if let (name, held) = old.subscriptions.first, let tick = held.completeTick {
      client.take(name, from: old)
      since = tick
    }
    watchers[place].client = client
    watchers[place].isAway = false
    try subscribe(watchers[place], since: since)
  }

  /// No line shows a button whose title says that it is hidden.
  private func check() {
    for watcher in watchers {
      for line in watcher.client.take() {
        for record in (line["params"] ?? line)["buttons"]?.elements ?? [] {
          let title = (record["appearance"] ?? record["patch"])?["title"]?.string
          #expect(title != "true", "seed \(seed): \(record)")
        }
      }
    }
  }

  mutating func end() throws {
    for place in watchers.indices {
      if watchers[place].isAway { try resume(place) }
      if watchers[place].client.isBlocked { rig.drain(watchers[place].client) }
    }
    try rig.settle(within: 1_000_000_000)
    check()
    for watcher in watchers {
      let matcher = Matcher(watcher.match)
      let expected = rig.engine.slots(matching: .everything).compactMap { slot in
        rig.engine.definition(in: slot)
      }.filter { definition in
        let isMeant = UTF8String(definition.id).bytes.withUnsafeBytes {
          matcher.matches(id: $0, group: definition.group.map { UTF8String($0) })
        }
        let number = Int(definition.id.dropFirst()) ?? 0
        return isMeant && hidden[number % 4] != true
      }.map(\.id)
      #expect(watcher.client.looks.keys.sorted() == expected, "seed \(seed): \(watcher.match)")
      #expect(watcher.client.complaints.isEmpty, "seed \(seed): \(watcher.client.complaints)")
    }
  }
}

/// What a line changes: the ids of buttons.
private struct Change: Equatable {
  var shown: [String] = []
  var removed: [String] = []

  init(shown: [String] = [], removed: [String] = []) {
    self.shown = shown
    self.removed = removed
  }

  init(_ line: Wire) {
    shown = line["buttons"]?.elements.compactMap { $0["id"]?.string } ?? []
    removed = line["removed"]?.elements.compactMap(\.string) ?? []
  }
}

extension FakeClient {
  /// What the lines received since the last call change.
  fileprivate func changes() -> [Change] { take().compactMap { $0["params"].map(Change.init) } }
}

extension Rig {
  /// A rig with buttons and a client that watches all of them.
  fileprivate static func hiding(_ texts: String..., form: UpdateForm = .full) throws -> Rig {
    let rig = Rig()
    for text in texts { try rig.define(text) }
    try rig.subscribe(rig.client(), form: form)
    try rig.settle()
    return rig
  }

  /// Defines buttons as clients would.
  fileprivate func define(_ texts: String...) throws {
    for text in texts {
      let parser = JSONParser()
      var reader = DefinitionReader(path: "b")
      try define(try reader.definition(try parser.parse(text)))
    }
  }

  /// What a client is told that resumes after a frame.
  fileprivate func resumed(since tick: Int64) throws -> Change {
    let client = client(UInt32(50 + newestSerial))
    let serial = try subscribe(client, since: tick)
    try settle()
    let answer = try #require(try client.answers[serial]?.get())
    #expect(answer["snapshot"]?.bool == false)
    return Change(answer)
  }
}
