import ButtonClient
import ButtonProtocol
import Testing

/// The client's half of a connection, without a socket.
struct ClientCoreTests {
  /// A core and what a test saw of it.
  private struct Rig: ~Copyable {
    var core = ClientCore()

    /// The lines that are to be sent, taken.
    mutating func sent() -> [String] {
      let text = core.outbound.withBytes { String(decoding: $0, as: UTF8.self) }
      core.outbound.removeAll()
      return text.split(separator: "\n").map(String.init)
    }

    /// Takes the daemon's line, and describes every event that comes of it.
    mutating func receive(_ line: String) -> [String] {
      Array((line + "\n").utf8).withUnsafeBytes { core.receive($0) }
      return events()
    }

    mutating func events() -> [String] {
      var events: [String] = []
      while let event = core.nextEvent() {
        switch event {
        case .answered(let id, .success(let json)): events.append("\(id) = \(json.text)")
        case .answered(let id, .failure(let error)): events.append("\(id) ! \(error.reason)")
        case .part(let id, let part): events.append("\(id) < \(part.json.text) @\(part.epoch)")
        case .ended(let id, let error): events.append("\(id) end \(error?.reason ?? "-")")
        }
      }
      return events
    }
  }

  private static func answer(_ id: Int, _ result: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#
  }

  private static func refusal(_ id: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32003,"message":"no","data":{"reason":"forbidden"}}}"#
  }

  private static func news(_ subscription: String, _ tick: Int) -> String {
    #"{"jsonrpc":"2.0","method":"buttons.updated","params":{"subscription":"\#(subscription)","tick":\#(tick)}}"#
  }

  private static let watch = ButtonsSubscribeRequest(match: .everything)
  /// The same for the daemon, which fills in the traits.
  private static let same = ButtonsSubscribeRequest(match: .everything, traits: TraitsRequest())

  @Test func answersFindTheirRequestsInAnyOrder() {
    var rig = Rig()
    let one = rig.core.request(SyncRequest())
    let two = rig.core.request(SyncRequest())
    #expect(
      rig.sent()
        == [one, two].map { #"{"jsonrpc":"2.0","id":\#($0),"method":"sync","params":{}}"# })
    #expect(rig.receive(Self.answer(2, "{}")) == ["2 = {}"])
    #expect(rig.receive(Self.refusal("1")) == ["1 ! forbidden"])
    #expect(rig.receive(Self.answer(2, "{}")) == [], "each is answered once")
  }

  @Test func anAbandonedRequestHasNoAnswer() {
    var rig = Rig()
    rig.core.abandon(rig.core.request(SyncRequest()))
    #expect(rig.receive(Self.answer(1, "{}")) == [])
  }

  @Test func aSubscriptionBeginsWithItsAnswerAndKeepsItsEpoch() {
    var rig = Rig()
    let id = rig.core.subscribe(Self.watch)
    #expect(rig.receive(Self.news("s", 1)) == [], "nothing comes before the answer")
    let first = #"{"subscription":"s","epoch":"e","tick":1}"#
    #expect(rig.receive(Self.answer(1, first)) == ["\(id) < \(first) @e"])
    #expect(rig.receive(Self.news("s", 2)) == [#"1 < {"subscription":"s","tick":2} @e"#])
    #expect(rig.receive(Self.news("t", 3)) == [], "another subscription's")
  }

  @Test func equalSubscriptionsAreOneUntilTheLastEnds() {
    var rig = Rig()
    var resumed = Self.watch
    resumed.since = TickMark(epoch: "e", tick: 1)
    let one = rig.core.subscribe(Self.watch)
    let two = rig.core.subscribe(resumed, key: Self.watch)
    #expect(rig.receive(Self.answer(1, #"{"subscription":"s","epoch":"e"}"#)).count == 1)
    #expect(rig.receive(Self.answer(2, #"{"subscription":"s","epoch":"e"}"#)).count == 2)
    #expect(rig.receive(Self.news("s", 2)).count == 2)
    _ = rig.sent()
    rig.core.unsubscribe(one)
    #expect(rig.receive(Self.news("s", 3)).count == 1)
    #expect(rig.sent() == [])
    rig.core.unsubscribe(two)
    #expect(
      rig.sent() == [
        #"{"jsonrpc":"2.0","id":3,"method":"unsubscribe","params":{"subscription":"s"}}"#
      ])
    #expect(rig.receive(Self.news("s", 4)) == [])
  }

  @Test func unsubscribingBeforeTheAnswerTakesEffectAfterIt() {
    var rig = Rig()
    rig.core.unsubscribe(rig.core.subscribe(Self.watch))
    _ = rig.sent()
    #expect(rig.receive(Self.answer(1, #"{"subscription":"s","epoch":"e"}"#)) == [])
    #expect(rig.sent().count == 1)
  }

  @Test func anAnswerIsNewToAllWhoShareItsSubscription() {
    var rig = Rig()
    let one = rig.core.subscribe(Self.watch)
    let two = rig.core.subscribe(Self.same)
    let first = #"{"subscription":"s","epoch":"e","tick":1}"#
    #expect(rig.receive(Self.answer(1, first)) == ["\(one) < \(first) @e"])
    let second = #"{"subscription":"s","epoch":"e","tick":2}"#
    #expect(
      rig.receive(Self.answer(2, second)).sorted()
        == ["\(one) < \(second) @e", "\(two) < \(second) @e"])
  }

  @Test(arguments: [
    (answer(2, #"{"subscription":"s","epoch":"e"}"#), false),
    (answer(2, #"{"subscription":"t","epoch":"e"}"#), true), (refusal("2"), true),
  ])
  func unsubscribingWaitsForWhatMayBeTheSame(line: String, isSent: Bool) {
    var rig = Rig()
    let one = rig.core.subscribe(Self.watch)
    _ = rig.receive(Self.answer(1, #"{"subscription":"s","epoch":"e"}"#))
    _ = rig.core.subscribe(Self.same)
    _ = rig.sent()
    rig.core.unsubscribe(one)
    #expect(rig.sent() == [])
    _ = rig.receive(line)
    #expect(rig.sent().count == (isSent ? 1 : 0))
  }

  @Test func aRefusedSubscriptionEndsWithTheReason() {
    var rig = Rig()
    let id = rig.core.subscribe(Self.watch)
    #expect(rig.receive(Self.refusal("\(id)")) == ["\(id) end forbidden"])
    rig.core.unsubscribe(id)
    #expect(rig.sent().count == 1, "there is nothing to unsubscribe from")
  }

  @Test func theRefusalOfOneThatHasEndedEndsNoOther() {
    var rig = Rig()
    let one = rig.core.subscribe(Self.watch)
    _ = rig.receive(Self.answer(1, #"{"subscription":"s","epoch":"e"}"#))
    rig.core.unsubscribe(rig.core.subscribe(Self.watch))
    #expect(rig.receive(Self.refusal("2")) == [])
    let news = #"{"subscription":"s","tick":2}"#
    #expect(rig.receive(Self.news("s", 2)) == ["\(one) < \(news) @e"])
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0"}"#, "unexpectedAnswer"), ("{", "unexpectedAnswer"),
    ("[]", "unexpectedAnswer"),
    (refusal("null"), "forbidden"), (String(repeating: "x", count: 400), "unexpectedAnswer"),
  ])
  func anUnreadableLineEndsEverythingThatWaits(line: String, reason: String) {
    var rig = Rig(core: ClientCore(maximumLineBytes: 300))
    _ = rig.core.request(SyncRequest())
    let watch = rig.core.subscribe(Self.watch)
    #expect(rig.receive(line) == ["1 ! \(reason)", "\(watch) end \(reason)"])
    #expect(rig.core.end?.reason == reason)
    _ = rig.sent()
    _ = rig.core.request(SyncRequest())
    _ = rig.core.subscribe(Self.watch)
    #expect(rig.events() == ["3 ! \(reason)", "4 end \(reason)"], "later ones fail at once")
    #expect(rig.sent() == [])
  }

  @Test func closingEndsSubscriptionsWithoutAnError() {
    var rig = Rig()
    _ = rig.core.request(SyncRequest())
    _ = rig.core.subscribe(Self.watch)
    rig.core.finish(ClientError(.closed, "closed"))
    rig.core.finish(ClientError(.connectionLost, "lost"))
    #expect(rig.events() == ["1 ! closed", "2 end -"])
    #expect(rig.core.end?.code == .closed, "the first reason stays")
  }

  @Test(arguments: 1...7)
  func linesMayBeCutAnywhere(size: Int) {
    var rig = Rig()
    _ = rig.core.request(SyncRequest())
    _ = rig.core.subscribe(Self.watch)
    let lines = [
      Self.answer(2, #"{"subscription":"s","epoch":"é"}"#), "", Self.news("s", 2) + "\r",
      Self.answer(1, "{}"),
    ]
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { rig.core.receive($0) }
    }
    #expect(
      rig.events() == [
        #"2 < {"subscription":"s","epoch":"é"} @é"#, #"2 < {"subscription":"s","tick":2} @é"#,
        "1 = {}",
      ])
  }
}
