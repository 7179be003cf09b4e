import ButtonModel
import FleetEngineModel
import FleetLink
import Testing

/// What the model of the engine promises those who run daemons against it. That it is true to the
/// engine's functions is tested where they are.
@Suite struct EngineModelTests {
  private let life = Life(rawValue: 0xA)
  private var engine = FleetEngineModel(id: Chain(rawValue: 0x0123_4567_89AB_CDEF))

  private mutating func ask(
    _ number: UInt64, _ operations: [FleetOperation] = [], if condition: FleetCursor? = nil,
    open: UInt64 = 1, logLength: Int = 1_000
  ) -> String {
    engine.apply(
      FleetRequest(
        RequestNumber(life, number), oldestOpen: open, condition: condition, logLength: logLength,
        operations)
    ).text.string
  }

  @Test mutating func aRetryGetsTheFirstOutcome() {
    #expect(ask(1, [.init(.increment, "stock", "1")]) == "ok 1")
    #expect(ask(1, [.init(.increment, "stock", "1")]) == "dup ok 1")
    #expect(engine.fields["stock"]?.text == "1 1")
  }

  @Test mutating func numbersFollowOneAnother() {
    #expect(ask(2, [.init(.set, "a", "1")]) == "gap 0")
    #expect(ask(1) == "same 0")
    #expect(ask(2, [.init(.set, "a", "1")]) == "ok 1")
  }

  @Test mutating func aCancelledRequestDoesNothingLater() {
    #expect(ask(1) == "same 0")
    #expect(ask(1, [.init(.set, "a", "1")]) == "dup same 0")
    #expect(engine.fields.isEmpty)
  }

  @Test mutating func outcomesGoWhenTheDaemonHasThem() {
    for number in 1...3 { _ = ask(UInt64(number), [.init(.increment, "n", "1")]) }
    #expect(ask(4, open: 3) == "same 3")
    #expect(ask(2) == "dup gone")
    #expect(ask(3) == "dup ok 3")
  }

  @Test mutating func aConditionIsAboutOneHistory() {
    _ = ask(1, [.init(.set, "a", "1")])
    let first = engine.head
    _ = ask(2, [.init(.set, "b", "1")])
    #expect(ask(3, [.init(.set, "a", "2")], if: first) == "ok 3")
    #expect(ask(4, [.init(.set, "a", "3")], if: first) == "conflict a 3")
    #expect(ask(5, [.init(.set, "a", "3")], if: FleetCursor(1, first.chain)) == "conflict a 3")
    #expect(ask(6, [.init(.set, "c", "3")], if: FleetCursor(2, first.chain)) == "fork")
    #expect(ask(7, [.init(.set, "c", "3")], if: FleetCursor(9, first.chain)) == "fork")
    engine.trim(to: 1)
    #expect(ask(8, [.init(.set, "c", "3")], if: first) == "unknown")
    #expect(ask(9, [.init(.set, "c", "3")], if: engine.head) == "ok 4")
  }

  @Test mutating func aCopyIsTheEngineAsItWas() {
    _ = ask(1, [.init(.set, "a", "1")])
    let saved = engine
    _ = ask(2, [.init(.set, "a", "2")])
    let lost = engine.head
    engine = saved
    #expect(engine.join(lost, lives: [life]).verdict == .fork)
    #expect(engine.join(lost, lives: [life]).numbers == [life: 1])
    #expect(ask(2, [.init(.set, "a", "3")]) == "ok 2")
    #expect(engine.join(lost).verdict == .fork)
    #expect(engine.join(saved.head).verdict == .tail)
  }

  @Test mutating func entriesFollowACursor() {
    for number in 1...70 {
      _ = ask(UInt64(number), [.init(.increment, "n", "1")], logLength: 10)
    }
    #expect(engine.oldest == 55)
    #expect(engine.entries(after: 68).map(\.revision) == [69, 70])
    #expect(engine.entries(after: 0, limit: 2).map(\.revision) == [55, 56])
    #expect(engine.entries(after: 70).isEmpty && engine.entries(after: 99).isEmpty)
    #expect(engine.join(FleetCursor(54, engine.id)).verdict == .trimmed)
    #expect(engine.join(nil).verdict == .fresh)
  }

  @Test mutating func tombstonesGoWithTheLog() {
    _ = ask(1, [.init(.set, "a", "1")])
    _ = ask(2, [.init(.remove, "a")])
    #expect(engine.sweep() == 0)
    #expect(engine.snapshot() == [SnapshotField(key: "a", revision: 2, value: nil)])
    engine.trim(to: 0)
    #expect(engine.sweep() == 1)
    #expect(engine.snapshot().isEmpty)
  }
}
