import Glibc
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct SignalTests {
    @Test func aSignalArrivesOnTheLoop() throws {
      try withLoop { loop in
        var count = 0
        let signal = try Signal(SIGWINCH, on: loop) {
          count += 1
          loop.stop()
        }
        signal.isReferenced = true
        kill(getpid(), SIGWINCH)
        loop.run()
        #expect(count == 1)
        #expect(signal.number == SIGWINCH)
      }
    }

    @Test(arguments: [0, -1, 999, SIGKILL])
    func anImpossibleSignalIsRefused(number: Int32) throws {
      try withLoop { loop in
        let error = #expect(throws: UVError.self) { _ = try Signal(number, on: loop) {} }
        #expect(error?.code == .invalid)
        #expect(error?.subject == "signal \(number)")
      }
    }

    /// In a process of its own, where nobody else ignores the signal.
    @Test(.inOwnProcess) func writingToAPeerThatLeftDoesNotEndTheProcess() throws {
      try withLoop { loop in
        let (near, far) = try socketPair()
        close(far)
        let pipe = try Pipe(adopting: near, on: loop)
        let error = #expect(throws: UVError.self) { try pipe.send("x") }
        #expect(error?.isBrokenPipe == true)
        #expect(error?.operation == "write")
      }
    }
  }
}
