import ButtonClient
import ButtonProtocol
import Glibc

/// What a gateway answers to a browser: whether it is well, whether it serves its page, and whether it takes a
/// token.
struct GatewayHealth {
  /// The outcome of asking.
  enum Answer {
    /// It reaches its daemon and serves its page; the port that it listens on.
    case well(port: UInt16)
    /// It answers, and says why it does not reach its daemon.
    case unwell(String)
    /// It reaches its daemon, and does not serve its page; the reason in words.
    case pageless(String)
    /// It does not answer; the reason in words.
    case silent(String)
    /// Its sockets belong to another user: where it listens is not known.
    case hidden
  }

  /// What a page with a token gets.
  enum Entry {
    /// What it may do.
    case role(Role)
    /// It is refused, with this text.
    case refused(String)
    /// It is not known; the reason in words.
    case unknown(String)
    /// The gateway's sockets belong to another user.
    case hidden
  }

  /// The most that is read of an answer, in bytes; of a page the beginning is enough.
  private static let maximumBytes = 64 << 10

  private let gateway: ProcessFacts

  init(of gateway: ProcessFacts) { self.gateway = gateway }

  /// Asks it at the first address that it listens on.
  func ask() -> Answer {
    guard let address = gateway.listeningAddresses.first else { return .hidden }
    do throws(GatewayLine.Failure) {
      let health = try answer(to: "/healthz", at: address)
      guard health.status == "200" else { return .unwell(health.reason) }
      for page in ["/", "/live-button.js"] {
        let answer = try answer(to: page, at: address)
        guard answer.status == "200" else { return .pageless("\(page): \(answer.reason)") }
      }
      return .well(port: address.port)
    } catch {
      return .silent(error.reason)
    }
  }

  /// Opens a WebSocket with a token, as a page does that is served now.
  func enter(with token: String) -> Entry {
    guard let address = gateway.listeningAddresses.first else { return .hidden }
    do throws(GatewayLine.Failure) {
      let line = try GatewayLine(to: address)
      try line.send(
        GatewayHealth.request(
          "/ws", at: address,
          [
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Authorization: Bearer \(token)",
          ]))
      var bytes: [UInt8] = []
      while bytes.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
        let more = try line.receive()
        if more.isEmpty { break }
        bytes += more
      }
      let answer = HTTPAnswer(bytes)
      if answer.status == "403" { return .refused(answer.reason) }
      guard answer.status == "101" else { return .unknown(answer.reason) }
      return try role(line, Array(bytes[answer.head...]))
    } catch {
      return .unknown(error.reason)
    }
  }

  /// Introduces itself over an open WebSocket, as a page does.
  private func role(_ line: GatewayLine, _ early: [UInt8]) throws(GatewayLine.Failure) -> Entry {
    var core = ClientCore(maximumLineBytes: GatewayHealth.maximumBytes)
    _ = core.request(HelloRequest(client: "buttonctl doctor"))
    // A message goes out as one frame, under a mask of zeros, without the newline.
    let hello = core.outbound.takeAll().dropLast()
    try line.send([0x81, 0x80 | UInt8(min(hello.count, 125)), 0, 0, 0, 0] + hello)
    var bytes = early
    while bytes.count < GatewayHealth.maximumBytes {
      while let part = GatewayHealth.takeFrame(from: &bytes) {
        part.withUnsafeBytes { core.receive($0) }
      }
      switch core.nextEvent() {
      case .answered(_, .success(let answer)):
        let hello: HelloResponse? = try? answer.decode()
        return hello.map { .role($0.role) } ?? .unknown("its answer cannot be read")
      case .answered(_, .failure(let error)): return .unknown(error.message)
      case .part, .ended, nil: break
      }
      let more = try line.receive()
      if more.isEmpty { break }
      bytes += more
    }
    return .unknown("it closed the connection")
  }

  /// Removes a frame: what it holds of a line, with the newline where that ends.
  private static func takeFrame(from bytes: inout [UInt8]) -> [UInt8]? {
    guard bytes.count >= 2 else { return nil }
    var (length, start) = (Int(bytes[1] & 0x7F), 2)
    if length >= 126 {
      start = length == 126 ? 4 : 10
      guard bytes.count >= start else { return nil }
      length = bytes[2..<start].reduce(0) { ($0 & 0xFF_FFFF) << 8 | Int($1) }
    }
    guard bytes.count >= start + length else { return nil }
    defer { bytes.removeFirst(start + length) }
    // Opcodes from 8 on are of pings and closes.
    if bytes[0] & 0x0F >= 8 { return [] }
    return Array(bytes[start..<(start + length)]) + (bytes[0] & 0x80 != 0 ? [0x0A] : [])
  }

  private func answer(
    to path: String, at address: ListeningAddress
  ) throws(GatewayLine.Failure) -> HTTPAnswer {
    let line = try GatewayLine(to: address)
    try line.send(GatewayHealth.request(path, at: address, ["Connection: close"]))
    var bytes: [UInt8] = []
    while bytes.count < GatewayHealth.maximumBytes {
      let more = try line.receive()
      if more.isEmpty { break }
      bytes += more
    }
    return HTTPAnswer(bytes)
  }

  private static func request(
    _ path: String, at address: ListeningAddress, _ headers: [String]
  ) -> String.UTF8View {
    let lines = ["GET \(path) HTTP/1.1", "Host: localhost:\(address.port)"] + headers
    return (lines.joined(separator: "\r\n") + "\r\n\r\n").utf8
  }

  /// An answer of a gateway, as far as it was read.
  private struct HTTPAnswer {
    /// The number in the status line, `HTTP/1.1 200 OK`; `none` without one.
    let status: String
    /// How many bytes stand before the body.
    let head: Int
    /// The first line of the body, where the gateway says what is wrong.
    let reason: String

    init(_ bytes: [UInt8]) {
      head = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? bytes.count
      let line = String(decoding: bytes.prefix { $0 != 0x0D }, as: UTF8.self)
      status = line.split(separator: " ").dropFirst().first.map(String.init) ?? "none"
      let body = bytes[head...].prefix { $0 != 0x0A }
      reason = body.isEmpty ? "status \(status)" : String(decoding: body, as: UTF8.self)
    }
  }
}
