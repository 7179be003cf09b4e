import NIOCore
import NIOTLS
import RESP

/// A command on its way, and who waits for its reply.
struct PendingCommand: Sendable {
  let command: RESPCommand
  let reply: EventLoopPromise<RESPValue>
}

/// Writes commands, gives each reply to its command, and ends a connection that is silent.
final class ReplyHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = PendingCommand
  typealias OutboundOut = ByteBuffer

  private let options: EngineOptions
  private let isEncrypted: Bool
  /// Succeeds when commands can be sent.
  private let ready: EventLoopPromise<Void>
  /// Succeeds when the connection is over.
  private let end: EventLoopPromise<RedisEngineError>
  private var decoder = RESPDecoder()
  private var waiting = CircularBuffer<EventLoopPromise<RESPValue>>()
  private var heard = NIODeadline.now()
  /// How long the other end may be silent: before its first reply it may as well be out of reach.
  private var patience: TimeAmount
  private var watch: Scheduled<Void>?
  private var failure: RedisEngineError?

  init(
    _ options: EngineOptions, ready: EventLoopPromise<Void>, end: EventLoopPromise<RedisEngineError>
  ) {
    self.options = options
    self.ready = ready
    self.end = end
    patience = min(options.silence, options.reachTimeout ?? options.silence)
    isEncrypted =
      if case .tcp(_, _, true) = options.address.transport { true } else { false }
  }

  func channelActive(context: ChannelHandlerContext) {
    if !isEncrypted { ready.succeed() }
    context.fireChannelActive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted? = event as? TLSUserEvent { ready.succeed() }
    context.fireUserInboundEventTriggered(event)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let pending = unwrapOutboundIn(data)
    if let failure {
      pending.reply.fail(failure)
      promise?.fail(failure)
      return
    }
    if waiting.isEmpty { heard = context.eventLoop.now }
    waiting.append(pending.reply)
    context.write(
      wrapOutboundOut(context.channel.allocator.buffer(bytes: pending.command.bytes)),
      promise: promise)
    watchForSilence(context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    heard = context.eventLoop.now
    patience = options.silence
    decoder.append(buffer.readableBytesView)
    do throws(RESPError) {
      while failure == nil, let reply = try decoder.next() {
        guard let promise = waiting.popFirst() else {
          return end(context, with: options.address.unasked(reply))
        }
        promise.succeed(reply)
      }
    } catch {
      end(context, with: options.address.malformed(error))
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let address = options.address
    end(
      context,
      with: error is IOError
        ? address.closed(isEncrypted: isEncrypted)
        : address.failure(error, isEncrypted: isEncrypted))
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(context, with: options.address.closed(isEncrypted: isEncrypted))
    context.fireChannelInactive()
  }

  /// Fails all that wait, and closes. The first reason counts.
  private func end(_ context: ChannelHandlerContext, with error: RedisEngineError) {
    guard failure == nil else { return }
    failure = error
    watch?.cancel()
    ready.fail(error)
    let promises = waiting
    waiting.removeAll()
    for promise in promises { promise.fail(error) }
    end.succeed(error)
    context.close(promise: nil)
  }

  private func watchForSilence(_ context: ChannelHandlerContext) {
    guard watch == nil, !waiting.isEmpty else { return }
    watch = context.eventLoop.assumeIsolated().scheduleTask(deadline: heard + patience) {
      self.watch = nil
      if self.waiting.isEmpty || self.failure != nil { return }
      if context.eventLoop.now < self.heard + self.patience {
        self.watchForSilence(context)
      } else {
        self.end(context, with: self.options.address.silent(self.patience))
      }
    }
  }
}
