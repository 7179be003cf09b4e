import Testing

@testable import PluginHost

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

@Suite struct UpdateLimiterTests {
  /// Sixty a second, rounded up to a nanosecond.
  private let interval: UInt64 = 16_666_667

  @Test func theFirstRequestIsFollowedAtOnceAndTheExcessOnceLater() {
    var limiter = UpdateLimiter()
    #expect(limiter.request(7, at: 1000) == true)
    for _ in 0..<5 { #expect(limiter.request(7, at: 1001) == false) }
    #expect(limiter.wakeAt == 1000 + interval)
    #expect(limiter.due(at: 1000 + interval - 1) == [])
    #expect(limiter.due(at: 1000 + interval) == [7])
    #expect(limiter.wakeAt == nil)
    #expect(limiter.takeCoalesced() == 5)
    #expect(limiter.takeCoalesced() == 0)
  }

  @Test func buttonsAreLimitedOneByOne() {
    var limiter = UpdateLimiter()
    #expect(limiter.request(1, at: 0) == true)
    #expect(limiter.request(2, at: 0) == true)
    #expect(limiter.request(UpdateLimiter.all, at: 0) == true)
    #expect(limiter.request(1, at: 1) == false)
  }

  @Test func noMoreThanSixtyASecondPass() {
    var limiter = UpdateLimiter()
    var passed = 0
    for step in 0..<10_000 {
      let now = UInt64(step) * 100_000
      if limiter.request(7, at: now) { passed += 1 }
      passed += limiter.due(at: now).count
    }
    #expect((59...61).contains(passed))
  }

  @Test func aFloodOfManyButtonsBecomesOneUpdateOfAll() {
    var limiter = UpdateLimiter()
    for handle in 1...UInt64(UpdateLimiter.maximumButtons) {
      #expect(limiter.request(handle, at: 0) == true)
    }
    for handle in 100_000...100_100 as ClosedRange<UInt64> {
      #expect(limiter.request(handle, at: 1) == false)
    }
    #expect(limiter.due(at: interval) == [UpdateLimiter.all])
  }
}

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 100_000),
      "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"
    ),
  ])
  func itIsTheStandards(text: String, digest: String) {
    for size in [1, 63, 64, 65, 100_000] {
      var hash = SHA256()
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        Array(bytes.prefix(size)).withUnsafeBytes { hash.update($0) }
        bytes = bytes.dropFirst(size)
      }
      let found = hash.finish()
      #expect(found == digest)
    }
  }
}
