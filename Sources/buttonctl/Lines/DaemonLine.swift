import ButtonClient
import ButtonProtocol
import Glibc
import JSONRPC

/// A connection on which everything is seen in the order in which the daemon sent it.
///
/// Waits in `poll` and nowhere else, so that signals and deadlines are noticed; one thread uses it.
final class DaemonLine {
  /// Why a wait is over.
  enum Event {
    case message(DaemonMessage)
    /// Another descriptor that was waited for can be read.
    case woken
    case timeout
    /// The daemon has closed the connection.
    case closed
  }

  private let socket: Int32
  private let parser = JSONParser()
  private var buffered: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var isClosed = false
  private(set) var lastID = 0

  /// Connects to a daemon.
  init(_ path: SocketPath) throws(ClientError) { socket = try ButtonClient.connect(path) }

  deinit { close(socket) }

  /// Sends requests together, so that the daemon finds them in one turn; their ids.
  func send(_ requests: [(method: String, params: JSONDocument)]) throws(ClientError) -> [Int] {
    var writer = JSONWriter()
    var ids: [Int] = []
    for (method, params) in requests {
      lastID += 1
      ids.append(lastID)
      writer.beginRequest(RequestID(Int64(lastID)), method)
      params.bytes.withUnsafeBytes { writer.value(raw: $0) }
      writer.endObject()
      writer.endLine()
    }
    try send([UInt8](writer.bytes))
    return ids
  }

  /// Sends a request; its id.
  func send<Question: Request>(_ request: Question) throws(ClientError) -> Int {
    var writer = JSONWriter()
    request.write(into: &writer)
    return try send([("\(Question.method)", JSONDocument(writer))])[0]
  }

  /// Sends a request and waits for its answer; what else comes meanwhile goes to `other`.
  func call<Question: Request>(
    _ request: Question, other: (String, JSONDocument) throws(ClientError) -> Void = { _, _ in }
  ) throws(ClientError) -> JSONDocument {
    let id = try send(request)
    return try answer(to: id, other: other).get()
  }

  /// Waits for an answer; what else comes meanwhile goes to `other`.
  func answer(
    to id: Int, other: (String, JSONDocument) throws(ClientError) -> Void = { _, _ in }
  ) throws(ClientError) -> Result<JSONDocument, ClientError> {
    while true {
      switch try next(timeout: 70_000) {
      case .message(.answer(id, let result)): return result
      case .message(.answer): continue
      case .message(.notification(let method, let params)): try other(method, params)
      case .woken: continue
      case .timeout: throw ClientError(.connectionLost, "the daemon does not answer")
      case .closed: throw ClientError(.connectionLost, "the daemon went away")
      }
    }
  }

  /// Says that nothing more is sent, and waits until the daemon has ended the connection.
  func finish() throws(ClientError) {
    shutdown(socket, Int32(SHUT_WR))
    while true {
      switch try next(timeout: 70_000) {
      case .message, .woken: continue
      case .timeout: throw ClientError(.connectionLost, "the daemon does not end a connection")
      case .closed: return
      }
    }
  }

  /// What comes next, within that many milliseconds (-1: however long it takes), unless other
  /// descriptors become readable first.
  func next(timeout: Int32 = -1, or others: [Int32] = []) throws(ClientError) -> Event {
    var timeout = timeout
    let end = DaemonLine.milliseconds + Int64(max(0, timeout))
    while true {
      if let message = try bufferedMessage() { return .message(message) }
      if isClosed { return .closed }
      var polled = ([socket] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&polled, nfds_t(polled.count), timeout)
      if count < 0, errno != EINTR { throw ClientError(.connectionLost, "poll: errno \(errno)") }
      if count == 0 { return .timeout }
      if polled.dropFirst().contains(where: { $0.revents != 0 }) { return .woken }
      if polled[0].revents != 0 { receive() }
      if timeout > 0 { timeout = Int32(clamping: max(0, end - DaemonLine.milliseconds)) }
    }
  }

  /// Milliseconds of the monotonic clock.
  static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  private func bufferedMessage() throws(ClientError) -> DaemonMessage? {
    guard let newline = buffered[searched...].firstIndex(of: 0x0A) else {
      searched = buffered.count
      return nil
    }
    let range = start..<newline
    let message = buffered.withUnsafeBytes { bytes in
      Result { () throws(ClientError) in
        try DaemonMessage(UnsafeRawBufferPointer(rebasing: bytes[range]), parser)
      }
    }
    start = newline + 1
    searched = start
    if start == buffered.count || start > 1 << 20 {
      buffered.removeSubrange(..<start)
      start = 0
      searched = 0
    }
    return try message.get()
  }

  private func receive() {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      buffered += chunk[..<count]
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      isClosed = true
    }
  }

  /// Sends bytes, reading meanwhile: a daemon whose answers nobody takes does not read either.
  private func send(_ bytes: [UInt8]) throws(ClientError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        var wish = pollfd(fd: socket, events: Int16(POLLIN | POLLOUT), revents: 0)
        poll(&wish, 1, -1)
        if Int32(wish.revents) & Int32(POLLIN) != 0 { receive() }
      } else if errno != EINTR {
        throw ClientError(.connectionLost, "the daemon went away")
      }
    }
  }
}
