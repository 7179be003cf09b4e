/// Where an engine listens, and as whom to log in there.
package struct EngineAddress: Hashable, Sendable {
  package enum Transport: Hashable, Sendable {
    case tcp(host: String, port: Int, isEncrypted: Bool)
    case unix(path: String)
  }

  package let transport: Transport
  /// The user in the engine's access rules; nil for its default user.
  package let user: String?

  /// Reads an address with `redis://`, `rediss://` (with TLS) or `unix://`.
  package init(_ text: String, defaultPort: Int = 6379) throws(RedisEngineError) {
    func wrong(_ message: String, _ advice: String = Self.forms) -> RedisEngineError {
      RedisEngineError(.invalidAddress, at: Self.publicPart(of: text), message, advice: advice)
    }
    guard let colon = text.firstRange(of: "://") else { throw wrong("it has no scheme") }
    let scheme = text[..<colon.lowerBound]
    var rest = text[colon.upperBound...]
    if scheme == "unix" {
      let slash = rest.firstIndex(of: "/") ?? rest.endIndex
      user = try Self.user(rest[..<slash], wrong)
      guard slash < rest.endIndex, rest.index(after: slash) < rest.endIndex else {
        throw wrong("it names no socket")
      }
      transport = .unix(path: String(rest[slash...]))
      return
    }
    guard scheme == "redis" || scheme == "rediss" else {
      throw wrong("its scheme is not known")
    }
    if rest.hasSuffix("/") { rest.removeLast() }
    if rest.contains(where: { "/?#".contains($0) }) {
      throw wrong("it has a path, a query or a fragment")
    }
    let at = rest.lastIndex(of: "@")
    user = try Self.user(at.map { rest[...$0] } ?? "", wrong)
    if let at { rest = rest[rest.index(after: at)...] }
    let (host, port) = try Self.hostAndPort(rest, defaultPort, wrong)
    transport = .tcp(host: host, port: port, isEncrypted: scheme == "rediss")
  }

  init(transport: Transport, user: String?) {
    self.transport = transport
    self.user = user
  }

  var isEncrypted: Bool { if case .tcp(_, _, true) = transport { true } else { false } }

  /// Whether what is sent leaves the machine in the clear.
  package var isExposed: Bool {
    guard case .tcp(let host, _, false) = transport else { return false }
    let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    let isLoopback = bytes.count == 4 && bytes.first == 127 && bytes.allSatisfy { $0 != nil }
    return !(isLoopback || host == "::1" || host == "localhost")
  }

  /// Leaves out what is before an `@`: it may be a password, and messages are for everybody.
  static func publicPart(of text: String) -> String {
    guard let at = text.lastIndex(of: "@") else { return text }
    let scheme = text.prefix { $0.isLetter || $0 == "+" }
    let rest = text[text.index(after: at)...]
    return text.hasPrefix("\(scheme)://") ? "\(scheme)://\(rest)" : String(rest)
  }

  private static let forms =
    "write redis://HOST, rediss://USER@HOST:PORT or unix:///PATH"

  /// The user before an `@`; nil for an empty text.
  private static func user(
    _ text: Substring, _ wrong: (String, String) -> RedisEngineError
  ) throws(RedisEngineError) -> String? {
    if text.isEmpty { return nil }
    let name = text.dropLast()
    guard text.last == "@", !name.isEmpty else { throw wrong("its user is empty", forms) }
    if name.contains(":") {
      throw wrong(
        "it has a password, which every user of the machine can see",
        RedisEngineError.secretAdvice)
    }
    return String(name)
  }

  private static func hostAndPort(
    _ text: Substring, _ defaultPort: Int, _ wrong: (String, String) -> RedisEngineError
  ) throws(RedisEngineError) -> (String, Int) {
    var host = text
    var port = defaultPort
    let bracket = text.lastIndex(of: "]") ?? text.startIndex
    if let colon = text[bracket...].lastIndex(of: ":") {
      guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else {
        throw wrong("its port is not one of 1 to 65535", forms)
      }
      port = Int(number)
      host = text[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw wrong("an IPv6 address stands in brackets", "write redis://[::1]:6379")
    }
    if host.isEmpty { throw wrong("it names no host", forms) }
    return (String(host), port)
  }
}

extension EngineAddress: CustomStringConvertible {
  /// Host and port, or the socket's path, for messages.
  package var description: String {
    switch transport {
    case .tcp(let host, let port, _): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): path
    }
  }
}
