import Glibc
import Synchronization
import TestSupport

/// A fake daemon's end of a connection, used by one script; everything blocks, no longer than a test has patience.
final class Peer: Sendable {
  /// Why a script cannot go on.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// A request as it came.
  struct Request {
    let id: Int
    let method: String
    let params: String
  }

  private let descriptor: Int32
  private let received = Mutex<[UInt8]>([])

  /// Waits for a client.
  init(accepting listener: Int32) throws {
    try Self.wait(listener, POLLIN, "a client")
    descriptor = takeConnection(of: listener)
    guard descriptor >= 0 else { throw Failure("accept: errno \(errno)") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Ends the connection, even if a child of another test has inherited it.
  func close() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    Glibc.close(descriptor)
  }

  /// The next request.
  func request() throws -> Request {
    let tree = try JSONTree(parsing: try line())
    guard tree["jsonrpc"]?.string == "2.0", let id = tree["id"]?.int,
      let method = tree["method"]?.string, let params = tree["params"]
    else { throw Failure("no request: \(tree.text)") }
    return Request(id: Int(id), method: method, params: params.text)
  }

  /// The next request, which must be this method with these params.
  @discardableResult
  func expect(_ method: String, _ params: String) throws -> Request {
    let request = try request()
    guard request.method == method, request.params == params else {
      throw Failure("wanted \(method) \(params), got \(request.method) \(request.params)")
    }
    return request
  }

  /// Answers a request.
  func answer(_ request: Request, _ result: String) throws {
    try send(#"{"jsonrpc":"2.0","id":\#(request.id),"result":\#(result)}"# + "\n")
  }

  /// Refuses a request.
  func refuse(_ request: Request, _ error: String) throws {
    try send(#"{"jsonrpc":"2.0","id":\#(request.id),"error":\#(error)}"# + "\n")
  }

  /// Sends a notification.
  func notify(_ method: String, _ params: String) throws {
    try send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"# + "\n")
  }

  /// Sends text as it is.
  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      try Self.wait(descriptor, POLLOUT, "room to send")
      sent += try sendSome(bytes[sent...])
    }
  }

  /// Sends copies of a text until nothing more is taken for a while, at most `limit` bytes; how
  /// many whole ones went.
  func flood(_ text: (Int) -> String, limit: Int) throws -> Int {
    var total = 0
    var count = 0
    while total < limit {
      let bytes = Array(text(count).utf8)
      var sent = 0
      while sent < bytes.count {
        var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // Half a line cannot stay: once begun it is waited for.
        if poll(&wish, 1, sent > 0 ? 10_000 : 300) == 0 { return count }
        sent += try sendSome(bytes[sent...])
      }
      total += sent
      count += 1
    }
    return count
  }

  /// Waits until the client has closed the connection, and expects nothing before.
  func expectEnd() throws {
    let rest = try? line()
    if let rest { throw Failure("wanted the end, got \(rest)") }
  }

  private func line() throws -> String {
    try received.withLock { received in
      var searched = 0
      while true {
        if let end = received[searched...].firstIndex(of: 10) {
          defer { received.removeSubrange(...end) }
          return String(decoding: received[..<end], as: UTF8.self)
        }
        searched = received.count
        try Self.wait(descriptor, POLLIN, "a line")
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { throw Failure("the client hung up") }
        received += chunk[..<count]
      }
    }
  }

  private func sendSome(_ bytes: ArraySlice<UInt8>) throws -> Int {
    let count = bytes.withUnsafeBytes { all in
      Glibc.send(descriptor, all.baseAddress, all.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
    if count >= 0 { return count }
    guard errno == EAGAIN || errno == EINTR else { throw Failure("send: errno \(errno)") }
    return 0
  }

  private static func wait(_ descriptor: Int32, _ events: Int32, _ what: String) throws {
    var wish = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    guard poll(&wish, 1, Deadline().remainingMilliseconds) > 0 else {
      throw Failure("waited in vain for \(what)")
    }
  }
}
