import TestSupport
import Testing

@testable import buttond_gateway

/// Which refused requests are logged.
@Suite struct RefusalLogTests {
  @Test func aTextIsLoggedOncePerWindow() {
    var log = RefusalLog()
    #expect(log.line(for: "a", now: 5) == "a")
    #expect(log.line(for: "a", now: 6) == nil)
    #expect(log.line(for: "b", now: 7) == "b")
    #expect(log.line(for: "a", now: 4 + RefusalLog.window) == nil)
    #expect(log.line(for: "a", now: 5 + RefusalLog.window) == "a")
  }

  @Test func aFloodOfRefusalsIsAFewLines() {
    var log = RefusalLog()
    let lines = (0..<10_000).compactMap { log.line(for: "name \($0)", now: UInt64($0)) }
    #expect(lines.count == RefusalLog.maximumLines + 1)
    #expect(lines.last == "more requests were refused; refusals are not logged for up to a minute")
    #expect(log.line(for: "later", now: RefusalLog.window) == "later")
  }

  @Test(arguments: [
    ("http://127.0.0.1:9555", "http://127.0.0.1:9555"),
    ("a\nrefused b", "a\\u{a}refused\\u{20}b"),
    ("\u{1B}[2J", "\\u{1b}[2J"),
    ("\\u{a}", "\\u{5c}u{a}"),
    ("\u{202E}\u{FF41}\u{85}", "\\u{202e}\\u{ff41}\\u{85}"),
  ])
  func excerptsEscapeEverythingUnusual(text: String, excerpt: String) {
    #expect(RefusalLog.excerpt(text) == excerpt)
  }

  @Test func longExcerptsAreCut() {
    let excerpt = RefusalLog.excerpt(String(repeating: "a", count: 20_000))
    #expect(excerpt.utf8.count < 300 && excerpt.hasSuffix("a..."))
  }
}
