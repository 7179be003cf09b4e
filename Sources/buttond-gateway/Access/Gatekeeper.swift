/// Decides which requests to accept, by the host that they name, their origin and their token.
///
/// A foreign page can make a browser send any request here, and can have its own host name resolve to
/// this machine. It cannot choose the headers `Host` and `Origin`.
struct Gatekeeper: Sendable {
  /// The host names and addresses that requests may name, in lower case.
  let names: Set<String>
  /// The foreign origins whose pages may use the gateway.
  let origins: Set<Origin>
  private let token: AccessToken

  init(names: Set<String>, origins: Set<Origin>, token: AccessToken) {
    self.names = names
    self.origins = origins
    self.token = token
  }

  /// What a caller may do.
  enum Access: Hashable, Sendable {
    /// Look, but change nothing.
    case reading
    /// Everything that the token grants.
    case full
  }

  /// The sender of an accepted request.
  struct Caller: Hashable, Sendable {
    let access: Access
    /// The origin of its page if that is a foreign one, which is then allowed.
    let origin: Origin?
  }

  /// Accepts a request, or throws why not.
  func caller(_ head: HTTPRequestHead) throws(HTTPError) -> Caller {
    let hosts = head.values("host")
    guard hosts.count == 1, let authority = Authority(hosts[0]) else {
      throw HTTPError(400, "a request has one Host header")
    }
    guard names.contains(authority.name) else {
      let name = RefusalLog.excerpt(authority.name)
      throw HTTPError(
        403,
        "this gateway is not called \(authority.name): start it with --host NAME to allow a name",
        log: "refused the name \(name); to allow it, start with --host \(name)")
    }
    let origin = try foreignOrigin(head, host: hosts[0].lowercased())
    return Caller(access: try access(head, of: origin), origin: origin)
  }

  private func foreignOrigin(_ head: HTTPRequestHead, host: String) throws(HTTPError) -> Origin? {
    let values = head.values("origin")
    guard let text = values.first else { return nil }
    guard values.count == 1, let origin = Origin(text) else {
      throw HTTPError(
        403, "pages without an origin may not use this gateway",
        log: "refused a page without an origin, as files and sandboxed frames are; "
          + "a page must come from a web server")
    }
    if origin.isSame(as: host) { return nil }
    guard origins.contains(origin) else {
      let site = RefusalLog.excerpt(origin.text)
      throw HTTPError(
        403,
        "pages of \(origin.text) may not use this gateway: start it with --origin to allow them",
        log: "refused origin \(site); to allow it, start with --origin \(site)")
    }
    return origin
  }

  /// A token comes as `Authorization: Bearer TOKEN`; pages, which cannot set that header on a
  /// WebSocket, offer a protocol `token.TOKEN` instead.
  private func access(_ head: HTTPRequestHead, of origin: Origin?) throws(HTTPError) -> Access {
    var offered = head.values("authorization").map { value -> String? in
      let words = value.split(separator: " ", maxSplits: 1)
      guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
      return String(words[1])
    }
    for word in head.words("sec-websocket-protocol") where word.hasPrefix("token.") {
      offered.append(String(word.dropFirst("token.".count)))
    }
    guard let first = offered.first else { return .reading }
    guard offered.count == 1, let text = first, token.matches(text) else {
      let page = origin.map { " of a page of \(RefusalLog.excerpt($0.text))" } ?? ""
      throw HTTPError(
        403, "the token is wrong: it changes with each start of the gateway without --keep-token",
        log: "refused a wrong token\(page); it changes with each start without --keep-token")
    }
    return .full
  }
}
