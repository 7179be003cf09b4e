import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import RedisEngine

/// The wait for an engine that is out of reach.
@Suite struct EngineProbeTests {
  private func probe(_ port: UInt16, isEncrypted: Bool = false) throws -> EngineProbe {
    EngineProbe(
      place: try SocketAddress(ipAddress: "127.0.0.1", port: Int(port)), isEncrypted: isEncrypted,
      group: MultiThreadedEventLoopGroup.singleton)
  }

  /// Takes connections, and answers or hangs up.
  private func listen(
    _ port: UInt16, _ behavior: PortBehavior = PortBehavior(.replies)
  ) async throws -> any Channel {
    try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(OpenPort(behavior))
        }
      }
      .bind(host: "127.0.0.1", port: Int(port)).get()
  }

  @Test func aReturnEndsAWaitOfAnyLength() async throws {
    let port = try FreePort.find()
    let probe = try probe(port)
    // An hour is over the time limit of the whole run.
    async let isBack = probe.returned(within: 3_600_000, mustBeAway: false)
    #expect(await !probe.returned(within: 0, mustBeAway: false))
    let channel = try await listen(port)
    #expect(await isBack)
    try await channel.close()
  }

  @Test func whatIsNotThereIsWaitedForNoLongerThanAsked() async throws {
    let probe = try probe(FreePort.find())
    #expect(await !probe.returned(within: 300, mustBeAway: false))
  }

  @Test func whatNeverWasAwayDoesNotReturn() async throws {
    let port = try FreePort.find()
    let channel = try await listen(port)
    #expect(await !(try probe(port)).returned(within: 300, mustBeAway: true))
    #expect(await (try probe(port)).returned(within: 300, mustBeAway: false))
    try await channel.close()
  }

  /// Something else holds the port for an engine that is away.
  @Test(arguments: [PortBehavior.Kind.hangsUp, .isLoading])
  func anOpenPortIsNotAReturn(kind: PortBehavior.Kind) async throws {
    let port = try FreePort.find()
    let probe = try probe(port)
    let behavior = PortBehavior(kind)
    let channel = try await listen(port, behavior)
    #expect(await !probe.returned(within: 300, mustBeAway: false))
    async let isBack = probe.returned(within: 3_600_000, mustBeAway: false)
    // What has just been seen is that nobody is behind it.
    #expect(await !probe.returned(within: 0, mustBeAway: false))
    behavior.become(.replies)
    #expect(await isBack)
    try await channel.close()
  }

  /// A handshake would cost the engine more than all else: that it does not hang up must do.
  @Test func ofAnEncryptedPortItIsEnoughThatItStaysOpen() async throws {
    let port = try FreePort.find()
    var probe = try probe(port, isEncrypted: true)
    let behavior = PortBehavior(.hangsUp)
    let channel = try await listen(port, behavior)
    // A busy machine may need longer to hang up than an engine gets.
    probe.quiet = .hours(1)
    #expect(await !probe.returned(within: 300, mustBeAway: false))
    behavior.become(.isSilent)
    probe.quiet = .milliseconds(10)
    #expect(await probe.returned(within: 3_600_000, mustBeAway: false))
    try await channel.close()
  }

  /// Only a reply shows that it is the engine that took the connection.
  @Test func whoHangsUpBeforeAReplyIsOutOfReach() async throws {
    let port = try FreePort.find()
    let channel = try await listen(port, PortBehavior(.hangsUp))
    let options = EngineOptions(try EngineAddress("redis://127.0.0.1:\(port)"))
    let error = await #expect(throws: RedisEngineError.self) {
      _ = try await EngineConnection.connect(options)
    }
    #expect(error?.isOutOfReach == true)
    try await channel.close()
  }

  @Test func aTaskThatIsCancelledWaitsNoLonger() async throws {
    let probe = try probe(FreePort.find())
    let task = Task { await probe.returned(within: 3_600_000, mustBeAway: false) }
    task.cancel()
    #expect(await !task.value)
  }
}

/// What something does that holds a port.
final class PortBehavior: Sendable {
  enum Kind: Sendable { case replies, isLoading, hangsUp, isSilent }

  private let kind: Mutex<Kind>

  init(_ kind: Kind) { self.kind = Mutex(kind) }

  var now: Kind { kind.withLock { $0 } }

  func become(_ next: Kind) { kind.withLock { $0 = next } }
}

private final class OpenPort: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let behavior: PortBehavior

  init(_ behavior: PortBehavior) { self.behavior = behavior }

  func channelActive(context: ChannelHandlerContext) {
    if behavior.now == .hangsUp { context.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch behavior.now {
    case .replies: say("+PONG\r\n", context)
    case .isLoading: say("-LOADING the data\r\n", context)
    case .hangsUp, .isSilent: break
    }
  }

  private func say(_ text: String, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }
}
