import Testing

@testable import buttond

/// Which lines about clients are logged; nanoseconds are passed in.
@Suite struct LogLimiterTests {
  private let second: UInt64 = 1_000_000_000

  /// A limiter that expectations may ask, although it counts.
  private final class Shared {
    private var limiter = LogLimiter()

    var suppressedCount: Int { limiter.suppressedCount }

    func admits(_ source: String, now: UInt64) -> Bool { limiter.admits(source, now: now) }
    func takeSuppressed() -> [(source: String, count: Int)] { limiter.takeSuppressed() }
  }

  @Test func oneThatMisbehavesWithoutEndIsALineNowAndThen() {
    let limiter = Shared()
    var admitted = 0
    for index in 0..<100_000 {
      // Ten seconds in all.
      if limiter.admits("a", now: second + UInt64(index) * 100_000) { admitted += 1 }
    }
    #expect(admitted <= 56)
    #expect(admitted >= 50)
    #expect(limiter.suppressedCount == 100_000 - admitted)
    #expect(limiter.takeSuppressed().map(\.count) == [100_000 - admitted])
    #expect(limiter.takeSuppressed().isEmpty)
  }

  @Test func oneDoesNotSilenceTheOthers() {
    let limiter = Shared()
    for _ in 0..<1_000 { _ = limiter.admits("loud", now: second) }
    #expect(limiter.admits("quiet", now: second))
    #expect(!limiter.admits("loud", now: second))
    #expect(limiter.admits("loud", now: 2 * second))
    #expect(limiter.takeSuppressed().map(\.source) == ["loud"])
  }

  @Test func manyTogetherAreBoundedToo() {
    let limiter = Shared()
    var admitted = 0
    for index in 0..<100_000 where limiter.admits("\(index)", now: second) { admitted += 1 }
    #expect(admitted == 50)
    let suppressed = limiter.takeSuppressed()
    #expect(suppressed.count <= LogLimiter.maximumSources + 1)
    #expect(suppressed.map(\.count).reduce(0, +) == 100_000 - admitted)
    #expect(suppressed.first?.source == "others")
  }

  @Test func thoseWhoHaveBeenSilentMakeRoom() {
    let limiter = Shared()
    for index in 0..<LogLimiter.maximumSources { _ = limiter.admits("\(index)", now: second) }
    _ = limiter.takeSuppressed()
    #expect(limiter.admits("new", now: 100 * second))
    for _ in 0..<10 { _ = limiter.admits("new", now: 100 * second) }
    #expect(limiter.takeSuppressed().map(\.source) == ["new"])
  }
}
