import Glibc
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct PollTests {
    @Test func aDescriptorWithBytesIsReadable() throws {
      let (mine, other) = try socketPair()
      defer { closeAll(mine, other) }
      try withLoop { loop in
        var seen: [Poll.Readiness] = []
        let poll = try Poll(mine, on: loop) { seen.append($0) }
        try poll.wait(for: .readable)
        loop.run(.withoutWaiting)
        #expect(seen.isEmpty)
        #expect(write(other, "x", 1) == 1)
        loop.run(.oneTurn)
        #expect(seen == [.readable])
      }
    }

    @Test func aPollWaitsForWhatItWasLastAskedFor() throws {
      let (mine, other) = try socketPair()
      defer { closeAll(mine, other) }
      try withLoop { loop in
        var seen: [Poll.Readiness] = []
        let poll = try Poll(mine, on: loop) { seen.append($0) }
        try poll.wait(for: [.readable, .writable])
        loop.run(.oneTurn)
        #expect(seen == [.writable])
        try poll.wait(for: .readable)
        loop.run(.withoutWaiting)
        #expect(seen == [.writable])
      }
    }

    @Test func aClosedPollCallsNoMore() throws {
      let (mine, other) = try socketPair()
      defer { closeAll(mine, other) }
      try withLoop { loop in
        let poll = try Poll(mine, on: loop) { _ in Issue.record("it calls") }
        try poll.wait(for: .writable)
        poll.close()
        loop.run(.withoutWaiting)
        #expect(poll.isClosed)
        try poll.wait(for: .readable)
      }
    }

    @Test func aDescriptorThatIsNoneIsRefused() throws {
      try withLoop { loop in
        #expect(throws: UVError.self) { try Poll(-1, on: loop) { _ in } }
      }
    }

    private func closeAll(_ one: Int32, _ other: Int32) {
      close(one)
      close(other)
    }
  }
}
