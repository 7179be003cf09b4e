import ButtonModel
import FleetEngineModel
import Testing

@testable import FleetLink

/// Changes wait, survive, and are forgotten when nothing can take them back any more.
@Suite struct OutboxTests {
  private func increment(_ rig: ScopeRig) { rig.change("stock.a", .increment(by: .int(1))) }

  @Test func queuedSetsOfOneKeyBecomeOne() {
    let rig = ScopeRig()
    rig.other("note.a", .set(.int(1)))
    rig.connect()
    rig.cut()
    for value in 2...100 { rig.change("note.a", .set(.int(Int64(value)))) }
    #expect(rig.link.keptRequests == 1)
    #expect(rig.record.requests.count == 1)
    #expect(rig.shown["note.a"] == .int(100))
    rig.connect()
    #expect(rig.fleet("note.a") == "100")
    #expect(rig.engine.head.revision == 2)
  }

  /// The first condition counts: what was seen before the first of them.
  @Test func queuedSetsYieldAsOne() {
    let rig = ScopeRig()
    rig.other("note.a", .set(.int(1)))
    rig.connect()
    rig.cut()
    rig.change("note.a", .set(.int(2)))
    rig.other("note.a", .set(.int(50)))
    rig.change("note.a", .set(.int(3)))
    rig.connect()
    #expect(rig.fleet("note.a") == "50")
    #expect(
      rig.rejections.map(\.operations) == [[StateOperation(key: "note.a", kind: .set(.int(3)))]])
  }

  /// What may have left the daemon keeps its content, or the two would be one number for two changes.
  @Test func whatWasSentIsNotReplaced() {
    let rig = ScopeRig()
    rig.connect()
    rig.change("sign.a", .set(.int(1)))
    rig.change("sign.a", .set(.int(2)))
    #expect(rig.link.keptRequests == 2)
    rig.cut()
    rig.kill()
    rig.change("sign.a", .set(.int(3)))
    #expect(rig.link.keptRequests == 3)
    rig.connect()
    #expect(rig.fleet("sign.a") == "3")
  }

  @Test func theOutboxHasABoundInChanges() {
    var settings = ScopeRig.settings
    settings.maximumChanges = 10
    let rig = ScopeRig(settings)
    for _ in 0..<10 { increment(rig) }
    let ticket = rig.change("stock.a", .increment(by: .int(1)))
    #expect(rig.answer(ticket) == .exceeds(.fleetQueue))
    #expect(rig.shown["stock.a"] == .int(10))
    rig.connect()
    #expect(rig.fleet("stock.a") == "10")
    increment(rig)
    rig.run()
    #expect(rig.fleet("stock.a") == "11")
  }

  @Test func theOutboxHasABoundInBytes() {
    var settings = ScopeRig.settings
    settings.maximumQueueBytes = 10_000
    let rig = ScopeRig(settings)
    let text = StateValue.string(UTF8String(String(repeating: "x", count: 4_000)))
    #expect(rig.answer(rig.change("sign.a", .set(text)))?.isAccepted == true)
    #expect(rig.answer(rig.change("sign.b", .set(text)))?.isAccepted == true)
    #expect(rig.answer(rig.change("sign.c", .set(text))) == .exceeds(.fleetQueueBytes))
  }

  /// The engine could not judge the first set and it waits under another number; both clients hear of its
  /// end under the one that they were told.
  @Test func aSetThatReplacesOneWithANewNumberHasItsFirstNumber() throws {
    let rig = ScopeRig()
    rig.connect()
    let earlier = rig.engine
    rig.other("stock.b", .increment(by: .int(1)))
    rig.readLog()
    rig.engine = earlier
    rig.other("note.a", .set(.string("theirs")))
    let first = rig.change("note.a", .set(.string("mine")))
    rig.passFirst()
    let second = rig.change("note.a", .set(.string("mine, too")))
    #expect(rig.shown["note.a"] == .string("mine, too"))
    #expect(rig.answer(first) == rig.answer(second))
    rig.run()
    let rejection = try #require(rig.rejections.first)
    #expect(rig.answer(second) == .accepted(rejection.number))
    #expect(rig.shown["note.a"] == .string("theirs"))
  }

  @Test func aKilledDaemonSendsWhatItHadAccepted() {
    let rig = ScopeRig()
    for _ in 0..<3 { increment(rig) }
    rig.kill()
    #expect(rig.shown["stock.a"] == .int(3))
    increment(rig)
    rig.connect()
    #expect(rig.fleet("stock.a") == "4")
    #expect(rig.shown["stock.a"] == .int(4))
  }

  /// Between two requests that are kept there may be one that only the fleet could answer: its number
  /// must be used up.
  @Test func numbersOfALostRequestAreUsedUp() {
    let rig = ScopeRig()
    rig.connect()
    rig.change("stock.a", .increment(by: .int(1)))
    rig.change("open.a", .set(.int(1)))
    rig.change("stock.a", .increment(by: .int(1)))
    rig.kill()
    rig.connect()
    #expect(rig.fleet("stock.a") == "2")
    #expect(rig.fleet("open.a") == nil)
    #expect(rig.link.queuedChanges == 0)
  }

  /// The same before the first that is kept.
  @Test func numbersBeforeTheFirstKeptAreUsedUp() {
    let rig = ScopeRig()
    rig.connect()
    rig.change("open.a", .set(.int(1)))
    rig.change("open.a", .set(.int(2)))
    rig.change("stock.a", .increment(by: .int(1)))
    rig.passWithoutAnswer()
    rig.kill()
    rig.connect()
    #expect(rig.fleet("stock.a") == "1")
    #expect(rig.fleet("open.a") == "1")
    #expect(rig.rejections.isEmpty)
  }

  @Test func twoCopiesOfAJournalCountOnce() {
    let first = ScopeRig()
    first.connect()
    first.cut()
    increment(first)
    first.change("note.a", .set(.int(5)))
    let second = ScopeRig()
    second.take(first.record, life: Life(rawValue: 77))
    increment(second)
    second.engine = first.engine
    second.connect()
    #expect(second.fleet("stock.a") == "2")
    first.engine = second.engine
    first.connect()
    increment(first)
    first.run()
    #expect(first.fleet("stock.a") == "3")
    #expect(first.shown == ["stock.a": .int(3), "note.a": .int(5)])
    #expect(first.rejections.isEmpty && second.rejections.isEmpty)
  }

  /// A backup that is older than what is kept: the changes get new numbers.
  @Test func anEngineOfLongAgoGetsWhatIsKept() {
    let rig = ScopeRig()
    rig.connect()
    increment(rig)
    rig.run()
    let backup = rig.engine
    for _ in 0..<5 { increment(rig) }
    rig.run()
    rig.wait(60)
    #expect(rig.link.keptRequests == 0)
    increment(rig)
    rig.run()
    rig.cut()
    increment(rig)
    rig.engine = backup
    rig.connect()
    #expect(rig.fleet("stock.a") == "3")
    #expect(rig.shown["stock.a"] == .int(3))
    increment(rig)
    rig.run()
    #expect(rig.fleet("stock.a") == "4")
  }

  /// The engine forgets a life that was not used for long; then nobody can tell whether what is kept
  /// was applied.
  @Test func whatAnEngineHasForgottenIsReported() {
    let rig = ScopeRig()
    rig.connect()
    increment(rig)
    rig.run()
    rig.wait(60)
    rig.cut()
    increment(rig)
    rig.engine = rig.engine.forgetting(rig.link.life)
    rig.connect()
    #expect(rig.rejections.map(\.reason) == [.doubtful])
    #expect(rig.fleet("stock.a") == "1")
    #expect(rig.shown["stock.a"] == .int(1))
    increment(rig)
    rig.run()
    #expect(rig.fleet("stock.a") == "2")
  }

  @Test func anotherHistoryIsAdoptedWithWhatWaits() {
    let rig = ScopeRig()
    rig.other("stock.a", .set(.int(1)))
    rig.connect()
    rig.cut()
    increment(rig)
    rig.engine = FleetEngineModel(id: Chain(rawValue: 0xBAD))
    rig.connect()
    #expect(rig.link.phase == .foreign)
    #expect(rig.shown["stock.a"] == .int(2))
    rig.handle(.adopt)
    rig.run()
    #expect(rig.link.phase == .live)
    #expect(rig.fleet("stock.a") == "1")
    #expect(rig.shown["stock.a"] == .int(1))
  }

  // MARK: - Answers

  @Test func aRequestWithoutConnectionTimesOutAndIsTakenBack() {
    let rig = ScopeRig()
    rig.connect()
    let ticket = rig.change("open.a", .set(.int(1)))
    rig.cut()
    rig.wait(4.9)
    #expect(rig.answer(ticket) == nil)
    rig.wait(0.2)
    let number = RequestNumber(rig.link.life, 1)
    #expect(rig.answer(ticket) == .timedOut(number))
    #expect(rig.link.outcome(of: number) == .pending)
    rig.connect()
    #expect(rig.link.outcome(of: number) == .dropped)
    #expect(rig.fleet("open.a") == nil)
  }

  /// Its class lets it wait; the client did not want to know before the fleet has it.
  @Test(arguments: [false, true]) func aChangeThatShowsTimesOutAndGoesOnWaiting(isLate: Bool) {
    let rig = ScopeRig()
    rig.connect()
    if isLate {
      rig.cut()
      rig.wait(60)
    }
    let one = StateOperation(key: "stock.a", kind: .increment(by: .int(1)))
    let ticket = rig.change([one], waitsForFleet: true)
    if !isLate { rig.cut() }
    rig.wait(4.9)
    #expect(rig.answer(ticket) == nil)
    rig.wait(0.2)
    let number = RequestNumber(rig.link.life, 1)
    #expect(rig.answer(ticket) == .timedOut(number))
    #expect(rig.shown["stock.a"] == .int(1))
    #expect(rig.link.outcome(of: number) == .pending)
    rig.connect()
    #expect(rig.link.outcome(of: number) == .applied(revision: 1))
    #expect(rig.fleet("stock.a") == "1")
  }

  /// The engine had it before the connection went.
  @Test func aRequestThatTimedOutMayHaveBeenApplied() {
    let rig = ScopeRig()
    rig.connect()
    rig.change("open.a", .set(.int(1)))
    rig.passWithoutAnswer()
    rig.cut()
    rig.wait(6)
    rig.connect()
    #expect(rig.link.outcome(of: RequestNumber(rig.link.life, 1)) == .applied(revision: 1))
    #expect(rig.shown["open.a"] == .int(1))
  }

  @Test func aQueuedRequestCanWaitForTheFleet() {
    let rig = ScopeRig()
    let ticket = rig.change(
      [StateOperation(key: "stock.a", kind: .increment(by: .int(1)))], waitsForFleet: true)
    #expect(rig.shown["stock.a"] == .int(1))
    #expect(rig.answer(ticket) == nil)
    rig.connect()
    #expect(rig.answer(ticket) == .applied(RequestNumber(rig.link.life, 1), revision: 1))
  }

  @Test func aRequestCanBeCancelled() {
    let rig = ScopeRig()
    increment(rig)
    rig.handle(.cancel(RequestNumber(rig.link.life, 1)))
    #expect(rig.shown["stock.a"] == nil)
    rig.connect()
    #expect(rig.fleet("stock.a") == nil)
    increment(rig)
    rig.run()
    #expect(rig.fleet("stock.a") == "1")
  }

  @Test func aReadOnlyScopeRefusesChanges() {
    var settings = ScopeRig.settings
    settings.isReadOnly = true
    let rig = ScopeRig(settings)
    rig.other("stock.a", .set(.int(4)))
    rig.connect()
    #expect(rig.answer(rig.change("stock.a", .increment(by: .int(1)))) == .readOnly)
    #expect(rig.shown["stock.a"] == .int(4))
  }

  // MARK: - What is shown

  /// The daemon's own change is shown when it is accepted, and its entry changes nothing.
  @Test func anOwnEntryChangesNothingThatIsShown() throws {
    let rig = ScopeRig()
    rig.connect()
    increment(rig)
    let before = rig.shown
    rig.run()
    let last = try #require(rig.changeSets.last)
    #expect(last.changes.map(\.shown) == [.int(1)])
    #expect(rig.shown == before)
  }

  @Test func aBatchOfEntriesIsOneChangeSet() {
    let rig = ScopeRig()
    rig.connect()
    let sets = rig.changeSets.count
    for index in 0..<512 { rig.other(UTF8String("stock.\(index % 10)"), .increment(by: .int(1))) }
    rig.readLog()
    #expect(rig.changeSets.count == sets + 1)
    #expect(rig.changeSets.last?.changes.count == 10)
  }

  @Test func looksAreMarkedAfterTheGraceAndUntilItIsLive() {
    let rig = ScopeRig()
    rig.connect()
    rig.cut()
    rig.wait(4)
    #expect(!rig.isStale)
    rig.wait(2)
    #expect(rig.isStale)
    rig.connect()
    #expect(!rig.isStale)
  }

  @Test func aSnapshotRemovesWhatTheFleetHasNoMore() {
    let rig = ScopeRig()
    rig.other("stock.a", .set(.int(1)))
    rig.connect()
    rig.cut()
    rig.other("stock.a", .remove)
    for _ in 0..<9 { rig.other("stock.b", .increment(by: .int(1))) }
    rig.engine.trim(to: 2)
    rig.connect()
    #expect(rig.shown == ["stock.b": .int(9)])
  }
}

extension ScopeAnswer {
  var isAccepted: Bool { if case .accepted = self { true } else { false } }
  var isApplied: Bool { if case .applied = self { true } else { false } }
}
