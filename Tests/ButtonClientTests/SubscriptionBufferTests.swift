import Testing

@testable import ButtonClient

/// What a reader of a subscription gets, and when.
struct SubscriptionBufferTests {
  private let error = ClientError(.connectionLost, "gone")

  private func part(_ text: String) throws -> SubscriptionPart {
    SubscriptionPart(json: try JSONDocument(text), epoch: "e")
  }

  @Test func aWaitingReaderGetsAnErrorOnce() async throws {
    var buffer = SubscriptionBuffer()
    let first = await withCheckedContinuation { reader in
      buffer.take(reader)
      buffer.finish(error)
    }
    #expect(throws: error) { try first.get() }
    let second = await withCheckedContinuation { buffer.take($0) }
    #expect(try second.get() == nil)
  }

  @Test func aLateReaderGetsAnErrorOnce() async throws {
    var buffer = SubscriptionBuffer()
    buffer.finish(error)
    let first = await withCheckedContinuation { buffer.take($0) }
    #expect(throws: error) { try first.get() }
    let second = await withCheckedContinuation { buffer.take($0) }
    #expect(try second.get() == nil)
  }

  @Test func cancellingDropsWhatWaits() async throws {
    var buffer = SubscriptionBuffer()
    buffer.deliver(try part("[1]"))
    #expect(buffer.waitingBytes == 3)
    buffer.cancel()
    buffer.deliver(try part("[2]"))
    #expect(buffer.waitingBytes == 0)
    let item = await withCheckedContinuation { buffer.take($0) }
    #expect(try item.get() == nil)
  }
}
