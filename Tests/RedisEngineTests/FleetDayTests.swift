import TestSupport
import Testing

/// A fleet runs for long, and whatever can break does.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"),
  .enabled(if: scaled(1) >= 20 || FleetDay.hours > 0, "only scripts/soak: it lasts minutes"),
  .serialized)
struct FleetDayTests {
  @Test func aDayOfKillsCutsAndFailoversLosesNothing() throws {
    var day = try FleetDay(Seed())
    var memory = MemoryCurve()
    let start = Deadline.now
    let end = Deadline(seconds: FleetDay.hours * 3_600)
    var rounds = 0
    repeat {
      for _ in 0..<5 { try day.goOn() }
      try day.check()
      try memory.sample(day)
      rounds += 1
      if rounds.isMultiple(of: 10) { print("\(rounds) rounds: \(day.summary)") }
    } while rounds < scaled(1) / 10 || !end.hasPassed
    let seconds = (Deadline.now - start) / 1_000_000_000
    print("\(seconds) s, \(rounds) rounds: \(day.summary)\n\(memory)")
    memory.expectFlat()
  }
}
