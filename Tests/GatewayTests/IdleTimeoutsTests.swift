import Testing

@testable import buttond_gateway

/// When idle connections are closed.
@Suite struct IdleTimeoutsTests {
  private func limit(_ phase: IdleTimeouts.Phase) -> UInt64 { phase.rawValue }

  @Test func aHeadTimesOut() {
    var timeouts = IdleTimeouts(now: 100)
    #expect(timeouts.action(now: 100 + limit(.head) - 1) == .wait)
    #expect(timeouts.givesUp(at: 100 + limit(.head)) == true)
  }

  @Test func aTricklingHeadStillTimesOut() {
    var timeouts = IdleTimeouts(now: 0)
    timeouts.heard(now: 9_000)
    #expect(timeouts.givesUp(at: limit(.head)) == true)
  }

  @Test func theAnswerAndTheNextRequestTimeOut() {
    var timeouts = IdleTimeouts(now: 0)
    timeouts.begin(.answer, now: 5)
    #expect(timeouts.action(now: 4 + limit(.answer)) == .wait)
    #expect(timeouts.givesUp(at: 5 + limit(.answer)) == true)
    timeouts.begin(.nextRequest, now: 1_000_000)
    #expect(timeouts.givesUp(at: 1_000_000 + limit(.nextRequest)) == true)
  }

  @Test func aBrowserThatReadsItsAnswerSlowlyIsWaitedFor() {
    var timeouts = IdleTimeouts(now: 0)
    for second in 0..<60 {
      timeouts.unread(4_000_000 - second, now: UInt64(second) * 1_000)
      #expect(timeouts.action(now: UInt64(second) * 1_000) == .wait)
    }
    timeouts.unread(3_999_941, now: 60_000)
    #expect(timeouts.givesUp(at: 59_000 + limit(.head)) == true)
  }

  @Test func anAnswerThatIsReadByteByByteEnds() {
    var timeouts = IdleTimeouts(now: 0)
    timeouts.begin(.answer, now: 0)
    var second: UInt64 = 0
    repeat {
      second += 1
      timeouts.unread(4_000_000 - Int(second), now: second * 1_000)
    } while timeouts.action(now: second * 1_000) == .wait && second < 1_000
    #expect((300...320).contains(second))
    // The next one has its own time.
    timeouts.begin(.head, now: second * 1_000)
    #expect(timeouts.action(now: second * 1_000 + 9_999) == .wait)
  }

  @Test func aWebSocketThatOnlyReadsIsStillPinged() {
    var timeouts = IdleTimeouts(now: 0)
    timeouts.begin(.webSocket, now: 0)
    for second in 0..<25 { timeouts.unread(100 - second, now: UInt64(second) * 1_000) }
    #expect(timeouts.action(now: IdleTimeouts.beforePing) == .ping)
  }

  @Test func aSilentWebSocketIsPingedOnceThenClosed() {
    var timeouts = IdleTimeouts(now: 0)
    timeouts.begin(.webSocket, now: 0)
    #expect(timeouts.action(now: IdleTimeouts.beforePing - 1) == .wait)
    #expect(timeouts.action(now: IdleTimeouts.beforePing) == .ping)
    #expect(timeouts.action(now: IdleTimeouts.beforePing + 1) == .wait)
    timeouts.heard(now: 30_000)
    #expect(timeouts.action(now: 30_000 + IdleTimeouts.beforePing) == .ping)
    #expect(timeouts.givesUp(at: 30_000 + limit(.webSocket)) == true)
  }

  @Test(arguments: [IdleTimeouts.Phase.head, .nextRequest, .answer])
  func whatArrivedWhileTheGatewayStoodStillIsRead(phase: IdleTimeouts.Phase) {
    var timeouts = IdleTimeouts(now: 0)
    timeouts.begin(phase, now: 1_000)
    #expect(timeouts.action(now: 600_000) == .wait)
    // It is read before the next look, and begins something else.
    timeouts.begin(.answer, now: 600_001)
    #expect(timeouts.action(now: 601_000) == .wait)
  }

  @Test func aStopOfTheGatewayDoesNotMakeAWebSocketSilent() {
    var timeouts = IdleTimeouts(now: 0)
    timeouts.begin(.webSocket, now: 0)
    // Stopped before the ping: what is unanswered counts from the ping on.
    #expect(timeouts.action(now: 600_000) == .ping)
    #expect(timeouts.action(now: 634_999) == .wait)
    #expect(timeouts.givesUp(at: 635_000) == true)
    // Stopped after it: the answer has arrived, and is read.
    timeouts.begin(.webSocket, now: 700_000)
    #expect(timeouts.action(now: 700_000 + IdleTimeouts.beforePing) == .ping)
    #expect(timeouts.action(now: 900_000) == .wait)
    timeouts.heard(now: 900_001)
    #expect(timeouts.action(now: 901_000) == .wait)
  }

  @Test func aClockThatGoesBackIsHarmless() {
    var timeouts = IdleTimeouts(now: 500)
    #expect(timeouts.action(now: 400) == .wait)
  }
}

extension IdleTimeouts {
  /// Whether the connection is given up at the look behind the one at this time.
  fileprivate mutating func givesUp(at time: UInt64) -> Bool {
    action(now: time) == .wait && action(now: time + 1_000) == .giveUp
  }
}
