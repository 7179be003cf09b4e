/// Decides who is let in: by the name under which the gateway was asked, by the site that asks, and by
/// the token.
///
/// A page of a foreign site can make a browser send anything here, and can have its own name lead to
/// this machine. It cannot choose what stands in `Host` and `Origin`.
struct Gatekeeper: Sendable {
  /// Names and addresses by which the gateway may be asked, in lower case.
  let names: Set<String>
  /// Sites, besides the gateway's own page, whose pages may use it.
  let origins: Set<Origin>
  private let token: AccessToken

  init(names: Set<String>, origins: Set<Origin>, token: AccessToken) {
    self.names = names
    self.origins = origins
    self.token = token
  }

  /// What a caller may do.
  enum Pass: Hashable, Sendable {
    /// Look.
    case reading
    /// All that the token stands for.
    case full
  }

  /// Who asks, once he is let in.
  struct Visitor: Hashable, Sendable {
    let pass: Pass
    /// The foreign site whose page asks, where it is one that may.
    let origin: Origin?
  }

  /// Lets a request in or says why not.
  func visitor(_ head: RequestHead) throws(Refusal) -> Visitor {
    let hosts = head.values("host")
    guard hosts.count == 1, let authority = Authority(hosts[0]) else {
      throw Refusal(400, "a request has one Host header")
    }
    guard names.contains(authority.name) else {
      let name = RefusalLog.excerpt(authority.name)
      throw Refusal(
        403,
        "this gateway is not called \(authority.name): start it with --host NAME to allow a name",
        log: "refused the name \(name); to allow it, start with --host \(name)")
    }
    let origin = try foreignOrigin(head, host: hosts[0].lowercased())
    return Visitor(pass: try pass(head, of: origin), origin: origin)
  }

  private func foreignOrigin(_ head: RequestHead, host: String) throws(Refusal) -> Origin? {
    let values = head.values("origin")
    guard let text = values.first else { return nil }
    guard values.count == 1, let origin = Origin(text) else {
      throw Refusal(
        403, "pages without an origin of their own may not use this gateway",
        log: "refused a page without an origin, as files and sandboxed frames are; "
          + "a page must come from a web server")
    }
    if origin.isSame(as: host) { return nil }
    guard origins.contains(origin) else {
      let site = RefusalLog.excerpt(origin.text)
      throw Refusal(
        403,
        "pages of \(origin.text) may not use this gateway: start it with --origin to allow them",
        log: "refused origin \(site); to allow it, start with --origin \(site)")
    }
    return origin
  }

  /// A token comes as `Authorization: Bearer TOKEN`, or, from pages, which cannot set that, as an
  /// offered WebSocket protocol `token.TOKEN`.
  private func pass(_ head: RequestHead, of origin: Origin?) throws(Refusal) -> Pass {
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
      throw Refusal(
        403, "the token is wrong: it changes with each start of the gateway",
        log: "refused a wrong token\(page); it changes with each start without --keep-token")
    }
    return .full
  }
}
