import CPlatform
import Glibc
import TestSupport

/// A daemon as far as `buttond-fleet` sees one: a test says what it sends.
final class ScriptedDaemon {
  let folder: TemporaryFolder
  let path: String
  private let listener: Int32
  private var connection: Int32 = -1
  private var buffered: [UInt8] = []

  init() throws {
    folder = TemporaryFolder()
    path = folder.file("buttond.sock")
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafeBytes(of: &address) {
      bind(
        listener, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    guard result == 0, listen(listener, 8) == 0 else {
      throw TestFailure("\(path): errno \(errno)")
    }
  }

  deinit {
    hangUp()
    close(listener)
  }

  func hangUp() {
    if connection >= 0 { close(connection) }
    connection = -1
    buffered = []
  }

  /// Takes the next connection, and its introduction.
  func accept() throws {
    hangUp()
    try wait(for: listener)
    connection = takeConnection(of: listener)
    guard connection >= 0 else { throw TestFailure("accept: errno \(errno)") }
    let hello = try next("hello")
    guard hello["role"]?.string == "fleet" else { throw TestFailure("role: \(hello.text)") }
  }

  /// The method and the params of the next request; it is answered.
  func any() throws -> (method: String, params: JSONTree) {
    let line = try nextLine()
    let request = try JSONTree(parsing: line)
    guard let method = request["method"]?.string, let params = request["params"] else {
      throw TestFailure("no request: \(line)")
    }
    try send(#"{"jsonrpc":"2.0","result":{},"id":\#(request["id"]?.int ?? 0)}"#)
    return (method, params)
  }

  /// The params of the next request, which is of this method.
  func next(_ method: String) throws -> JSONTree {
    let request = try any()
    guard request.method == method else { throw TestFailure("\(request.method), not \(method)") }
    return request.params
  }

  /// The params of the next request of this method; others are passed over.
  func find(_ method: String) throws -> JSONTree {
    while true {
      let request = try any()
      if request.method == method { return request.params }
    }
  }

  /// Refuses the next request.
  func refuse(_ code: Int, _ message: String) throws {
    let request = try JSONTree(parsing: try nextLine())
    try send(
      #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)"},"id":\#(request["id"]?.int ?? 0)}"#
    )
  }

  func notify(_ method: String, _ params: String) throws {
    try send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
  }

  private func send(_ line: String) throws {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw TestFailure("the link is gone: errno \(errno)") }
      bytes = bytes.dropFirst(count)
    }
  }

  private func nextLine() throws -> String {
    while true {
      if let end = buffered.firstIndex(of: 0x0A) {
        defer { buffered.removeSubrange(...end) }
        return String(decoding: buffered[..<end], as: UTF8.self)
      }
      try wait(for: connection)
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = chunk.withUnsafeMutableBytes { read(connection, $0.baseAddress, $0.count) }
      guard count > 0 else { throw TestFailure("the link hung up") }
      buffered += chunk.prefix(count)
    }
  }

  private func wait(for descriptor: Int32) throws {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, Deadline().remainingMilliseconds) > 0 else {
      throw TestFailure("the link says nothing")
    }
  }
}
