import Testing

@testable import buttond_worker

/// Which buttons' times have come.
struct ButtonTimersTests {
  @Test func buttonsFallDueInTheirTime() {
    var timers = ButtonTimers()
    #expect(timers.earliest == nil)
    for (handle, time) in [(1, 30), (2, 10), (3, 20), (2, 40), (3, 5)] {
      let isTaken = timers.add(UInt64(handle), at: Int64(time))
      #expect(isTaken)
    }
    #expect(timers.earliest == 5)
    #expect(timers.due(at: 4) == [])
    #expect(timers.due(at: 10).sorted() == [2, 3])
    #expect(timers.earliest == 30)
    #expect(timers.due(at: 30) == [1])
    #expect(timers.earliest == nil)
  }

  @Test func aRemovedButtonIsNotDue() {
    var timers = ButtonTimers()
    timers.remove(1)
    _ = timers.add(1, at: 10)
    _ = timers.add(2, at: 20)
    timers.remove(1)
    #expect(timers.due(at: 15) == [], "the earliest time may be of a button that is gone")
    #expect(timers.earliest == 20)
    #expect(timers.removeAll() == [2])
    #expect(timers.earliest == nil)
  }

  @Test func theNextButtonOfASlotEndsTheTimeOfTheOneThatIsGone() {
    var timers = ButtonTimers()
    let (old, new): (UInt64, UInt64) = (1 << 32 | 7, 2 << 32 | 7)
    _ = timers.add(old, at: 10)
    _ = timers.add(new, at: 20)
    #expect(timers.due(at: 15) == [])
    #expect(timers.due(at: 20) == [new])
    _ = timers.add(old, at: 30)
    timers.remove(new)
    #expect(timers.removeAll() == [])
  }

  @Test func onlySoManyButtonsWait() {
    var timers = ButtonTimers()
    for handle in 0..<ButtonTimers.capacity { _ = timers.add(UInt64(handle), at: 1) }
    let isTaken = timers.add(.max, at: 1)
    #expect(!isTaken)
    let isKept = timers.add(0, at: 0)
    #expect(isKept)
  }
}
