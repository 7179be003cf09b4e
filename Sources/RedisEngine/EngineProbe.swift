import NIOCore
import NIOPosix

/// Looks whether an engine that was out of reach can be reached again, where it was last.
///
/// Asks for less than a login, so it can try more often: an engine without TLS for one reply; one
/// with TLS, to which a handshake costs more than all else, only that it does not hang up. An open
/// port alone says nothing: something else may hold it for an engine that is away. No name is
/// looked up: a resolver that does not answer would be asked again and again.
struct EngineProbe: Sendable {
  let place: SocketAddress
  let isEncrypted: Bool
  let group: any EventLoopGroup
  /// How long an engine with TLS has to hang up.
  var quiet = TimeAmount.milliseconds(250)

  /// The time for the engine to take the connection and, without TLS, to reply.
  private static let limit = TimeAmount.seconds(1)
  /// Before the next try, in milliseconds.
  private static let pauses: ClosedRange<Int64> = 250...750

  /// Waits until the engine can be reached; false if it cannot in that time. With `mustBeAway` it
  /// must first have been seen out of reach.
  func returned(within milliseconds: UInt64, mustBeAway: Bool) async -> Bool {
    let end = NIODeadline.now() + .milliseconds(Int64(milliseconds))
    var wasAway = !mustBeAway
    while !Task.isCancelled {
      if await isReachable() {
        if wasAway { return true }
      } else {
        wasAway = true
      }
      let rest = (end - .now()).nanoseconds
      if rest <= 0 { return false }
      let pause = Int64.random(in: Self.pauses) * 1_000_000
      await group.next().sleep(.nanoseconds(min(pause, rest)))
    }
    return false
  }

  private func isReachable() async -> Bool {
    let loop = group.next()
    let reply = loop.makePromise(of: Bool.self)
    let bootstrap = ClientBootstrap(group: loop).connectTimeout(Self.limit)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(FirstReply(reply))
        }
      }
    guard let channel = try? await bootstrap.connect(to: place).value() else {
      reply.succeed(false)
      return false
    }
    if !isEncrypted {
      channel.writeAndFlush(ByteBuffer(string: "PING\r\n"), promise: nil)
    }
    let patience = loop.scheduleTask(in: isEncrypted ? quiet : Self.limit) {
      reply.succeed(isEncrypted)
    }
    let isThere = (try? await reply.futureResult.value()) ?? false
    patience.cancel()
    channel.close(promise: nil)
    return isThere
  }
}

/// Tells whether the other end says something before it hangs up.
private final class FirstReply: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let reply: EventLoopPromise<Bool>

  init(_ reply: EventLoopPromise<Bool>) { self.reply = reply }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // An engine that loads its data would refuse what comes next.
    let isLoading = unwrapInboundIn(data).readableBytesView.starts(with: "-LOADING".utf8)
    reply.succeed(!isLoading)
  }

  func channelInactive(context: ChannelHandlerContext) { reply.succeed(false) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { reply.succeed(false) }
}
