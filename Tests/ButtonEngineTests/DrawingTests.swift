import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// What the daemon draws without plugins it draws in parts, so that a change that many buttons show does
/// not hold up others; it is one frame all the same.
@Suite struct DrawingTests {
  let rig: Rig
  let client: FakeClient

  /// Three buttons of a group, drawn one a turn.
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
    for _ in 0..<2 {
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
    try rig.turn()
    try rig.turn()
    #expect(selected == ["a", "b", "c"])
    try rig.settle()
    #expect(selected.isEmpty)
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

  @Test func aButtonThatIsRemovedMeanwhileIsNotDrawn() throws {
    try rig.set(["on": .bool(true)])
    try rig.turn()
    _ = rig.engine.remove(Match(patterns: ["c"]))
    try rig.settle()
    #expect(selected == ["a", "b"])
    #expect(client.looks["c"] == nil)
  }
}
