import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonEngine

/// What groups say of their buttons.
@Suite struct GroupTests {
  /// What button, group and display say of the tint, and the colour of a filled button. Dimmed, systemRed
  /// (FF3B30) is the gray 0.2126 · 255 + 0.7152 · 59 + 0.0722 · 48 = 99.8, 64.
  private static let tints: [(button: String, group: String?, display: String, shown: String)] = [
    ("{}", nil, "systemGreen", "#34C759FF"),
    ("{}", #"{"tint":"systemRed"}"#, "systemGreen", "#FF3B30FF"),
    (#"{"tint":"systemPink"}"#, #"{"tint":"systemRed"}"#, "systemGreen", "#FF2D55FF"),
    (#"{"tint":"systemPink"}"#, nil, "systemGreen", "#FF2D55FF"),
    (#"{"tint":"tint"}"#, #"{"tint":"systemRed"}"#, "systemGreen", "#FF3B30FF"),
    ("{}", #"{"tint":"tint"}"#, "systemGreen", "#34C759FF"),
    (#"{"tint":{"cel":"'systemPink'"}}"#, #"{"tint":"systemRed"}"#, "systemGreen", "#FF2D55FF"),
    (#"{"tintAdjustmentMode":"dimmed"}"#, nil, "systemRed", "#646464FF"),
    (#"{"tintAdjustmentMode":"dimmed"}"#, #"{"tint":"systemRed"}"#, "systemGreen", "#646464FF"),
    (
      #"{"tint":"systemRed"}"#, #"{"tintAdjustmentMode":"dimmed"}"#, "systemGreen", "#646464FF"
    ),
    (
      #"{"tint":"systemRed","tintAdjustmentMode":"normal"}"#,
      #"{"tintAdjustmentMode":"dimmed"}"#, "systemGreen", "#FF3B30FF"
    ),
  ]

  @Test(arguments: tints, [false, true])
  func theButtonsTintStandsAboveItsGroupsAndThatAboveTheDisplays(
    _ row: (button: String, group: String?, display: String, shown: String), isGroupFirst: Bool
  ) throws {
    let rig = Rig()
    var button = try definition(#"{"id":"b","style":"filled","group":"g"}"#)
    button = try patched(button, row.button)
    let group = try row.group.map { try self.group("g", $0) }
    if isGroupFirst, let group { try rig.engine.defineGroups([group]) }
    try rig.define(button)
    let color = try #require(Color(row.display))
    try rig.subscribe(rig.client(), traits: Traits(tint: color))
    try rig.settle()
    if !isGroupFirst, let group { try rig.engine.defineGroups([group]) }
    try rig.settle()
    #expect(rig.client().looks["b"]?["backgroundColor"]?.string == row.shown)
    _ = rig.engine.removeGroups(["g"])
    try rig.settle()
    let alone = Rig()
    var lone = button
    lone.group = nil
    try alone.define(lone)
    try alone.subscribe(alone.client(), traits: Traits(tint: color))
    try alone.settle()
    #expect(rig.client().looks["b"] == alone.client().looks["b"])
  }

  @Test func onlyWhatARequestSaysLastOfAGroupGoesThroughItsButtons() throws {
    let rig = Rig()
    for number in 0..<100 { try rig.define(.make("b\(number)", group: "g")) }
    try rig.subscribe(rig.client())
    try rig.settle()
    let tints = Array(repeating: "systemRed", count: 20) + ["systemPink"]
    let groups = try tints.map { try group("g", "{\"tint\":\"\($0)\"}") }
    let before = rig.engine.budget.work
    try rig.engine.defineGroups(groups)
    #expect(rig.engine.budget.work - before < 2 * 100 * WorkCost.mark)
    try rig.settle()
    #expect(rig.client().looks["b0"]?["backgroundColor"]?.string == "#FF2D55FF")
  }

  @Test func aPluginReadsTheTintOfEachDisplay() throws {
    let rig = Rig(plugins: [FakePlugin("p") { $0.set(title: $0.tint) }])
    try rig.defineJSON(
      #"{"id":"a","style":"p/style","group":"g"}"#, #"{"id":"b","style":"p/style"}"#)
    try rig.subscribe(rig.client(1))
    try rig.subscribe(rig.client(2), traits: Traits(userInterfaceStyle: .dark))
    try rig.settle()
    #expect(rig.client(1).title("a") == "#007AFFFF")
    try rig.engine.defineGroups([group("g", #"{"tint":"systemPink"}"#)])
    try rig.settle()
    #expect(rig.client(1).title("a") == "#FF2D55FF")
    #expect(rig.client(2).title("a") == "#FF375FFF")
    #expect(rig.client(1).title("b") == "#007AFFFF")
    #expect(rig.client(2).title("b") == "#0A84FFFF")
  }

  /// How often each of four buttons is resolved because of a change of the group.
  @Test(arguments: [
    (#"{"tint":"systemPink"}"#, [1, 0, 1, 0]),
    (#"{"tintAdjustmentMode":"dimmed"}"#, [1, 1, 0, 0]),
    (#"{"isEnabled":false}"#, [1, 1, 1, 0]),
    (#"{"controlSize":"large"}"#, [1, 1, 1, 0]),
    (#"{}"#, [0, 0, 0, 0]),
  ])
  func aChangeMarksExactlyTheButtonsConcerned(change: String, times: [Int]) throws {
    let rig = Rig()
    try rig.defineJSON(
      #"{"id":"a","style":"gray","group":"g"}"#,
      #"{"id":"b","style":"gray","group":"g","tint":"systemRed"}"#,
      #"{"id":"c","style":"gray","group":"g","tintAdjustmentMode":"normal"}"#,
      #"{"id":"d","style":"gray","group":"h"}"#)
    try rig.settle()
    let before = ["a", "b", "c", "d"].map { rig.resolves(UTF8String($0)) }
    try rig.engine.defineGroups([group("g", change)])
    try rig.settle()
    let after = ["a", "b", "c", "d"].map { rig.resolves(UTF8String($0)) }
    #expect(zip(after, before).map { Int($0 - $1) } == times)
  }

  @Test(arguments: [
    #"{"isEnabled":{"state":"open"}}"#, #"{"isEnabled":{"state":"open","equals":true}}"#,
    #"{"isEnabled":{"cel":"open"}}"#,
  ])
  func aGroupsFlagAndTheButtonsMustBothHold(text: String) throws {
    let rig = Rig()
    try rig.engine.defineGroups([group("g", text)])
    try rig.defineJSON(
      #"{"id":"a","style":"gray","group":"g"}"#,
      #"{"id":"b","style":"gray","group":"g","isEnabled":false}"#)
    try rig.subscribe(rig.client())
    try rig.set(["open": .bool(true)])
    try rig.settle()
    #expect(rig.isEnabled("a") && !rig.isEnabled("b"))
    try rig.set(["open": .bool(false)])
    try rig.settle()
    #expect(!rig.isEnabled("a") && !rig.isEnabled("b"))
    #expect(throws: EngineError.disabled(isBusy: false)) {
      try rig.press(rig.client(2), "a", .began(nil))
    }
    _ = rig.engine.removeGroups(["g"])
    try rig.settle()
    #expect(rig.isEnabled("a") && !rig.isEnabled("b"))
  }

  @Test(arguments: [#"{"isEnabled":{"state":"open"}}"#, #"{"isEnabled":{"cel":"open"}}"#])
  func aPressEndsWhenItsGroupIsDisabled(text: String) throws {
    let rig = Rig()
    try rig.set(["open": .bool(true)])
    try rig.defineJSON(
      #"{"id":"a","style":"gray","group":"g","action":{"operations":[{"op":"toggle","key":"done"}]}}"#
    )
    try rig.settle()
    try rig.press(rig.client(2), "a", .began(nil))
    try rig.engine.defineGroups([group("g", text)])
    #expect(rig.engine.pressCount == 1)
    try rig.set(["open": .bool(false)])
    try rig.set(["open": .bool(true)])
    #expect(rig.engine.pressCount == 0)
    try rig.press(rig.client(2), "a", .began(nil))
    try rig.engine.defineGroups([group("g", #"{"isEnabled":false}"#)])
    #expect(rig.engine.pressCount == 0)
    #expect(rig.value("done") == nil)
  }

  @Test func theMenusOfADisabledGroupTakeNoChoice() throws {
    let rig = Rig()
    try rig.defineJSON(#"{"id":"a","style":"gray","group":"g","menu":[{"id":"i","title":"I"}]}"#)
    try rig.engine.defineGroups([group("g", #"{"isEnabled":{"state":"open"}}"#)])
    #expect(throws: EngineError.disabled(isBusy: false)) {
      try rig.engine.choose("i", inMenuOf: "a")
    }
    try rig.set(["open": .bool(true)])
    _ = try rig.engine.choose("i", inMenuOf: "a")
  }

  @Test func aButtonThatChangesItsGroupFollowsTheNewOne() throws {
    let rig = Rig()
    try rig.engine.defineGroups([
      group("g", #"{"tint":"systemPink","isEnabled":false}"#), group("h", #"{"tint":"systemRed"}"#),
    ])
    try rig.defineJSON(#"{"id":"a","style":"filled","group":"g"}"#)
    try rig.subscribe(rig.client())
    try rig.settle()
    #expect(!rig.isEnabled("a"))
    try rig.defineJSON(#"{"id":"a","style":"filled","group":"h"}"#)
    try rig.settle()
    #expect(rig.client().looks["a"]?["backgroundColor"]?.string == "#FF3B30FF")
    try rig.engine.defineGroups([group("g", "{}")])
    try rig.settle()
    #expect(rig.isEnabled("a"))
  }

  @Test func aFlagThatFailsDisablesAndSaysWhy() throws {
    let rig = Rig()
    try rig.engine.defineGroups([group("g", #"{"isEnabled":{"cel":"none + 1 > 2"}}"#)])
    try rig.defineJSON(#"{"id":"a","style":"gray","group":"g"}"#)
    try rig.subscribe(rig.client())
    try rig.settle()
    #expect(!rig.isEnabled("a"))
    #expect(rig.client().reason("a") == "expressionFailed")
    #expect(rig.status("a")?.message.hasPrefix("isEnabled of the group g: ") == true)
  }

  @Test func definitionsBeyondALimitAreRefusedAsAWhole() throws {
    var settings = EngineSettings()
    settings.limits.groups = 2
    let rig = Rig(settings)
    let groups = try ["a", "b", "c"].map { try group($0, "{}") }
    #expect(throws: EngineError.limitExceeded(limit: "groups", value: 2, index: nil)) {
      try rig.engine.defineGroups(groups)
    }
    #expect(rig.engine.groupCount == 0)
    try rig.engine.defineGroups([groups[0], groups[0], groups[1]])
    try rig.engine.defineGroups([groups[1]])
    #expect(rig.engine.groupCount == 2)
    settings.limits.definitionsBytes = rig.engine.definitionBytes
    rig.engine.settings = settings
    #expect(throws: EngineError.self) {
      try rig.engine.defineGroups([group("a", #"{"tint":"systemRed"}"#)])
    }
    #expect(throws: EngineError.self) { try rig.define(.make("x")) }
    #expect(rig.engine.removeGroups(["a", "b", "c"]) == ["a", "b"])
    #expect(rig.engine.definitionBytes == 0)
  }

  @Test func aGroupIsReplacedEvenAboveTheLimit() throws {
    let rig = Rig()
    try rig.engine.defineGroups([group("a", "{}"), group("b", "{}")])
    rig.engine.settings.limits.groups = 1
    try rig.engine.defineGroups([group("a", #"{"tint":"systemRed"}"#)])
    #expect(rig.engine.groupDefinition(of: "a")?.tint == .named(.systemRed))
  }

  @Test func anIDThatComesTwiceGivesNoBytesBackTwice() throws {
    let rig = Rig()
    let small = try group("a", "{}")
    let large = try group("a", #"{"tint":"systemPurple","tintAdjustmentMode":"dimmed"}"#)
    try rig.engine.defineGroups([group("a", #"{"tint":"systemRed"}"#)])
    rig.engine.settings.limits.definitionsBytes = rig.engine.definitionBytes
    #expect(throws: EngineError.self) {
      try rig.engine.defineGroups([small, small, small, large])
    }
  }

  @Test func anExpressionThatCannotWorkIsRefused() throws {
    let rig = Rig()
    #expect(throws: EngineError.self) {
      try rig.engine.defineGroups([group("g", #"{"isEnabled":{"cel":"1 +"}}"#)])
    }
    #expect(throws: EngineError.self) {
      try rig.engine.defineGroups([group("g", #"{"isEnabled":{"cel":"'text'"}}"#)])
    }
    #expect(rig.engine.groupCount == 0)
  }

  @Test func explainTellsOfGroupAndTint() throws {
    let rig = Rig()
    try rig.defineJSON(
      #"{"id":"a","style":"filled","group":"g"}"#,
      #"{"id":"b","style":"filled","tint":"systemRed","tintAdjustmentMode":"dimmed"}"#)
    try rig.set(["open": .bool(false)])
    try rig.engine.defineGroups([
      group("g", #"{"tint":"systemPink","isEnabled":{"state":"open"}}"#)
    ])
    var serial = try rig.explain(rig.client(), "a", .property(.isEnabled))
    try rig.settle()
    let explained = try rig.explanation(serial)
    #expect(explained.tint == TintExplanation(value: "#FF2D55FF", layer: "group", isDimmed: false))
    #expect(explained.dirty.causes.contains("definition"))
    let flag = try #require(explained.properties.first)
    #expect(flag.winner.layer == "group" && flag.winner.value == .bool(false))
    #expect(flag.reads.map(\.name) == ["open"])
    serial = try rig.explain(rig.client(), "b")
    try rig.settle()
    #expect(
      try rig.explanation(serial).tint
        == TintExplanation(value: "#646464FF", layer: "definition", isDimmed: true))
    try rig.engine.defineGroups([group("g", #"{"tint":"systemRed"}"#)])
    serial = try rig.explain(rig.client(), "a")
    try rig.settle()
    #expect(try rig.explanation(serial).dirty.causes == ["group"])
  }

  /// After any definitions and removals of buttons and groups every button is shown as if all had been
  /// defined at once.
  @Test func afterAnyLifeButtonsLookAsIfDefinedAtOnce() throws {
    var seed = Seed()
    for _ in 0..<scaled(60, few: 15) {
      let one = seed.next()
      var random = Seed(one)
      func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
      let rig = Rig()
      try rig.subscribe(rig.client())
      var buttons: [String: ButtonDefinition] = [:]
      var groups: [String: GroupDefinition] = [:]
      var isOpen = false
      for _ in 0..<120 {
        let (id, name) = ("b\(pick(10))", "g\(pick(4))")
        switch pick(8) {
        case 0...2:
          var button = ButtonDefinition.make(id, "filled", group: pick(4) == 0 ? nil : name)
          if pick(3) == 0 { button.tint = .named(.systemPink) }
          if pick(4) == 0 { button.tintAdjustmentMode = .dimmed }
          if pick(4) == 0 { button.configuration?.controlSize = .small }
          buttons[id] = button
          try rig.define(button)
        case 3:
          buttons[id] = nil
          _ = rig.engine.remove(Match(ids: [UTF8String(id)]))
        case 4...5:
          let texts = [
            #"{"tint":"systemRed"}"#, #"{"tintAdjustmentMode":"dimmed"}"#, #"{"isEnabled":false}"#,
            #"{"isEnabled":{"state":"open"}}"#,
            #"{"tint":"systemGreen","isEnabled":{"cel":"open"}}"#, "{}",
            #"{"controlSize":"large"}"#, #"{"borderShape":"circle","controlSize":"mini"}"#,
          ]
          let definition = try group(name, texts[pick(texts.count)])
          groups[name] = definition
          try rig.engine.defineGroups([definition])
        case 6:
          groups[name] = nil
          _ = rig.engine.removeGroups([UTF8String(name)])
        default:
          isOpen = pick(2) == 0
          try rig.set(["open": .bool(isOpen)])
        }
        if pick(3) == 0 { try rig.settle() }
      }
      try rig.settle()
      let fresh = Rig()
      try fresh.set(["open": .bool(isOpen)])
      try fresh.engine.defineGroups(groups.values.sorted { $0.id < $1.id })
      for button in buttons.values { try fresh.define(button) }
      try fresh.subscribe(fresh.client())
      try fresh.settle()
      #expect(rig.client().looks == fresh.client().looks, "seed \(one)")
    }
  }

  // MARK: Reading

  private func definition(_ text: String) throws -> ButtonDefinition {
    let parser = JSONParser()
    var reader = DefinitionReader(path: "b")
    return try reader.definition(try parser.parse(text))
  }

  private func patched(_ button: ButtonDefinition, _ text: String) throws -> ButtonDefinition {
    let parser = JSONParser()
    var reader = DefinitionReader(path: "b")
    return try reader.patched(button, by: try parser.parse(text))
  }

  func group(_ id: String, _ text: String) throws -> GroupDefinition {
    let parser = JSONParser()
    return try GroupDefinition(json: try parser.parse(text), named: id)
  }
}

extension Rig {
  /// Defines buttons as clients would.
  func defineJSON(_ texts: String...) throws {
    for text in texts {
      let parser = JSONParser()
      var reader = DefinitionReader(path: "b")
      try define(try reader.definition(try parser.parse(text)))
    }
  }

  /// Whether the first client sees a button enabled.
  fileprivate func isEnabled(_ id: String) -> Bool {
    client().looks[id].map { $0["isEnabled"] == nil } ?? false
  }
}
