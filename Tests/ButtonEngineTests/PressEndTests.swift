import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// What ends a press other than its release, and what does not.
@Suite struct PressEndTests {
  /// What makes a button refuse presses.
  enum Obstacle: CaseIterable {
    case disabled, busy, hidden, redefined, removed, removedAndDefined
  }

  @Test(arguments: Obstacle.allCases)
  func anObstacleEndsThePressesAtTheNextTick(_ obstacle: Obstacle) throws {
    let rig = try Rig.withLikeButton()
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.press(rig.client(2), "like", .began(nil))
    try rig.settle()
    try obstacle.apply(to: rig)
    #expect(try !rig.isLikePressed())
    #expect(rig.engine.pressCount == 0)
    try rig.set(["likable": .bool(true), "working": .bool(false)])
    #expect(try !rig.isLikePressed())
    if obstacle != .removed {
      #expect(
        try rig.press(rig.client(1), "like", .ended(nil)) == .known(.inactive, performed: nil))
    }
    #expect(rig.value("likes") == nil)
  }

  @Test(arguments: Obstacle.allCases)
  func anObstacleCountsInTheSameTurnAlready(_ obstacle: Obstacle) throws {
    let rig = try Rig.withLikeButton()
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.settle()
    try obstacle.apply(to: rig)
    if obstacle == .removed {
      #expect(throws: EngineError.self) { try rig.press(rig.client(1), "like", .ended(nil)) }
    } else {
      #expect(
        try rig.press(rig.client(1), "like", .ended(nil)) == .known(.inactive, performed: nil))
    }
    #expect(rig.value("likes") == nil)
    #expect(try !rig.isLikePressed())
  }

  @Test func aPartialChangeGoesOnWithThePressAndTheNewAction() throws {
    let rig = try Rig.withLikeButton()
    try rig.press(rig.client(1), "like", .began(nil))
    #expect(try rig.isLikePressed())
    var changed = ButtonDefinition.likeButton()
    changed.configuration?.title = "Liking"
    changed.action = Action(operations: [
      ActionOperation(key: "likes", kind: .increment(by: .int(10)))
    ])
    _ = try rig.engine.define([changed], keepsPresses: true)
    #expect(try rig.isLikePressed())
    #expect(rig.client(1).title("like") == "Liking")
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(10))
    #expect(try !rig.isLikePressed())
  }

  @Test func aPartialChangeThatDisablesTheButtonEndsThePress() throws {
    let rig = try Rig.withLikeButton()
    try rig.press(rig.client(1), "like", .began(nil))
    var changed = ButtonDefinition.likeButton()
    changed.isEnabled = .constant(false)
    _ = try rig.engine.define([changed], keepsPresses: true)
    #expect(try !rig.isLikePressed())
    #expect(rig.engine.pressCount == 0)
  }

  /// The style and the handler before and after a patch, and whether a press goes on.
  private static let patches: [(from: [String], to: [String], goesOn: Bool)] = [
    (["filled"], ["filled", "p/handler"], true),
    (["filled", "p/handler"], ["filled"], true),
    (["filled", "p/handler"], ["filled", "q/handler"], true),
    (["filled"], ["gray"], false),
    (["bordered"], ["gray"], false),
    (["filled", "p/handler"], ["gray", "p/handler"], false),
    (["p/style"], ["p/style", "p/handler"], true),
    (["p/style", "p/handler"], ["p/style"], true),
    (["p/style", "p/handler"], ["p/style", "q/handler"], true),
    (["p/style"], ["com.example.p/style"], true),
    (["p/style"], ["p/extra"], false),
    (["p/style"], ["q/style"], false),
    (["p/style"], ["filled"], false),
    (["filled"], ["p/style"], false),
  ]

  @Test(arguments: patches)
  func aPatchEndsPressesExactlyIfItGivesAnotherStyle(
    _ patch: (from: [String], to: [String], goesOn: Bool)
  ) throws {
    let rig = Rig(plugins: [
      FakePlugin("p", styles: ["style", "extra"]) { _ in }, FakePlugin("q") { _ in },
    ])
    func define(_ names: [String]) throws {
      var button = ButtonDefinition.likeButton(names[0])
      button.handler = names.count > 1 ? PluginEntry(names[1]) : nil
      _ = try rig.engine.define([button], keepsPresses: true)
    }
    try rig.set(["likable": .bool(true)])
    try define(patch.from)
    try rig.subscribe(rig.client(1), Match(ids: ["like"]))
    try rig.settle()
    try rig.press(rig.client(1), "like", .began(nil))
    #expect(try rig.isLikePressed())
    try define(patch.to)
    #expect(try rig.isLikePressed() == patch.goesOn)
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == (patch.goesOn ? .int(1) : nil))
  }

  @Test func aPressGoesOnWhenThePluginOfAHandlerIsReplaced() throws {
    let rig = Rig(plugins: [FakePlugin("p") { _ in }])
    try rig.set(["likable": .bool(true)])
    var button = ButtonDefinition.likeButton()
    button.handler = PluginEntry("p/handler")
    try rig.define(button)
    try rig.subscribe(rig.client(1), Match(ids: ["like"]))
    try rig.settle()
    try rig.press(rig.client(1), "like", .began(nil))
    rig.replace(0, FakePlugin("p", handlers: ["new", "handler"]) { _ in })
    #expect(try rig.isLikePressed())
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(1))
    #expect(try !rig.isLikePressed())
  }

  @Test func aPluginThatMakesTheButtonBusyEndsItsPresses() throws {
    let rig = Rig(plugins: [
      FakePlugin("p") { update in
        if update.read("loading") == .bool(true) { update.set(.isBusy, .bool(true)) }
      }
    ])
    try rig.set(["likable": .bool(true)])
    try rig.define(.likeButton("p/style"))
    try rig.subscribe(rig.client(1), Match(ids: ["like"]))
    try rig.settle()
    try rig.press(rig.client(1), "like", .began(nil))
    #expect(try rig.isLikePressed())
    try rig.set(["loading": .bool(true)])
    #expect(try !rig.isLikePressed())
    #expect(rig.engine.pressCount == 0)
    #expect(throws: EngineError.disabled(isBusy: true)) {
      try rig.press(rig.client(1), "like", .began(nil))
    }
    #expect(throws: EngineError.disabled(isBusy: true)) { try rig.engine.trigger("like") }
    try rig.set(["loading": .bool(false)])
    #expect(try !rig.isLikePressed())
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(1))
  }

  @Test(arguments: ["filled", "p/style"], [("likable", false), ("working", true)])
  func anObstacleThatComesAndGoesWithinATurnEndsThePress(
    _ style: String, _ obstacle: (key: String, value: Bool)
  ) throws {
    let rig = Rig(plugins: [.primitive()])
    try rig.set(["likable": .bool(true)])
    try rig.define(.likeButton(style))
    try rig.subscribe(rig.client(1), Match(ids: ["like"]))
    try rig.settle()
    try rig.press(rig.client(1), "like", .began(nil))
    #expect(try rig.isLikePressed())
    try rig.set([obstacle.key: .bool(obstacle.value)])
    try rig.set([obstacle.key: .bool(!obstacle.value)])
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(try !rig.isLikePressed())
    #expect(rig.value("likes") == nil)
    #expect(rig.engine.pressCount == 0)
  }

  @Test func whatOneChangeSetsAndSetsBackIsNoObstacle() throws {
    let rig = try Rig.withLikeButton()
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.update([("likable", .set(.bool(false))), ("likable", .set(.bool(true)))])
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(1))
  }

  @Test func whatIsDefinedAsItIsChangesNothing() throws {
    let rig = try Rig.withLikeButton()
    let group = GroupDefinition(id: "shop")
    let price = DerivationChange("price", try Derivation(.expression("1 + 1")))
    try rig.engine.defineGroups([group])
    try rig.engine.derive([price])
    try rig.press(rig.client(1), "like", .began(nil))
    let revision = rig.engine.revision
    #expect(try rig.define(.likeButton()) == revision)
    #expect(try rig.engine.defineGroups([group]) == revision)
    #expect(try rig.engine.derive([price]) == revision)
    // A file that defines the same takes it over.
    #expect(try rig.engine.derive([price], isFromFile: true) == revision + 1)
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(1))
  }

  @Test func aPatchThatDisablesTheButtonForAMomentEndsThePress() throws {
    let rig = try Rig.withLikeButton()
    try rig.press(rig.client(1), "like", .began(nil))
    var changed = ButtonDefinition.likeButton()
    changed.isEnabled = .constant(false)
    _ = try rig.engine.define([changed], keepsPresses: true)
    _ = try rig.engine.define([.likeButton()], keepsPresses: true)
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == nil)
  }

  /// A flag that a patch binds to another key counts by that key from then on.
  @Test func aPressEndsByTheKeyThatAPatchHasNamed() throws {
    let rig = try Rig.withLikeButton()
    try rig.press(rig.client(1), "like", .began(nil))
    var changed = ButtonDefinition.likeButton()
    changed.isEnabled = .bound(key: "open", equals: .int(1))
    try rig.set(["open": .int(1)])
    _ = try rig.engine.define([changed], keepsPresses: true)
    try rig.set(["likable": .bool(false)])
    try rig.settle()
    #expect(rig.engine.pressCount == 1)
    try rig.set(["open": .int(2)])
    #expect(rig.engine.pressCount == 0)
  }

  @Test func aPressInAMomentThatNoFrameShowsEndsWithIt() throws {
    let rig = try Rig.withLikeButton()
    try rig.set(["working": .bool(true)])
    try rig.settle()
    try rig.set(["working": .bool(false)])
    try rig.press(rig.client(1), "like", .began(PressLocation(x: 0, y: 100)))
    try rig.set(["working": .bool(true)])
    try rig.settle()
    #expect(rig.engine.pressCount == 0)
    try rig.set(["working": .bool(false)])
    #expect(
      try rig.press(rig.client(1), "like", .moved(#require(PressLocation(x: 0, y: 0))))
        == .known(.inactive, performed: nil))
  }

  @Test func anActionThatDisablesTheButtonEndsTheOtherPresses() throws {
    let rig = Rig()
    var once = ButtonDefinition.make("like", "filled", enabledBy: "likable")
    once.action = Action(operations: [
      ActionOperation(key: "likable", kind: .set(.bool(false))),
      ActionOperation(key: "likes", kind: .increment(by: .int(1))),
    ])
    try rig.set(["likable": .bool(true)])
    try rig.define(once)
    for client in 1...2 as ClosedRange<UInt32> {
      try rig.press(rig.client(client), "like", .began(nil))
    }
    for client in 1...2 as ClosedRange<UInt32> {
      try rig.press(rig.client(client), "like", .ended(nil))
    }
    #expect(rig.value("likes") == .int(1))
  }
}
