import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Buttons whose selection a press toggles.
@Suite struct ToggleTests {
  private func rig() throws -> Rig {
    let rig = Rig()
    var button = ButtonDefinition.make("switch", title: "Wi-Fi")
    button.togglesSelection = "wifi"
    button.action = Action(
      name: "switched", operations: [ActionOperation(key: "n", kind: .increment(by: .int(1)))])
    try rig.define(button)
    try rig.subscribe(rig.client(1))
    try rig.settle()
    return rig
  }

  private func isSelected(_ rig: Rig) -> Bool? {
    rig.client(1).looks["switch"]?["isSelected"]?.bool
  }

  @Test func aPressTogglesTheKeyInOneRevisionWithTheAction() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "switch", .began(nil))
    let before = rig.engine.revision
    let released = try rig.press(rig.client(1), "switch", .ended(nil))
    #expect(released.revision == before + 1)
    #expect(rig.value("wifi") == .bool(true) && rig.value("n") == .int(1))
    try rig.settle()
    #expect(isSelected(rig) == true)
  }

  @Test func aTriggerTogglesAndTheLookFollowsInOneFrame() throws {
    let rig = try rig()
    _ = try rig.engine.trigger("switch")
    try rig.settle()
    _ = rig.client(1).take()
    _ = try rig.engine.trigger("switch")
    try rig.settle()
    #expect(rig.client(1).lines.count == 1)
    #expect(isSelected(rig) == nil && rig.value("wifi") == .bool(false))
  }

  @Test func anyClientMaySetTheKey() throws {
    let rig = try rig()
    try rig.set(["wifi": .bool(true)])
    try rig.settle()
    #expect(isSelected(rig) == true)
    _ = try rig.engine.trigger("switch")
    #expect(rig.value("wifi") == .bool(false))
  }

  @Test func whatCannotBeToggledNamesTheSelectionAndChangesNothing() throws {
    let rig = try rig()
    try rig.set(["wifi": .string("on")])
    do throws(EngineError) {
      _ = try rig.engine.trigger("switch")
      Issue.record("a text was toggled")
    } catch {
      guard case .invalidOperation(let index, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(index == EngineError.placeOfSelection)
    }
    #expect(rig.value("n") == nil && rig.value("wifi") == .string("on"))
  }

  @Test func aDefinitionWithAToggleSaysNoSelection() {
    var button = ButtonDefinition.make("a")
    button.togglesSelection = "key"
    #expect(button.isSelected == .bound(key: "key", equals: nil))
    button.togglesSelection = nil
    #expect(button.isSelected == .constant(false))
  }
}
