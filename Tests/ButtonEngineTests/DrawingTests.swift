import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// A change that many buttons show is taken to them in parts, and what needs no plugin is drawn in parts, so that
/// it does not hold up others; it is one frame all the same.
@Suite struct DrawingTests {
  let rig: Rig
  let client: FakeClient

  /// Three buttons of a group, of which one a turn begins, and one is drawn.
  init() throws {
    var settings = EngineSettings()
    settings.drawingAllowance = 1
    rig = Rig(settings)
    client = rig.client()
    for id in ["a", "b", "c"] { try rig.define(.make(id, group: "g", selectedBy: "on")) }
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
  }

  /// The buttons that the client shows as selected.
  private var selected: [String] {
    client.looks.filter { $0.value["isSelected"]?.bool == true }.map(\.key).sorted()
  }

  @Test func aChangeThatManyShowIsOneFrameOverSeveralTurns() throws {
    try rig.set(["on": .bool(true)])
    for _ in 0..<4 {
      try rig.turn()
      #expect(client.take().isEmpty)
      #expect(rig.engine.wakeTime == 0)
    }
    try rig.turn()
    #expect(client.take().count == 1)
    #expect(selected == ["a", "b", "c"])
  }

  @Test func whatChangesMeanwhileIsShownByTheNextFrame() throws {
    try rig.set(["on": .bool(true)])
    try rig.turn()
    try rig.set(["on": .bool(false)])
    for _ in 0..<4 { try rig.turn() }
    #expect(selected == ["a", "b", "c"])
    try rig.settle()
    #expect(selected.isEmpty)
  }

  @Test func whatAnExpressionMakesMeanwhileIsShownByTheNextFrame() throws {
    for id in ["a", "b", "c"] {
      var definition = ButtonDefinition.make(id, group: "g")
      definition.bindings[.configuration(.title)] = .template("{n + 1}")
      try rig.define(definition)
    }
    try rig.set(["n": .int(1)])
    try rig.settle()
    try rig.set(["n": .string("none")])
    try rig.turn()
    try rig.set(["n": .int(2)])
    rig.engine.settle()
    for _ in 0..<4 { try rig.turn() }
    let ids: [UTF8String] = ["a", "b", "c"]
    #expect(ids.allSatisfy { rig.status($0)?.reason == .expressionFailed })
    try rig.settle()
    #expect(ids.allSatisfy { rig.status($0) == nil && client.title($0.string) == "3" })
  }

  @Test func aGroupThatChangesMeanwhileIsShownByTheNextFrame() throws {
    try rig.set(["on": .bool(true)])
    try rig.turn()
    var group = GroupDefinition(id: "g")
    group.isEnabled = .constant(false)
    _ = try rig.engine.defineGroups([group])
    for _ in 0..<4 { try rig.turn() }
    #expect(selected == ["a", "b", "c"])
    #expect(client.looks.allSatisfy { $0.value["isEnabled"]?.bool != false })
    try rig.settle()
    #expect(client.looks.allSatisfy { $0.value["isEnabled"]?.bool == false })
  }

  @Test func aDefinitionThatComesMeanwhileTakesNothingFromTheFrame() throws {
    try rig.set(["on": .bool(true)])
    try rig.turn()
    try rig.define(.make("c", title: "later", group: "g", selectedBy: "on"))
    try rig.settle()
    let frames = client.take().compactMap { $0["params"]?["buttons"]?.elements.count }
    #expect(frames == [3, 1])
    #expect(selected == ["a", "b", "c"])
    #expect(client.title("c") == "later")
  }

  @Test func thatAKeyIsLostIsOneFrameOverSeveralTurns() throws {
    try rig.set(["on": .bool(true), "off": .bool(false)], under: "feed", of: rig.client(2))
    try rig.define(.make("b", group: "g", selectedBy: "on", enabledBy: "off"))
    try rig.settle()
    _ = client.take()
    rig.close(rig.client(2))
    try rig.turn()
    // A reader that goes, one that stays, and one that comes.
    _ = rig.engine.remove(Match(patterns: ["a"]))
    try rig.define(.make("d", selectedBy: "on"))
    var turns = 1
    while client.lines.isEmpty, turns < 100 {
      #expect(rig.engine.wakeTime == 0)
      try rig.turn()
      turns += 1
    }
    #expect(turns > 2)
    #expect(["b", "c"].allSatisfy { client.reason($0) == "sourceLost" })
    try rig.settle()
    #expect(client.reason("d") == "sourceLost")
    #expect(client.looks["a"] == nil)
  }

  /// Three buttons of a plugin, of which one a turn is drawn, and its worker.
  private func plugin(_ rig: Rig) throws -> FakeWorker {
    for id in ["p1", "p2", "p3"] { try rig.define(.make(id, "p/style", selectedBy: "on")) }
    try rig.settle()
    _ = rig.client().take()
    return rig.workers[0]
  }

  private func rigWithPlugin() -> Rig {
    var settings = EngineSettings()
    settings.drawingAllowance = 1
    return Rig(settings, plugins: [FakePlugin("p") { $0.set(title: "styled") }])
  }

  @Test func thatAPluginIsGivenUpIsOneFrameOverSeveralTurns() throws {
    let rig = rigWithPlugin()
    try rig.subscribe(rig.client())
    let worker = try plugin(rig)
    // One waits for it, two are settled.
    try rig.define(.make("p2", "p/style", title: "later", selectedBy: "on"))
    worker.crash(rig.engine, now: rig.now, state: .disabled)
    var turns = 0
    while rig.client().lines.isEmpty, turns < 100 {
      try rig.turn()
      turns += 1
    }
    #expect(turns >= 3)
    #expect(rig.client().take().count == 1)
    #expect(["p1", "p2", "p3"].allSatisfy { rig.client().reason($0) == "pluginDisabled" })
  }

  @Test func aPluginThatIsBackBeforeItsButtonsAreDrawnDrawsThem() throws {
    let rig = rigWithPlugin()
    try rig.subscribe(rig.client())
    let worker = try plugin(rig)
    try rig.set(["on": .bool(true)])
    worker.crash(rig.engine, now: rig.now, state: .disabled)
    for _ in 0..<4 { try rig.turn() }
    #expect(rig.client().lines.isEmpty, "the frame is open")
    worker.start(rig.engine, now: rig.now)
    try rig.settle()
    for id in ["p1", "p2", "p3"] {
      #expect(rig.client().title(id) == "styled" && rig.client().reason(id) == nil, "\(id)")
      #expect(rig.client().looks[id]?["isSelected"]?.bool == true, "\(id)")
    }
  }

  @Test func aButtonThatIsRemovedMeanwhileIsNotDrawn() throws {
    try rig.set(["on": .bool(true)])
    try rig.turn()
    _ = rig.engine.remove(Match(patterns: ["c"]))
    try rig.settle()
    #expect(selected == ["a", "b"])
    #expect(client.looks["c"] == nil)
  }
}
