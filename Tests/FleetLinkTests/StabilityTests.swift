import ButtonModel
import FleetEngineModel
import Testing

@testable import FleetLink

/// A change is kept until the engine has had it for so long that it does not lose it any more.
@Suite struct StabilityTests {
  private func increment(_ rig: ScopeRig) { rig.change("stock.a", .increment(by: .int(1))) }

  /// A line that breaks again and again does not make the daemon keep all that it has ever sent.
  @Test func aRequestIsForgottenThoughNoSessionLastsForLong() {
    let rig = ScopeRig()
    rig.connect()
    increment(rig)
    rig.run()
    for _ in 1...7 {
      #expect(rig.link.keptRequests == 1)
      rig.wait(5)
      rig.cut()
      rig.connect()
    }
    #expect(rig.link.keptRequests == 0)
    #expect(rig.record.requests.isEmpty)
  }

  /// What is kept until it is stable has a bound too.
  @Test func keptRequestsHaveABoundInBytes() {
    var settings = ScopeRig.settings
    settings.maximumKeptBytes = 5_000
    let rig = ScopeRig(settings)
    rig.connect()
    var accepted = 0
    while rig.answer(rig.change("stock.a", .increment(by: .int(1))))?.isAccepted == true {
      accepted += 1
      rig.run()
      if accepted > 100 { break }
    }
    #expect(accepted < 20)
    #expect(rig.link.queuedChanges == 0)
    #expect(rig.answer(rig.change("sign.a", .set(.int(1)))) == .exceeds(.fleetKeptBytes))
    rig.wait(60)
    #expect(rig.link.keptRequests == 0)
    increment(rig)
    rig.run()
    #expect(rig.fleet("stock.a") == "\(accepted + 1)")
  }

  /// An engine that answers when it has a change on its disk does not lose it in a crash.
  @Test(arguments: [true, false]) func whatIsOnTheDiskMakesRoom(isSynced: Bool) {
    var settings = ScopeRig.settings
    settings.maximumKeptBytes = 5_000
    settings.answersByOutcome = true
    settings.outcomesAreSynced = isSynced
    let rig = ScopeRig(settings)
    rig.connect()
    var refused = 0
    for _ in 0..<100 {
      let ticket = rig.change("open.n", .increment(by: .int(1)))
      rig.run()
      if case .exceeds? = rig.answer(ticket) { refused += 1 }
    }
    #expect(isSynced ? refused == 0 : refused > 80)
    // Those for which there is room are kept as ever.
    #expect(rig.link.keptRequests > 4)
  }

  @Test func aRequestIsForgottenAfterTheHistoryHasHeld() {
    let rig = ScopeRig()
    rig.connect()
    increment(rig)
    rig.run()
    rig.wait(30)
    #expect(rig.link.keptRequests == 1)
    rig.wait(12)
    #expect(rig.link.keptRequests == 0)
    #expect(rig.record.requests.isEmpty)
  }

  /// Time without a connection proves nothing.
  @Test func nothingIsForgottenWhileOffline() {
    let rig = ScopeRig()
    rig.connect()
    increment(rig)
    rig.run()
    let earlier = FleetEngineModel(id: rig.engine.id)
    rig.cut()
    rig.wait(3_600)
    rig.engine = earlier
    rig.connect()
    #expect(rig.fleet("stock.a") == "1")
    #expect(rig.shown["stock.a"] == .int(1))
  }

  /// Nobody writes, so no entry tells that the engine has lost the last seconds.
  @Test func aQuietScopeNoticesALostHistory() {
    let rig = ScopeRig()
    rig.connect()
    let earlier = rig.engine
    increment(rig)
    rig.run()
    rig.engine = earlier
    rig.wait(6)
    #expect(rig.fleet("stock.a") == "1")
    #expect(rig.link.forks == 1)
  }

  /// A snapshot has a change whose entry has not come by: it is as young as that.
  @Test func whatASnapshotSettledIsNotForgottenAtOnce() {
    var settings = ScopeRig.settings
    settings.longestTail = 1
    let rig = ScopeRig(settings)
    rig.connect()
    rig.wait(60)
    let earlier = rig.engine
    increment(rig)
    rig.passFirst()
    rig.cut()
    for _ in 1...5 { rig.other("stock.b", .increment(by: .int(1))) }
    rig.connect()
    #expect(rig.shown["stock.a"] == .int(1))
    rig.cut()
    rig.engine = earlier
    rig.connect()
    #expect(rig.fleet("stock.a") == "1")
  }

  /// The log comes on another connection than the answer, and may be ahead of it.
  @Test func anEntryBeforeTheAnswerToAJoinIsNoLoss() {
    let rig = ScopeRig()
    rig.connect()
    increment(rig)
    rig.run()
    rig.waitUnanswered(5.1)
    let reply = rig.engine.join(rig.link.cursor, lives: [rig.link.life])
    rig.forgetAsked()
    increment(rig)
    _ = rig.takeAnswer()
    rig.readLog()
    rig.handle(.joined(session: rig.link.session, reply))
    #expect(rig.link.phase == .live && rig.shown["stock.a"] == .int(2))
  }

  /// A link that hangs says nothing, not even that it is gone.
  @Test func anUnansweredJoinCountsAsALostConnection() {
    let rig = ScopeRig()
    rig.connect()
    let ticket = rig.change("open.a", .set(.int(1)))
    let number = RequestNumber(rig.link.life, 1)
    rig.waitUnanswered(20)
    #expect(rig.link.phase != .live)
    #expect(rig.isStale)
    #expect(rig.answer(ticket) == .timedOut(number))
    // It goes on, with all that was asked meanwhile.
    rig.run()
    #expect(rig.link.phase == .live)
    #expect(!rig.isStale)
    let later = rig.change("open.b", .set(.int(1)))
    rig.run()
    #expect(rig.answer(later) != nil)
    #expect(rig.fleet("open.b") == "1")
  }

  /// An engine whose log is long has more to say before it answers.
  @Test func aLinkThatSaysSomethingIsNotLost() {
    let rig = ScopeRig()
    rig.connect()
    for _ in 0..<10 {
      rig.waitUnanswered(5)
      rig.other("stock.a", .increment(by: .int(1)))
      rig.readLog()
    }
    #expect(rig.link.phase == .live)
    rig.waitUnanswered(20)
    #expect(rig.link.phase != .live)
  }
}
