import CLibuv
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct KernelTimerTests {
    @Test(arguments: [0, 1, 15] as [UInt64])
    func itFiresOnceAfterItsDelay(_ delay: UInt64) throws {
      try withLoop { loop in
        let start = loop.hrtime
        var firings: [UInt64] = []
        let timer = try KernelTimer(on: loop) { firings.append(loop.hrtime) }
        try timer.start(after: delay)
        loop.run()
        #expect(firings.count == 1)
        #expect(firings.allSatisfy { $0 >= start + delay * 1_000_000 })
        #expect(!timer.isActive)
      }
    }

    @Test func startingAgainMovesIt() throws {
      try withLoop { loop in
        var fired = 0
        let timer = try KernelTimer(on: loop) { fired += 1 }
        try timer.start(after: 60_000)
        try timer.start(after: 1)
        loop.run()
        #expect(fired == 1)
      }
    }

    @Test func itCanBeStartedFromItsOwnCallback() throws {
      try withLoop { loop in
        var fired = 0
        var timer: KernelTimer?
        timer = try KernelTimer(on: loop) {
          fired += 1
          if fired < 3 { try? timer?.start(after: 1) }
        }
        try timer?.start(after: 1)
        loop.run()
        #expect(fired == 3)
      }
    }

    @Test(arguments: [true, false])
    func itFiresOnceForEveryStart(isReferenced: Bool) throws {
      try withLoop { loop in
        let other = try Timer(on: loop) {}
        try other.start(after: 60_000)
        var fired = 0
        let timer = try KernelTimer(on: loop) { fired += 1 }
        timer.isReferenced = isReferenced
        for starts in 1...3 {
          try timer.start(after: 1)
          while fired < starts, loop.run(.oneTurn) {}
        }
        #expect(fired == 3)
      }
    }

    @Test func itDoesNotLimitHowLongTheLoopWaits() throws {
      try withLoop { loop in
        let timer = try KernelTimer(on: loop) {}
        try timer.start(after: 1_000)
        loop.run(.withoutWaiting)
        // The watchdog's timer, which is set to many seconds, is the loop's only one.
        #expect(uv_backend_timeout(loop.raw) > 1_000)
        timer.close()
        loop.run()
      }
    }

    @Test(.inOwnProcess) func closedItNeverFiresAndGivesItsDescriptorBack() throws {
      try withLoop { loop in
        loop.run(.withoutWaiting)
        let process = try LoneProcess()
        let before = try process.descriptorCount
        var fired = 0
        do {
          let timer = try KernelTimer(on: loop) { fired += 1 }
          try timer.start(after: 0)
          #expect(try process.descriptorCount == before + 1)
          timer.close()
        }
        loop.run()
        #expect(fired == 0)
        #expect(try process.descriptorCount == before)
      }
    }
  }
}
