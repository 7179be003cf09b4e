import ButtonEngine
import ButtonModel
import ButtonProtocol
import PluginChannel
import Testing

/// Presses of buttons whose style decides itself what a press is.
@Suite struct PrimitivePressTests {
  /// A rig with a button of a plugin's primitive style, settled.
  func rig(
    _ settings: EngineSettings = EngineSettings(),
    _ gesture: @escaping (FakeGesture) -> Void = FakeGesture.standard
  ) throws -> Rig {
    let rig = Rig(settings, plugins: [.primitive(gesture)])
    try rig.set(["likable": .bool(true)])
    try rig.define(.likeButton("p/style"))
    try rig.subscribe(rig.client(1), Match(ids: ["like"]))
    try rig.settle()
    _ = rig.client(1).take()
    return rig
  }

  /// Sends an event whose answer comes later; the request's serial.
  func send(
    _ rig: Rig, _ event: PressEvent, _ client: UInt32 = 1, wait: Bool = false
  ) throws -> UInt64 {
    #expect(try rig.press(rig.client(client), "like", event, wait: wait) == .later)
    return rig.newestSerial
  }

  /// What the answer to a request says of the press.
  func phase(_ rig: Rig, _ serial: UInt64, _ client: UInt32 = 1) -> String? {
    guard case .success(let result)? = rig.client(client).answers[serial] else { return nil }
    return result["phase"]?.string
  }

  /// Whether the button looks pressed.
  func isPressed(_ rig: Rig) -> Bool {
    rig.client(1).looks["like"]?["isHighlighted"]?.bool == true
  }

  /// What the style was told, in order.
  func phases(_ rig: Rig) -> [GestureEvent.Phase] {
    rig.workers[0].told.map(\.event.phase)
  }

  @Test func theStyleDecidesAndTheReplyWaitsForIt() throws {
    let rig = try rig()
    let began = try send(rig, .began(nil))
    try rig.turn()
    #expect(phase(rig, began) == nil)
    try rig.settle()
    #expect(phase(rig, began) == "pressing")
    #expect(isPressed(rig))
    let ended = try send(rig, .ended(nil))
    #expect(rig.value("likes") == nil)
    try rig.settle()
    #expect(phase(rig, ended) == "inactive")
    #expect(!isPressed(rig))
    #expect(rig.value("likes") == .int(1))
    #expect(rig.performed.map(\.id) == ["like"])
    #expect(rig.performed.first?.client == "client 1")
    #expect(rig.engine.pressCount == 0)
    #expect(phases(rig) == [.began, .ended])
  }

  @Test func releaseAndActionAreOneFrame() throws {
    let rig = try rig()
    _ = try send(rig, .began(nil))
    try rig.settle()
    _ = rig.client(1).take()
    _ = try send(rig, .ended(nil))
    try rig.settle()
    let updates = rig.client(1).lines.filter { $0["method"] != nil }
    #expect(updates.count == 1)
    #expect(rig.client(1).looks["like"]?["isSelected"]?.bool == true)
    #expect(!isPressed(rig))
  }

  @Test func theStyleIsToldWhereThePointerIsAndWhetherThatIsInside() throws {
    let rig = try rig()
    let size = try #require(DrawnSize(width: 100, height: 44))
    try rig.engine.reportLayout(of: "like", size: size, rig.client(1).connection)
    let outside = try #require(PressLocation(x: 140, y: 0))
    let inside = try #require(PressLocation(x: 139, y: 83))
    let serials = try [PressEvent.began(nil), .moved(outside), .moved(inside), .ended(nil)].map {
      let serial = try send(rig, $0)
      try rig.settle()
      return serial
    }
    #expect(
      serials.map { phase(rig, $0) } == ["pressing", "outOfBounds", "pressing", "inactive"])
    let told = rig.workers[0].told.map(\.event)
    #expect(told.map(\.isInside) == [true, false, true, true])
    #expect(told.map { $0.location?.x } == [nil, 140, 139, 139], "ended is where it was last")
    #expect(told.map(\.isPressed) == [false, true, false, true])
    #expect(told.allSatisfy { $0.width == 100 && $0.height == 44 })
  }

  @Test func theScratchIsThePressesOwnAndBeginsEmpty() throws {
    let rig = try rig { gesture in
      gesture.scratch.bytes[0] += 1
      gesture.isTriggered = gesture.event.phase == .ended && gesture.scratch.bytes[0] == 3
    }
    let place = try #require(PressLocation(x: 0, y: 0))
    for round in 1...2 as ClosedRange<Int64> {
      for client in 1...2 as ClosedRange<UInt32> { _ = try send(rig, .began(nil), client) }
      try rig.settle()
      for client in 1...2 as ClosedRange<UInt32> { _ = try send(rig, .moved(place), client) }
      try rig.settle()
      for client in 1...2 as ClosedRange<UInt32> { _ = try send(rig, .ended(nil), client) }
      try rig.settle()
      #expect(rig.value("likes") == .int(2 * round))
    }
  }

  @Test func aStyleMayTriggerAtTheTouchAndNotAtTheRelease() throws {
    let rig = try rig { gesture in gesture.isTriggered = gesture.event.phase == .began }
    _ = try send(rig, .began(nil))
    try rig.settle()
    #expect(rig.value("likes") == .int(1))
    _ = try send(rig, .ended(nil))
    try rig.settle()
    #expect(rig.value("likes") == .int(1))
  }

  @Test func theStyleSeesWhatWasSetBeforeThePress() throws {
    let rig = try rig()
    try rig.set(["other": .int(1)])
    _ = try send(rig, .began(nil))
    try rig.turn()
    #expect(rig.workers[0].batches.count == 1, "the state first")
    #expect(rig.workers[0].gestures.count == 1)
    #expect(try !rig.workers[0].answerGesture(rig.engine, now: rig.now))
    try rig.settle()
    #expect(isPressed(rig))
  }

  // MARK: Order

  @Test func theStyleIsToldOneEventOfAPressAtATimeAndTheNewestMoveAlone() throws {
    let rig = try rig()
    let began = try send(rig, .began(nil))
    try rig.turn()
    let moves = try (0..<500).map { number in
      try send(rig, .moved(try #require(PressLocation(x: Double(number), y: 0))))
    }
    let ended = try send(rig, .ended(nil))
    try rig.turn()
    #expect(rig.workers[0].gestures.count == 1)
    try rig.settle()
    #expect(phases(rig) == [.began, .moved, .ended])
    #expect(rig.workers[0].told[1].event.location?.x == 499)
    #expect(phase(rig, began) == "pressing")
    #expect(moves.allSatisfy { phase(rig, $0) == "outOfBounds" })
    #expect(phase(rig, ended) == "inactive")
    #expect(rig.value("likes") == nil, "released far away")
  }

  @Test func twoTapsWithoutWaitingRunTheActionTwice() throws {
    let rig = try rig()
    for _ in 0..<2 {
      _ = try send(rig, .began(nil))
      _ = try send(rig, .ended(nil))
    }
    try rig.settle()
    #expect(rig.value("likes") == .int(2))
    #expect(phases(rig) == [.began, .ended, .began, .ended])
  }

  @Test func aSecondBeginningTellsTheStyleThatTheFirstIsOver() throws {
    let rig = try rig()
    let first = try send(rig, .began(nil))
    try rig.turn()
    let second = try send(rig, .began(nil))
    #expect(phase(rig, first) == nil)
    try rig.settle()
    #expect(phase(rig, first) == "inactive")
    #expect(phase(rig, second) == "pressing")
    #expect(phases(rig) == [.began, .cancelled, .began])
    #expect(isPressed(rig))
  }

  @Test func whatTheStyleHasNotHeardOfItNeverHears() throws {
    let rig = try rig()
    let began = try send(rig, .began(nil))
    #expect(
      try rig.press(rig.client(1), "like", .cancelled) == .known(.inactive, performed: nil))
    try rig.settle()
    #expect(phase(rig, began) == "inactive")
    #expect(phases(rig) == [])
    #expect(rig.engine.pressCount == 0)
  }

  @Test func aThousandTapsOnAStyleThatDoesNotAnswerAreNotKept() throws {
    let rig = try rig()
    var outcomes: [PressOutcome] = []
    for _ in 0..<1_000 {
      outcomes.append(try rig.press(rig.client(1), "like", .began(nil)))
      outcomes.append(try rig.press(rig.client(1), "like", .ended(nil)))
    }
    #expect(outcomes.count { $0 == .later } <= 18)
    try rig.settle()
    #expect(rig.workers[0].told.count <= 18)
    #expect(rig.engine.pressCount == 0)
    #expect(!isPressed(rig))
  }

  @Test func aWorkerHasFewEventsAtATime() throws {
    let rig = try rig()
    for client in 1...100 as ClosedRange<UInt32> { _ = try send(rig, .began(nil), client) }
    try rig.turn()
    #expect(rig.workers[0].gestures.count == 16)
    try rig.settle()
    #expect(rig.engine.pressCount == 100)
    #expect(isPressed(rig))
  }

  // MARK: Workers are not trusted

  @Test func answersThatFitNoGestureAreViolations() throws {
    let rig = try rig()
    _ = try send(rig, .began(nil))
    try rig.turn()
    let (sequence, _) = try #require(rig.workers[0].gestures.first)
    func answer(_ sequence: UInt32, handle: UInt64, cut: Int = 0) {
      var buffer = FrameBuffer()
      GestureAnswer(handle: handle, isTriggered: true, isPressed: true, scratch: GestureScratch())
        .write(sequence: sequence, to: &buffer)
      let payload = buffer.bytes[FrameHeader.byteCount..<(buffer.count - cut)]
      rig.engine.gestureAnswer(
        rig.workers[0].lane, sequence: sequence,
        payload: UnsafeRawBufferPointer(rebasing: payload), now: rig.now)
    }
    answer(sequence + 1, handle: 1)
    answer(sequence, handle: 12345)
    answer(sequence, handle: 1, cut: 1)
    try rig.turn()
    #expect(rig.violations.count == 3)
    #expect(rig.value("likes") == nil)
  }
}

extension FakePlugin {
  /// A plugin `p` whose only style is primitive.
  static func primitive(
    _ gesture: @escaping (FakeGesture) -> Void = FakeGesture.standard
  ) -> FakePlugin {
    var plugin = FakePlugin("p") { update in
      if update.state.contains(.highlighted) { update.set(title: "pressed") }
    }
    plugin.descriptor.styles[0].isPrimitive = true
    plugin.gesture = gesture
    return plugin
  }
}
