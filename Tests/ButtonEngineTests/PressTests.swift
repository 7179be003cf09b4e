import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Presses of buttons whose style leaves them to the daemon.
@Suite struct PressTests {
  private func place(_ x: Double, _ y: Double) throws -> PressLocation {
    try #require(PressLocation(x: x, y: y))
  }

  @Test func aPressShowsAtOnceAndItsReleaseRunsTheActionOnce() throws {
    let rig = try Rig.withLikeButton()
    #expect(try rig.press(rig.client(1), "like", .began(nil)) == .known(.pressing, performed: nil))
    #expect(try rig.isLikePressed())
    #expect(rig.value("likes") == nil)
    let released = try rig.press(rig.client(1), "like", .ended(nil))
    #expect(released.revision == rig.engine.revision)
    #expect(rig.value("likes") == .int(1))
    #expect(try !rig.isLikePressed())
    #expect(try rig.press(rig.client(1), "like", .ended(nil)) == .known(.inactive, performed: nil))
    #expect(rig.value("likes") == .int(1))
    #expect(rig.engine.pressCount == 0)
  }

  @Test func releaseAndActionAreOneFrame() throws {
    let rig = try Rig.withLikeButton()
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
    let rig = try Rig.withLikeButton()
    let client = rig.client(1)
    let size = try #require(DrawnSize(width: 100, height: 44))
    try rig.engine.reportLayout(of: "like", size: size, client.connection)
    try rig.press(client, "like", .began(try place(139, 22)))
    #expect(try rig.isLikePressed())
    #expect(
      try rig.press(client, "like", .moved(try place(140, 22)))
        == .known(.outOfBounds, performed: nil))
    #expect(try !rig.isLikePressed())
    try rig.press(client, "like", .moved(try place(99, 43)))
    #expect(try rig.isLikePressed())
    try rig.press(client, "like", .ended(try place(0, 84)))
    #expect(try !rig.isLikePressed())
    #expect(rig.value("likes") == nil)
  }

  @Test func aPressAndItsReleaseWithinATurnShowNothingButTheAction() throws {
    let rig = try Rig.withLikeButton()
    let resolves = rig.resolves("like")
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.press(rig.client(1), "like", .ended(nil))
    try rig.settle()
    #expect(rig.resolves("like") == resolves + 1)
    #expect(rig.client(1).lines.count == 1)
    #expect(rig.value("likes") == .int(1))
  }

  @Test func aButtonIsPressedWhileAnybodyPressesIt() throws {
    let rig = try Rig.withLikeButton()
    for client in 1...3 as ClosedRange<UInt32> {
      try rig.press(rig.client(client), "like", .began(nil))
    }
    #expect(try rig.isLikePressed())
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(1))
    #expect(try rig.isLikePressed())
    try rig.press(rig.client(2), "like", .cancelled)
    #expect(try rig.isLikePressed())
    rig.engine.connectionClosed(rig.client(3).connection)
    #expect(try !rig.isLikePressed())
    #expect(rig.value("likes") == .int(1))
    #expect(rig.engine.pressCount == 0)
  }

  @Test func eachClientsButtonIsAsLargeAsThatClientSays() throws {
    let rig = try Rig.withLikeButton()
    let size = try #require(DrawnSize(width: 300, height: 44))
    try rig.engine.reportLayout(of: "like", size: size, rig.client(1).connection)
    for (client, phase) in [(1, PressPhase.pressing), (2, .outOfBounds)] as [(UInt32, PressPhase)] {
      #expect(
        try rig.press(rig.client(client), "like", .began(try place(298, 0)))
          == .known(phase, performed: nil))
    }
  }

  @Test func aSizeOutlivesARedefinitionButNotButtonOrConnection() throws {
    let rig = try Rig.withLikeButton()
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

  @Test func aRefusalSaysWhetherTheButtonIsDisabledOrBusy() throws {
    let rig = try Rig.withLikeButton()
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
    #expect(try !rig.isLikePressed())
    #expect(rig.value("likes") == nil)
  }

  @Test func anActionThatCannotBeDoneReleasesTheButtonAllTheSame() throws {
    let rig = try Rig.withLikeButton()
    try rig.set(["likes": .string("many")])
    try rig.press(rig.client(1), "like", .began(nil))
    #expect(try rig.isLikePressed())
    #expect(throws: EngineError.self) { try rig.press(rig.client(1), "like", .ended(nil)) }
    #expect(try !rig.isLikePressed())
    #expect(rig.value("likes") == .string("many"))
    #expect(rig.engine.pressCount == 0)
  }

  // MARK: Bounds

  @Test func aConnectionReportsTheSizesOfSoManyButtonsThatExist() throws {
    var settings = EngineSettings()
    settings.limits.layouts = 2
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
    settings.limits.presses = 2
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
