import Glibc
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct LoopTests {
    @Test func aLoopWithNothingToWaitForReturnsAtOnce() throws {
      try withLoop { loop in
        #expect(!loop.run())
        #expect(!loop.isRunning)
      }
    }

    @Test func stopEndsARunThatHasMoreToDo() throws {
      try withLoop { loop in
        let timer = try Timer(on: loop) { loop.stop() }
        try timer.start(after: 0, every: 1)
        #expect(loop.run())
      }
    }

    @Test func aTurnWithoutWaitingRunsWhatIsDue() throws {
      try withLoop { loop in
        var fired = 0
        let due = try Timer(on: loop) { fired += 1 }
        let later = try Timer(on: loop) { fired += 100 }
        try due.start(after: 0)
        try later.start(after: 60_000)
        loop.run(.withoutWaiting)
        #expect(fired == 1)
      }
    }

    @Test func clocksAdvance() throws {
      try withLoop { loop in
        let timer = try Timer(on: loop) {}
        // A loop that waits for nothing reads its clock again.
        loop.run(.withoutWaiting)
        let (now, hrtime) = (loop.now, loop.hrtime)
        try timer.start(after: 20)
        loop.run()
        #expect(loop.now >= now + 20)
        #expect(loop.hrtime >= hrtime + 19_000_000)
      }
    }

    @Test func closeClosesWhateverIsStillOpen() throws {
      let folder = TemporaryFolder()
      let loop = try Loop()
      try LoopHook(.prepare, on: loop) {}.start()
      try LoopHook(.check, on: loop) {}.start()
      try LoopHook(.idle, on: loop) {}.start()
      try Timer(on: loop) {}.start(after: 60_000)
      _ = try Signal(SIGWINCH, on: loop) {}
      _ = try FileWatch(folder.path, on: loop) { _ in }
      _ = try ChildProcess(
        .init("/bin/sleep", arguments: ["600"], stdio: [.null, .null, .null, .pipe]), on: loop
      ) { _ in }
      let server = try PipeServer(bindingTo: folder.file("socket"), on: loop)
      try server.listen { _ in }
      try PipeClient.connect(to: folder.file("socket"), on: loop) { _ in }
      let (left, _) = try pipePair(on: loop)
      try left.startReading(Collector())
      try left.write([UInt8](repeating: 0, count: 1 << 20))
      loop.offload({ 1 }, then: { _ in })
      #expect(loop.liveHandles == 12)
      #expect(loop.pendingRequests == 3)

      loop.close()
      #expect(loop.liveHandles == 0)
      #expect(loop.pendingRequests == 0)
      #expect(loop.isClosed)
      loop.close()
    }

    @Test func handlesOpenedWhileTheLoopClosesAreClosedToo() throws {
      let loop = try Loop()
      let timer = try Timer(on: loop) {}
      timer.close { _ = try? Timer(on: loop) {} }
      loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func aLoopIsFreedWithItsLastOwner() throws {
      weak var closed: Loop?
      weak var dropped: Loop?
      do {
        let loop = try Loop()
        try Timer(on: loop) {}.start(after: 60_000)
        loop.close()
        closed = loop
        let unused = try Loop()
        dropped = unused
      }
      #expect(closed == nil)
      #expect(dropped == nil)
    }

    @Test(.inOwnProcess) func manyLoopsLeaveNoDescriptorBehind() throws {
      func openAndClose() throws {
        let loop = try Loop()
        _ = try Signal(SIGWINCH, on: loop) {}
        loop.close()
      }
      // The first loop opens what the process keeps for all of them.
      try openAndClose()
      let process = try LoneProcess()
      let before = try process.descriptorCount
      for _ in 0..<scaled(1_000, few: 200) { try openAndClose() }
      #expect(try process.descriptorCount == before)
    }
  }
}
