import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Pointers over buttons.
@Suite struct HoverTests {
  private func isHovered(_ rig: Rig, _ id: String = "a") throws -> Bool? {
    try rig.settle()
    return rig.client(1).looks[id]?["isHovered"]?.bool
  }

  private func hover(_ rig: Rig, _ isOver: Bool, by client: UInt32 = 1) throws {
    try rig.engine.hover("a", isOver: isOver, rig.client(client).connection)
  }

  private func rig() throws -> Rig {
    let rig = Rig()
    try rig.define(.make("a", title: "A"))
    try rig.subscribe(rig.client(1))
    try rig.settle()
    return rig
  }

  @Test func aButtonIsHoveredWhileAnyPointerIsOverIt() throws {
    let rig = try rig()
    #expect(try isHovered(rig) == nil)
    try hover(rig, true)
    #expect(try isHovered(rig) == true)
    try hover(rig, true, by: 2)
    try hover(rig, false)
    #expect(try isHovered(rig) == true)
    try hover(rig, false, by: 2)
    #expect(try isHovered(rig) == nil)
    try hover(rig, false, by: 2)
    #expect(rig.engine.pointers.isEmpty)
  }

  @Test func itEndsWithTheConnectionAndOutlastsARedefinition() throws {
    let rig = try rig()
    try hover(rig, true, by: 2)
    try rig.define(.make("a", title: "B"))
    #expect(try isHovered(rig) == true)
    rig.close(rig.client(2))
    #expect(try isHovered(rig) == nil)
    #expect(rig.engine.pointers.isEmpty)
  }

  @Test func aButtonThatTakesTheNameOfARemovedOneIsNotHovered() throws {
    let rig = try rig()
    try hover(rig, true)
    _ = rig.engine.remove(.everything)
    try rig.define(.make("a", title: "B"))
    #expect(try isHovered(rig) == nil)
    #expect(rig.engine.pointers.isEmpty)
  }

  @Test func thePointersOfAConnectionAreBounded() throws {
    let rig = try rig()
    rig.engine.settings.limits.hovers = 5
    for index in 0..<9 {
      if index == 8 { rig.engine.settings.limits.hovers = 3 }
      try rig.define(.make("b\(index)"))
      try rig.engine.hover(UTF8String("b\(index)"), isOver: true, rig.client(1).connection)
      #expect(rig.engine.pointers.count == min(index + 1, rig.engine.settings.limits.hovers))
    }
    try rig.settle()
    #expect(rig.client(1).looks["b5"]?["isHovered"] == nil)
    #expect(rig.client(1).looks["b6"]?["isHovered"]?.bool == true)
    rig.close(rig.client(1))
    #expect(rig.engine.clientBytes == 0)
  }

  @Test func comingAndGoingWithinATurnSendsNothing() throws {
    let rig = try rig()
    _ = rig.client(1).take()
    try hover(rig, true)
    try hover(rig, false)
    try rig.settle()
    #expect(rig.client(1).lines.isEmpty)
  }

  @Test func onlyPluginsThatReadItAreAskedAgain() throws {
    let blind = FakePlugin("blind") { item in item.set(.title, .text("blind")) }
    let reader = FakePlugin("reader") { item in
      item.set(.title, .text(item.isHovered ? "over" : "away"))
    }
    let rig = Rig(plugins: [blind, reader])
    try rig.define(.make("a", "blind/style"), .make("b", "reader/style"))
    try rig.subscribe(rig.client(1))
    try rig.settle()
    #expect(rig.client(1).title("b") == "away")
    let resolves = rig.resolves("a")
    for id: UTF8String in ["a", "b"] {
      try rig.engine.hover(id, isOver: true, rig.client(1).connection)
    }
    try rig.settle()
    #expect(rig.client(1).title("b") == "over")
    #expect(try isHovered(rig) == true && rig.client(1).looks["b"]?["isHovered"]?.bool == true)
    #expect(rig.resolves("a") == resolves)
  }

  @Test func theShortcutIsInTheLook() throws {
    let rig = Rig()
    var button = ButtonDefinition.make("a")
    button.shortcut = try KeyboardShortcut("cmd+enter")
    try rig.define(button)
    try rig.subscribe(rig.client(1))
    try rig.settle()
    #expect(rig.client(1).looks["a"]?["shortcut"]?.string == "cmd+return")
    try rig.define(.make("a"))
    try rig.settle()
    #expect(rig.client(1).looks["a"]?["shortcut"] == nil)
  }
}
