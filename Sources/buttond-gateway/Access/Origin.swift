/// A site as browsers name it: scheme, host and port.
struct Origin: Hashable, Sendable {
  /// `https://kiosk.example` or `http://127.0.0.1:8080`, in lower case.
  let text: String

  /// An origin of the web; nil for all else, `null` too.
  init?(_ text: String) {
    let text = text.lowercased()
    guard let scheme = ["http://", "https://"].first(where: { text.hasPrefix($0) }) else {
      return nil
    }
    guard Authority(String(text.dropFirst(scheme.count))) != nil else { return nil }
    self.text = text
  }

  /// Whether a page of this origin and a request to that host belong together: same name, same port.
  func isSame(as host: String) -> Bool {
    text == "http://\(host)" || text == "https://\(host)"
  }
}
