import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import RedisEngine

/// The wait for an engine that is out of reach.
@Suite struct EngineProbeTests {
  private func probe(_ port: UInt16) throws -> EngineProbe {
    EngineProbe(
      place: try SocketAddress(ipAddress: "127.0.0.1", port: Int(port)),
      group: MultiThreadedEventLoopGroup.singleton)
  }

  private func listen(_ port: UInt16) async throws -> any Channel {
    try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: "127.0.0.1", port: Int(port)).get()
  }

  @Test func aReturnEndsAWaitOfAnyLength() async throws {
    let port = try TCPPort.free()
    let probe = try probe(port)
    // An hour is over the time limit of the whole run.
    async let isBack = probe.returned(within: 3_600_000, mustBeAway: false)
    #expect(await !probe.returned(within: 0, mustBeAway: false))
    let channel = try await listen(port)
    #expect(await isBack)
    try await channel.close()
  }

  @Test func whatIsNotThereIsWaitedForNoLongerThanAsked() async throws {
    let probe = try probe(TCPPort.free())
    #expect(await !probe.returned(within: 300, mustBeAway: false))
  }

  @Test func whatNeverWasAwayDoesNotReturn() async throws {
    let port = try TCPPort.free()
    let channel = try await listen(port)
    #expect(await !(try probe(port)).returned(within: 300, mustBeAway: true))
    #expect(await (try probe(port)).returned(within: 300, mustBeAway: false))
    try await channel.close()
  }

  @Test func aTaskThatIsCancelledWaitsNoLonger() async throws {
    let probe = try probe(TCPPort.free())
    let task = Task { await probe.returned(within: 3_600_000, mustBeAway: false) }
    task.cancel()
    #expect(await !task.value)
  }
}
