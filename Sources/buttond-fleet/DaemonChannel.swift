import ButtonClient
import ButtonModel
import ButtonProtocol
import FleetLink
import JSONRPC
import NIOCore
import NIOPosix
import RedisEngine

/// What the daemon says to this program.
enum DaemonMessage: Sendable {
  /// It answered the introduction.
  case welcome
  case order(scope: String, SessionOrder)
  /// Another connection carries the scope now.
  case detached(scope: String)
  /// It refused what was said, of a scope or else altogether.
  case refused(scope: String?, message: String)
}

/// A connection to the daemon, as its link to the fleet.
struct DaemonChannel: Sendable {
  /// What it says, until the connection is over.
  let messages: AsyncStream<DaemonMessage>

  private let channel: any Channel

  /// Connects and introduces this program.
  init(to path: SocketPath, on group: any EventLoopGroup) async throws {
    let (messages, sink) = AsyncStream.makeStream(of: DaemonMessage.self)
    self.messages = messages
    channel = try await ClientBootstrap(group: group)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(DaemonHandler(sink))
        }
      }
      .connect(unixDomainSocketPath: path.text).value()
    await send(HelloRequest(client: "buttond-fleet", role: .fleet), of: nil)
  }

  /// Sends a request, and returns when the daemon has room for more. Of a connection that is over the
  /// end of `messages` tells.
  func send(_ request: some Request, of scope: String?) async {
    let outgoing = OutgoingRequest(
      method: "\(type(of: request).method)", params: JSONDocument(request), scope: scope)
    try? await channel.writeAndFlush(outgoing).value()
  }

  func close() { channel.close(promise: nil) }

  /// What runs an actor on the connection's thread.
  var executor: UnownedSerialExecutor {
    channel.eventLoop.executor.asUnownedSerialExecutor()
  }
}

/// A request on its way to the daemon.
private struct OutgoingRequest: Sendable {
  let method: String
  let params: JSONDocument
  /// What it is about; nil of one about the connection.
  let scope: String?
}

/// Numbers and writes the requests of this program, and reads what the daemon sends.
private final class DaemonHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = OutgoingRequest
  typealias OutboundOut = ByteBuffer

  private let sink: AsyncStream<DaemonMessage>.Continuation
  private var lines = DaemonLines()
  private var lastID: Int64 = 0
  /// The scopes of the requests without an answer, if they have one, by the requests' ids.
  private var scopes: [Int64: String] = [:]

  init(_ sink: AsyncStream<DaemonMessage>.Continuation) { self.sink = sink }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let request = unwrapOutboundIn(data)
    lastID += 1
    scopes[lastID] = request.scope
    var writer = JSONWriter(minimumCapacity: request.params.bytes.count + 128)
    writer.beginRequest(RequestID(lastID), request.method)
    request.params.bytes.withUnsafeBytes { writer.value(raw: $0) }
    writer.endObject()
    writer.endLine()
    context.write(wrapOutboundOut(ByteBuffer(bytes: writer.bytes)), promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let isWhole = unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
      lines.read(bytes) { take($0) }
    }
    if !isWhole { end(context, "it sends what is not a message of the protocol") }
  }

  func channelInactive(context: ChannelHandlerContext) {
    sink.finish()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func end(_ context: ChannelHandlerContext, _ message: String) {
    sink.yield(.refused(scope: nil, message: message))
    context.close(promise: nil)
  }

  private func take(_ message: ResponseEnvelope) -> Bool {
    switch message {
    case .result(let id, _):
      guard let id = id.int else { return true }
      scopes[id] = nil
      // The introduction is the first request.
      if id == 1 { sink.yield(.welcome) }
      return true
    case .failure(let id, let error):
      let scope = id.int.flatMap { scopes.removeValue(forKey: $0) }
      sink.yield(.refused(scope: scope, message: error.retained.message))
      return true
    case .notification(let method, let params):
      guard let params else { return true }
      do {
        for message in try DaemonMessage.messages(method.string, params) { sink.yield(message) }
        return true
      } catch {
        return false
      }
    case .malformed: return false
    }
  }
}

/// Bytes of the daemon as messages.
private struct DaemonLines: ~Copyable {
  private let parser = JSONParser(maxDepth: JSONParser.maxWrittenDepth)
  private var splitter = LineSplitter(maxLineBytes: 64 << 20)

  /// Whether all that is there could be read.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ take: (ResponseEnvelope) -> Bool
  ) -> Bool {
    var rest = bytes
    while true {
      switch splitter.next(in: &rest) {
      case .needsInput: return true
      case .tooLong: return false
      case .line(let line):
        guard let element = try? parser.parse(copying: line),
          take(ResponseEnvelope(element, line: line))
        else { return false }
      }
    }
  }
}

extension DaemonMessage {
  /// What a notification of the daemon says; nothing of one that is not known.
  fileprivate static func messages(
    _ method: String, _ params: JSONElement
  ) throws(ProtocolError) -> [DaemonMessage] {
    switch method {
    case "\(FleetJoinNotification.method)":
      let body = try FleetJoinNotification(json: params)
      let lives = body.lives.compactMap { Life($0.utf8) }
      let cursor = try body.cursor.map { (position) throws(ProtocolError) in
        try FleetCursor(position, path: "params.cursor")
      }
      return [
        .order(
          scope: body.scope,
          .join(session: body.session, cursor, lives, isAwaited: body.isAwaited))
      ]
    case "\(FleetReadNotification.method)":
      let body = try FleetReadNotification(json: params)
      return [.order(scope: body.scope, .snapshot(session: body.session, after: body.after))]
    case "\(FleetTailNotification.method)":
      let body = try FleetTailNotification(json: params)
      return [
        .order(scope: body.scope, .tail(session: body.session, after: body.cursor.revision))
      ]
    case "\(FleetSubmitNotification.method)":
      let body = try FleetSubmitNotification(json: params)
      return try body.requests.map { (submitted) throws(ProtocolError) in
        let submission = try Submission(submitted)
        return .order(
          scope: body.scope,
          .submit(
            session: body.session,
            FleetRequest(
              submission.number, oldestOpen: submission.oldestOpen,
              condition: submission.condition, submission.operations,
              effect: submission.effect, actionLimit: submission.actionLimit)))
      }
    case "\(FleetTakeNotification.method)":
      let body = try FleetTakeNotification(json: params)
      var group: ActionOrder.Group?
      if let name = body.group {
        group = ActionOrder.Group(
          name, consumer: body.consumer ?? "",
          claimAfter: .milliseconds(Int64(clamping: body.claimAfterMs ?? 30_000)))
      }
      let count = min(body.count, FleetActionsRequest.maximumActions)
      return [
        .order(
          scope: body.scope,
          .take(
            session: body.session, ActionOrder(group, after: body.after, count: count)))
      ]
    case "\(FleetDetachedNotification.method)":
      return [.detached(scope: try FleetDetachedNotification(json: params).scope)]
    default: return []
    }
  }
}
