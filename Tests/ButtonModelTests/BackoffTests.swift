import ButtonModel
import Testing

@Suite struct BackoffTests {
  /// Draws the least or the most of every range.
  private struct Extreme: RandomNumberGenerator {
    let isMost: Bool
    func next() -> UInt64 { isMost ? .max : 1 << 32 }
  }

  private var most = Extreme(isMost: true)
  private var least = Extreme(isMost: false)

  @Test mutating func eachWaitIsTwiceAsLongUpToAMinute() {
    var backoff = Backoff()
    let waits = (0..<10).map { _ in backoff.failed(using: &most) }
    #expect(waits == [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    for _ in 0..<100 { #expect(backoff.failed(using: &most) == 60_000) }
  }

  @Test mutating func aWaitIsAtLeastItsShareOfTheBound() {
    var half = Backoff()
    #expect((0..<4).map { _ in half.failed(using: &least) } == [125, 250, 500, 1_000])
    var any = Backoff(least: 0)
    #expect((0..<4).map { _ in any.failed(using: &least) } == [0, 0, 0, 0])
  }

  @Test mutating func failuresAreForgottenOnceAConnectionIsMade() {
    var backoff = Backoff()
    for _ in 0..<8 { _ = backoff.failed(using: &most) }
    #expect(backoff.lost(after: 40, using: &most) == 250)
    #expect(backoff.failed(using: &most) == 500)
  }

  @Test mutating func earlyEndsInARowMakeTheWaitLonger() {
    var backoff = Backoff()
    let waits = (0..<5).map { _ in backoff.lost(after: 9_999, using: &most) }
    #expect(waits == [250, 500, 1_000, 2_000, 4_000])
    #expect(backoff.lost(after: 10_000, using: &most) == 250)
    #expect(backoff.lost(after: 0, using: &most) == 250)
    #expect(backoff.lost(after: 0, using: &most) == 500)
  }

  @Test mutating func aLossAfterAnEarlyOneWaitsNoLessThanAttempts() {
    var backoff = Backoff()
    for _ in 0..<20 { _ = backoff.lost(after: 0, using: &most) }
    #expect(backoff.failed(using: &most) == 60_000)
    #expect(backoff.lost(after: 10_000, using: &most) == 250)
  }

  @Test mutating func aLossCanHaveASpreadOfItsOwn() {
    var backoff = Backoff(first: 200, most: 30_000, spread: 5_000, least: 0, lasting: 1_000)
    #expect(backoff.lost(after: 1_000, using: &most) == 5_000)
    #expect((0..<3).map { _ in backoff.failed(using: &most) } == [200, 400, 800])
    let early = (0..<9).map { _ in backoff.lost(after: 0, using: &most) }
    #expect(early == [5_000, 5_000, 5_000, 5_000, 5_000, 6_400, 12_800, 25_600, 30_000])
  }

  @Test func theSameSeedGivesTheSameWaits() {
    func waits(seed: UInt64) -> [UInt64] {
      var random = Steps(state: seed)
      var backoff = Backoff()
      return (0..<20).map { _ in backoff.failed(using: &random) }
    }
    #expect(waits(seed: 1) == waits(seed: 1))
    #expect(waits(seed: 1) != waits(seed: 2))
  }

  /// A repeatable source of random numbers (SplitMix64's step without its mixing).
  private struct Steps: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      return (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    }
  }
}
