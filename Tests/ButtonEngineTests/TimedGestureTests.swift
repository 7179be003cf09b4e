import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Long and double presses of a button that does three things.
@Suite struct TimedGestureTests {
  private static let millisecond: UInt64 = 1_000_000

  /// A button that counts taps, holds of half a second, and double presses within 300 ms.
  private func rig(
    _ gestures: [TimedGesture] = TimedGesture.allCases, _ settings: EngineSettings = .init()
  ) throws -> Rig {
    let rig = Rig(settings)
    try rig.set(["likable": .bool(true)])
    try rig.define(button(gestures))
    try rig.subscribe(rig.client(1))
    try rig.settle()
    return rig
  }

  private func button(_ gestures: [TimedGesture]) -> ButtonDefinition {
    var button = ButtonDefinition.likeButton()
    button.action = .counting("tap")
    button.timedActions = ButtonDefinition.counting(gestures)
    return button
  }

  private func pass(_ milliseconds: UInt64, _ rig: Rig) throws {
    try rig.settle(within: milliseconds * Self.millisecond)
  }

  private func place(_ x: Double, _ y: Double) throws -> PressLocation {
    try #require(PressLocation(x: x, y: y))
  }

  /// How many taps, long presses and double presses were performed.
  private func counts(_ rig: Rig) -> [Int64] {
    rig.counts(of: ["tap", "longPress", "doublePress"])
  }

  private func tap(_ rig: Rig, by client: UInt32 = 1) throws {
    try rig.press(rig.client(client), "like", .began(nil))
    try rig.press(rig.client(client), "like", .ended(nil))
  }

  // MARK: Long presses

  @Test func aHeldPressDoesItsOwnOnceAndItsReleaseNothing() throws {
    let rig = try rig([.longPress])
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(499, rig)
    #expect(counts(rig) == [0, 0, 0])
    try pass(1, rig)
    #expect(counts(rig) == [0, 1, 0])
    #expect(rig.client(1).looks["like"]?["isHighlighted"]?.bool == true)
    #expect(rig.performed.map(\.client) == ["client 1"])
    try pass(20_000, rig)
    #expect(rig.engine.wakeTime == nil)
    #expect(try rig.press(rig.client(1), "like", .ended(nil)) == .known(.inactive, performed: nil))
    #expect(counts(rig) == [0, 1, 0])
  }

  @Test func aShorterPressPerformsTheActionWithItsRelease() throws {
    let rig = try rig([.longPress])
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(499, rig)
    #expect(try rig.press(rig.client(1), "like", .ended(nil)).revision == rig.engine.revision)
    try pass(5_000, rig)
    #expect(counts(rig) == [1, 0, 0])
  }

  @Test func aPressThatLeftTheBoundsIsNoLongPressAnyMore() throws {
    let rig = try rig([.longPress])
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.press(rig.client(1), "like", .moved(try place(500, 0)))
    try rig.press(rig.client(1), "like", .moved(try place(0, 0)))
    try pass(5_000, rig)
    #expect(counts(rig) == [0, 0, 0])
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(counts(rig) == [1, 0, 0])
  }

  @Test func movingInsideDoesNotPutItOff() throws {
    let rig = try rig([.longPress])
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(450, rig)
    try rig.press(rig.client(1), "like", .moved(try place(1, 1)))
    try pass(50, rig)
    #expect(counts(rig) == [0, 1, 0])
    try rig.press(rig.client(1), "like", .moved(try place(2, 2)))
    try pass(5_000, rig)
    #expect(counts(rig) == [0, 1, 0])
  }

  @Test func aLongPressThatFailsIsTriedAgainByItsRelease() throws {
    let rig = try rig([.longPress])
    try rig.set(["longPress": .string("many")])
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(500, rig)
    #expect(throws: EngineError.self) { try rig.press(rig.client(1), "like", .ended(nil)) }
    #expect(rig.value("tap") == nil && rig.performed.isEmpty)
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(500, rig)
    try rig.set(["longPress": .int(7)])
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(counts(rig) == [0, 8, 0])
  }

  @Test func aPressBeginsWhileAnyOfItsConditionsHolds() throws {
    let rig = Rig()
    var button = button([.longPress])
    button.action?.when = .expression("isOpen")
    try rig.set(["isOpen": .bool(false), "likable": .bool(true)])
    try rig.define(button)
    try rig.press(rig.client(1), "like", .began(nil))
    #expect(try rig.press(rig.client(1), "like", .ended(nil)) == .known(.inactive, performed: nil))
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(500, rig)
    #expect(counts(rig) == [0, 1, 0])
    button.timedActions[.longPress]?.action.when = .expression("isOpen")
    try rig.define(button)
    #expect(throws: EngineError.guarded(failure: nil)) {
      try rig.press(rig.client(1), "like", .began(nil))
    }
  }

  // MARK: Double presses

  @Test func aTapWaitsForASecondOne() throws {
    let rig = try rig([.doublePress])
    try tap(rig)
    try rig.settle()
    #expect(rig.client(1).looks["like"]?["isHighlighted"] == nil)
    try pass(299, rig)
    #expect(counts(rig) == [0, 0, 0])
    try pass(1, rig)
    #expect(counts(rig) == [1, 0, 0])
    #expect(rig.performed.map(\.client) == ["client 1"])
    #expect(rig.engine.pressCount == 0 && rig.engine.wakeTime == nil)
  }

  @Test func aSecondPressInTimeDoesItsOwnAndTheTapsNothing() throws {
    let rig = try rig([.doublePress])
    try tap(rig)
    try pass(299, rig)
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(5_000, rig)
    let released = try rig.press(rig.client(1), "like", .ended(nil))
    #expect(released.revision == rig.engine.revision)
    try pass(5_000, rig)
    #expect(counts(rig) == [0, 0, 1])
    try tap(rig)
    try pass(300, rig)
    #expect(counts(rig) == [1, 0, 1])
  }

  @Test func threeQuickPressesAreADoubleOneAndATap() throws {
    let rig = try rig([.doublePress])
    for _ in 0..<3 { try tap(rig) }
    try pass(300, rig)
    #expect(counts(rig) == [1, 0, 1])
  }

  @Test func aSecondPressThatComesToNothingLeavesTheTap() throws {
    let rig = try rig([.doublePress])
    try tap(rig)
    try rig.press(rig.client(1), "like", .began(nil))
    #expect(try rig.press(rig.client(1), "like", .cancelled).revision == rig.engine.revision)
    #expect(counts(rig) == [1, 0, 0])
    try tap(rig)
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.press(rig.client(1), "like", .moved(try place(500, 0)))
    #expect(counts(rig) == [2, 0, 0])
    // Dragged back it is a press of its own, which waits for none.
    try rig.press(rig.client(1), "like", .ended(try place(0, 0)))
    #expect(counts(rig) == [3, 0, 0])
    try pass(5_000, rig)
    #expect(counts(rig) == [3, 0, 0])
  }

  @Test func aSecondPressThatIsHeldIsATapAndALongPress() throws {
    let rig = try rig()
    try tap(rig)
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(499, rig)
    #expect(counts(rig) == [0, 0, 0])
    try pass(1, rig)
    #expect(counts(rig) == [1, 1, 0])
    try rig.press(rig.client(1), "like", .ended(nil))
    try pass(5_000, rig)
    #expect(counts(rig) == [1, 1, 0])
  }

  @Test func whatEndsNoPressLeavesAWaitingTapAlone() throws {
    let rig = try rig([.doublePress])
    try tap(rig)
    try rig.press(rig.client(1), "like", .cancelled)
    try rig.press(rig.client(1), "like", .moved(try place(500, 0)))
    try pass(200, rig)
    try rig.press(rig.client(1), "like", .ended(nil))
    try pass(99, rig)
    #expect(counts(rig) == [0, 0, 0])
    try pass(1, rig)
    #expect(counts(rig) == [1, 0, 0])
  }

  @Test func theFirstPressOfOneClientIsNotTheSecondOfAnother() throws {
    let rig = try rig([.doublePress])
    try tap(rig)
    try tap(rig, by: 2)
    try pass(300, rig)
    #expect(counts(rig) == [2, 0, 0])
    #expect(rig.performed.map(\.client) == ["client 1", "client 2"])
  }

  @Test func aClientThatGoesHasItsTapsPerformedInTheirOrder() throws {
    let rig = try rig([.doublePress])
    var other = button([.doublePress])
    other.id = "other"
    other.action = Action(operations: [
      ActionOperation(
        StateOperation(key: "seen", kind: .set(.null)), argument: .expression("tap.orValue(0)"))
    ])
    try rig.define(other)
    try tap(rig)
    try pass(10, rig)
    try rig.press(rig.client(1), "other", .began(nil))
    try rig.press(rig.client(1), "other", .ended(nil))
    rig.close(rig.client(1))
    #expect(counts(rig) == [1, 0, 0] && rig.value("seen") == .int(1))
    try pass(5_000, rig)
    #expect(counts(rig) == [1, 0, 0] && rig.performed.map(\.id) == ["like", "other"])
  }

  // MARK: Their ends

  enum End: CaseIterable { case disabled, busy, hidden, redefined, removed }

  @Test(arguments: End.allCases)
  func theyEndWhereThePressDoes(end: End) throws {
    for isHeld in [true, false] {
      let rig = try rig()
      try tap(rig)
      if isHeld { try rig.press(rig.client(1), "like", .began(nil)) }
      try pass(100, rig)
      switch end {
      case .disabled: try rig.set(["likable": .bool(false)])
      case .busy: try rig.set(["working": .bool(true)])
      case .hidden: try rig.set(["hiding": .bool(true)])
      case .redefined: try rig.define(button(TimedGesture.allCases).hinted("again"))
      case .removed: _ = rig.engine.remove(.everything)
      }
      try rig.set(["likable": .bool(true), "working": .bool(false), "hiding": .bool(false)])
      try pass(5_000, rig)
      rig.close(rig.client(1))
      #expect(counts(rig) == [0, 0, 0])
      #expect(rig.engine.wakeTime == nil && rig.engine.pressCount == 0)
    }
  }

  @Test func aChangeOfAPartLeavesAWaitingTap() throws {
    let rig = try rig([.doublePress])
    try tap(rig)
    _ = try rig.engine.define([button([])], keepsPresses: true)
    try pass(300, rig)
    #expect(counts(rig) == [1, 0, 0] && rig.engine.pressCount == 0)
  }

  // MARK: Others

  @Test func aTriggerPerformsTheActionOfAGesture() throws {
    let rig = try rig([.longPress])
    let performed = try rig.engine.trigger("like", .longPress)
    #expect(counts(rig) == [0, 1, 0] && performed.revision == rig.engine.revision)
    #expect(performed.place == .gesture(.longPress))
    #expect(
      throws: EngineError.notFound(kind: "gesture", name: "doublePress", nearest: nil, index: nil)
    ) { try rig.engine.trigger("like", .doublePress) }
    try rig.set(["likable": .bool(false)])
    #expect(throws: EngineError.disabled(isBusy: false)) {
      try rig.engine.trigger("like", .longPress)
    }
  }

  @Test func aDaemonForReplaysWaitsForNoTimeAndPerformsNoTapThatWould() throws {
    var settings = EngineSettings()
    settings.tellsTime = false
    let rig = try rig(TimedGesture.allCases, settings)
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(5_000, rig)
    try rig.press(rig.client(1), "like", .ended(nil))
    try tap(rig)
    try pass(5_000, rig)
    #expect(counts(rig) == [0, 0, 0] && rig.engine.pressCount == 0)
  }

  @Test func aWaitingTapIsNoPressUnderWay() throws {
    let rig = try rig()
    try tap(rig)
    #expect(rig.engine.pressesUnderWay.isEmpty)
    try rig.press(rig.client(1), "like", .began(nil))
    #expect(rig.engine.pressesUnderWay.map(\.hasRepeated) == [false])
    try pass(500, rig)
    #expect(rig.engine.pressesUnderWay.map(\.hasRepeated) == [true])
  }
}

extension Action {
  /// Adds one to a key.
  static func counting(_ key: UTF8String) -> Action {
    Action(operations: [ActionOperation(key: key, kind: .increment(by: .int(1)))])
  }
}

extension ButtonDefinition {
  /// Gestures that count under their names, behind a prefix.
  static func counting(
    _ gestures: [TimedGesture], under prefix: String = ""
  ) -> [TimedGesture: TimedAction] {
    Dictionary(
      uniqueKeysWithValues: gestures.map {
        let action = Action.counting(UTF8String("\(prefix)\($0.rawValue)"))
        return ($0, TimedAction(milliseconds: $0.usualMs, action: action))
      })
  }
}

extension Rig {
  /// The numbers in keys; 0 where there is none.
  func counts(of keys: [String]) -> [Int64] {
    keys.map { if case .int(let count)? = value(UTF8String($0)) { count } else { 0 } }
  }
}
