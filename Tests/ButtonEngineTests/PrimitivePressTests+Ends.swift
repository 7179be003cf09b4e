import ButtonEngine
import ButtonModel
import ButtonProtocol
import PluginChannel
import Testing

/// What ends a press that a style decides.
extension PrimitivePressTests {
  @Test(arguments: PressEndTests.Obstacle.allCases)
  func anObstacleEndsThePressAndTheStyleHearsOfIt(_ obstacle: PressEndTests.Obstacle) throws {
    let rig = try rig()
    _ = try send(rig, .began(nil))
    try rig.settle()
    try obstacle.apply(to: rig, style: "p/style")
    try rig.settle()
    #expect(!isPressed(rig))
    #expect(rig.engine.pressCount == 0)
    #expect(phases(rig) == [.began, .cancelled])
    #expect(rig.value("likes") == nil)
  }

  @Test(arguments: PressEndTests.Obstacle.allCases)
  func anObstacleBeforeTheStyleHasAnsweredStopsTheAction(_ obstacle: PressEndTests.Obstacle) throws
  {
    let rig = try rig()
    _ = try send(rig, .began(nil))
    try rig.settle()
    let ended = try send(rig, .ended(nil))
    try rig.turn()
    try obstacle.apply(to: rig, style: "p/style")
    try rig.settle()
    #expect(phase(rig, ended) == "inactive")
    #expect(rig.value("likes") == nil)
    #expect(!isPressed(rig))
    #expect(phases(rig) == [.began, .ended])
  }

  @Test func aPartialChangeGoesOnWithThePressUnlessTheStyleIsAnother() throws {
    let rig = try rig()
    _ = try send(rig, .began(nil))
    try rig.settle()
    let moved = try send(rig, .moved(try #require(PressLocation(x: 1, y: 1))))
    try rig.turn()
    var changed = ButtonDefinition.likeButton("p/style")
    changed.configuration?.title = "Liking"
    _ = try rig.engine.define([changed], keepsPresses: true)
    try rig.settle()
    #expect(phase(rig, moved) == "pressing")
    #expect(isPressed(rig))
    _ = try rig.engine.define([.likeButton("filled")], keepsPresses: true)
    try rig.settle()
    #expect(!isPressed(rig))
    #expect(rig.engine.pressCount == 0)
    #expect(phases(rig) == [.began, .moved, .cancelled])
    #expect(rig.violations.isEmpty)
    _ = try rig.press(rig.client(1), "like", .began(nil))
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(1))
  }

  @Test func aClientThatGoesCancelsWhatItHoldsAndKeepsWhatItReleased() throws {
    let rig = try rig()
    _ = try send(rig, .began(nil), 2)
    _ = try send(rig, .began(nil), 3)
    try rig.settle()
    _ = try send(rig, .ended(nil), 2)
    for client in 2...3 as ClosedRange<UInt32> {
      rig.engine.connectionClosed(rig.client(client).connection)
    }
    try rig.settle()
    #expect(rig.value("likes") == .int(1))
    #expect(rig.performed.map(\.client) == ["client 2"])
    #expect(!isPressed(rig))
    #expect(rig.engine.pressCount == 0)
  }

  @Test func withoutItsWorkerThereIsNoPress() throws {
    let rig = try rig()
    let began = try send(rig, .began(nil))
    try rig.settle()
    let moved = try send(rig, .moved(try #require(PressLocation(x: 1, y: 1))))
    try rig.turn()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.turn()
    #expect(phase(rig, began) == "pressing")
    #expect(phase(rig, moved) == "inactive")
    #expect(rig.engine.pressCount == 0)
    #expect(
      try rig.press(rig.client(1), "like", .began(nil)) == .known(.inactive, performed: nil))
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(!isPressed(rig))
    let again = try send(rig, .began(nil))
    try rig.settle()
    #expect(phase(rig, again) == "pressing")
  }

  @Test func aStyleThatDoesNotAnswerInTimeLosesThePress() throws {
    let rig = try rig()
    let began = try send(rig, .began(nil))
    try rig.turn()
    #expect(rig.engine.wakeTime == rig.now + 250_000_000)
    try rig.turn(after: 249_999_999)
    #expect(phase(rig, began) == nil)
    try rig.pause(for: 1)
    #expect(phase(rig, began) == nil, "what it has sent is read first")
    #expect(rig.engine.wakeTime == rig.now)
    try rig.turn()
    #expect(phase(rig, began) == "inactive")
    #expect(
      try rig.press(rig.client(2), "like", .began(nil)) == .known(.inactive, performed: nil),
      "and nobody else waits for it")
    try rig.settle()
    #expect(phases(rig) == [.began, .cancelled])
    #expect(!isPressed(rig))
    let again = try send(rig, .began(nil))
    try rig.settle()
    #expect(phase(rig, again) == "pressing")
  }

  @Test func aPauseOfTheDaemonIsNoDelayOfTheStyle() throws {
    let rig = try rig()
    let began = try send(rig, .began(nil))
    try rig.turn()
    try rig.pause(for: 5_000_000_000)
    try rig.settle()
    #expect(phase(rig, began) == "pressing")
  }

  @Test func aStyleThatFailsLosesThePress() throws {
    let rig = try rig { gesture in
      FakeGesture.standard(gesture)
      if gesture.event.phase == .ended { gesture.failure = "no" }
    }
    _ = try send(rig, .began(nil))
    try rig.settle()
    let ended = try send(rig, .ended(nil))
    try rig.settle()
    #expect(phase(rig, ended) == "inactive")
    #expect(rig.value("likes") == nil)
    #expect(!isPressed(rig))
    #expect(rig.engine.pressCount == 0)
  }

  @Test func aFailingActionIsAnsweredAndReleasesTheButton() throws {
    let rig = try rig()
    try rig.set(["likes": .string("many")])
    _ = try send(rig, .began(nil))
    try rig.settle()
    let ended = try send(rig, .ended(nil))
    try rig.settle()
    guard case .failure(.invalidOperation(index: 0, message: _))? = rig.client(1).answers[ended]
    else {
      Issue.record("\(String(describing: rig.client(1).answers[ended]))")
      return
    }
    #expect(rig.performed.isEmpty)
    #expect(!isPressed(rig))
  }

  @Test func waitingForPublicationAnswersAfterTheFrame() throws {
    let rig = try rig()
    let began = try send(rig, .began(nil), wait: true)
    try rig.turn()
    try rig.workers[0].answerGesture(rig.engine, now: rig.now)
    try rig.turn()
    #expect(phase(rig, began) == nil, "the look is not out yet")
    try rig.settle()
    #expect(phase(rig, began) == "pressing")
  }
}

extension PressEndTests.Obstacle {
  /// Puts the obstacle in the like button's way.
  func apply(to rig: Rig, style: String = "filled") throws {
    switch self {
    case .disabled: try rig.set(["likable": .bool(false)])
    case .busy: try rig.set(["working": .bool(true)])
    case .hidden: try rig.set(["hiding": .bool(true)])
    case .redefined: try rig.define(.likeButton(style).hinted("again"))
    case .removed: _ = rig.engine.remove(Match(ids: ["like"]))
    case .removedAndDefined:
      _ = rig.engine.remove(Match(ids: ["like"]))
      try rig.define(.likeButton(style))
    }
  }
}
