package import ButtonProtocol
import Glibc

/// A connection to `buttond`: requests, and what subscriptions bring.
///
/// May be used from any task. Requests are applied in the order in which they are made. A thread of
/// its own reads what the daemon says; while a reader of frames is far behind and nobody waits for
/// an answer, nothing more is read, and the daemon sends the newest looks later instead of all.
public final class ButtonClient: Sendable {
  /// Where the daemon listens.
  public let path: SocketPath

  private let link: Link

  /// Connects to the daemon at a path, without waiting for anything it says.
  public init(path: SocketPath) throws(ClientError) {
    self.path = path
    link = try Link(socket: try Self.connect(path))
  }

  /// Connects to the daemon of this user; see `SocketPath.standard`.
  public convenience init() throws(ClientError) {
    try self.init(path: try SocketPath.standard())
  }

  deinit { close() }

  /// Ends the connection. Requests that wait fail with `closed`, sequences of frames end.
  public func close() {
    link.finish(ClientError(.closed, "this client was closed"))
  }

  /// Calls any method, with its params as a JSON object; its result.
  public func call(
    _ method: String, _ params: JSONDocument
  ) async throws(ClientError) -> JSONDocument {
    try await answer { RequestLine.of(method, params, id: $0) }.get()
  }

  /// Makes a request; its result as it came.
  package func document(
    _ request: some Request
  ) async throws(ClientError) -> JSONDocument {
    try await answer { RequestLine.of(request, id: $0) }.get()
  }

  /// Makes a request; its result.
  package func send<Question: Request>(
    _ request: Question
  ) async throws(ClientError) -> Question.Response {
    try await document(request).decode()
  }

  /// Begins a subscription; `key` is the same for requests that differ in where they resume.
  package func subscribe(_ request: some Request, key: some Request) -> PartStream {
    let key = RequestLine.of(key, id: 0)
    let feed = link.withDesk { desk in
      let id = desk.reserveID()
      return desk.open(id, RequestLine.of(request, id: id), key: key)
    }
    return PartStream(link: link, feed: feed)
  }

  private func answer(_ line: (Int64) -> [UInt8]) async -> Desk.Answer {
    let link = link
    let id = link.withDesk { $0.reserveID() }
    let line = line(id)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { reply in
        link.withDesk { $0.ask(id, line, reply) }
        // Cancelled before there was something to abandon?
        if Task.isCancelled { link.withDesk { $0.abandon(id) } }
      }
    } onCancel: {
      link.withDesk { $0.abandon(id) }
    }
  }

  /// A socket that is connected to the daemon at a path, which the caller closes.
  package static func connect(_ path: SocketPath) throws(ClientError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else {
      throw ClientError(.noDaemon, "no socket to connect with: \(Link.lastError)")
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.text.utf8) }
    while true {
      let code = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
          Glibc.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if code == 0 { return descriptor }
      if errno == EINTR { continue }
      let reason = errno
      Glibc.close(descriptor)
      throw unreachable(path, reason)
    }
  }

  private static func unreachable(_ path: SocketPath, _ reason: Int32) -> ClientError {
    switch reason {
    case ENOENT, ECONNREFUSED:
      ClientError(
        .noDaemon,
        "no daemon at \(path.text): start it with "
          + (path.isDefault ? "`buttond`" : "`buttond --socket \(path.text)`"))
    case EACCES:
      ClientError(
        .noDaemon,
        "this user may not open \(path.text): the configuration's `access` names who may connect")
    default:
      ClientError(
        .noDaemon, "no way to the daemon at \(path.text): \(String(cString: strerror(reason)))")
    }
  }
}
