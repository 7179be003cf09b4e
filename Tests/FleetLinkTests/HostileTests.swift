import ButtonModel
import FleetEngineModel
import Testing

@testable import FleetLink

/// What others wrote is checked; a scope that breaks the rules stays as it was before.
@Suite struct HostileTests {
  /// The next entry, as an intruder with a valid chain writes it.
  private func entry(_ changes: String, after cursor: FleetCursor) -> LogEntry {
    let request = RequestNumber(ScopeRig.foreignLife, 99)
    let text = UTF8String(changes)
    return LogEntry(
      revision: cursor.revision + 1, request: request,
      chain: cursor.chain.adding(request, text), changes: text)
  }

  @Test(arguments: [
    ("stock..a 1", Violation.Rule.malformedKey), ("", .malformedKey), ("price..a 1", .malformedKey),
    (" 1", .malformedKey), ("stock.a 1\n", .malformedKey), ("! {}", .malformedKey),
    ("stock.a 1\n\nstock.b 2", .malformedKey), ("stock.é 1", .malformedKey),
    ("stock.a ", .malformedValue), ("stock.a {", .malformedValue),
    ("stock.a 1 2", .malformedValue), ("stock.a 1e999", .malformedValue),
    ("stock.a 1\nstock.b nul", .malformedValue),
    ("LONG VALUE", .tooLarge), ("LONG ENTRY", .tooLarge),
  ])
  func anEntryThatBreaksARuleStopsTheScope(_ text: String, _ rule: Violation.Rule) throws {
    var changes = text
    if text == "LONG VALUE" { changes = "stock.a \"\(String(repeating: "x", count: 70_000))\"" }
    if text == "LONG ENTRY" { changes = String(repeating: "stock.a 1\n", count: 300_000) }
    let rig = ScopeRig()
    rig.other("stock.a", .set(.int(1)))
    rig.connect()
    let cursor = try #require(rig.link.cursor)
    let good = entry("stock.b 2", after: cursor)
    let next = FleetCursor(good.revision, good.chain)
    rig.handle(
      .entries(session: rig.link.session, [good, entry(changes, after: next)]))
    let violation = Violation(
      rule, revision: next.revision + 1, request: RequestNumber(ScopeRig.foreignLife, 99))
    #expect(rig.link.phase == .refused(violation))
    #expect(rig.link.cursor == next)
    #expect(rig.shown == ["stock.a": .int(1), "stock.b": .int(2)])
    let ticket = rig.change("open.a", .set(.int(1)))
    #expect(rig.answer(ticket) == .unavailable)
  }

  /// Of an entry that no request can have made, only the size is of interest: a link cuts it off.
  @Test func anEntryBeyondTheBoundStopsTheScopeWhateverItsChain() throws {
    let rig = ScopeRig()
    rig.connect()
    let entry = LogEntry(
      revision: 1, request: RequestNumber(ScopeRig.foreignLife, 1), chain: Chain(rawValue: 5),
      changes: UTF8String("stock.a \"" + String(repeating: "x", count: 264 << 10)))
    rig.handle(.entries(session: rig.link.session, [entry]))
    #expect(
      rig.link.phase == .refused(Violation(.tooLarge, revision: 1, request: entry.request)))
  }

  @Test(arguments: ["price..a", "stock..a", "!"])
  func aSnapshotThatBreaksARuleIsNotTaken(_ key: String) {
    let rig = ScopeRig()
    rig.attach()
    rig.handle(.joined(session: rig.link.session, rig.engine.join(nil)))
    let field = SnapshotField(key: UTF8String(key), revision: 0, value: "1")
    rig.handle(.page(session: rig.link.session, [field], head: rig.engine.head))
    #expect(rig.link.phase.name == "refused")
    #expect(rig.shown.isEmpty)
  }

  @Test func aSnapshotBeyondTheBoundIsNotTaken() {
    var settings = ScopeRig.settings
    settings.maximumSnapshotBytes = 10_000
    let rig = ScopeRig(settings)
    for index in 0..<200 { rig.other(UTF8String("stock.\(index)"), .set(.int(1))) }
    rig.connect()
    #expect(rig.link.phase.name == "refused")
    #expect(rig.shown.isEmpty)
  }

  /// Once it may be that the engine has lost something; an engine that says each time that the cursor
  /// is in its history, and goes on otherwise, is not to be trusted.
  @Test func aChainThatStaysBrokenStopsTheScope() throws {
    let rig = ScopeRig()
    rig.connect()
    let cursor = try #require(rig.link.cursor)
    let wrong = LogEntry(
      revision: 1, request: RequestNumber(ScopeRig.foreignLife, 1), chain: Chain(rawValue: 5),
      changes: "stock.a 1")
    for _ in 0..<3 {
      rig.handle(.entries(session: rig.link.session, [wrong]))
      #expect(rig.link.phase == .asking)
      rig.run()
      #expect(rig.link.phase == .live)
    }
    rig.handle(.entries(session: rig.link.session, [wrong]))
    #expect(
      rig.link.phase == .refused(Violation(.brokenChain, revision: 1, request: wrong.request)))
    #expect(rig.link.cursor == cursor)
    #expect(rig.shown.isEmpty)
  }

  @Test func whatIsRefusedGoesOnWhenAnAdministratorSaysSo() {
    let rig = ScopeRig()
    rig.connect()
    rig.change("stock.a", .increment(by: .int(1)))
    rig.handle(
      .entries(session: rig.link.session, [entry("stock..a 1", after: rig.engine.head)]))
    #expect(rig.link.phase.name == "refused")
    rig.engine = FleetEngineModel(id: rig.engine.id)
    rig.handle(.adopt)
    rig.run()
    #expect(rig.link.phase == .live)
    #expect(rig.fleet("stock.a") == "1")
    #expect(rig.shown == ["stock.a": .int(1)])
  }
}
