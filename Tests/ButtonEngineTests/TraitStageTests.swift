import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Buttons whose style looks at the traits and whose handler, in another plugin, at what the style
/// made of them.
@Suite struct TraitStageTests {
  private static let dark = Traits(userInterfaceStyle: .dark)
  private static let highContrast = Traits(contrast: .high)

  /// Red in the dark, blue in the light.
  private static var style: FakePlugin {
    FakePlugin("style") { update in
      let isDark = update.userInterfaceStyle == .dark
      update.set(.baseBackgroundColor, .color(.named(isDark ? .systemRed : .systemBlue)))
      _ = update.read("style")
    }
  }

  /// Says which background it found; fails while told to.
  private static var handler: FakePlugin {
    FakePlugin("handler") { update in
      if update.read("fail") == .bool(true) { return update.fail("told to") }
      let found = update.configuration[.baseBackgroundColor]
      let isRed = found == .color(.named(.systemRed))
      if isRed, update.read("red") != nil { update.set(.subtitle, .text("read")) }
      update.set(title: isRed ? "red" : "blue")
    }
  }

  private func rig() throws -> (rig: Rig, light: FakeClient, dark: FakeClient) {
    let rig = Rig(plugins: [TraitStageTests.style, TraitStageTests.handler])
    try rig.define(.make("a", "style/style", handler: "handler/handler"))
    let light = rig.client(1)
    let dark = rig.client(2)
    try rig.subscribe(light)
    try rig.subscribe(dark, traits: TraitStageTests.dark)
    try rig.settle()
    return (rig, light, dark)
  }

  @Test func theHandlerSeesWhatTheStyleMadeForTheSameTraits() throws {
    let (_, light, dark) = try rig()
    #expect(light.title("a") == "blue")
    #expect(dark.title("a") == "red")
  }

  @Test func aTraitSetThatChangesNothingIsNotAskedForAnew() throws {
    let (rig, _, _) = try rig()
    let third = rig.client(3)
    try rig.subscribe(third, traits: TraitStageTests.highContrast)
    try rig.settle()
    _ = rig.workers.map { $0.takeAsked() }

    try rig.set(["style": .int(1)])
    try rig.settle()

    #expect(third.title("a") == "blue")
    #expect(rig.workers[0].takeAsked() == [["a"]])
    #expect(rig.workers[1].takeAsked() == [["a", "a"]])
  }

  @Test func whatTheHandlerReadsForAnyTraitsIsADependency() throws {
    let (rig, light, dark) = try rig()
    _ = light.take()
    try rig.set(["red": .int(1)])
    try rig.settle()
    #expect(dark.looks["a"]?["subtitle"]?.string == "read")
    #expect(light.lines.isEmpty)
  }

  @Test func aFailureForSomeTraitsHoldsTheWholeButton() throws {
    let (rig, light, dark) = try rig()
    try rig.set(["fail": .bool(true)])
    try rig.settle()
    #expect(light.reason("a") == "handlerFailed")
    #expect(dark.reason("a") == "handlerFailed")
    #expect(light.title("a") == "blue")
    #expect(dark.title("a") == "red")
    try rig.update([("fail", .remove)])
    try rig.settle()
    #expect(light.reason("a") == nil && dark.reason("a") == nil)
    #expect(rig.violations.isEmpty)
  }

  @Test func aWorkerThatDiesBetweenTwoPartsIsAskedForBothAgain() throws {
    let (rig, light, dark) = try rig()
    var padded = ButtonDefinition.make("a", "style/style", handler: "handler/handler")
    // So large that two items do not fit one frame.
    rig.engine.settings.limits.definitionBytes = 1 << 20
    padded.configuration?.subtitle = String(repeating: "x", count: 600_000)
    try rig.define(padded)
    try rig.turn()
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn()
    #expect(rig.workers[1].waitingHandles.map(\.count) == [1, 1])
    try rig.workers[1].answer(rig.engine, now: rig.now)
    rig.workers[1].crash(rig.engine, now: rig.now)
    rig.workers[1].start(rig.engine, now: rig.now)
    try rig.settle()

    #expect(light.title("a") == "blue")
    #expect(dark.title("a") == "red")
    #expect(rig.engine.unsettledCount == 0)
    #expect(rig.violations.isEmpty)
  }

  @Test func aTraitSetThatComesBetweenTheLanesGetsItsOwn() throws {
    let rig = Rig(plugins: [TraitStageTests.style, TraitStageTests.handler])
    try rig.define(.make("a", "style/style", handler: "handler/handler"))
    try rig.turn()
    try rig.workers[0].answer(rig.engine, now: rig.now)
    let dark = rig.client(2)
    try rig.subscribe(dark, traits: TraitStageTests.dark)
    try rig.settle()
    #expect(dark.title("a") == "red")
  }

  @Test func noLaneSeesWhatTheOneBeforeMadeForOtherTraits() throws {
    var found: [(UserInterfaceStyle, Bool)] = []
    let handler = FakePlugin("handler") { update in
      let background = update.configuration[.baseBackgroundColor]
      found.append((update.userInterfaceStyle, background == .color(.named(.systemRed))))
    }
    let rig = Rig(plugins: [TraitStageTests.style, handler])
    try rig.define(.make("a", "style/style", handler: "handler/handler"))
    try rig.settle()
    try rig.set(["style": .int(1)])
    try rig.turn()
    try rig.subscribe(rig.client(2), traits: TraitStageTests.dark)
    try rig.turn(after: 8_000_000)
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.settle()
    #expect(found.contains { $0 == .dark && $1 })
    #expect(found.allSatisfy { ($0 == .dark) == $1 })
  }
}
