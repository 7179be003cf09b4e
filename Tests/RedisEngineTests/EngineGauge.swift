import Glibc
import NIOCore
import NIOPosix
import RESP
import Synchronization
import TestSupport

/// What an engine's process has used of a core, and how long others wait for it.
struct EngineGauge {
  let server: RedisServer

  /// The engine goes before what else runs here, where that is allowed: it would have a machine of its own.
  init(_ server: RedisServer) {
    self.server = server
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(server.processID), -10)
  }

  /// Seconds of all of its threads.
  var busySeconds: Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(server.processID, &clock) == 0, clock_gettime(clock, &time) == 0
    else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Has a connection that wants nothing of the fleet ask again and again while something happens; the
  /// longest time in which it got no reply, in milliseconds.
  func longestPing(while body: () async throws -> Void) async throws -> Double {
    let client = try server.connect()
    let (pool, state) = (NIOThreadPool(numberOfThreads: 1), PingState(client))
    pool.start()
    let longest = pool.runIfActive(eventLoop: MultiThreadedEventLoopGroup.singleton.next()) {
      try state.pingUntilOver()
    }
    let result: Result<Void, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    state.end()
    let found = try await longest.get()
    try await pool.shutdownGracefully()
    try result.get()
    return found
  }
}

/// A connection that is used on one other thread, until it is told to end.
private final class PingState: Sendable {
  private nonisolated(unsafe) let client: RedisClient
  private let isOver = Atomic(false)

  init(_ client: RedisClient) { self.client = client }

  func end() { isOver.store(true, ordering: .relaxed) }

  func pingUntilOver() throws -> Double {
    // Of this thread alone.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -10)
    var longest: UInt64 = 0
    repeat {
      let start = Deadline.now
      try client.ask("PING")
      longest = max(longest, Deadline.now - start)
      // Otherwise it alone would keep the engine busy.
      usleep(2_000)
    } while !isOver.load(ordering: .relaxed)
    return Double(longest) / 1e6
  }
}
