import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonEngine

/// What explanations tell of groups, menus and keys.
extension GroupTests {
  @Test func explainTellsOfMenuShortcutHoverAndGroup() throws {
    let rig = Rig()
    try rig.defineJSON(
      #"{"id":"a","style":"gray","group":"g","shortcut":"Cmd+Enter","menu":[{"id":"x","title":"X"},"#
        + #"{"id":"y","title":{"cel":"name"},"state":"on","role":"destructive","isEnabled":false}]}"#,
      #"{"id":"b","style":"gray"}"#)
    try rig.set(["name": .string("Y")])
    try rig.engine.defineGroups([group("g", #"{"controlSize":"large"}"#)])
    try rig.settle()
    var serial = try rig.explain(rig.client(), "a", .property(.insetTop))
    try rig.settle()
    let explained = try rig.explanation(serial)
    #expect(explained.group == GroupExplanation(id: "g", isDefined: true))
    #expect(explained.shortcut == "cmd+return" && !explained.isHovered)
    #expect(explained.menu.map(\.title) == ["X", "Y"])
    #expect(explained.menu.map(\.isEnabled) == [true, false])
    #expect(explained.menu.map(\.state) == [.off, .on])
    #expect(explained.menu.map(\.role) == [.none, .destructive])
    #expect(explained.properties.first?.from.map(\.layer) == ["group"])
    try rig.engine.hover("a", isOver: true, rig.client().connection)
    _ = rig.engine.removeGroups(["g"])
    serial = try rig.explain(rig.client(), "a")
    try rig.settle()
    let later = try rig.explanation(serial)
    #expect(later.group == GroupExplanation(id: "g", isDefined: false) && later.isHovered)
    serial = try rig.explain(rig.client(), "b")
    try rig.settle()
    let plain = try rig.explanation(serial)
    #expect(plain.group == nil && plain.shortcut == nil && plain.menu.isEmpty)
  }
}
