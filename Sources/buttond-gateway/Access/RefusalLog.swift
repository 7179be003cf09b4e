/// Says which refusals are worth a line on standard error: each one once in a while, and never many.
/// Times are milliseconds of any clock that goes forward.
struct RefusalLog: Sendable {
  /// After which the same may be said again.
  static let window: UInt64 = 60_000
  /// The most that is said in that time.
  static let maximumLines = 20

  private var began: UInt64 = 0
  private var told: Set<String> = []

  /// What to say of a refusal; nil for nothing.
  mutating func line(for text: String, now: UInt64) -> String? {
    if now >= began + Self.window { told = [] }
    if told.isEmpty { began = now }
    guard told.count <= Self.maximumLines, told.insert(text).inserted else { return nil }
    guard told.count <= Self.maximumLines else {
      return "more has been refused; no refusal is told for up to a minute"
    }
    return text
  }

  /// What somebody sent, for a line of the log: its beginning, and of that only printable ASCII as it
  /// is, so that it cannot end the line, move a cursor or look like another text.
  static func excerpt(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let kept = scalars.prefix(maximumScalars).map { scalar in
      (0x21...0x7E).contains(scalar.value) && scalar != "\\"
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return kept.joined() + (kept.count < scalars.count ? "..." : "")
  }

  /// The longest name of the Domain Name System, with a scheme and a port.
  private static let maximumScalars = 270
}
