import ButtonModel
import FleetEngineModel
import Testing

@testable import FleetLink

/// How large a request may be, and how long it took.
@Suite struct RequestTests {
  private func increment(_ rig: ScopeRig) { rig.change("stock.a", .increment(by: .int(1))) }

  /// The engine refuses more in one request, and would do so again whenever it is sent.
  @Test func aChangeHasABoundInOperations() {
    let rig = ScopeRig()
    let most = ScopeSettings.maximumOperations
    let operations = (0...most).map {
      StateOperation(key: UTF8String("sign.n\($0)"), kind: .set(.int(1)))
    }
    #expect(rig.answer(rig.change(operations)) == .exceeds(.fleetOperations))
    #expect(rig.link.keptRequests == 0 && rig.shown.isEmpty)
    rig.change(Array(operations.dropLast()))
    #expect(rig.shown.count == most)
  }

  @Test func aChangeHasABoundInBytes() {
    let rig = ScopeRig()
    func set(_ name: Int, _ bytes: Int) -> StateOperation {
      let text = UTF8String(String(repeating: "x", count: bytes - 2))
      return StateOperation(key: UTF8String("sign.n\(name)"), kind: .set(.string(text)))
    }
    let most = ScopeSettings.engineValueBytes
    let tooLong = rig.change([set(0, 9), set(1, most + 1)])
    #expect(rig.answer(tooLong) == .exceeds(.fleetValueBytes, index: 1))
    #expect(rig.answer(rig.change((0..<4).map { set($0, most) })) == .exceeds(.fleetBytes))
    #expect(rig.link.keptRequests == 0 && rig.shown.isEmpty)
    // As long as the engine takes: each has seven bytes of a key.
    rig.change((0..<4).map { set($0, most - 7) })
    rig.connect()
    #expect(rig.engine.fields.count == 4 && rig.rejections.isEmpty)
    rig.change([StateOperation(key: "stock.list", kind: .append(.int(1)))])
    let long = StateValue.string(UTF8String(String(repeating: "x", count: most - 5)))
    let ticket = rig.change([StateOperation(key: "stock.list", kind: .append(long))])
    #expect(rig.answer(ticket) == .exceeds(.fleetValueBytes, index: 0))
  }

  @Test func aRequestIsTimedUntilItsEntryComes() {
    let rig = ScopeRig()
    rig.connect()
    increment(rig)
    rig.now += 3_000_000
    rig.run()
    #expect(rig.link.roundTrips.counts == [0, 1, 0, 0, 0, 0, 0, 0])
    #expect(rig.link.roundTrips.total == 3_000_000)
    rig.other("stock.a", .increment(by: .int(1)))
    rig.run()
    #expect(rig.link.roundTrips.count == 1)
    // From the first time it was sent, whatever was lost on the way.
    increment(rig)
    rig.passWithoutAnswer()
    rig.cut()
    rig.now += 2 * ScopeRig.second
    rig.connect()
    #expect(rig.link.roundTrips.counts == [0, 1, 0, 0, 0, 1, 0, 0])
    // After a start it counts from when this run of the daemon sends it.
    increment(rig)
    rig.cut()
    rig.kill()
    rig.now += 2 * ScopeRig.second
    rig.connect()
    #expect(rig.link.roundTrips.counts == [1, 0, 0, 0, 0, 0, 0, 0])
    #expect(rig.link.roundTrips.total == 0)
  }

  /// A link that waits for a replica says the outcome late, and the entry comes at once.
  @Test func anAnswerMayWaitForTheOutcome() throws {
    var settings = ScopeRig.settings
    settings.answersByOutcome = true
    let rig = ScopeRig(settings)
    rig.connect()
    let ticket = rig.change("open.a", .set(.int(1)))
    let outcome = try #require(rig.takeAnswer())
    rig.readLog()
    #expect(rig.shown["open.a"] == .int(1))
    #expect(rig.answer(ticket) == nil)
    rig.handle(outcome)
    #expect(rig.answer(ticket) == .applied(RequestNumber(rig.link.life, 1), revision: 1))
    // One that is lost with the connection is asked for again.
    let later = rig.change("open.a", .set(.int(2)))
    rig.passWithoutAnswer()
    rig.readLog()
    #expect(rig.answer(later) == nil)
    rig.cut()
    rig.connect()
    #expect(rig.answer(later) == .applied(RequestNumber(rig.link.life, 2), revision: 2))
    #expect(rig.engine.head.revision == 2)
  }
}
