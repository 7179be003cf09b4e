import ButtonClient
import Testing

/// Readers that are slower than the daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BackpressureTests {
  private static let limit = 64 << 20

  private static func frame(_ tick: Int) -> String {
    let filler = String(repeating: "x", count: 8 << 10)
    return
      #"{"jsonrpc":"2.0","method":"buttons.updated","params":{"subscription":"s","tick":\#(tick),"#
      + #""revision":1,"buttons":[{"id":"a","appearance":{"title":"\#(filler)"}}],"removed":[]}}"#
      + "\n"
  }

  private static let beginning =
    #"{"subscription":"s","epoch":"e","tick":0,"revision":1,"snapshot":true,"buttons":[],"removed":[]}"#

  @Test func aSlowReaderPausesReadingAndLosesNothing() async throws {
    let (stalled, tellStalled) = AsyncStream<Int>.makeStream()
    let daemon = try FakeDaemon { peer in
      try peer.answer(try peer.expect("buttons.subscribe", #"{"match":"*"}"#), Self.beginning)
      let sent = try peer.flood({ Self.frame($0 + 1) }, limit: Self.limit)
      tellStalled.yield(sent)
      try peer.send(Self.frame(sent + 1))
    }
    let client = try daemon.client()
    var frames = client.buttons(matching: "*").makeAsyncIterator()
    #expect(try await frames.next()?.position.tick == 0)
    var sent = 0
    for await count in stalled {
      sent = count
      break
    }
    #expect(sent * (8 << 10) < 4 << 20, "the socket's buffers and a quarter of a MiB")
    for tick in 1...sent + 1 {
      #expect(try await frames.next()?.position.tick == UInt64(tick))
    }
    try await daemon.finished()
  }

  @Test func aSlowReaderMayStillAsk() async throws {
    let (stalled, tellStalled) = AsyncStream<Int>.makeStream()
    let daemon = try FakeDaemon { peer in
      try peer.answer(try peer.expect("buttons.subscribe", #"{"match":"*"}"#), Self.beginning)
      tellStalled.yield(try peer.flood({ Self.frame($0 + 1) }, limit: Self.limit))
      let sync = try peer.expect("sync", "{}")
      try peer.answer(sync, #"{"epoch":"e","tick":9,"revision":5}"#)
    }
    let client = try daemon.client()
    var frames = client.buttons(matching: "*").makeAsyncIterator()
    #expect(try await frames.next()?.position.tick == 0)
    var sent = 0
    for await count in stalled {
      sent = count
      break
    }
    #expect(try await client.sync() == 5)
    for tick in 1...sent { #expect(try await frames.next()?.position.tick == UInt64(tick)) }
    try await daemon.finished()
  }

  @Test func closingEndsAPausedConnection() async throws {
    let (stalled, tellStalled) = AsyncStream<Void>.makeStream()
    let daemon = try FakeDaemon { peer in
      try peer.answer(try peer.expect("buttons.subscribe", #"{"match":"*"}"#), Self.beginning)
      _ = try peer.flood({ Self.frame($0 + 1) }, limit: Self.limit)
      tellStalled.yield()
      try peer.expectEnd()
    }
    let client = try daemon.client()
    var frames = client.buttons(matching: "*").makeAsyncIterator()
    #expect(try await frames.next()?.position.tick == 0)
    for await _ in stalled { break }
    client.close()
    try await daemon.finished()
  }
}
