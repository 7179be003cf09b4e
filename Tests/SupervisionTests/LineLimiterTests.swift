import Supervision
import Testing

@Suite struct LineLimiterTests {
  private static let second: UInt64 = 1_000_000_000

  private func receive(_ text: String, _ limiter: inout LineLimiter, at now: UInt64) -> [String] {
    var text = text
    return text.withUTF8 { limiter.receive(UnsafeRawBufferPointer($0), at: now) }
  }

  @Test func linesComeOutWholeHoweverTheyArrive() {
    let text = "one\ntwo\r\n\nthree ä\nrest"
    for size in 1...text.utf8.count {
      var limiter = LineLimiter(bytesPerSecond: 8192)
      var lines: [String] = []
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        let piece = Array(bytes.prefix(size))
        lines += piece.withUnsafeBytes { limiter.receive($0, at: 0) }
        bytes = bytes.dropFirst(size)
      }
      lines += limiter.end(at: 0)
      #expect(lines == ["one", "two", "three ä", "rest"])
    }
  }

  @Test func aLineThatNeverEndsIsCutOnce() {
    var limiter = LineLimiter(bytesPerSecond: 1 << 20)
    var lines: [String] = []
    for _ in 0..<100 { lines += receive(String(repeating: "x", count: 100), &limiter, at: 0) }
    lines += receive("tail\nnext\n", &limiter, at: 0)
    #expect(lines == [String(repeating: "x", count: 1024), "next"])
  }

  @Test func whatIsOverTheRateIsDroppedAndCounted() {
    var limiter = LineLimiter(bytesPerSecond: 200)
    let line = String(repeating: "y", count: 99) + "\n"
    var lines: [String] = []
    for _ in 0..<10 { lines += receive(line, &limiter, at: 0) }
    #expect(lines.count == 2)
    lines = receive("later\n", &limiter, at: LineLimiterTests.second)
    #expect(lines == ["8 line(s) over 200 bytes a second were dropped", "later"])
  }

  @Test func theRateRefillsWithTime() {
    var limiter = LineLimiter(bytesPerSecond: 10_000)
    let line = String(repeating: "z", count: 99)
    var count = 0
    for step in 0..<100 {
      let now = UInt64(step) * LineLimiterTests.second / 10
      for _ in 0..<10 {
        count += receive(line + "\n", &limiter, at: now).filter { $0 == line }.count
      }
    }
    #expect(count == 100 * 10)
  }

  @Test(arguments: ["", "x", "\u{1}", "\u{202E}", String(repeating: "\u{1}", count: 1024)])
  func whatIsLoggedInASecondIsBounded(line: String) {
    var limiter = LineLimiter(bytesPerSecond: 8192)
    var logged = 0
    for step in 0..<20_000 {
      let now = UInt64(step) * LineLimiterTests.second / 10_000
      let lines = Array(line.utf8).withUnsafeBytes { limiter.receive(line: Array($0), at: now) }
      // A line of the log also has a time, a level and the plugin's name.
      logged += lines.reduce(0) { $0 + $1.utf8.count + 100 }
    }
    #expect(logged > 0)
    #expect(logged <= 3 * 8192 * 3, "\(logged) bytes in two seconds")
  }

  @Test func controlCharactersCannotGarbleTheLog() {
    var limiter = LineLimiter(bytesPerSecond: 8192)
    #expect(receive("a\u{1B}[31mb\tc\u{0}\n", &limiter, at: 0) == ["a\u{FFFD}[31mb c\u{FFFD}"])
    #expect(
      receive("a\u{202E}b\u{200B}\u{FEFF}\n", &limiter, at: 0) == ["a\u{FFFD}b\u{FFFD}\u{FFFD}"])
    let bad: [UInt8] = [0x61, 0xFF, 0x62, 0x0A]
    #expect(bad.withUnsafeBytes { limiter.receive($0, at: 0) } == ["a\u{FFFD}b"])
  }
}
