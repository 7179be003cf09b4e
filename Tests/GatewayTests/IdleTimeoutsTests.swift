import Testing

@testable import buttond_gateway

/// When idle connections are closed.
@Suite struct IdleTimeoutsTests {
  private func limit(_ phase: IdleTimeouts.Phase) -> UInt64 { phase.rawValue }

  @Test func aHeadTimesOut() {
    var timeouts = IdleTimeouts(now: 100)
    #expect(timeouts.action(now: 100 + limit(.head) - 1) == .wait)
    #expect(timeouts.action(now: 100 + limit(.head)) == .giveUp)
  }

  @Test func aTricklingHeadStillTimesOut() {
    var timeouts = IdleTimeouts(now: 0)
    timeouts.heard(now: 9_000)
    #expect(timeouts.action(now: limit(.head)) == .giveUp)
  }

  @Test func theAnswerAndTheNextRequestTimeOut() {
    var timeouts = IdleTimeouts(now: 0)
    timeouts.begin(.answer, now: 5)
    #expect(timeouts.action(now: 4 + limit(.answer)) == .wait)
    #expect(timeouts.action(now: 5 + limit(.answer)) == .giveUp)
    timeouts.begin(.nextRequest, now: 1_000_000)
    #expect(timeouts.action(now: 1_000_000 + limit(.nextRequest)) == .giveUp)
  }

  @Test func aSilentWebSocketIsPingedOnceThenClosed() {
    var timeouts = IdleTimeouts(now: 0)
    timeouts.begin(.webSocket, now: 0)
    #expect(timeouts.action(now: IdleTimeouts.beforePing - 1) == .wait)
    #expect(timeouts.action(now: IdleTimeouts.beforePing) == .ping)
    #expect(timeouts.action(now: IdleTimeouts.beforePing + 1) == .wait)
    timeouts.heard(now: 30_000)
    #expect(timeouts.action(now: 30_000 + IdleTimeouts.beforePing) == .ping)
    #expect(timeouts.action(now: 30_000 + limit(.webSocket)) == .giveUp)
  }

  @Test func aClockThatGoesBackIsHarmless() {
    var timeouts = IdleTimeouts(now: 500)
    #expect(timeouts.action(now: 400) == .wait)
  }
}
