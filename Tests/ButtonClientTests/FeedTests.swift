import Testing

@testable import ButtonClient

/// What a reader of a subscription is given, and when.
struct FeedTests {
  private let error = ClientError(.connectionLost, "gone")

  @Test func anErrorIsToldOnceToAReaderWhoWaits() async {
    var feed = Feed()
    let first = await withCheckedContinuation { reader in
      feed.take(reader)
      feed.finish(error)
    }
    #expect(throws: error) { try first.get() }
    let second = await withCheckedContinuation { feed.take($0) }
    #expect(second == .success(nil))
  }

  @Test func anErrorIsToldOnceToAReaderWhoComesLater() async {
    var feed = Feed()
    feed.finish(error)
    let first = await withCheckedContinuation { feed.take($0) }
    #expect(throws: error) { try first.get() }
    let second = await withCheckedContinuation { feed.take($0) }
    #expect(second == .success(nil))
  }

  @Test func cancellingDropsWhatWaits() async throws {
    var feed = Feed()
    feed.deliver(try JSONDocument("[1]"))
    #expect(feed.waitingBytes == 3)
    feed.cancel()
    feed.deliver(try JSONDocument("[2]"))
    #expect(feed.waitingBytes == 0)
    let item = await withCheckedContinuation { feed.take($0) }
    #expect(item == .success(nil))
  }
}
