import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct TurnTests {
    @Test func prepareFollowsAReadBeforeTheLoopWaitsAgain() throws {
      try withLoop { loop in
        var events: [String] = []
        let (near, far) = try pipePair(on: loop)
        let prepare = try LoopHook(.prepare, on: loop) {
          events.append("prepare")
          if events.contains("read") { loop.stop() }
        }
        let check = try LoopHook(.check, on: loop) { events.append("check") }
        try prepare.start()
        try check.start()
        try near.startReading(Collector(onRead: { _ in events.append("read") }))
        try far.send("x")
        loop.run()
        #expect(events == ["prepare", "read", "check", "prepare", "check"])
      }
    }

    @Test func prepareFollowsATimerInTheSameTurn() throws {
      try withLoop { loop in
        var events: [String] = []
        let timer = try Timer(on: loop) { events.append("timer") }
        let prepare = try LoopHook(.prepare, on: loop) { events.append("prepare") }
        try timer.start(after: 0)
        try prepare.start()
        loop.run(.withoutWaiting)
        #expect(events == ["timer", "prepare"])
      }
    }

    @Test func aStartedIdleKeepsTheLoopFromWaiting() throws {
      try withLoop { loop in
        var turns = 0
        let later = try Timer(on: loop) { Issue.record("the loop waited for its timer") }
        try later.start(after: 15_000)
        var idle: LoopHook?
        idle = try LoopHook(.idle, on: loop) {
          turns += 1
          if turns == 1000 {
            idle?.stop()
            later.close()
          }
        }
        try idle?.start()
        loop.run()
        #expect(turns == 1000)
      }
    }

    @Test(arguments: [false, true])
    func startingTwiceAndStoppingTwiceChangesNothing(twice: Bool) throws {
      try withLoop { loop in
        var turns = 0
        let prepare = try LoopHook(.prepare, on: loop) { turns += 1 }
        let check = try LoopHook(.check, on: loop) { turns += 10 }
        try prepare.start()
        try check.start()
        if twice {
          try prepare.start()
          try check.start()
        }
        loop.run(.withoutWaiting)
        #expect(turns == 11)
        prepare.stop()
        check.stop()
        if twice {
          prepare.stop()
          check.stop()
        }
        loop.run(.withoutWaiting)
        #expect(turns == 11)
        #expect(!prepare.isActive)
      }
    }
  }
}
