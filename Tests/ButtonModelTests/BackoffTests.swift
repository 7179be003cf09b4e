import ButtonModel
import Testing

@Suite struct BackoffTests {
  @Test func eachWaitIsTwiceAsLongUpToAMinute() {
    var backoff = Backoff()
    let waits = (0..<10).map { _ in backoff.failed(waiting: 1) }
    #expect(waits == [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    for _ in 0..<100 { #expect(backoff.failed(waiting: 1) == 60_000) }
  }

  @Test func aWaitIsAtLeastItsShareOfTheBound() {
    var half = Backoff()
    #expect((0..<4).map { _ in half.failed(waiting: 0) } == [125, 250, 500, 1_000])
    var any = Backoff(least: 0)
    #expect((0..<4).map { _ in any.failed(waiting: 0) } == [0, 0, 0, 0])
  }

  @Test func failuresAreForgottenOnceAConnectionIsMade() {
    var backoff = Backoff()
    for _ in 0..<8 { _ = backoff.failed(waiting: 1) }
    #expect(backoff.lost(after: 40, waiting: 1) == 250)
    #expect(backoff.failed(waiting: 1) == 500)
  }

  @Test func earlyEndsInARowMakeTheWaitLonger() {
    var backoff = Backoff()
    let waits = (0..<5).map { _ in backoff.lost(after: 9_999, waiting: 1) }
    #expect(waits == [250, 500, 1_000, 2_000, 4_000])
    #expect(backoff.lost(after: 10_000, waiting: 1) == 250)
    #expect(backoff.lost(after: 0, waiting: 1) == 250)
    #expect(backoff.lost(after: 0, waiting: 1) == 500)
  }

  @Test func aLossAfterAnEarlyOneWaitsNoLessThanAttempts() {
    var backoff = Backoff()
    for _ in 0..<20 { _ = backoff.lost(after: 0, waiting: 1) }
    #expect(backoff.failed(waiting: 1) == 60_000)
    #expect(backoff.lost(after: 10_000, waiting: 1) == 250)
  }

  @Test func aLossCanHaveASpreadOfItsOwn() {
    var backoff = Backoff(first: 200, most: 30_000, spread: 5_000, least: 0, lasting: 1_000)
    #expect(backoff.lost(after: 1_000, waiting: 1) == 5_000)
    #expect((0..<3).map { _ in backoff.failed(waiting: 1) } == [200, 400, 800])
    let early = (0..<9).map { _ in backoff.lost(after: 0, waiting: 1) }
    #expect(early == [5_000, 5_000, 5_000, 5_000, 5_000, 6_400, 12_800, 25_600, 30_000])
  }

  @Test func waitsAreSpreadOverTheirRange() {
    for most in [250, 500, 1_000] as [UInt64] {
      let waits = (0..<1_000).map { _ in
        var backoff = Backoff(first: most)
        return backoff.failed()
      }
      #expect(waits.allSatisfy { (most / 2...most).contains($0) })
      #expect(Set(waits).count > 50)
    }
  }
}
