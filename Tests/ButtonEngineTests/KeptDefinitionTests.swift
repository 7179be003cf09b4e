import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Definitions that are kept whatever is installed, and plugins that come, change and lose names.
@Suite struct KeptDefinitionTests {
  /// Shows its entry and the state key `k`.
  private static func plugin(
    _ name: String, styles: [String] = ["style"], handlers: [String] = ["handler"],
    base: SystemStyle = .plain, parameters: [ParameterDescriptor] = [], version: String = "1"
  ) -> FakePlugin {
    FakePlugin(name, styles: styles, handlers: handlers, base: base, parameters: parameters) {
      update in
      let value = update.read("k").map { "\($0)" } ?? "none"
      update.set(title: "\(update.title)\(name)/\(update.entry)@\(version) \(value) ")
    }
  }

  private static let amount = ParameterDescriptor(
    name: "amount", kind: .number(minimum: 0, maximum: 1))

  /// A client that watches what is defined and kept.
  private func watch(_ rig: Rig, _ definitions: ButtonDefinition...) throws -> FakeClient {
    _ = try rig.engine.define(definitions, isFromFile: true)
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    return client
  }

  @Test(arguments: [
    (ButtonDefinition.make("a", "gone/style"), "gone", "no plugin 'gone' is installed"),
    (.make("a", "p/style", handler: "gone/handler"), "gone", "no plugin 'gone' is installed"),
    (.make("a", "p/stile"), "p", "there is no style 'p/stile'; did you mean 'p/style'?"),
    (
      .make("a", handler: "p/handle"), "p",
      "there is no handler 'p/handle'; did you mean 'p/handler'?"
    ),
  ])
  func whatNamesSomethingThatIsNotThereIsDrawnWithoutIt(
    _ definition: ButtonDefinition, _ plugin: String, _ message: String
  ) throws {
    let rig = Rig(plugins: [KeptDefinitionTests.plugin("p", base: .filled)])
    #expect(throws: EngineError.self) { try rig.engine.define([definition]) }
    let client = try watch(rig, definition)

    let status = try #require(rig.status("a"))
    #expect(status.reason == .pluginMissing)
    #expect(status.isFallback && !status.isStale)
    #expect(status.plugin == plugin)
    #expect(status.message == message)
    #expect(client.reason("a") == "pluginMissing")
    #expect(client.looks["a"] != nil)
  }

  @Test func theFallbackIsThatOfTheStyleWhereThatIsKnown() throws {
    let rig = Rig(plugins: [KeptDefinitionTests.plugin("p", base: .filled)])
    let client = try watch(
      rig, .make("a", "p/style", handler: "gone/handler"), .make("b", "gone/style"),
      .make("c", "filled", handler: "gone/handler"))
    #expect(client.looks["c"]?["backgroundColor"]?.string == "#007AFFFF")
    #expect(client.looks["a"]?["backgroundColor"]?.string == "#007AFFFF")
    #expect(client.looks["b"]?["backgroundColor"]?.string == "#00000000")
  }

  @Test func semanticStateOfAKeptButtonIsLive() throws {
    let rig = Rig()
    let client = try watch(rig, .make("a", "gone/style", selectedBy: "on"))
    try rig.set(["on": .bool(true)])
    try rig.settle()
    #expect(client.looks["a"]?["isSelected"]?.bool == true)
    #expect(client.reason("a") == "pluginMissing")
  }

  @Test func aPluginThatComesTakesItsButtonsOver() throws {
    let rig = Rig(plugins: [KeptDefinitionTests.plugin("p")])
    let client = try watch(
      rig, .make("a", "late/style", handler: "p/handler"), .make("b", "com.example.late/style"),
      .make("c", "other/style"), .make("d", "p/style"))
    let others = rig.resolves("d")

    rig.install(KeptDefinitionTests.plugin("late"))
    try rig.settle()

    #expect(client.title("a") == "late/style@1 none p/handler@1 none ")
    #expect(client.title("b") == "late/style@1 none ")
    #expect(rig.status("a") == nil && rig.status("b") == nil)
    #expect(client.reason("c") == "pluginMissing")
    #expect(rig.resolves("d") == others)
    try rig.set(["k": .int(1)])
    try rig.settle()
    #expect(client.title("b") == "late/style@1 int(1) ")
  }

  @Test func parametersAreCheckedWhenThePluginAppears() throws {
    let rig = Rig()
    var good = ButtonDefinition.make("good", "late/style")
    good.parameters = [Parameter(name: "amount", value: .double(0.5))]
    var bad = good
    bad.id = "bad"
    bad.parameters = [Parameter(name: "amount", value: .double(2))]
    var unknown = good
    unknown.id = "unknown"
    unknown.parameters = [Parameter(name: "amuont", value: .double(0.5))]
    let client = try watch(rig, good, bad, unknown)
    #expect(client.reason("bad") == "pluginMissing")

    rig.install(
      KeptDefinitionTests.plugin("late", parameters: [KeptDefinitionTests.amount]))
    try rig.settle()

    #expect(rig.status("good") == nil)
    #expect(client.reason("bad") == "handlerFailed")
    #expect(client.reason("unknown") == "handlerFailed")
    #expect(rig.status("bad")?.message.hasPrefix("parameters.amount: ") == true)
    #expect(rig.status("unknown")?.message.contains("did you mean 'amount'?") == true)
    #expect(rig.status("bad")?.isFallback == true)
  }

  @Test func whatADefinitionLeavesOutHasTheDeclaredDefault() throws {
    var amount = KeptDefinitionTests.amount
    amount.defaultValue = .double(0.25)
    let plain = ParameterDescriptor(name: "plain", kind: .bool)
    let rig = Rig(plugins: [
      FakePlugin("p", styles: ["style"], parameters: [amount, plain]) { update in
        let parameters = update.parameters.sorted { $0.key < $1.key }
        update.set(title: parameters.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
      }
    ])
    var silent = ButtonDefinition.make("silent", "p/style")
    let client = try watch(rig, silent)
    #expect(client.title("silent") == "amount \(StateValue.double(0.25))")

    silent.parameters = [Parameter(name: "amount", value: .double(1))]
    _ = try rig.engine.define([silent])
    try rig.settle()
    #expect(client.title("silent") == "amount \(StateValue.double(1))")
  }

  @Test func aReplacedPluginAnswersForItsButtonsInOneFrame() throws {
    let rig = Rig(plugins: [
      KeptDefinitionTests.plugin("p", styles: ["first", "second"]),
      KeptDefinitionTests.plugin("q"),
    ])
    try rig.define(
      .make("a", "p/first"), .make("b", "p/second", handler: "q/handler"), .make("c", "q/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    let others = rig.resolves("c")

    // The names stay and change their places.
    rig.replace(
      0, KeptDefinitionTests.plugin("p", styles: ["zero", "second", "first"], version: "2"))
    try rig.settle()

    #expect(client.title("a") == "p/first@2 none ")
    #expect(client.title("b") == "p/second@2 none q/handler@1 none ")
    #expect(client.lines.count == 1, "until the new one answers, the old looks stay")
    #expect(rig.resolves("c") == others)
  }

  @Test func aNameThatTheNewPluginLacksIsMissingUntilItComesBack() throws {
    let rig = Rig(plugins: [KeptDefinitionTests.plugin("p", styles: ["first", "second"])])
    try rig.define(.make("a", "p/first"), .make("b", "p/second"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()

    rig.replace(0, KeptDefinitionTests.plugin("p", styles: ["second"], version: "2"))
    try rig.settle()
    #expect(client.reason("a") == "pluginMissing")
    #expect(client.title("a") == nil)
    #expect(client.title("b") == "p/second@2 none ")

    rig.replace(0, KeptDefinitionTests.plugin("p", styles: ["first", "second"], version: "3"))
    try rig.settle()
    #expect(client.title("a") == "p/first@3 none ")
    #expect(client.reason("a") == nil)
  }

  @Test func anAnswerOfTheOldPluginIsNotTakenForTheNewOnes() throws {
    let rig = Rig(plugins: [KeptDefinitionTests.plugin("p")])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.turn()
    rig.replace(0, KeptDefinitionTests.plugin("p", version: "2"))
    try rig.settle()
    #expect(client.title("a") == "p/style@2 none ")
    #expect(rig.violations.isEmpty)
  }

  @Test func aNewPluginIsTriedWithAButtonThatTheOldOneDiedOn() throws {
    let rig = Rig(plugins: [KeptDefinitionTests.plugin("p")])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.turn()
    let handle = try #require(rig.workers[0].waitingHandles.first?.first)
    rig.workers[0].crash(rig.engine, now: rig.now, poisoned: handle)
    try rig.settle()
    #expect(client.reason("a") == "poisoned")
    rig.replace(0, KeptDefinitionTests.plugin("p", version: "2"))
    try rig.settle()
    #expect(client.title("a") == "p/style@2 none ")
  }

  @Test func aNewPluginMayReadWhatTheOldOneCouldNot() throws {
    let rig = Rig(plugins: [
      FakePlugin("p", reads: []) { $0.set(title: "\($0.read("k") == nil)") }
    ])
    try rig.set(["k": .int(7)])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    #expect(client.title("a") == "true")
    rig.replace(0, KeptDefinitionTests.plugin("p"))
    try rig.settle()
    #expect(client.title("a") == "p/style@1 int(7) ")
  }
}
