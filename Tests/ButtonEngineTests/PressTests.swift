import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Presses of buttons whose style leaves them to the daemon.
@Suite struct PressTests {
  /// A like button that counts, shown to the first client.
  private func rig(_ settings: EngineSettings = EngineSettings()) throws -> Rig {
    let rig = Rig(settings)
    try rig.set(["likable": .bool(true)])
    try rig.define(.likeButton())
    try rig.subscribe(rig.client(1), Match(ids: ["like"]))
    try rig.settle()
    _ = rig.client(1).take()
    return rig
  }

  private func isPressed(_ rig: Rig) throws -> Bool {
    try rig.settle()
    return rig.client(1).looks["like"]?["isHighlighted"]?.bool == true
  }

  private func place(_ x: Double, _ y: Double) throws -> PressLocation {
    try #require(PressLocation(x: x, y: y))
  }

  @Test func aPressShowsAtOnceAndItsReleaseRunsTheActionOnce() throws {
    let rig = try rig()
    #expect(try rig.press(rig.client(1), "like", .began(nil)) == .known(.pressing, performed: nil))
    #expect(try isPressed(rig))
    #expect(rig.value("likes") == nil)
    let released = try rig.press(rig.client(1), "like", .ended(nil))
    #expect(released == .known(.inactive, performed: rig.engine.revision))
    #expect(rig.value("likes") == .int(1))
    #expect(try !isPressed(rig))
    #expect(try rig.press(rig.client(1), "like", .ended(nil)) == .known(.inactive, performed: nil))
    #expect(rig.value("likes") == .int(1))
    #expect(rig.engine.pressCount == 0)
  }

  @Test func releaseAndActionAreOneFrame() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.settle()
    _ = rig.client(1).take()
    try rig.press(rig.client(1), "like", .ended(nil))
    try rig.settle()
    #expect(rig.client(1).lines.count == 1)
    let look = rig.client(1).looks["like"]
    #expect(look?["isHighlighted"] == nil)
    #expect(look?["isSelected"]?.bool == true, "the action made it so")
  }

  @Test func draggedAwayItIsNotPressedAndDraggedBackItIs() throws {
    let rig = try rig()
    let client = rig.client(1)
    let size = try #require(DrawnSize(width: 100, height: 44))
    try rig.engine.reportLayout(of: "like", size: size, client.connection)
    try rig.press(client, "like", .began(try place(139, 22)))
    #expect(try isPressed(rig))
    #expect(
      try rig.press(client, "like", .moved(try place(140, 22)))
        == .known(.outOfBounds, performed: nil))
    #expect(try !isPressed(rig))
    try rig.press(client, "like", .moved(try place(99, 43)))
    #expect(try isPressed(rig))
    try rig.press(client, "like", .ended(try place(0, 84)))
    #expect(try !isPressed(rig))
    #expect(rig.value("likes") == nil)
  }

  @Test func aPressAndItsReleaseWithinATurnShowNothingButTheAction() throws {
    let rig = try rig()
    let resolves = rig.resolves("like")
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.press(rig.client(1), "like", .ended(nil))
    try rig.settle()
    #expect(rig.resolves("like") == resolves + 1)
    #expect(rig.client(1).lines.count == 1)
    #expect(rig.value("likes") == .int(1))
  }

  @Test func aButtonIsPressedWhileAnybodyPressesIt() throws {
    let rig = try rig()
    for client in 1...3 as ClosedRange<UInt32> {
      try rig.press(rig.client(client), "like", .began(nil))
    }
    #expect(try isPressed(rig))
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(1))
    #expect(try isPressed(rig))
    try rig.press(rig.client(2), "like", .cancelled)
    #expect(try isPressed(rig))
    rig.engine.connectionClosed(rig.client(3).connection)
    #expect(try !isPressed(rig))
    #expect(rig.value("likes") == .int(1))
    #expect(rig.engine.pressCount == 0)
  }

  @Test func eachClientsButtonIsAsLargeAsThatClientSays() throws {
    let rig = try rig()
    let size = try #require(DrawnSize(width: 300, height: 44))
    try rig.engine.reportLayout(of: "like", size: size, rig.client(1).connection)
    for (client, phase) in [(1, PressPhase.pressing), (2, .outOfBounds)] as [(UInt32, PressPhase)] {
      #expect(
        try rig.press(rig.client(client), "like", .began(try place(298, 0)))
          == .known(phase, performed: nil))
    }
  }

  @Test func aSizeOutlivesANewDefinitionButNotTheButtonAndNotTheConnection() throws {
    let rig = try rig()
    let client = rig.client(1)
    let size = try #require(DrawnSize(width: 300, height: 44))
    func phase() throws -> PressOutcome {
      try rig.press(client, "like", .began(try place(298, 0)))
    }
    try rig.engine.reportLayout(of: "like", size: size, client.connection)
    try rig.define(.likeButton())
    #expect(try phase() == .known(.pressing, performed: nil))
    _ = rig.engine.remove(Match(ids: ["like"]))
    try rig.define(.likeButton())
    #expect(try phase() == .known(.outOfBounds, performed: nil))
    try rig.engine.reportLayout(of: "like", size: size, client.connection)
    rig.engine.connectionClosed(client.connection)
    #expect(try phase() == .known(.outOfBounds, performed: nil))
  }

  // MARK: What ends a press

  /// What makes a button refuse presses.
  enum Obstacle: CaseIterable {
    case disabled, busy, redefined, removed, removedAndDefined
  }

  @Test(arguments: Obstacle.allCases)
  func anObstacleEndsThePressesAtTheNextTick(_ obstacle: Obstacle) throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.press(rig.client(2), "like", .began(nil))
    try rig.settle()
    try obstacle.apply(to: rig)
    #expect(try !isPressed(rig))
    #expect(rig.engine.pressCount == 0)
    try rig.set(["likable": .bool(true), "working": .bool(false)])
    #expect(try !isPressed(rig))
    if obstacle != .removed {
      #expect(
        try rig.press(rig.client(1), "like", .ended(nil)) == .known(.inactive, performed: nil))
    }
    #expect(rig.value("likes") == nil)
  }

  @Test(arguments: Obstacle.allCases)
  func anObstacleCountsInTheSameTurnAlready(_ obstacle: Obstacle) throws {
    let rig = try rig()
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
    #expect(try !isPressed(rig))
  }

  @Test func aPartialChangeGoesOnWithThePressAndTheNewAction() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    #expect(try isPressed(rig))
    var changed = ButtonDefinition.likeButton()
    changed.configuration?.title = "Liking"
    changed.action = Action(operations: [
      StateOperation(key: "likes", kind: .increment(by: .int(10)))
    ])
    _ = try rig.engine.define([changed], keepsPresses: true)
    #expect(try isPressed(rig))
    #expect(rig.client(1).title("like") == "Liking")
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(10))
    #expect(try !isPressed(rig))
  }

  @Test func aPartialChangeThatDisablesTheButtonEndsThePress() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    var changed = ButtonDefinition.likeButton()
    changed.isEnabled = .constant(false)
    _ = try rig.engine.define([changed], keepsPresses: true)
    #expect(try !isPressed(rig))
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
    #expect(try isPressed(rig))
    try define(patch.to)
    #expect(try isPressed(rig) == patch.goesOn)
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
    #expect(try isPressed(rig))
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(1))
    #expect(try !isPressed(rig))
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
    #expect(try isPressed(rig))
    try rig.set(["loading": .bool(true)])
    #expect(try !isPressed(rig))
    #expect(rig.engine.pressCount == 0)
    #expect(throws: EngineError.disabled(isBusy: true)) {
      try rig.press(rig.client(1), "like", .began(nil))
    }
    #expect(throws: EngineError.disabled(isBusy: true)) { try rig.engine.trigger("like") }
    try rig.set(["loading": .bool(false)])
    #expect(try !isPressed(rig))
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
    #expect(try isPressed(rig))
    try rig.set([obstacle.key: .bool(obstacle.value)])
    try rig.set([obstacle.key: .bool(!obstacle.value)])
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(try !isPressed(rig))
    #expect(rig.value("likes") == nil)
    #expect(rig.engine.pressCount == 0)
  }

  @Test func whatOneChangeSetsAndSetsBackIsNoObstacle() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.update([("likable", .set(.bool(false))), ("likable", .set(.bool(true)))])
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(1))
  }

  @Test func aPatchThatDisablesTheButtonForAMomentEndsThePress() throws {
    let rig = try rig()
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
    let rig = try rig()
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
    let rig = try rig()
    try rig.set(["working": .bool(true)])
    try rig.settle()
    try rig.set(["working": .bool(false)])
    try rig.press(rig.client(1), "like", .began(try place(0, 100)))
    try rig.set(["working": .bool(true)])
    try rig.settle()
    #expect(rig.engine.pressCount == 0)
    try rig.set(["working": .bool(false)])
    #expect(
      try rig.press(rig.client(1), "like", .moved(try place(0, 0)))
        == .known(.inactive, performed: nil))
  }

  @Test func anActionThatDisablesTheButtonEndsTheOtherPresses() throws {
    let rig = Rig()
    var once = ButtonDefinition.make("like", "filled", enabledBy: "likable")
    once.action = Action(operations: [
      StateOperation(key: "likable", kind: .set(.bool(false))),
      StateOperation(key: "likes", kind: .increment(by: .int(1))),
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

  @Test func aRefusalSaysWhetherTheButtonIsDisabledOrBusy() throws {
    let rig = try rig()
    try rig.set(["likable": .bool(false)])
    #expect(throws: EngineError.disabled(isBusy: false)) {
      try rig.press(rig.client(1), "like", .began(nil))
    }
    #expect(throws: EngineError.disabled(isBusy: false)) { try rig.engine.trigger("like") }
    try rig.set(["likable": .bool(true), "working": .bool(true)])
    #expect(throws: EngineError.disabled(isBusy: true)) {
      try rig.press(rig.client(1), "like", .began(nil))
    }
    #expect(throws: EngineError.disabled(isBusy: true)) { try rig.engine.trigger("like") }
    #expect(try !isPressed(rig))
    #expect(rig.value("likes") == nil)
  }

  @Test func anActionThatCannotBeDoneReleasesTheButtonAllTheSame() throws {
    let rig = try rig()
    try rig.set(["likes": .string("many")])
    try rig.press(rig.client(1), "like", .began(nil))
    #expect(try isPressed(rig))
    #expect(throws: EngineError.self) { try rig.press(rig.client(1), "like", .ended(nil)) }
    #expect(try !isPressed(rig))
    #expect(rig.value("likes") == .string("many"))
    #expect(rig.engine.pressCount == 0)
  }

  // MARK: Bounds

  @Test func aConnectionReportsTheSizesOfSoManyButtonsThatExist() throws {
    var settings = EngineSettings()
    settings.maximumLayouts = 2
    let rig = Rig(settings)
    try rig.define(.make("a"), .make("b"), .make("c"))
    let size = try #require(DrawnSize(width: 1, height: 1))
    func report(_ id: UTF8String, _ client: UInt32 = 1) throws {
      try rig.engine.reportLayout(of: id, size: size, rig.client(client).connection)
    }
    try report("a")
    try report("b")
    try report("a")
    let limit = EngineError.limitExceeded(limit: "layouts", value: 2, index: nil)
    #expect(throws: limit) { try report("c") }
    try report("c", 2)
    _ = rig.engine.remove(Match(ids: ["a"]))
    try report("c")
    #expect(throws: EngineError.self) { try report("a") }
  }

  @Test func aConnectionPressesSoManyButtonsAtOnce() throws {
    var settings = EngineSettings()
    settings.maximumPresses = 2
    let rig = Rig(settings)
    try rig.define(.make("a"), .make("b"), .make("c"))
    let client = rig.client(1)
    try rig.press(client, "a", .began(nil))
    try rig.press(client, "b", .began(nil))
    try rig.press(client, "b", .began(nil))
    #expect(throws: EngineError.limitExceeded(limit: "presses", value: 2, index: nil)) {
      try rig.press(client, "c", .began(nil))
    }
    try rig.press(client, "a", .ended(nil))
    try rig.press(client, "c", .began(nil))
  }

  @Test func aButtonThatIsNotThereIsNotFound() throws {
    let rig = Rig()
    let missing = EngineError.notFound(kind: "button", name: "x", nearest: nil, index: nil)
    for event in [PressEvent.began(nil), .moved(try place(0, 0)), .ended(nil), .cancelled] {
      #expect(throws: missing) { try rig.press(rig.client(1), "x", event) }
    }
    #expect(throws: missing) {
      try rig.engine.reportLayout(of: "x", size: .unreported, rig.client(1).connection)
    }
    #expect(throws: missing) { try rig.engine.trigger("x") }
  }
}

extension ButtonDefinition {
  /// A button whose action counts in `likes` and selects it, while `likable` is true and
  /// `working` is not.
  static func likeButton(_ style: String = "filled") -> ButtonDefinition {
    var button = ButtonDefinition.make("like", style, title: "Like", selectedBy: "liked")
    button.isBusy = .bound(key: "working", equals: nil)
    button.isEnabled = .bound(key: "likable", equals: .bool(true))
    button.action = Action(
      name: "like",
      operations: [
        StateOperation(key: "likes", kind: .increment(by: .int(1))),
        StateOperation(key: "liked", kind: .set(.bool(true))),
      ])
    return button
  }
}
