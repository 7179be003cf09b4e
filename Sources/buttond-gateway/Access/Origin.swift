/// The origin of a page as browsers send it: scheme, host and port.
struct Origin: Hashable, Sendable {
  /// `https://kiosk.example` or `http://127.0.0.1:8080`, in lower case, without the scheme's own port.
  let text: String

  /// The schemes, and the port that browsers leave out.
  private static let schemes: [(prefix: String, port: UInt16)] = [
    ("http://", 80), ("https://", 443),
  ]

  /// Reads an HTTP or HTTPS origin; nil for anything else, including `null`.
  init?(_ text: String) {
    let text = text.lowercased()
    guard let scheme = Origin.schemes.first(where: { text.hasPrefix($0.prefix) }),
      let authority = Authority(String(text.dropFirst(scheme.prefix.count)))
    else { return nil }
    if authority.port == scheme.port, let colon = text.lastIndex(of: ":") {
      self.text = String(text[..<colon])
    } else {
      self.text = text
    }
  }

  /// Whether a request to that `Host` is a same-origin request of this origin's pages.
  func isSame(as host: String) -> Bool {
    Origin.schemes.contains { Origin($0.prefix + host) == self }
  }
}

/// A host with an optional port, as in the header `Host` and in origins.
struct Authority: Hashable, Sendable {
  /// The name or numeric address in lower case, without brackets.
  let name: String
  let port: UInt16?

  /// Reads `name`, `name:port`, `[::1]` or `[::1]:port`; nil for anything else.
  init?(_ text: String) {
    let text = text.lowercased()
    var rest: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      name = String(text[..<end].dropFirst())
      guard name.contains(":"), name.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
        return nil
      }
      rest = text[end...].dropFirst()
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      name = String(text[..<end])
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
      rest = text[end...]
    }
    guard !rest.isEmpty else {
      port = nil
      return
    }
    guard rest.removeFirst() == ":", rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt16(rest)
    else { return nil }
    port = number
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: ".-_".utf8.contains(byte)
    }
  }
}
