import ButtonModel
import FleetEngineModel
import Testing

@testable import FleetLink

/// What clients were told holds also for a daemon that starts again.
@Suite struct RestartTests {
  private let one = StateOperation(key: "open.n", kind: .increment(by: .int(1)))

  /// The engine loses what it had answered, and the daemon has been restarted since.
  @Test(arguments: ["open.a", "stock.a", "note.a", "sign.a"] as [UTF8String])
  func anAnsweredChangeOutlivesARestartAndALoss(key: UTF8String) {
    let rig = ScopeRig()
    rig.connect()
    let earlier = rig.engine
    let ticket = rig.change([StateOperation(key: key, kind: .increment(by: .int(1)))])
    rig.run()
    #expect(rig.answer(ticket) != nil)
    rig.kill()
    rig.engine = earlier
    rig.connect()
    #expect(rig.fleet(key) == "1")
    #expect(rig.shown[key] == .int(1))
    // It is kept no longer than any other.
    rig.wait(60)
    #expect(rig.link.keptRequests == 0)
    #expect(rig.record.requests.isEmpty)
  }

  @Test func aRestartThatLosesNothingAddsNothing() {
    let rig = ScopeRig()
    rig.connect()
    rig.change([one])
    rig.run()
    for _ in 1...3 {
      rig.kill()
      rig.connect()
    }
    #expect(rig.fleet("open.n") == "1")
  }

  /// The first was answered after the second, so the journal got to know it later.
  @Test func theJournalsOrderIsNotThatOfTheNumbers() {
    let rig = ScopeRig()
    rig.connect()
    let earlier = rig.engine
    let first = rig.change([one])
    rig.change("stock.a", .increment(by: .int(1)))
    let third = rig.change([one])
    #expect(rig.answer(first) == nil)
    rig.run()
    #expect(rig.answer(first) != nil && rig.answer(third) != nil)
    rig.change("stock.a", .increment(by: .int(1)))
    rig.run()
    rig.kill()
    rig.engine = earlier
    rig.connect()
    #expect(rig.fleet("open.n") == "2")
    #expect(rig.fleet("stock.a") == "2")
    #expect(rig.link.phase == .live && rig.link.queuedChanges == 0)
  }

  /// Nobody was told of it, so it may be gone; it must not come back hours later.
  @Test func whatWasNotAnsweredIsGivenUpByARestart() {
    let rig = ScopeRig()
    rig.connect()
    rig.change([one])
    rig.change("stock.a", .increment(by: .int(1)))
    rig.kill()
    rig.wait(3_600)
    rig.connect()
    #expect(rig.fleet("open.n") == nil)
    #expect(rig.fleet("stock.a") == "1")
  }

  /// A condition holds by what its writer saw; where the engine has lost that, the drop is reported.
  @Test func whatHistoryDropsIsReportedAfterARestart() {
    let rig = ScopeRig()
    rig.other("open.a", .set(.int(1)))
    rig.connect()
    let earlier = rig.engine
    rig.other("open.a", .set(.int(2)))
    rig.run()
    let ticket = rig.change(
      [StateOperation(key: "open.a", kind: .set(.int(3)))], isConditional: true)
    rig.run()
    #expect(rig.answer(ticket) != nil && rig.fleet("open.a") == "3")
    rig.kill()
    rig.engine = earlier
    rig.connect()
    #expect(rig.fleet("open.a") == "1")
    #expect(rig.rejections.map(\.reason) == [.history])
    rig.kill()
    rig.connect()
    #expect(rig.rejections.count == 1)
  }

  /// A merge is computed again from what the fleet has.
  @Test func anAnsweredMergeOutlivesARestartAndALoss() {
    let rig = ScopeRig()
    rig.other("open.m", .set(.json(#"{"a":1}"#)))
    rig.connect()
    let earlier = rig.engine
    rig.change("open.m", .merge(.json(#"{"b":2}"#)))
    rig.run()
    rig.kill()
    rig.engine = earlier
    rig.other("open.m", .set(.json(#"{"a":9}"#)))
    rig.connect()
    #expect(rig.fleet("open.m") == #"{"a":9,"b":2}"#)
  }

  /// Its client has got a number to ask for.
  @Test(arguments: [false, true])
  func howATimedOutChangeEndedIsKnownAfterARestart(isApplied: Bool) {
    let rig = ScopeRig()
    rig.connect()
    let ticket = rig.change([one])
    if isApplied { rig.passWithoutAnswer() }
    rig.cut()
    rig.wait(6)
    let number = RequestNumber(Life(rawValue: 1), 1)
    #expect(rig.answer(ticket) == .timedOut(number))
    rig.kill()
    rig.connect()
    let end = rig.link.outcome(of: number)
    #expect(end == (isApplied ? .applied(revision: 1) : .dropped))
    #expect(rig.fleet("open.n") == (isApplied ? "1" : nil))
    rig.wait(60)
    #expect(rig.link.outcome(of: number) == nil)
    #expect(rig.record.requests.isEmpty)
  }

  /// Else the engine would give the action to another consumer, who does it again.
  @Test func theEndOfADeliveryOutlivesARestartAndALoss() throws {
    var settings = ScopeRig.settings
    settings.buttons = [.init("till")]
    let rig = ScopeRig(settings)
    rig.connect()
    rig.act("till.pay")
    rig.run()
    rig.engine.actions.addGroup("pos")
    let number = rig.engine.actions.deliver(in: "pos", to: "1") ?? 0
    let action = try #require(rig.engine.actions.action(number))
    let delivery = FleetDelivery(number, action.request, of: "pos", to: "1")
    let earlier = rig.engine
    let ticket = rig.finish(delivery, one)
    rig.run()
    #expect(rig.answer(ticket) != nil && rig.engine.actions.waiting.isEmpty)
    let texts = rig.record.requests.map(\.record)
    #expect(texts.map { JournaledRequest(record: $0) } == rig.record.requests)
    rig.kill()
    rig.engine = earlier
    rig.connect()
    #expect(rig.engine.actions.waiting.isEmpty)
    #expect(rig.fleet("open.n") == "1")
  }
}
