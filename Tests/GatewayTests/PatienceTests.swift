import Testing

@testable import buttond_gateway

/// How long browsers are waited for.
@Suite struct PatienceTests {
  @Test func aHeadMustComeInTime() {
    var patience = Patience(now: 100)
    #expect(patience.verdict(now: 100 + Patience.forHead - 1) == .wait)
    #expect(patience.verdict(now: 100 + Patience.forHead) == .giveUp)
  }

  @Test func whatTricklesInBuysNoTime() {
    var patience = Patience(now: 0)
    patience.heard(now: 9_000)
    #expect(patience.verdict(now: Patience.forHead) == .giveUp)
  }

  @Test func theDaemonIsWaitedForAndThenTheNextRequest() {
    var patience = Patience(now: 0)
    patience.begin(.answer, now: 5)
    #expect(patience.verdict(now: 4 + Patience.forAnswer) == .wait)
    #expect(patience.verdict(now: 5 + Patience.forAnswer) == .giveUp)
    patience.begin(.nextRequest, now: 1_000_000)
    #expect(patience.verdict(now: 1_000_000 + Patience.betweenRequests) == .giveUp)
  }

  @Test func aSilentWebSocketIsAskedOnceAndThenGivenUp() {
    var patience = Patience(now: 0)
    patience.begin(.webSocket, now: 0)
    #expect(patience.verdict(now: Patience.beforePing - 1) == .wait)
    #expect(patience.verdict(now: Patience.beforePing) == .ping)
    #expect(patience.verdict(now: Patience.beforePing + 1) == .wait)
    patience.heard(now: 30_000)
    #expect(patience.verdict(now: 30_000 + Patience.beforePing) == .ping)
    #expect(patience.verdict(now: 30_000 + Patience.forSign) == .giveUp)
  }

  @Test func aClockThatStandsStillHarmsNobody() {
    var patience = Patience(now: 500)
    #expect(patience.verdict(now: 400) == .wait)
  }
}
