import ButtonProtocol
import Testing

@testable import PluginHost

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
