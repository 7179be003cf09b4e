import Glibc
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct OffloadTests {
    @Test func workRunsElsewhereAndItsResultComesBack() throws {
      try withLoop { loop in
        let here = UInt(pthread_self())
        var results: [UInt] = []
        loop.offload({ UInt(pthread_self()) }) { elsewhere in
          #expect(UInt(pthread_self()) == here)
          results.append(elsewhere)
        }
        #expect(results.isEmpty)
        loop.run()
        #expect(results.count == 1)
        #expect(!results.contains(here))
      }
    }

    @Test func theLoopServesOthersMeanwhile() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        let descriptor = try #require(near.fileDescriptor)
        var finished: Int?
        // The work blocks until the loop, still turning, writes to the other end.
        loop.offload({
          var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          return Int(Glibc.poll(&poll, 1, 60_000))
        }) { finished = $0 }
        let timer = try Timer(on: loop) { #expect(throws: Never.self) { try far.send("x") } }
        try timer.start(after: 1)
        loop.run()
        #expect(finished == 1)
      }
    }

    @Test func everyPieceOfWorkEndsOnce() throws {
      try withLoop { loop in
        var seen: Set<Int> = []
        for number in 0..<500 {
          loop.offload({ number * 2 }) { #expect(seen.insert($0).inserted) }
        }
        #expect(loop.pendingRequests == 500)
        loop.run()
        #expect(seen == Set((0..<500).map { $0 * 2 }))
        #expect(loop.pendingRequests == 0)
      }
    }

    @Test func anEndMayBeginMoreWork() throws {
      try withLoop { loop in
        var count = 0
        func again() {
          loop.offload({ 1 }) {
            count += $0
            if count < 50 { again() }
          }
        }
        again()
        loop.run()
        #expect(count == 50)
      }
    }
  }
}
