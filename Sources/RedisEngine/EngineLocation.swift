/// Where a scope's engine is: at an address, or wherever Sentinels say.
package enum EngineLocation: Hashable, Sendable {
  case engine(EngineAddress)
  case sentinels(SentinelAddress)

  /// Reads an address, or one with `redis+sentinel://` or `rediss+sentinel://`.
  package init(_ text: String) throws(RedisEngineError) {
    for (scheme, plain) in [("redis+sentinel", "redis"), ("rediss+sentinel", "rediss")]
    where text.hasPrefix("\(scheme)://") {
      self = .sentinels(try SentinelAddress(text, text.dropFirst(scheme.count + 3), plain))
      return
    }
    self = .engine(try EngineAddress(text))
  }
}

extension EngineLocation {
  var isEncrypted: Bool {
    switch self {
    case .engine(let address): address.isEncrypted
    case .sentinels(let sentinels): sentinels.nodes.contains(where: \.isEncrypted)
    }
  }
}

extension EngineLocation: CustomStringConvertible {
  package var description: String {
    switch self {
    case .engine(let address): address.description
    case .sentinels(let sentinels): sentinels.description
    }
  }
}

/// Sentinels, and the name under which they watch the engine.
package struct SentinelAddress: Hashable, Sendable {
  package let nodes: [EngineAddress]
  package let name: String

  private static let forms = "write rediss+sentinel://USER@HOST:PORT,HOST:PORT/NAME"

  /// `rest` is what follows the scheme.
  fileprivate init(_ text: String, _ rest: Substring, _ scheme: String) throws(RedisEngineError) {
    guard let slash = rest.lastIndex(of: "/"), rest.index(after: slash) < rest.endIndex else {
      throw RedisEngineError(
        .invalidAddress, at: EngineAddress.publicPart(of: text),
        "it lacks the name that the Sentinels watch",
        advice: Self.forms)
    }
    name = String(rest[rest.index(after: slash)...])
    let list = rest[..<slash]
    let at = list.lastIndex(of: "@")
    let user = at.map { list[...$0] } ?? ""
    let hosts = at.map { list[list.index(after: $0)...] } ?? list
    var nodes: [EngineAddress] = []
    for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
      nodes.append(try EngineAddress("\(scheme)://\(user)\(host)", defaultPort: 26_379))
    }
    self.nodes = nodes
  }

  /// Returns the address of an engine that they named, with their user and transport.
  func engine(host: String, port: Int) -> EngineAddress? {
    guard let node = nodes.first, case .tcp(_, _, let isEncrypted) = node.transport else {
      return nil
    }
    return EngineAddress(
      transport: .tcp(host: host, port: port, isEncrypted: isEncrypted), user: node.user)
  }
}

extension SentinelAddress: CustomStringConvertible {
  package var description: String {
    "\(nodes.map(\.description).joined(separator: ","))/\(name)"
  }
}
