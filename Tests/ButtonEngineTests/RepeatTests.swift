import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Held presses that act again.
@Suite struct RepeatTests {
  private static let millisecond: UInt64 = 1_000_000

  private func rig(_ settings: EngineSettings = EngineSettings()) throws -> Rig {
    let rig = Rig(settings)
    var button = ButtonDefinition.likeButton()
    button.repeats = RepeatBehavior(afterMs: 500, everyMs: 100)
    try rig.set(["likable": .bool(true)])
    try rig.define(button)
    try rig.subscribe(rig.client(1))
    try rig.settle()
    return rig
  }

  private func pass(_ milliseconds: UInt64, _ rig: Rig) throws {
    try rig.settle(within: milliseconds * Self.millisecond)
  }

  private func place(_ x: Double, _ y: Double) throws -> PressLocation {
    try #require(PressLocation(x: x, y: y))
  }

  @Test func aHeldPressActsAfterTheDelayAndThenAtIntervals() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(499, rig)
    #expect(rig.value("likes") == nil)
    try pass(1, rig)
    #expect(rig.value("likes") == .int(1))
    try pass(99, rig)
    #expect(rig.value("likes") == .int(1))
    try pass(201, rig)
    #expect(rig.value("likes") == .int(4))
    #expect(rig.performed.map(\.id) == ["like", "like", "like", "like"])
    #expect(rig.performed.allSatisfy { $0.client == "client 1" })
    #expect(rig.client(1).looks["like"]?["isHighlighted"]?.bool == true)
  }

  @Test func theReleaseAfterRepeatsPerformsNothingMore() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(500, rig)
    #expect(try rig.press(rig.client(1), "like", .ended(nil)) == .known(.inactive, performed: nil))
    try pass(1_000, rig)
    #expect(rig.value("likes") == .int(1))
    // The next press begins from the start, and a short one acts with its release.
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(400, rig)
    try rig.press(rig.client(1), "like", .ended(nil))
    #expect(rig.value("likes") == .int(2))
  }

  @Test func outOfBoundsEndsItAndBackInsideItBeginsWithTheDelay() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(450, rig)
    try rig.press(rig.client(1), "like", .moved(try place(500, 0)))
    try pass(2_000, rig)
    #expect(rig.value("likes") == nil)
    try rig.press(rig.client(1), "like", .moved(try place(0, 0)))
    try pass(499, rig)
    #expect(rig.value("likes") == nil)
    try pass(1, rig)
    #expect(rig.value("likes") == .int(1))
  }

  @Test func movingInsideDoesNotPutItOff() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(450, rig)
    try rig.press(rig.client(1), "like", .moved(try place(1, 1)))
    try pass(50, rig)
    #expect(rig.value("likes") == .int(1))
  }

  enum End: CaseIterable { case cancelled, disabled, busy, redefined, removed, disconnected }

  @Test(arguments: End.allCases)
  func itEndsWithThePress(end: End) throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(600, rig)
    #expect(rig.value("likes") == .int(2))
    switch end {
    case .cancelled: try rig.press(rig.client(1), "like", .cancelled)
    case .disabled: try rig.set(["likable": .bool(false)])
    case .busy: try rig.set(["working": .bool(true)])
    case .redefined:
      var button = ButtonDefinition.likeButton()
      button.repeats = RepeatBehavior()
      try rig.define(button.hinted("again"))
    case .removed: _ = rig.engine.remove(.everything)
    case .disconnected: rig.close(rig.client(1))
    }
    try rig.set(["likable": .bool(true), "working": .bool(false)])
    try pass(5_000, rig)
    #expect(rig.value("likes") == .int(2))
    #expect(rig.engine.wakeTime == nil)
  }

  @Test func anActionThatDisablesItsButtonEndsIt() throws {
    let rig = Rig()
    var button = ButtonDefinition.make("a")
    button.repeats = RepeatBehavior(afterMs: 100, everyMs: 50)
    button.isEnabled = .bound(key: "n", equals: .int(0))
    button.action = Action(operations: [
      ActionOperation(key: "n", kind: .increment(by: .int(1)))
    ])
    try rig.set(["n": .int(0)])
    try rig.define(button)
    try rig.press(rig.client(1), "a", .began(nil))
    try pass(10_000, rig)
    #expect(rig.value("n") == .int(1) && rig.engine.pressCount == 0)
  }

  @Test func aClientThatSaysNothingMoreActsForAMinute() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(600_000, rig)
    // One at once, and ten a second from the half second on.
    #expect(rig.value("likes") == .int(596))
    #expect(rig.engine.wakeTime == nil)
    // What moves goes on.
    try rig.press(rig.client(1), "like", .moved(try place(1, 1)))
    try pass(500, rig)
    #expect(rig.value("likes") == .int(597))
  }

  @Test func whatABusyDaemonMissedIsNotMadeUpFor() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.turn(after: 3_000 * Self.millisecond)
    #expect(rig.value("likes") == .int(1))
    try rig.turn(after: 99 * Self.millisecond)
    #expect(rig.value("likes") == .int(1))
    try rig.turn(after: 1 * Self.millisecond)
    #expect(rig.value("likes") == .int(2))
  }

  @Test func aGuardedActionIsLeftOutUntilItsConditionHolds() throws {
    let rig = Rig()
    var button = ButtonDefinition.make("a")
    button.repeats = RepeatBehavior(afterMs: 100, everyMs: 100)
    button.action = Action(
      when: .expression("isOpen"),
      operations: [ActionOperation(key: "n", kind: .increment(by: .int(1)))])
    try rig.set(["isOpen": .bool(true)])
    try rig.define(button)
    try rig.press(rig.client(1), "a", .began(nil))
    try rig.set(["isOpen": .bool(false)])
    try pass(300, rig)
    #expect(rig.value("n") == nil)
    try rig.set(["isOpen": .bool(true)])
    try pass(100, rig)
    #expect(rig.value("n") == .int(1))
  }

  @Test func aFailureEndsItAndTheReleaseSaysWhatIsWrong() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(500, rig)
    try rig.set(["likes": .string("many")])
    try pass(5_000, rig)
    #expect(rig.performed.count == 1 && rig.engine.wakeTime == nil)
    #expect(throws: EngineError.self) { try rig.press(rig.client(1), "like", .ended(nil)) }
  }

  @Test func twoClientsRepeatEachForItself() throws {
    let rig = try rig()
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(250, rig)
    try rig.press(rig.client(2), "like", .began(nil))
    try pass(250, rig)
    #expect(rig.value("likes") == .int(1))
    try pass(250, rig)
    #expect(rig.performed.map(\.client) == ["client 1", "client 1", "client 1", "client 2"])
    try rig.press(rig.client(1), "like", .ended(nil))
    try pass(100, rig)
    #expect(rig.performed.last?.client == "client 2")
  }

  @Test func aDaemonForReplaysRepeatsNothingItself() throws {
    var settings = EngineSettings()
    settings.tellsTime = false
    let rig = try rig(settings)
    try rig.press(rig.client(1), "like", .began(nil))
    try pass(5_000, rig)
    #expect(rig.value("likes") == nil)
  }

  @Test func aPressOfAnotherButtonSetsNoTimer() throws {
    let rig = try Rig.withLikeButton()
    try rig.press(rig.client(1), "like", .began(nil))
    try rig.settle()
    #expect(rig.engine.wakeTime == nil)
  }
}
