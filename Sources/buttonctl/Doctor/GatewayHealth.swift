import Glibc

/// What a gateway answers when it is asked for its health over HTTP.
struct GatewayHealth {
  /// The outcome of asking.
  enum Answer {
    /// It reaches its daemon; the port that it listens on.
    case well(port: UInt16)
    /// It answers, and says why not all is well.
    case unwell(String)
    /// It does not answer; the reason in words.
    case silent(String)
    /// Its sockets belong to another user: where it listens is not known.
    case hidden
  }

  /// How long it may take, in seconds: the gateway itself waits 5 for the daemon.
  private static let patience = 7
  /// The longest answer that is read, in bytes.
  private static let maximumBytes = 4_096

  private let gateway: ProcessFacts

  init(of gateway: ProcessFacts) { self.gateway = gateway }

  /// Asks it at the first address that it listens on.
  func ask() -> Answer {
    guard let address = gateway.listeningAddresses.first else { return .hidden }
    let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return .silent(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: GatewayHealth.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    guard address.connect(descriptor) == 0 else { return .silent(GatewayHealth.words(of: errno)) }
    let request =
      "GET /healthz HTTP/1.1\r\nHost: localhost:\(address.port)\r\nConnection: close\r\n\r\n"
    guard send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0 else {
      return .silent(GatewayHealth.words(of: errno))
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: GatewayHealth.maximumBytes)
    while bytes.count < GatewayHealth.maximumBytes {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0 { return .silent(GatewayHealth.words(of: errno)) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return GatewayHealth.answer(String(decoding: bytes, as: UTF8.self), at: address.port)
  }

  private static func answer(_ text: String, at port: UInt16) -> Answer {
    // The status line is "HTTP/1.1 200 OK".
    let status = text.split(separator: " ", maxSplits: 2).dropFirst().first
    if status == "200" { return .well(port: port) }
    let end = text.firstRange(of: "\r\n\r\n")?.upperBound ?? text.endIndex
    let body = text[end...].split(separator: "\n").first.map(String.init)
    return .unwell(body ?? "status \(status ?? "none")")
  }

  private static func words(of code: Int32) -> String {
    code == EAGAIN || code == EINPROGRESS
      ? "no answer within \(patience) s" : String(cString: strerror(code))
  }
}
