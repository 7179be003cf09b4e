import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct TimerTests {
    @Test func aTimerFiresOnceAfterItsDelay() throws {
      try withLoop { loop in
        let start = loop.now
        var firings: [UInt64] = []
        let timer = try Timer(on: loop) { firings.append(loop.now) }
        try timer.start(after: 15)
        loop.run()
        #expect(firings.count == 1)
        #expect(firings.allSatisfy { $0 >= start + 15 })
      }
    }

    @Test func aRepeatingTimerFiresUntilStoppedInItsCallback() throws {
      try withLoop { loop in
        var count = 0
        var timer: Timer?
        timer = try Timer(on: loop) {
          count += 1
          if count == 5 { timer?.stop() }
        }
        try timer?.start(after: 1, every: 1)
        loop.run()
        #expect(count == 5)
      }
    }

    @Test func startingAgainMovesATimer() throws {
      try withLoop { loop in
        var fired = 0
        let timer = try Timer(on: loop) { fired += 1 }
        try timer.start(after: 60_000)
        try timer.start(after: 1)
        loop.run()
        #expect(fired == 1)
      }
    }

    @Test func timersFireInOrderOfTheirTime() throws {
      try withLoop { loop in
        var order: [UInt64] = []
        for delay: UInt64 in [9, 1, 5, 3] {
          try Timer(on: loop) { order.append(delay) }.start(after: delay)
        }
        loop.run()
        #expect(order == [1, 3, 5, 9])
      }
    }
  }
}
