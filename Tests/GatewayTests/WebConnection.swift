import Glibc
import TestSupport

/// An HTTP response.
struct WebAnswer {
  let status: Int
  /// Names in lower case.
  let headers: [String: String]
  let body: [UInt8]

  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A connection to a gateway that can send any bytes; every wait has a deadline.
final class WebConnection {
  private let socket: Int32
  private let port: UInt16
  private var bytes: [UInt8] = []
  private var frames = ServerFrames()
  private var messages: [ServerFrames.Message] = []
  private var lastID = 0
  /// How long any wait may last, in seconds.
  var patience = Deadline.patience

  init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    self.port = port
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    socket = Glibc.socket(AF_INET, kind, 0)
    if var size = receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw TestFailure("no connection to port \(port): errno \(errno)") }
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
  }

  deinit { close(socket) }

  /// Makes the connection end with a reset when the object is released.
  func resetAtEnd() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Sends no more, and still receives.
  func endInput() { shutdown(socket, Int32(SHUT_WR)) }

  /// Sends bytes, all of them.
  func send(_ bytes: [UInt8]) throws {
    guard try sendAsMuch(bytes, by: Deadline(seconds: patience)) == bytes.count else {
      throw TestFailure("the gateway does not take all")
    }
  }

  /// Sends until the deadline; returns how many bytes the gateway took.
  func sendAsMuch(_ bytes: [UInt8], by deadline: Deadline) throws -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        var poll = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        if Glibc.poll(&poll, 1, deadline.remainingMilliseconds) <= 0 { return sent }
      } else {
        throw TestFailure("the gateway takes no bytes: errno \(errno)")
      }
    }
    return sent
  }

  /// Sends until the gateway takes no more even when it has served others since; returns how many bytes
  /// it took.
  func sendUntilUnread(_ bytes: [UInt8]) throws -> Int {
    var sent = 0
    while sent < bytes.count {
      let before = sent
      // A turn in which this connection could have been read lies between two answers.
      for _ in 0..<3 where sent == before {
        sent += try sendAsMuch(Array(bytes[sent...].prefix(1 << 20)), by: Deadline(seconds: 0))
        let other = try WebConnection(port: port)
        try other.request("/icon.svg")
        _ = try other.answer()
      }
      if sent == before { break }
    }
    return sent
  }

  /// Sends a request; a `Host` is added unless one is among the headers.
  func request(_ path: String, _ headers: [String] = [], method: String = "GET") throws {
    var lines = ["\(method) \(path) HTTP/1.1"] + headers
    if !headers.contains(where: { $0.hasPrefix("Host:") }) {
      lines.append("Host: 127.0.0.1:\(port)")
    }
    try send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
  }

  /// Asks for a WebSocket; returns the response.
  func upgrade(token: String?, _ headers: [String], host: String?) throws -> WebAnswer {
    try request(
      "/ws",
      [
        "Host: \(host ?? "127.0.0.1:\(port)")", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol: buttond.1" + (token.map { ", token.\($0)" } ?? ""),
      ] + headers)
    return try answer()
  }

  /// The next response.
  func answer(isHead: Bool = false) throws -> WebAnswer {
    let end = Array("\r\n\r\n".utf8)
    var start = 0
    while true {
      if let index = bytes.indices.dropLast(3).first(where: {
        bytes[$0] == 13 && bytes[$0..<$0 + 4].elementsEqual(end)
      }) {
        start = index
        break
      }
      guard try receive() else { throw TestFailure("closed without an answer") }
    }
    let lines = String(decoding: bytes[..<start], as: UTF8.self).split(separator: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts[1].drop { $0 == " " }.description
    }
    bytes.removeFirst(start + 4)
    let length = isHead ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
    while bytes.count < length {
      guard try receive() else { throw TestFailure("closed within an answer") }
    }
    defer { bytes.removeFirst(length) }
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw TestFailure("no answer of HTTP: \(lines)") }
    return WebAnswer(status: status, headers: headers, body: Array(bytes[..<length]))
  }

  /// Whether the gateway closes the connection; what it still sends is dropped.
  func isClosedByGateway() throws -> Bool {
    while try receive() { bytes = [] }
    return true
  }

  /// What else comes before the gateway closes the connection.
  func rest() throws -> [UInt8] {
    while try receive() {}
    return bytes
  }

  // MARK: WebSocket

  /// Sends a frame, masked as a browser's.
  func send(frame kind: UInt8 = 0x81, _ payload: [UInt8]) throws {
    try send(WebConnection.frame(kind, payload))
  }

  /// The bytes of a masked frame.
  static func frame(_ kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = [kind]
    if payload.count < 126 {
      frame.append(0x80 | UInt8(payload.count))
    } else if payload.count < 65_536 {
      frame += [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    } else {
      frame.append(0xFF)
      frame += (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 255) }
    }
    let mask: [UInt8] = [0x0F, 0xA0, 0x55, 0x01]
    return frame + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  /// The next message or control frame; nil when the connection is closed.
  func nextMessage() throws -> ServerFrames.Message? {
    while messages.isEmpty {
      let input = bytes
      bytes = []
      messages += try frames.take(input)
      if messages.isEmpty, try !receive() { return nil }
    }
    return messages.removeFirst()
  }

  /// Sends a request and waits for its answer; notifications before it are dropped.
  func call(_ method: String, _ params: String = "{}") throws -> JSONTree {
    lastID += 1
    let id = lastID
    let line = #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    try send(frame: 0x81, Array(line.utf8))
    while let message = try nextMessage() {
      // A page that said nothing for a while is asked whether it lives.
      if message == .ping { continue }
      guard case .text(let text) = message else { throw TestFailure("got \(message)") }
      let answer = try JSONTree(parsing: text)
      guard answer["id"] == .int(Int64(id)) else { continue }
      if let error = answer["error"] { throw TestClient.Refused(error: error) }
      return answer["result"] ?? .null
    }
    throw TestFailure("the connection is closed")
  }

  /// The error that a call ends with.
  func refusal(of method: String, _ params: String = "{}") throws -> TestClient.Refused {
    do {
      throw TestFailure("\(method) was not refused: \(try call(method, params).text)")
    } catch let error as TestClient.Refused {
      return error
    }
  }

  /// Waits for bytes; false when the connection is closed.
  private func receive() throws -> Bool {
    var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, Deadline(seconds: patience).remainingMilliseconds) > 0 else {
      throw TestFailure("nothing came in time")
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = chunk.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
    if count > 0 { bytes += chunk.prefix(count) }
    return count > 0
  }
}
