import Testing

@testable import ButtonModel

/// What may still be done in a second; nanoseconds are passed in.
@Suite struct TokenBucketTests {
  private static let second: UInt64 = 1_000_000_000

  @Test func aSecondsWorthMayComeAtOnceAndTheRestAsTimeGoesBy() {
    let rate = TokenBucket.Rate(perSecond: 10)
    var bucket = TokenBucket()
    func take(_ count: Int, at now: UInt64) -> UInt64 { bucket.take(count, rate, now: now) }
    func wait(at now: UInt64) -> UInt64 { bucket.wait(rate, now: now) }
    let start = Self.second
    for _ in 0..<9 { #expect(take(1, at: start) == 0) }
    #expect(take(1, at: start) == 100_000_000)
    #expect(wait(at: start + 99_000_000) == 1_000_000)
    #expect(wait(at: start + 100_000_000) == 0)
    #expect(take(1, at: start + 100_000_000) == 100_000_000)
    // Idling saves up no more than a second.
    #expect(take(10, at: 100 * start) == 100_000_000)
    // Time that goes back counts as none.
    #expect(wait(at: start) == 100_000_000)
  }

  @Test func whatIsNotThereIsNotTaken() {
    let rate = TokenBucket.Rate(perSecond: 100)
    var bucket = TokenBucket()
    func take(_ count: Int, at now: UInt64) -> Bool { bucket.takeIfThere(count, rate, now: now) }
    #expect(take(100, at: Self.second))
    #expect(!take(1, at: Self.second))
    #expect(!take(11, at: Self.second + 100_000_000), "a refusal takes nothing")
    #expect(take(10, at: Self.second + 100_000_000))
    #expect(!take(101, at: 100 * Self.second), "more than it holds is never there")
  }

  @Test func aBurstMayBeLessThanASecondsWorth() {
    let rate = TokenBucket.Rate(perSecond: 60, burst: 1)
    var bucket = TokenBucket()
    let count = (0..<1_000).count { step in
      bucket.takeIfThere(1, rate, now: UInt64(step) * 1_000_000)
    }
    #expect((59...61).contains(count))
  }

  @Test func itTellsWhenAllIsBack() {
    let rate = TokenBucket.Rate(perSecond: 100, burst: 20)
    var bucket = TokenBucket()
    func waitUntilFull(at now: UInt64) -> UInt64 { bucket.timeUntilFull(rate, now: now) }
    #expect(waitUntilFull(at: Self.second) == 0)
    bucket.take(15, rate, now: Self.second)
    #expect(waitUntilFull(at: Self.second) == 150_000_000)
    #expect(waitUntilFull(at: Self.second + 100_000_000) == 50_000_000)
    #expect(waitUntilFull(at: Self.second + 150_000_000) == 0)
  }

  @Test func keysHaveABucketEachUntilThereIsNoRoom() {
    var buckets = KeyedTokenBucket(TokenBucket.Rate(perSecond: 1), capacity: 2, others: "others")
    func take(_ key: String, at now: UInt64) -> String? {
      let counted = buckets.countedKey(for: key, now: now)
      return buckets.takeIfThere(counted, now: now) ? counted : nil
    }
    let first = ["a", "b", "c", "d", "a"].map { take($0, at: Self.second) }
    #expect(first == ["a", "b", "others", nil, nil])
    #expect(buckets.wait("a", now: Self.second) == Self.second)
    #expect(buckets.wait("unknown", now: Self.second) == 0)
    let later = take("c", at: 3 * Self.second)
    #expect(later == "c", "those that are full make room")
  }
}
