/// Limits the log lines about refused requests: each text once per window, and few in all.
/// Times are milliseconds of any monotonic clock.
struct RefusalLog: Sendable {
  /// How long a text is not repeated.
  static let window: UInt64 = 60_000
  /// The most lines in that time.
  static let maximumLines = 20

  private var began: UInt64 = 0
  private var logged: Set<String> = []

  /// The line to log for a refusal; nil for none.
  mutating func line(for text: String, now: UInt64) -> String? {
    if now >= began + Self.window { logged = [] }
    if logged.isEmpty { began = now }
    guard logged.count <= Self.maximumLines, logged.insert(text).inserted else { return nil }
    guard logged.count <= Self.maximumLines else {
      return "more requests were refused; refusals are not logged for up to a minute"
    }
    return text
  }

  /// Makes text from a request safe for a log line: shortened, and everything but printable ASCII
  /// escaped, so that it cannot end the line, move a cursor or pass for other text.
  static func excerpt(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let kept = scalars.prefix(maximumScalars).map { scalar in
      (0x21...0x7E).contains(scalar.value) && scalar != "\\"
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return kept.joined() + (kept.count < scalars.count ? "..." : "")
  }

  /// The longest domain name, with a scheme and a port.
  private static let maximumScalars = 270
}
