import CPlatform
import Glibc
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  /// A process that has no descriptor left, or nearly none.
  @Suite struct DescriptorTests {
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// Lets this process open nothing while `body` runs.
    private func withoutDescriptors<Result>(_ body: () throws -> Result) rethrows -> Result {
      var before = rlimit()
      getrlimit(Self.files, &before)
      var none = before
      none.rlim_cur = 0
      setrlimit(Self.files, &none)
      defer { setrlimit(Self.files, &before) }
      return try body()
    }

    @Test(.inOwnProcess) func withoutDescriptorsConnectionsWaitAndAreNotTriedForEver() throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        let server = try PipeServer(bindingTo: folder.file("socket"), on: loop)
        var accepted = 0
        var failures: [UVError] = []
        var isShort = true
        var limit = rlimit()
        getrlimit(Self.files, &limit)
        try server.listen { result in
          switch result {
          case .success(let pipe):
            accepted += 1
            pipe.close()
            server.close()
          case .failure(let error):
            failures.append(error)
            // A server that tries on and on within a turn would never return.
            if failures.count == 100, isShort { setrlimit(Self.files, &limit) }
          }
        }
        let client = csystem_connect_unix(folder.file("socket"), 0)
        #expect(client >= 0)
        withoutDescriptors {
          // Two rests, after each of which it tries again.
          let turns = (0..<4).filter { _ in loop.run(.oneTurn) }
          #expect(turns.count == 4)
        }
        isShort = false
        #expect(failures.map(\.code) == [.tooManyFiles], "it is said once")
        #expect(failures.first?.advice.contains("limit of open files") == true)
        #expect(accepted == 0)
        loop.run()
        #expect(accepted == 1, "the connection has waited")
        close(client)
      }
    }

    @Test(.inOwnProcess) func withoutDescriptorsSpawnsAndWatchesFailAndLeaveNothing() throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        let launch = ChildProcess.Launch("/bin/true", stdio: [.null, .pipe, .pipe])
        let spawned = withoutDescriptors {
          #expect(throws: UVError.self) { _ = try ChildProcess(launch, on: loop) { _ in } }
        }
        #expect(spawned?.code.isOutOfDescriptors == true)
        let watched = withoutDescriptors {
          #expect(throws: UVError.self) { _ = try FileWatch(folder.path, on: loop) { _ in } }
        }
        #expect(watched?.code.isOutOfDescriptors == true)
        var exit: ChildProcess.Exit?
        let child = try ChildProcess(launch, on: loop) { exit = $0 }
        for pipe in child.pipes.values { pipe.close() }
        try FileWatch(folder.path, on: loop) { _ in }.close()
        loop.run()
        #expect(exit == ChildProcess.Exit(status: 0, signal: 0))
      }
    }

    @Test(arguments: [
      (UInt64(1_024), 960), (1 << 20, (1 << 20) - 64), (200, 150), (64, 48), (3, 3),
    ])
    func connectionsLeaveAReserve(limit: UInt64, end: Int) {
      let reserve = DescriptorReserve(limit: limit)
      #expect(reserve.end == end)
      #expect(reserve.admits(Int32(end - 1)))
      #expect(!reserve.admits(Int32(end)))
      #expect(!reserve.admits(Int32(end - 1), keeping: 1))
    }
  }
}

/// One end of a pair of sockets.
struct UnixPair {
  private let ends: (Int32, Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    self.ends = (ends[0], ends[1])
  }

  /// Leaves one end to the caller, and closes the other.
  func take() -> Int32 {
    close(ends.1)
    return ends.0
  }
}
