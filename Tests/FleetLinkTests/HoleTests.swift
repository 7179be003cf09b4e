import ButtonModel
import FleetEngineModel
import Testing

@testable import FleetLink

/// Ways in which changes were lost or counted twice before a rule closed them; each was found by the
/// simulation.
@Suite struct HoleTests {
  private func increment(_ rig: ScopeRig) { rig.change("stock.a", .increment(by: .int(1))) }

  /// The snapshot has the request whose answer was lost; a later join by the log must not lay it over
  /// the snapshot again.
  @Test func aSnapshotThatHasAnOwnRequestShowsItOnce() {
    let rig = ScopeRig()
    rig.connect()
    increment(rig)
    rig.passWithoutAnswer()
    for _ in 0..<9 { rig.other("stock.b", .increment(by: .int(1))) }
    rig.engine.trim(to: 2)
    rig.cut()
    rig.attach()
    while rig.link.phase != .live {
      rig.run()
      if rig.asked.isEmpty { break }
    }
    #expect(rig.shown["stock.a"] == .int(1))
    rig.cut()
    #expect(rig.shown["stock.a"] == .int(1))
    rig.connect()
    #expect(rig.shown["stock.a"] == .int(1))
    #expect(rig.fleet("stock.a") == "1")
    #expect(rig.link.queuedChanges == 0)
  }

  /// A client waits for a change that the engine gets after the join: the log of the snapshot brings it.
  @Test func whatTheLogOfASnapshotBringsIsAnswered() throws {
    let rig = ScopeRig()
    rig.connect()
    let earlier = rig.engine
    rig.other("stock.b", .increment(by: .int(1)))
    rig.readLog()
    let ticket = rig.change("open.a", .increment(by: .int(1)))
    let late = rig.asked
    rig.engine = earlier
    rig.cut()
    rig.attach()
    rig.passFirst()
    #expect(rig.link.phase == .snapshot)
    rig.passLate(late)
    rig.run()
    #expect(rig.link.phase == .live && rig.fleet("open.a") == "1")
    #expect(rig.answer(ticket)?.isApplied == true)
  }

  /// The engine has answered, and the keys of a snapshot come in place of the entry.
  @Test func anAnswerWhoseEntryIsInASnapshotIsPassedOn() throws {
    let rig = ScopeRig()
    rig.connect()
    let ticket = rig.change("open.a", .increment(by: .int(1)))
    rig.handle(try #require(rig.takeAnswer()))
    for _ in 0..<9 { rig.other("stock.b", .increment(by: .int(1))) }
    rig.engine.trim(to: 2)
    #expect(rig.answer(ticket) == nil)
    rig.cut()
    rig.connect()
    #expect(rig.link.phase == .live && rig.fleet("open.a") == "1")
    #expect(rig.answer(ticket)?.isApplied == true)
  }

  /// A snapshot is thought to have a request that had found no room for its action.
  @Test func whatFoundNoRoomBeforeASnapshotIsShownAndSentAgain() {
    var settings = ScopeRig.settings
    settings.buttons = [.init("menu", .count)]
    settings.maximumActions = 1
    let rig = ScopeRig(settings)
    rig.engine.actions.addGroup("pos")
    rig.connect()
    rig.other("stock.a", .increment(by: .int(7)))
    rig.run()
    rig.act("menu.soup")
    rig.act("menu.soup", StateOperation(key: "stock.a", kind: .increment(by: .int(1))))
    rig.passFirst()
    rig.passWithoutAnswer()
    for _ in 0..<9 { rig.other("stock.b", .increment(by: .int(1))) }
    rig.engine.trim(to: 2)
    rig.cut()
    rig.connect()
    for _ in 1...3 {
      #expect(rig.shown["stock.a"] == .int(8) && rig.committed["stock.a"] == .int(7))
      rig.wait(1.1)
    }
    #expect(rig.fleet("stock.a") == "7" && rig.link.queuedChanges == 1)
  }

  /// The engine answers and loses the change; another daemon's change gets its revision.
  @Test func anAnswerWhoseEntryIsAnothersIsSentAgain() throws {
    let rig = ScopeRig()
    rig.connect()
    let earlier = rig.engine
    increment(rig)
    let answer = try #require(rig.takeAnswer())
    rig.handle(answer)
    rig.engine = earlier
    rig.other("stock.a", .increment(by: .int(10)))
    rig.readLog()
    rig.run()
    #expect(rig.fleet("stock.a") == "11")
    #expect(rig.shown["stock.a"] == .int(11))
    #expect(rig.link.queuedChanges == 0)
  }

  /// An answer for a revision that the log has passed without its entry settles nothing either.
  @Test func anAnswerBehindTheLogIsSentAgain() throws {
    let rig = ScopeRig()
    rig.connect()
    let earlier = rig.engine
    increment(rig)
    let answer = try #require(rig.takeAnswer())
    rig.engine = earlier
    rig.other("stock.a", .increment(by: .int(10)))
    rig.readLog()
    rig.handle(answer)
    rig.run()
    #expect(rig.fleet("stock.a") == "11")
    #expect(rig.shown["stock.a"] == .int(11))
  }

  /// After the engine has gone back under a live connection, the next request must not jump over those
  /// that were lost, or they would count as sent.
  @Test func numbersFollowOneAnotherAfterALoss() {
    let rig = ScopeRig()
    rig.connect()
    increment(rig)
    rig.run()
    let earlier = rig.engine
    increment(rig)
    increment(rig)
    rig.run()
    rig.engine = earlier
    increment(rig)
    rig.run()
    #expect(rig.fleet("stock.a") == "4")
    #expect(rig.shown["stock.a"] == .int(4))
    #expect(rig.link.queuedChanges == 0)
  }

  /// The number of a refused request is used up again, or those behind it could never be sent again.
  @Test func aRefusedNumberIsUsedUpAgain() {
    let rig = ScopeRig()
    rig.connect()
    let earlier = rig.engine
    rig.change("note.a", .set(.int(1)))
    rig.other("note.a", .set(.int(2)))
    rig.run()
    #expect(rig.rejections.map(\.reason) == [.conflict])
    increment(rig)
    rig.run()
    rig.engine = earlier
    increment(rig)
    rig.run()
    #expect(rig.fleet("stock.a") == "2")
    #expect(rig.fleet("note.a") == nil)
    #expect(rig.rejections.count == 1)
  }

  /// A revision means another state after the engine has lost its history; what the writer saw decides.
  @Test(arguments: [false, true])
  func aConditionOfALostHistoryIsJudgedByValue(_ isSame: Bool) {
    let rig = ScopeRig()
    rig.other("note.a", .set(.int(1)))
    let earlier = rig.engine
    rig.other("note.b", .set(.int(1)))
    rig.connect()
    rig.cut()
    rig.change("note.a", .set(.int(7)))
    rig.engine = earlier
    rig.other(isSame ? "note.c" : "note.a", .set(.int(3)))
    rig.connect()
    #expect(rig.link.forks == 1)
    #expect(rig.fleet("note.a") == (isSame ? "7" : "3"))
    #expect(rig.shown["note.a"] == .int(isSame ? 7 : 3))
    #expect(rig.rejections.map(\.reason) == (isSame ? [] : [.history]))
    #expect(rig.link.queuedChanges == 0)
  }

  /// The engine had decided a conditional request, and loses it before it is asked for the outcome: it
  /// must not be applied without its condition.
  @Test func aRequestThatIsAskedForIsNotAppliedBlindly() {
    let rig = ScopeRig()
    rig.connect()
    let earlier = rig.engine
    rig.change("note.a", .set(.int(1)))
    rig.other("note.a", .set(.int(5)))
    rig.passWithoutAnswer()
    rig.cut()
    rig.attach()
    rig.passFirst()
    rig.passFirst()
    rig.readLog()
    rig.engine = earlier
    rig.other("note.a", .set(.int(2)))
    rig.run()
    #expect(rig.fleet("note.a") == "2")
    #expect(rig.rejections.count == 1)
  }

  /// A page that was read before the engine lost the last seconds has values that nobody has written
  /// any more.
  @Test func aPageOfALostHistoryIsNotTaken() {
    let rig = ScopeRig()
    rig.other("stock.a", .set(.int(1)))
    let earlier = rig.engine
    rig.attach()
    rig.handle(.joined(session: rig.link.session, rig.engine.join(nil)))
    rig.other("stock.a", .set(.int(2)))
    let page = rig.engine.snapshot()
    rig.engine = earlier
    rig.other("stock.b", .set(.int(5)))
    let session = rig.link.session
    rig.handle(.page(session: session, page, head: rig.engine.head))
    rig.handle(.entries(session: session, Array(rig.engine.entries(after: 1))))
    #expect(rig.link.phase == .asking)
    rig.run()
    #expect(rig.shown == ["stock.a": .int(1), "stock.b": .int(5)])
  }

  /// The same, and an entry of the history that holds changed the key before the page's revision.
  @Test func anEarlierEntryDoesNotConfirmAPageOfALostHistory() {
    let rig = ScopeRig()
    rig.other("stock.a", .set(.int(1)))
    rig.attach()
    let session = rig.link.session
    rig.handle(.joined(session: session, rig.engine.join(nil)))
    rig.other("stock.a", .set(.int(2)))
    let kept = rig.engine
    rig.other("stock.a", .set(.int(3)))
    let page = rig.engine.snapshot()
    rig.engine = kept
    rig.handle(.page(session: session, page, head: rig.engine.head))
    rig.handle(.entries(session: session, Array(rig.engine.entries(after: 1))))
    #expect(rig.link.phase == .asking)
    rig.run()
    #expect(rig.shown == ["stock.a": .int(2)])
  }

  /// The engine loses the revision that a daemon reads up to, and nobody changes anything afterwards.
  @Test func aScopeIsLiveThoughTheRevisionItWaitedForIsLost() {
    let rig = ScopeRig()
    rig.connect()
    rig.cut()
    let earlier = rig.engine
    rig.other("stock.b", .increment(by: .int(1)))
    rig.attach()
    rig.passFirst()
    #expect(rig.link.phase == .tail)
    rig.engine = earlier
    rig.run()
    #expect(rig.link.phase == .tail)
    rig.wait(6)
    rig.run()
    #expect(rig.link.phase == .live)
  }

  /// The same of the revision that ends a snapshot.
  @Test func aSnapshotEndsThoughTheRevisionItWaitedForIsLost() {
    let rig = ScopeRig()
    rig.other("stock.a", .set(.int(1)))
    let earlier = rig.engine
    rig.other("stock.b", .set(.int(2)))
    rig.attach()
    let session = rig.link.session
    rig.handle(.joined(session: session, earlier.join(nil)))
    rig.handle(.page(session: session, rig.engine.snapshot(), head: rig.engine.head))
    rig.forgetAsked()
    rig.engine = earlier
    rig.run()
    #expect(rig.link.phase == .snapshot)
    rig.wait(6)
    rig.run()
    #expect(rig.link.phase == .live)
    #expect(rig.shown == ["stock.a": .int(1)])
  }
}
