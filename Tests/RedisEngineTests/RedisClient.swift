import Glibc
import RESP
import TestSupport

/// A connection that a test waits on, command by command or many at once.
final class RedisClient {
  private let descriptor: Int32
  private let server: RedisServer
  private var decoder = RESPDecoder()

  /// Connects; the server runs for as long.
  init(_ server: RedisServer) throws {
    self.server = server
    let path = server.socket
    descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafeBytes(of: &address) {
      Glibc.connect(
        descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self),
        socklen_t($0.count))
    }
    guard result == 0 else { throw TestFailure("\(path) refuses: errno \(errno)") }
  }

  deinit { close(descriptor) }

  /// The reply; one that is an error of the server fails the test.
  @discardableResult
  func ask(_ command: RESPCommand) throws -> RESPValue {
    let reply = try send([command])[0]
    if case .error(let text) = reply {
      let words = [command.arguments[0], text].map { String(decoding: $0, as: UTF8.self) }
      throw TestFailure("\(words[0]): \(words[1])")
    }
    return reply
  }

  /// The same for words.
  @discardableResult
  func ask(_ words: String...) throws -> RESPValue {
    try ask(RESPCommand(arguments: words.map { Array($0.utf8) }))
  }

  /// What a server replies as text, be it an error.
  func text(_ words: String...) throws -> String {
    switch try send([RESPCommand(arguments: words.map { Array($0.utf8) })])[0] {
    case .error(let bytes), .text(let bytes), .bulk(let bytes):
      String(decoding: bytes, as: UTF8.self)
    case .integer(let value): "\(value)"
    case .array(let values): values.map { $0.string ?? "?" }.joined(separator: " ")
    case .null: "nothing"
    }
  }

  /// The replies to many commands, which are few enough to fit into the sockets' buffers.
  func send(_ commands: [RESPCommand]) throws -> [RESPValue] {
    var bytes = commands.flatMap(\.bytes)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw TestFailure("the server is gone: errno \(errno)") }
      bytes = bytes.dropFirst(count)
    }
    var replies: [RESPValue] = []
    let deadline = Deadline()
    while replies.count < commands.count {
      if let reply = try decoder.next() {
        replies.append(reply)
        continue
      }
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, deadline.remainingMilliseconds) > 0 else {
        throw TestFailure("no reply")
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw TestFailure("the server closed the connection") }
      decoder.append(chunk.prefix(count))
    }
    return replies
  }
}
