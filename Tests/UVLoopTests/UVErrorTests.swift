import Glibc
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct UVErrorTests {
    @Test func anErrorSaysWhatFailedOnWhatAndWhy() {
      let error = UVError(operation: "bind", subject: "/run/x", code: .addressInUse)
      #expect(error.description == "bind /run/x: address already in use (EADDRINUSE)")
      let advised = UVError(operation: "a", subject: "b", code: .again, advice: "wait")
      #expect(
        advised.description == "a b: resource temporarily unavailable (EAGAIN); wait")
    }

    @Test func aCodeNobodyKnowsStillReads() {
      let code = UVError.Code(rawValue: -99_999)
      #expect(code.message.contains("-99999"))
      #expect(code.name.contains("-99999"))
    }

    @Test func onlyNegativeCodesAreErrors() throws {
      #expect(try checked(0, "read", "x") == 0)
      #expect(try checked(7, "read", "x") == 7)
      let error = #expect(throws: UVError.self) { try checked(-EPIPE, "read", "x") }
      #expect(error?.isBrokenPipe == true)
      #expect(error?.code == UVError.Code(errno: EPIPE))
    }

    /// In a process of its own, whose limit nobody else raises or needs.
    @Test(.inOwnProcess) func theLimitOfOpenFilesIsRaisedAsFarAsAllowed() throws {
      var now = rlimit()
      #expect(getrlimit(__rlimit_resource_t(7), &now) == 0)
      now.rlim_cur = 64
      #expect(setrlimit(__rlimit_resource_t(7), &now) == 0)
      let limit = try Loop.raiseDescriptorLimit()
      #expect(getrlimit(__rlimit_resource_t(7), &now) == 0)
      #expect(now.rlim_cur == now.rlim_max)
      #expect(limit == UInt64(now.rlim_cur))
    }
  }
}
