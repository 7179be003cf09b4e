import ButtonEngine
import ButtonModel
import ButtonProtocol
import PluginChannel
import Testing

/// The timers that primitive styles set during presses.
@Suite struct PressTimerTests {
  private static let millisecond: UInt64 = 1_000_000

  /// A rig with a button of a primitive style, pressed by the first client.
  private func pressed(
    _ settings: EngineSettings = EngineSettings(),
    _ gesture: @escaping (FakeGesture) -> Void = Self.hold
  ) throws -> Rig {
    let rig = Rig(settings, plugins: [.primitive(gesture)])
    try rig.set(["likable": .bool(true)])
    try rig.define(.likeButton("p/style"))
    try rig.subscribe(rig.client(1), Match(ids: ["like"]))
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.settle()
    return rig
  }

  /// Acts when the button was held for 500 ms.
  private static func hold(_ gesture: FakeGesture) {
    switch gesture.event.phase {
    case .began:
      gesture.isPressed = true
      gesture.timer = 500
    case .timer: gesture.isTriggered = true
    case .moved, .ended, .cancelled: break
    }
  }

  private func pass(_ milliseconds: UInt64, _ rig: Rig) throws {
    try rig.settle(within: milliseconds * Self.millisecond)
  }

  private func phases(_ rig: Rig) -> [GestureEvent.Phase] { rig.workers[0].told.map(\.event.phase) }

  private func place(_ x: Double, _ y: Double) throws -> PressLocation {
    try #require(PressLocation(x: x, y: y))
  }

  @Test func theStyleActsWhenItsTimerFires() throws {
    let rig = try pressed()
    try pass(499, rig)
    #expect(phases(rig) == [.began] && rig.value("likes") == nil)
    try pass(1, rig)
    #expect(phases(rig) == [.began, .timer] && rig.value("likes") == .int(1))
    #expect(rig.performed.map(\.client) == ["client 1"])
    try pass(60_000, rig)
    #expect(phases(rig) == [.began, .timer], "a timer fires once")
    #expect(rig.engine.wakeTime == nil)
    try rig.press(rig.client(1), "like", .ended(nil))
    try rig.settle()
    #expect(phases(rig).last == .ended && rig.value("likes") == .int(1))
  }

  @Test func aTimerThatIsSetAgainAndAgainRepeats() throws {
    let rig = try pressed { gesture in
      if gesture.event.phase == .began { gesture.timer = 300 }
      guard gesture.event.phase == .timer else { return }
      gesture.isTriggered = true
      gesture.timer = 100
    }
    try pass(650, rig)
    #expect(rig.value("likes") == .int(4))
  }

  @Test func itKnowsThePlaceThatWasReportedLast() throws {
    let rig = try pressed()
    _ = try rig.engine.reportLayout(
      of: "like", size: try #require(DrawnSize(width: 80, height: 30)), rig.client(1).connection)
    try rig.press(rig.client(1), "like", .moved(try place(7, 500)))
    try pass(500, rig)
    let event = try #require(rig.workers[0].told.last?.event)
    #expect(
      event
        == GestureEvent(
          .timer, isInside: false, isPressed: true, location: .init(x: 7, y: 500), width: 80,
          height: 30))
  }

  @Test func movingLeavesItAloneAndSettingItAgainReplacesIt() throws {
    let rig = try pressed { gesture in
      if gesture.event.phase == .began { gesture.timer = 500 }
      if gesture.event.phase == .moved, gesture.event.location?.x == 9 { gesture.timer = 200 }
    }
    try pass(400, rig)
    try rig.press(rig.client(1), "like", .moved(try place(1, 1)))
    try pass(50, rig)
    #expect(phases(rig) == [.began, .moved])
    try rig.press(rig.client(1), "like", .moved(try place(9, 1)))
    try pass(199, rig)
    #expect(phases(rig) == [.began, .moved, .moved])
    try pass(1, rig)
    #expect(phases(rig) == [.began, .moved, .moved, .timer])
    try pass(5_000, rig)
    #expect(phases(rig).count == 4)
  }

  @Test func zeroTakesItAway() throws {
    let rig = try pressed { gesture in
      if gesture.event.phase == .began { gesture.timer = 500 }
      if gesture.event.phase == .moved { gesture.timer = 0 }
    }
    try rig.press(rig.client(1), "like", .moved(try place(1, 1)))
    try pass(5_000, rig)
    #expect(phases(rig) == [.began, .moved])
    #expect(rig.engine.wakeTime == nil)
  }

  @Test func aTimeThatCameBeforeTheAnswerThatReplacesItNoLongerCounts() throws {
    let rig = try pressed { gesture in
      if gesture.event.phase == .began { gesture.timer = 200 }
      if gesture.event.phase == .moved { gesture.timer = 100 }
    }
    try rig.press(rig.client(1), "like", .moved(try place(1, 1)))
    // The worker has not answered the move when the first time comes.
    try rig.turn()
    try rig.turn(after: 200 * Self.millisecond)
    try rig.settle()
    #expect(phases(rig) == [.began, .moved])
    try pass(100, rig)
    #expect(phases(rig) == [.began, .moved, .timer])
  }

  @Test func anEventOfATimerThatWaitsIsNotDoubled() throws {
    let rig = try pressed()
    try pass(400, rig)
    try rig.press(rig.client(1), "like", .moved(try place(1, 1)))
    for _ in 0..<100 { try rig.turn(after: 2 * Self.millisecond) }
    #expect(rig.workers[0].gestures.count == 1)
    try pass(5_000, rig)
    #expect(phases(rig) == [.began, .moved, .timer])
  }

  @Test func aStyleThatDoesNotAnswerItsTimerLosesThePress() throws {
    let rig = try pressed()
    try rig.turn(after: 500 * Self.millisecond)
    #expect(rig.workers[0].gestures.count == 1)
    try rig.turn(after: 300 * Self.millisecond)
    try rig.settle()
    #expect(phases(rig) == [.began, .timer, .cancelled])
    #expect(rig.value("likes") == nil && rig.engine.pressCount == 0)
  }

  @Test func timersAreNotWhatRequestsOfAClientWaitFor() throws {
    let rig = try pressed()
    try rig.turn(after: 500 * Self.millisecond)
    #expect(rig.workers[0].gestures.count == 1)
    #expect(!rig.engine.isAwaitingStyle(of: "like", rig.client(1).connection))
  }

  enum End: CaseIterable {
    case ended, cancelled, disabled, busy, redefined, removed, disconnected, crashed
  }

  @Test(arguments: End.allCases) func itEndsWithThePress(end: End) throws {
    let rig = try pressed()
    try pass(400, rig)
    switch end {
    case .ended: try rig.press(rig.client(1), "like", .ended(nil))
    case .cancelled: try rig.press(rig.client(1), "like", .cancelled)
    case .disabled: try rig.set(["likable": .bool(false)])
    case .busy: try rig.set(["working": .bool(true)])
    case .redefined:
      var button = ButtonDefinition.likeButton("p/style")
      button.configuration = nil
      try rig.define(button)
    case .removed: _ = rig.engine.remove(.everything)
    case .disconnected: rig.close(rig.client(1))
    case .crashed:
      rig.workers[0].crash(rig.engine, now: rig.now)
      rig.workers[0].start(rig.engine, now: rig.now)
    }
    try rig.set(["likable": .bool(true), "working": .bool(false)])
    try pass(5_000, rig)
    #expect(!phases(rig).contains(.timer))
    #expect(rig.value("likes") == nil)
  }

  @Test func theTimerOfAPressIsNotThatOfTheNext() throws {
    let rig = try pressed { gesture in
      if gesture.event.phase == .began, gesture.event.location == nil { gesture.timer = 500 }
    }
    try pass(400, rig)
    try rig.press(rig.client(1), "like", .began(try place(1, 1)))
    try pass(5_000, rig)
    #expect(phases(rig) == [.began, .cancelled, .began])
  }

  @Test func anAnswerToAPressThatIsOverSetsNoTimerForTheNext() throws {
    let rig = try pressed { gesture in
      if gesture.event.phase == .moved { gesture.timer = 10 }
    }
    try rig.press(rig.client(1), "like", .moved(try place(1, 1)))
    try rig.turn()
    try rig.press(rig.client(1), "like", .ended(nil))
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(5_000, rig)
    #expect(phases(rig) == [.began, .moved, .ended, .began])
  }

  @Test func aTimerBeforeTheReleaseComesBeforeIt() throws {
    let rig = try pressed()
    try pass(400, rig)
    try rig.press(rig.client(1), "like", .moved(try place(1, 1)))
    try rig.turn()
    try rig.turn(after: 100 * Self.millisecond)
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.workers[0].gestures.count == 1)
    try rig.settle()
    #expect(phases(rig) == [.began, .moved, .timer, .ended])
    #expect(rig.value("likes") == .int(1))
  }

  @Test func aClientThatSaysNothingMoreForAMinuteIsNotWaitedFor() throws {
    let rig = try pressed { gesture in
      if gesture.event.phase == .timer { gesture.isTriggered = true }
      if gesture.event.phase != .ended { gesture.timer = 40_000 }
    }
    try pass(600_000, rig)
    #expect(rig.value("likes") == .int(1))
    #expect(rig.engine.wakeTime == nil)
    // A word of it while the timer runs has it count.
    try rig.press(rig.client(1), "like", .moved(try place(1, 1)))
    try pass(30_000, rig)
    try rig.press(rig.client(1), "like", .moved(try place(1, 1)))
    try pass(40_000, rig)
    #expect(rig.value("likes") == .int(2))
  }

  @Test func theLongestTimerFiresForAClientThatSaysNothingMore() throws {
    let rig = Rig(plugins: [
      .primitive { gesture in
        if gesture.event.phase == .began { gesture.timer = 60_000 }
      }
    ])
    try rig.set(["likable": .bool(true)])
    try rig.define(.likeButton("p/style"))
    try rig.settle()
    try rig.press(rig.client(1), "like", .began(nil))
    // The answer takes a moment.
    try rig.turn()
    try rig.turn(after: 2 * Self.millisecond)
    try pass(60_000, rig)
    #expect(phases(rig) == [.began, .timer])
  }

  @Test func twoClientsHaveATimerEach() throws {
    let rig = try pressed()
    try pass(250, rig)
    try rig.press(rig.client(2), "like", .began(nil))
    try pass(250, rig)
    #expect(rig.performed.map(\.client) == ["client 1"])
    try pass(250, rig)
    #expect(rig.performed.map(\.client) == ["client 1", "client 2"])
  }

  @Test func thoseWhoRecordHearOfWhatNoReplayWouldDo() throws {
    var repeated = 0
    let rig = try pressed { gesture in
      if gesture.event.phase == .began { gesture.timer = 100 }
      gesture.isTriggered = gesture.event.phase == .timer || gesture.event.phase == .ended
    }
    func count() {
      repeated += rig.passed.count { if case .performed = $0 { true } else { false } }
      rig.passed = []
    }
    try pass(100, rig)
    count()
    #expect(repeated == 1 && rig.value("likes") == .int(1))
    #expect(rig.engine.pressesUnderWay.map(\.hasRepeated) == [true])
    try rig.press(rig.client(1), "like", .ended(nil))
    try pass(0, rig)
    count()
    #expect(repeated == 2 && rig.value("likes") == .int(2))
    // A press that ends before its timer fires is played as it was.
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(0, rig)
    #expect(rig.engine.pressesUnderWay.map(\.hasRepeated) == [false])
    try rig.press(rig.client(1), "like", .ended(nil))
    try pass(0, rig)
    count()
    #expect(repeated == 2 && rig.value("likes") == .int(3))
  }

  @Test func aDaemonForReplaysFiresNone() throws {
    var settings = EngineSettings()
    settings.tellsTime = false
    let rig = try pressed(settings)
    try pass(5_000, rig)
    #expect(phases(rig) == [.began])
  }
}
