import Glibc

/// A client that waits for what it wants, with a deadline, and can send anything at all.
package final class TestClient {
  private let socket: Int32
  private let daemon: DaemonProcess?
  private var buffered: [UInt8] = []
  /// Where the unread part of `buffered` begins, and how far it has been searched for a newline.
  private var start = 0
  private var searched = 0
  private var notifications: [JSONTree] = []
  private var lastID = 0
  private var isClosed = false
  /// How long any wait may last.
  package var patience = Deadline.patience

  /// An error that the daemon answered with.
  package struct Refused: Error, CustomStringConvertible {
    /// The `error` of the answer.
    package let error: JSONTree

    package init(error: JSONTree) { self.error = error }

    /// Its code.
    package var code: Int? { error["code"]?.int }

    /// The name of the reason.
    package var reason: String? { error["data"]?["reason"]?.string }

    /// The place in the request.
    package var path: String? { error["data"]?["path"]?.string }

    package var description: String { error.text }
  }

  /// Connects, as another user if one is given; the daemon, if given, lives at least as long as the
  /// client.
  package init(
    _ path: String, as identity: Identity? = nil, keeping daemon: DaemonProcess? = nil
  ) throws {
    self.daemon = daemon
    socket = Glibc.socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw TestFailure("no socket: errno \(errno)") }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket
    func connect() -> Int32 {
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
        }
      }
    }
    let error = try identity?.assume(connect) ?? connect()
    guard error == 0 else {
      Glibc.close(socket)
      isClosed = true
      throw TestFailure("cannot connect to \(path): errno \(error)")
    }
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  /// Disconnects, even if a child of another test has inherited the connection.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    shutdown(socket, Int32(SHUT_RDWR))
    Glibc.close(socket)
  }

  /// Sends no more, and still receives.
  package func endInput() { shutdown(socket, Int32(SHUT_WR)) }

  /// Sends a line; its end is added.
  package func send(_ line: String) throws { try send(bytes: Array(line.utf8) + [0x0A]) }

  /// Sends bytes as they are, all of them.
  package func send(bytes: [UInt8]) throws {
    let sent = try sendAsMuch(bytes, waiting: Deadline(seconds: patience))
    guard sent == bytes.count else {
      throw TestFailure("the daemon took \(sent) of \(bytes.count) bytes in time")
    }
  }

  /// Sends what the daemon takes until the deadline and says how many bytes that was.
  package func sendAsMuch(_ bytes: [UInt8], waiting deadline: Deadline) throws -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        if try !wait(for: POLLOUT, by: deadline) { return sent }
      } else {
        throw TestFailure("the daemon takes no bytes: errno \(errno)")
      }
    }
    return sent
  }

  /// The next line without its end; nil when the daemon has closed the connection.
  package func nextLine() throws -> [UInt8]? {
    let deadline = Deadline(seconds: patience)
    while true {
      if let line = bufferedLine() { return line }
      guard try wait(for: POLLIN, by: deadline) else {
        throw TestFailure("nothing came in time")
      }
      if try !receive() { return nil }
    }
  }

  /// The next line as JSON.
  package func next() throws -> JSONTree {
    guard let line = try nextLine() else { throw TestFailure("the connection is closed") }
    return try JSONTree(parsing: String(decoding: line, as: UTF8.self))
  }

  /// True when the daemon closes the connection in time; what it still says is dropped.
  package func isClosedByDaemon() throws -> Bool {
    while try nextLine() != nil {}
    return true
  }

  /// Sends a request and waits for its answer, which is taken apart: the result, or ``Refused``.
  @discardableResult
  package func call(_ method: String, _ params: String = "{}") throws -> JSONTree {
    try result(of: request(method, params))
  }

  /// Sends a request and returns its id.
  package func request(_ method: String, _ params: String = "{}") throws -> Int {
    lastID += 1
    try send(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#)
    return lastID
  }

  /// Waits for the answer to a request; notifications that come before it are kept.
  package func result(of id: Int) throws -> JSONTree {
    while true {
      let message = try next()
      if message["method"] != nil {
        notifications.append(message)
      } else if message["id"] == .int(Int64(id)) {
        if let error = message["error"] { throw Refused(error: error) }
        guard let result = message["result"] else {
          throw TestFailure("neither a result nor an error: \(message.text)")
        }
        return result
      } else {
        throw TestFailure("wanted the answer to \(id), got \(message.text)")
      }
    }
  }

  /// Sends requests as one batch, which falls into one tick: their answers as they came, in the
  /// order of the requests.
  package func call(together requests: [(method: String, params: String)]) throws -> [JSONTree] {
    let first = lastID + 1
    let lines = requests.map { request in
      lastID += 1
      return #"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(request.method)","#
        + #""params":\#(request.params)}"#
    }
    try send("[\(lines.joined(separator: ","))]")
    while true {
      let message = try next()
      guard case .array(let answers) = message else {
        notifications.append(message)
        continue
      }
      return try (first..<first + requests.count).map { id in
        guard let answer = answers.first(where: { $0["id"] == .int(Int64(id)) }) else {
          throw TestFailure("no answer to \(id) of a batch: \(message.text)")
        }
        return answer
      }
    }
  }

  /// The next notification's params, whether it has come already or not.
  package func nextNotification(_ method: String) throws -> JSONTree {
    let message = notifications.isEmpty ? try next() : notifications.removeFirst()
    guard message["method"]?.string == method, let params = message["params"] else {
      throw TestFailure("wanted \(method), got \(message.text)")
    }
    return params
  }

  /// The notifications that came until now: everything that was published before this call.
  package func notificationsSoFar() throws -> [JSONTree] {
    try call("sync")
    defer { notifications = [] }
    return notifications
  }

  /// The notifications that have come or come until the deadline, as they came.
  package func notifications(until deadline: Deadline) throws -> [JSONTree] {
    while try wait(for: POLLIN, by: deadline) {
      guard try receive() else { throw TestFailure("the connection is closed") }
    }
    while let line = bufferedLine() {
      notifications.append(try JSONTree(parsing: String(decoding: line, as: UTF8.self)))
    }
    defer { notifications = [] }
    return notifications
  }

  /// The error that a call ends with.
  package func refusal(of method: String, _ params: String = "{}") throws -> Refused {
    do {
      let result = try call(method, params)
      throw TestFailure("\(method) was not refused: \(result.text)")
    } catch let error as Refused {
      return error
    }
  }

  /// Reads everything that has come or comes until the deadline, and keeps nothing but the count.
  package func drain(until deadline: Deadline) throws -> Int {
    var count = 0
    while try wait(for: POLLIN, by: deadline) {
      if try !receive() { break }
      count += buffered.count
      buffered.removeAll(keepingCapacity: true)
      start = 0
      searched = 0
    }
    return count
  }

  private func bufferedLine() -> [UInt8]? {
    guard let newline = buffered[searched...].firstIndex(of: 0x0A) else {
      searched = buffered.count
      return nil
    }
    let line = Array(buffered[start..<newline])
    start = newline + 1
    searched = start
    if start > 1 << 20 || start == buffered.count {
      buffered.removeSubrange(..<start)
      start = 0
      searched = 0
    }
    return line
  }

  /// Takes what has come; false when the daemon has closed the connection.
  private func receive() throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = chunk.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
    if count > 0 { buffered += chunk.prefix(count) }
    if count < 0, errno == EAGAIN { return true }
    return count > 0
  }

  private func wait(for events: Int32, by deadline: Deadline) throws -> Bool {
    var poll = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
      let count = Glibc.poll(&poll, 1, deadline.remainingMilliseconds)
      if count >= 0 { return count > 0 }
      if errno != EINTR { throw TestFailure("poll failed: errno \(errno)") }
    }
  }
}
