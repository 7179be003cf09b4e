import ButtonModel
import ButtonStore
import Testing

@testable import ButtonEngine

/// Which changes are a part of a press's release.
struct RecentPressesTests {
  private let kit = PartKit()
  private var presses: RecentPresses { kit.context.recentPresses }

  private func button(_ id: String = "b") throws -> ButtonSlot {
    try kit.insert(.make(id)).slot
  }

  @Test func itMayBeNamedForAQuarterOfASecond() throws {
    let slot = try button()
    for (age, isPart): (UInt64, Bool) in [(0, true), (250_000_000, true), (250_000_001, false)] {
      let press = presses.add(slot, now: 1_000)
      presses.add(changeOf: 7, to: press, now: 1_000 + age)
      #expect(presses.cover(slot, revision: 7) == isPart)
      presses.finish(slot, revision: 7)
    }
  }

  /// The clock of a turn is cut to milliseconds.
  @Test func aChangeOfTheSameMillisecondIsAPart() throws {
    let slot = try button()
    let press = presses.add(slot, now: 5_999_999)
    _ = presses.add(slot, now: 5_000_000)
    presses.add(changeOf: 7, to: press, now: 5_000_000)
    #expect(presses.cover(slot, revision: 7))
  }

  @Test func itCoversTheFirstLookThatShowsTheChange() throws {
    let slot = try button()
    presses.add(changeOf: 7, to: presses.add(slot, now: 0), now: 0)
    #expect(!presses.cover(slot, revision: 6) && presses.cover(slot, revision: 7))
    #expect(presses.cover(slot, revision: 0))
    presses.finish(slot, revision: 6)
    #expect(presses.cover(slot, revision: 8))
    presses.finish(slot, revision: 8)
    #expect(!presses.cover(slot, revision: 8))
  }

  @Test func anotherButtonInThePlaceOfThePressedOneHasNone() throws {
    let (slot, record) = try kit.insert(.make("b"))
    presses.add(changeOf: 7, to: presses.add(slot, now: 0), now: 0)
    kit.buttons.remove(slot, record)
    let next = try button("c")
    #expect(next == slot && !presses.cover(next, revision: 7))
  }

  @Test func theOldestOfMoreThanAThousandIsForgotten() throws {
    let slot = try button()
    let first = presses.add(slot, now: 0)
    for _ in 0..<1_023 { _ = presses.add(slot, now: 0) }
    presses.add(changeOf: 7, to: first, now: 0)
    #expect(presses.cover(slot, revision: 7))
    presses.finish(slot, revision: 7)
    _ = presses.add(slot, now: 0)
    presses.add(changeOf: 8, to: first, now: 0)
    #expect(!presses.cover(slot, revision: 8))
  }
}
