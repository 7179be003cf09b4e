import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Menus of buttons.
@Suite struct MenuTests {
  /// A popup of three sizes, of which one is disabled while `isLarge` is not true.
  private func popup() -> ButtonDefinition {
    var button = ButtonDefinition.make("size", title: "Size", enabledBy: "isOpen")
    var small = MenuItem(id: "small", title: "Small")
    small.action = Action(
      name: "sized", operations: [ActionOperation(key: "n", kind: .increment(by: .int(1)))])
    var large = MenuItem(id: "large", title: "Large")
    large.image = "star"
    var locked = MenuItem(id: "locked", title: "Locked")
    locked.action = Action(when: .expression("n > 5"))
    button.menu = [small, large, locked]
    button.menuSelection = "size"
    button.bindings[.menuItem(1, .isEnabled)] = .expression("isLarge == true")
    button.bindings[.menuItem(2, .title)] = .template("Locked {n}")
    return button
  }

  private func rig() throws -> Rig {
    let rig = Rig()
    try rig.set(["isOpen": .bool(true), "isLarge": .bool(true), "n": .int(0)])
    try rig.define(popup())
    try rig.subscribe(rig.client(1))
    try rig.settle()
    return rig
  }

  private func menu(_ rig: Rig) throws -> Wire? {
    try rig.settle()
    return rig.client(1).looks["size"]?["menu"]
  }

  private func wire(_ text: String) throws -> Wire {
    try Array(text.utf8).withUnsafeBytes { try Wire($0) }
  }

  private func refusal(_ body: () throws -> Void) -> EngineError? {
    do {
      try body()
      return nil
    } catch {
      return error as? EngineError
    }
  }

  @Test func aLookHasTheMenuAsItIsNow() throws {
    let rig = try rig()
    #expect(
      try menu(rig)
        == wire(
          #"[{"id":"small","title":"Small"},{"id":"large","title":"Large","image":"star"},"#
            + #"{"id":"locked","title":"Locked 0"}]"#))
    try rig.set(["isLarge": .bool(false), "n": .int(2), "size": .string("small")])
    #expect(
      try menu(rig)
        == wire(
          #"[{"id":"small","title":"Small","state":"on"},"#
            + #"{"id":"large","title":"Large","image":"star","isEnabled":false},"#
            + #"{"id":"locked","title":"Locked 2"}]"#))
  }

  @Test func aPopupShowsTheChosenTitleAndItsIndicator() throws {
    let rig = try rig()
    let look = { rig.client(1).looks["size"] }
    #expect(look()?["title"]?.string == "Size" && look()?["indicator"]?.string == "popup")
    #expect(look()?["isPopup"]?.bool == true)
    #expect(look()?["showsMenuAsPrimaryAction"]?.bool == true)
    let chosen = try rig.engine.choose("large", inMenuOf: "size")
    #expect(chosen.revision == rig.engine.revision && chosen.place == .menuItem(1))
    try rig.settle()
    #expect(look()?["title"]?.string == "Large" && look()?["imageName"]?.string == "star")
    #expect(rig.value("size") == .string("large"))
    try rig.set(["size": .string("none of them")])
    try rig.settle()
    #expect(look()?["title"]?.string == "Size" && look()?["imageName"] == nil)
  }

  @Test func choosingPerformsTheActionInOneRevision() throws {
    let rig = try rig()
    let before = rig.engine.revision
    let chosen = try rig.engine.choose("small", inMenuOf: "size")
    let definition = rig.engine.definition(of: "size", performing: chosen)
    #expect(chosen.revision == before + 1 && definition?.action?.name == "sized")
    #expect(rig.value("n") == .int(1) && rig.value("size") == .string("small"))
  }

  @Test func whatIsDisabledGuardedOrUnknownIsRefused() throws {
    let rig = try rig()
    #expect(
      refusal { _ = try rig.engine.choose("smal", inMenuOf: "size") }
        == .notFound(kind: "item", name: "smal", nearest: "small", index: nil))
    #expect(
      refusal { _ = try rig.engine.choose("locked", inMenuOf: "size") } == .guarded(failure: nil))
    try rig.set(["isLarge": .bool(false)])
    #expect(
      refusal { _ = try rig.engine.choose("large", inMenuOf: "size") } == .itemDisabled("large"))
    try rig.set(["isOpen": .bool(false)])
    #expect(
      refusal { _ = try rig.engine.choose("small", inMenuOf: "size") } == .disabled(isBusy: false))
    #expect(rig.value("size") == nil && rig.value("n") == .int(0))
  }

  @Test func programsOfMenusGoWithTheirButtons() throws {
    let rig = try rig()
    try rig.define(popup())
    _ = rig.engine.remove(.everything)
    try rig.define(popup())
    try rig.settle()
    #expect(
      refusal { _ = try rig.engine.choose("locked", inMenuOf: "size") } == .guarded(failure: nil))
    try rig.set(["n": .int(6)])
    #expect(try rig.engine.choose("locked", inMenuOf: "size").revision == rig.engine.revision)
  }

  @Test func aMenuThatIsNoPopupLeavesTitleAndIndicator() throws {
    let rig = Rig()
    var button = ButtonDefinition.make("more", title: "More")
    button.menu = [MenuItem(id: "a", title: "A")]
    try rig.define(button)
    try rig.subscribe(rig.client(1))
    try rig.settle()
    let look = rig.client(1).looks["more"]
    #expect(try look?["menu"] == wire(#"[{"id":"a","title":"A"}]"#))
    #expect(look?["indicator"] == nil && look?["isPopup"] == nil)
    #expect(look?["showsMenuAsPrimaryAction"] == nil)
    #expect(try rig.engine.choose("a", inMenuOf: "more").revision == rig.engine.revision)
  }
}
