import ButtonModel
import FleetEngineModel
import Testing

@testable import FleetLink

/// An action and its operations are one request, which the engine does once.
@Suite struct ActionTests {
  private let one = StateOperation(key: "open.n", kind: .increment(by: .int(1)))
  private let apple = StateOperation(key: "stock.a", kind: .increment(by: .int(1)))

  private func rig(limit: Int = 10_000) -> ScopeRig {
    var settings = ScopeRig.settings
    settings.buttons = [.init("till"), .init("menu", .count)]
    settings.maximumActions = limit
    return ScopeRig(settings)
  }

  @Test func anActionWithoutOperationsIsAnsweredByTheFleet() {
    let rig = rig()
    rig.connect()
    let ticket = rig.act("till.pay", text: "paid")
    #expect(rig.answer(ticket) == nil)
    rig.run()
    #expect(rig.answer(ticket) == .applied(RequestNumber(Life(rawValue: 1), 1), revision: 0))
    #expect(rig.engine.actions.waiting.map(\.text) == ["paid"])
  }

  @Test func anActionThatMayNotWaitIsRefusedOffline() {
    let rig = rig()
    #expect(rig.answer(rig.act("till.pay")) == .unavailable)
    #expect(rig.answer(rig.act("till.pay", apple)) == .unavailable)
    rig.connect()
    #expect(rig.engine.actions.waiting.isEmpty)
  }

  @Test func anActionThatMayWaitIsSentLater() {
    let rig = rig()
    let ticket = rig.act("menu.soup", apple, text: "soup")
    #expect(rig.answer(ticket) == .accepted(RequestNumber(Life(rawValue: 1), 1)))
    #expect(rig.shown["stock.a"] == .int(1))
    rig.act("menu.bread", text: "bread")
    #expect(rig.link.queuedChanges == 2)
    rig.connect()
    #expect(rig.engine.actions.waiting.map(\.text) == ["soup", "bread"])
    #expect(rig.fleet("stock.a") == "1")
    #expect(rig.link.queuedChanges == 0)
  }

  /// Queued sets of a key become one; actions never do.
  @Test func actionsAreNotPutTogether() {
    let rig = rig()
    let set = StateOperation(key: "sign.a", kind: .set(.int(1)))
    rig.act("menu.soup", set)
    rig.act("menu.soup", set)
    rig.change("sign.a", .set(.int(2)))
    rig.connect()
    #expect(rig.engine.actions.waiting.count == 2)
    #expect(rig.fleet("sign.a") == "2")
  }

  @Test func anActionWhoseAnswerIsLostHappensOnce() {
    let rig = rig()
    rig.connect()
    let ticket = rig.act("till.pay", one)
    rig.passWithoutAnswer()
    rig.cut()
    rig.connect()
    #expect(rig.engine.actions.waiting.count == 1)
    #expect(rig.fleet("open.n") == "1")
    #expect(rig.answer(ticket) == .applied(RequestNumber(Life(rawValue: 1), 1), revision: 1))
  }

  @Test func aQueuedActionSurvivesTheDaemon() {
    let rig = rig()
    rig.act("menu.soup", apple, text: "soup")
    rig.act("menu.bread", text: "bread")
    rig.kill()
    #expect(rig.link.queuedChanges == 2)
    rig.connect()
    #expect(rig.engine.actions.waiting.map(\.text) == ["soup", "bread"])
    rig.kill()
    rig.connect()
    #expect(rig.engine.actions.waiting.count == 2)
    #expect(rig.fleet("stock.a") == "1")
  }

  @Test func theJournalKeepsAnActionAsText() throws {
    let rig = rig()
    rig.act("menu.soup", apple, text: #"{"id":"menu.soup"}"#)
    let kept = try #require(rig.record.requests.first)
    #expect(JournaledRequest(record: kept.record) == kept)
  }

  @Test func aRefusedActionSaysThatGroupsAreFull() {
    let rig = rig(limit: 2)
    rig.engine.actions.addGroup("pos")
    rig.connect()
    for _ in 0..<2 { rig.act("till.pay") }
    let ticket = rig.act("till.pay", one)
    rig.run()
    #expect(rig.answer(ticket) == .actionsFull)
    #expect(rig.fleet("open.n") == nil)
    #expect(rig.engine.actions.waiting.count == 2)
  }

  /// What was accepted is not dropped because nobody has come for what is before it.
  @Test func anAcceptedActionWaitsForRoom() {
    let rig = rig(limit: 1)
    rig.engine.actions.addGroup("pos")
    rig.act("menu.soup", apple, text: "soup")
    rig.act("menu.bread", apple, text: "bread")
    rig.connect()
    rig.wait(3)
    #expect(rig.engine.actions.waiting.map(\.text) == ["soup"])
    #expect(rig.shown["stock.a"] == .int(2))
    #expect(rig.rejections.isEmpty)
    // A change behind it is not held up.
    rig.change("note.a", .set(.int(1)))
    rig.run()
    #expect(rig.fleet("note.a") == "1")
    rig.kill()
    rig.connect()
    #expect(rig.engine.actions.deliver(in: "pos", to: "other") == 1)
    _ = rig.engine.perform(
      FleetRequest(
        RequestNumber(ScopeRig.foreignLife, 1),
        effect: .done(delivery(rig, to: "other"))))
    rig.wait(3)
    #expect(rig.engine.actions.waiting.map(\.text) == ["bread"])
    #expect(rig.fleet("stock.a") == "2")
    rig.wait(60)
    #expect(rig.link.queuedChanges == 0)
  }

  /// Each that is sent again leaves a number that is used up, and is looked at with all others.
  @Test func actionsThatWaitForRoomAreTriedOneAtATime() {
    let rig = rig(limit: 1)
    rig.engine.actions.addGroup("pos")
    for number in 0..<100 { rig.act("menu.soup", text: UTF8String("\(number)")) }
    rig.connect()
    rig.wait(20)
    #expect(rig.engine.actions.waiting.map(\.text) == ["0"])
    #expect(rig.link.keptRequests <= 125)
    #expect(rig.link.queuedChanges == 99)
    // Once there is room all of them go, in their order.
    rig.engine.actions.removeGroup("pos")
    rig.wait(2)
    #expect(rig.link.queuedChanges == 0)
    #expect(rig.engine.actions.waiting.map(\.text) == ["99"])
    #expect(rig.engine.actions.last == 100)
  }

  /// It would hold up all that comes behind it for as long as there is no room.
  @Test func aConditionalChangeDoesNotWaitForRoom() {
    let rig = full()
    rig.act("menu.bread", apple)
    rig.act("menu.rice", apple)
    rig.run()
    let set = StateOperation(key: "stock.a", kind: .set(.int(9)))
    let ticket = rig.change([set], isConditional: true)
    rig.change("note.a", .set(.int(1)))
    rig.run()
    #expect(rig.answer(ticket) == .actionsFull)
    #expect(rig.fleet("note.a") == "1")
    rig.wait(3)
    #expect(rig.shown["stock.a"] == .int(2))
    rig.engine.actions.removeGroup("pos")
    rig.wait(3)
    #expect(rig.fleet("stock.a") == "2")
    #expect(rig.rejections.isEmpty && rig.link.queuedChanges == 0)
  }

  /// If it came later, it would undo what its own till has made of the key since.
  @Test func anActionWithAConditionDoesNotWaitForRoom() {
    let rig = full()
    rig.act("menu.bread", StateOperation(key: "note.last", kind: .set(.string("bread"))))
    rig.run()
    #expect(rig.rejections.map(\.reason) == [.actionsFull])
    rig.change("note.last", .set(.string("rice")))
    rig.run()
    rig.engine.actions.removeGroup("pos")
    rig.wait(3)
    #expect(rig.fleet("note.last") == #""rice""#)
    #expect(rig.rejections.count == 1)
    #expect(rig.engine.actions.waiting.map(\.text) == ["soup"])
  }

  /// Neither here nor in the engine.
  @Test func whatWaitsForRoomHoldsUpNoForgetting() {
    let rig = full()
    rig.act("menu.bread", apple, text: "bread")
    rig.act("menu.rice", apple, text: "rice")
    for _ in 0..<300 {
      rig.change("stock.b", .increment(by: .int(1)))
      rig.run()
      rig.wait(1)
    }
    #expect(rig.link.keptRequests < 200)
    #expect(rig.engine.lives[rig.link.life]?.outcomes.count ?? 0 < 200)
    #expect(rig.link.queuedChanges == 2)
    rig.engine.actions.removeGroup("pos")
    rig.wait(3)
    #expect(rig.engine.actions.last == 3)
    #expect(rig.engine.actions.waiting.map(\.text) == ["rice"])
    #expect(rig.fleet("stock.a") == "2" && rig.fleet("stock.b") == "300")
    #expect(rig.rejections.isEmpty)
  }

  /// The engine would refuse it, under its number, for ever.
  @Test func anActionThatIsTooLongIsRefusedAtOnce() {
    let rig = rig()
    rig.connect()
    let most = UTF8String(String(repeating: "x", count: 64 << 10))
    let more = UTF8String(bytes: most.bytes + [0x78])
    for button: UTF8String in ["till.pay", "menu.soup"] {
      #expect(rig.answer(rig.act(button, text: more)) == .exceeds(.fleetActionBytes))
    }
    rig.act("till.pay", text: most)
    rig.run()
    #expect(rig.engine.actions.waiting.map(\.text) == [most])
  }

  // MARK: - Deliveries

  @Test func aDeliveryIsDoneWithItsOperations() {
    let rig = delivered()
    let ticket = rig.finish(delivery(rig), one)
    rig.run()
    #expect(rig.answer(ticket) == .applied(RequestNumber(Life(rawValue: 1), 2), revision: 1))
    #expect(rig.fleet("open.n") == "1")
    #expect(rig.engine.actions.waiting.isEmpty)
  }

  @Test func aDeliveryOfAnotherChangesNothing() {
    let rig = delivered()
    rig.engine.actions.claim(1, in: "pos", for: "them")
    let ticket = rig.finish(delivery(rig), one)
    rig.run()
    #expect(rig.answer(ticket) == .lost)
    #expect(rig.fleet("open.n") == nil)
    #expect(rig.engine.actions.waiting.count == 1)
    // The number is used up; the next request is taken.
    rig.change("open.n", .set(.int(9)))
    rig.run()
    #expect(rig.fleet("open.n") == "9")
  }

  @Test func anEndWhoseAnswerIsLostCountsOnce() {
    let rig = delivered()
    let ticket = rig.finish(delivery(rig), one)
    rig.passWithoutAnswer()
    rig.cut()
    rig.connect()
    #expect(rig.fleet("open.n") == "1")
    #expect(rig.answer(ticket) == .applied(RequestNumber(Life(rawValue: 1), 2), revision: 1))
  }

  @Test func aDeliveryCannotBeEndedOffline() {
    let rig = delivered()
    rig.cut()
    #expect(rig.answer(rig.finish(delivery(rig))) == .unavailable)
  }

  /// The engine loses an action, and gives its number to another one and that to the same consumer.
  @Test func anActionWithTheNumberOfALostOneIsNotEnded() {
    let rig = rig()
    rig.connect()
    rig.engine.actions.addGroup("pos")
    let earlier = rig.engine
    rig.act("till.pay", text: "lost")
    rig.run()
    let lost = delivery(rig)
    rig.engine = earlier
    _ = rig.engine.act(
      FleetRequest(RequestNumber(ScopeRig.foreignLife, 1)), "other", limit: 10)
    #expect(rig.engine.actions.deliver(in: "pos", to: "us") == 1)
    let ticket = rig.finish(lost, one)
    rig.run()
    #expect(rig.answer(ticket) == .lost)
    #expect(rig.fleet("open.n") == nil)
    #expect(rig.engine.actions.waiting.map(\.text) == ["other", "lost"])
  }

  /// A live scope with one action, which is all that there is room for.
  private func full() -> ScopeRig {
    let rig = rig(limit: 1)
    rig.engine.actions.addGroup("pos")
    rig.connect()
    rig.act("menu.soup", text: "soup")
    rig.run()
    return rig
  }

  /// The first action in the hands of a consumer.
  private func delivery(_ rig: ScopeRig, to consumer: UTF8String = "us") -> FleetDelivery {
    FleetDelivery(1, rig.engine.actions.waiting[0].request, of: "pos", to: consumer)
  }

  /// One action that the group `pos` has given to `us`.
  private func delivered() -> ScopeRig {
    let rig = rig()
    rig.connect()
    rig.act("till.pay")
    rig.run()
    rig.engine.actions.addGroup("pos")
    #expect(rig.engine.actions.deliver(in: "pos", to: "us") == 1)
    return rig
  }
}
