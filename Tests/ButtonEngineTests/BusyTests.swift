import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Buttons that are busy because their plugins say so.
@Suite struct BusyTests {
  /// Sets what the state says of it: `NAME` true or false, or nothing.
  private static func plugin(_ name: String) -> FakePlugin {
    FakePlugin(name) { update in
      if update.read("fail") == .bool(true) { return update.fail("told to") }
      if case .bool(let isBusy)? = update.read(name) { update.set(.isBusy, .bool(isBusy)) }
    }
  }

  private func isRefused(_ rig: Rig) -> Bool {
    do {
      _ = try rig.engine.trigger("a")
      return false
    } catch {
      return error == .disabled(isBusy: true)
    }
  }

  @Test(
    arguments: [
      ([:], false), (["p": true], true), (["p": false], false), (["q": true], true),
      (["p": true, "q": false], false), (["p": false, "q": true], true),
      (["bound": true], true), (["bound": true, "p": false], true),
    ] as [([String: Bool], Bool)])
  func theDefinitionOrTheLastPluginThatSaysSomethingMakesItBusy(
    _ said: [String: Bool], _ isBusy: Bool
  ) throws {
    let rig = Rig(plugins: [BusyTests.plugin("p"), BusyTests.plugin("q")])
    var button = ButtonDefinition.make("a", "p/style", handler: "q/handler")
    button.isBusy = .bound(key: "bound", equals: nil)
    try rig.define(button)
    try rig.set(said.mapValues { .bool($0) })
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    #expect(isRefused(rig) == isBusy)
    #expect((client.looks["a"]?["isBusy"]?.bool ?? false) == isBusy)
  }

  @Test func aPressEndsWithoutActionWhenAPluginMakesItsButtonBusy() throws {
    let rig = Rig(plugins: [BusyTests.plugin("p")])
    var button = ButtonDefinition.make("a", "p/style")
    button.action = Action(
      operations: [ActionOperation(key: "count", kind: .increment(by: .int(1)))])
    try rig.define(button)
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    try rig.press(client, "a", .began(nil))
    try rig.settle()
    #expect(client.looks["a"]?["isHighlighted"]?.bool == true)
    try rig.set(["p": .bool(true)])
    try rig.settle()
    #expect(client.looks["a"]?["isHighlighted"] == nil)
    #expect(try rig.press(client, "a", .ended(nil)) == .known(.inactive, performed: nil))
    #expect(rig.value("count") == nil)
  }

  @Test func itIsAsTheLookOnShowSaysUntilThePluginAnswersAgain() throws {
    let rig = Rig(plugins: [BusyTests.plugin("p")])
    try rig.define(.make("a", "p/style"))
    try rig.set(["p": .bool(true)])
    try rig.settle()
    try rig.set(["p": .bool(false)])
    #expect(isRefused(rig))
    try rig.settle()
    #expect(!isRefused(rig))
    try rig.set(["p": .bool(true), "fail": .bool(true)])
    try rig.settle()
    #expect(!isRefused(rig), "what a failing plugin says does not count")
  }
}
