import NIOCore
import NIOPosix
import Synchronization

/// A line to a server on which what the server says comes late, and is lost if the line is cut meanwhile.
final class SlowLine: Sendable {
  private let listener: any Channel
  private let ends: Ends

  private final class Ends: Sendable {
    let channels = Mutex<[any Channel]>([])
  }

  /// A line to a port of this machine.
  init(to port: UInt16, delay: TimeAmount) throws {
    let ends = Ends()
    listener = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { near in
        ClientBootstrap(group: near.eventLoop).connect(host: "127.0.0.1", port: Int(port))
          .flatMapThrowing { far in
            ends.channels.withLock { $0 += [near, far] }
            try near.pipeline.syncOperations.addHandler(Pass(to: far, after: .zero))
            try far.pipeline.syncOperations.addHandler(Pass(to: near, after: delay))
          }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    self.ends = ends
  }

  deinit {
    listener.close(promise: nil)
    for end in ends.channels.withLock({ $0 }) { end.close(promise: nil) }
  }

  /// Where the server can be reached over it.
  var port: Int { listener.localAddress?.port ?? 0 }

  /// Returns when nothing more comes over it.
  func cut() throws {
    try listener.close().wait()
    for end in ends.channels.withLock({ $0 }) where end.isActive {
      // The other end may have closed it at this moment.
      try? end.close().wait()
    }
  }

  /// Hands on what one end says.
  private final class Pass: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let other: any Channel
    private let delay: TimeAmount

    init(to other: any Channel, after delay: TimeAmount) {
      self.other = other
      self.delay = delay
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data)
      let other = other
      if delay == .zero { return other.writeAndFlush(bytes, promise: nil) }
      context.eventLoop.scheduleTask(in: delay) { other.writeAndFlush(bytes, promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }
  }
}
