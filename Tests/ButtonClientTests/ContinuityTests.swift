import ButtonClient
import ButtonProtocol
import Testing

/// A client that outlives its connections, without a socket.
struct ContinuityTests {
  /// A core and what a test saw of it.
  private struct Rig: ~Copyable {
    var core = ClientCore()

    /// Introduces the client and takes the daemon's answer.
    init(epoch: String = "e", lineBytes: Int = 1 << 20, outlives: Bool = true) {
      let id = core.introduce(HelloRequest(client: "test"), outlives: outlives)
      _ = sent()
      _ = greet(id, epoch: epoch, lineBytes: lineBytes)
    }

    /// The methods and params that are to be sent, taken.
    mutating func sent() -> [String] {
      let text = core.outbound.withBytes { String(decoding: $0, as: UTF8.self) }
      core.outbound.removeAll()
      return text.split(separator: "\n").map { line in
        String(line.dropFirst(#"{"jsonrpc":"2.0","id":"#.count))
      }
    }

    /// Takes what the daemon says of itself.
    mutating func greet(_ id: ClientCore.ID, epoch: String, lineBytes: Int = 1 << 20) -> [String] {
      var limits = Limits()
      limits.maxLineBytes = lineBytes
      let hello = HelloResponse(
        server: "buttond", version: "0", protocolVersion: 1, epoch: epoch, revision: 0, tick: 0,
        role: .admin, capabilities: [], limits: limits)
      let json = JSONDocument { hello.writeMembers(into: &$0) }
      return receive(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(json.text)}"#).map { _ in "hello" }
    }

    mutating func receive(_ line: String) -> [String] {
      Array((line + "\n").utf8).withUnsafeBytes { core.receive($0) }
      return events()
    }

    mutating func answer(_ id: ClientCore.ID, _ result: String) -> [String] {
      receive(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#)
    }

    mutating func news(_ params: String) -> [String] {
      receive(#"{"jsonrpc":"2.0","method":"buttons.updated","params":\#(params)}"#)
    }

    mutating func events() -> [String] {
      var events: [String] = []
      while let event = core.nextEvent() {
        switch event {
        case .answered(let id, .success): events.append("\(id) ok")
        case .answered(let id, .failure(let error)): events.append("\(id) ! \(error.reason)")
        case .part(let id, let part):
          let gap = part.resumption.map { " after \($0.seconds) \($0.restarted)" } ?? ""
          events.append("\(id) <\(gap)")
        case .ended(let id, let error): events.append("\(id) end \(error?.reason ?? "-")")
        }
      }
      return events
    }

    mutating func lose() -> [String] {
      core.lose(ClientError(.connectionLost, "gone"))
      return events()
    }
  }

  private static let watch = ButtonsSubscribeRequest(match: .everything)

  @Test func whatOnlyReadsIsAskedAgainAndTheRestFails() throws {
    var rig = Rig()
    let read = rig.core.request(SyncRequest())
    let write = rig.core.request(ButtonsTriggerRequest(id: "a"))
    _ = rig.sent()
    #expect(rig.lose() == ["\(write) ! connectionLost"])
    #expect(rig.core.isAway == true)
    let later = rig.core.request(ButtonsTriggerRequest(id: "b"))
    #expect(rig.sent() == [], "there is no connection")
    rig.core.resume(after: 1)
    #expect(rig.core.isAway == false)
    let sent = rig.sent()
    try #require(sent.count == 3)
    #expect(sent[0].contains(#""method":"hello","params":{"client":"test"}"#))
    #expect(sent[1].hasPrefix("\(read),"))
    #expect(sent[2].hasPrefix("\(later),"))
    #expect(rig.answer(read, "{}") == ["\(read) ok"])
    #expect(rig.answer(later, "{}") == ["\(later) ok"])
  }

  @Test func aSubscriptionGoesOnFromItsLastWholeFrame() throws {
    var rig = Rig()
    let id = rig.core.subscribe(Self.watch)
    _ = rig.sent()
    #expect(rig.answer(id, #"{"subscription":"s","epoch":"e","tick":1}"#) == ["\(id) <"])
    #expect(rig.news(#"{"subscription":"s","tick":7}"#) == ["\(id) <"])
    #expect(rig.lose() == [])
    rig.core.resume(after: 2.5)
    let sent = rig.sent()
    try #require(sent.count == 2)
    #expect(sent[1].contains(#""method":"buttons.subscribe""#))
    #expect(sent[1].contains(#""since":{"epoch":"e","tick":7}"#), "\(sent[1])")
    let number = ClientCore.ID(sent[1].prefix { $0.isNumber }) ?? 0
    #expect(
      rig.answer(number, #"{"subscription":"t","epoch":"e","tick":9}"#)
        == ["\(id) < after 2.5 false"])
    #expect(rig.news(#"{"subscription":"t","tick":10}"#) == ["\(id) <"])
    #expect(rig.news(#"{"subscription":"s","tick":10}"#) == [], "the old name is nobody's")
  }

  @Test func halfAFrameIsNotResumedFrom() {
    var rig = Rig()
    let id = rig.core.subscribe(Self.watch)
    _ = rig.answer(id, #"{"subscription":"s","epoch":"e","tick":1}"#)
    _ = rig.news(#"{"subscription":"s","tick":7,"more":true}"#)
    _ = rig.sent()
    _ = rig.lose()
    rig.core.resume(after: 0)
    #expect(rig.sent()[1].contains("since") == false)
  }

  @Test func aDaemonThatStartedAgainIsSaidToHave() {
    var rig = Rig()
    let id = rig.core.subscribe(ActionsSubscribeRequest(match: .everything))
    _ = rig.answer(id, #"{"subscription":"s"}"#)
    _ = rig.sent()
    _ = rig.lose()
    rig.core.resume(after: 3)
    let sent = rig.sent()
    #expect(sent[1].contains("since") == false, "actions have no history")
    let numbers = sent.map { ClientCore.ID($0.prefix { $0.isNumber }) ?? 0 }
    #expect(rig.greet(numbers[0], epoch: "f") == ["hello"])
    #expect(
      rig.answer(numbers[1], #"{"subscription":"s"}"#) == ["\(id) < after 3.0 true"])
  }

  @Test func subscriptionsThatBeginWhileThereIsNoDaemonBeginWithIt() throws {
    var rig = Rig()
    _ = rig.lose()
    let one = rig.core.subscribe(Self.watch)
    let two = rig.core.subscribe(Self.watch)
    let gone = rig.core.subscribe(ActionsSubscribeRequest(match: .everything))
    rig.core.unsubscribe(gone)
    #expect(rig.sent() == [])
    rig.core.resume(after: 1)
    let sent = rig.sent()
    try #require(sent.count == 2, "\(sent)")
    let number = ClientCore.ID(sent[1].prefix { $0.isNumber }) ?? 0
    #expect(
      rig.answer(number, #"{"subscription":"s","epoch":"e","tick":9}"#)
        == ["\(one) <", "\(two) <"])
  }

  @Test func aSubscriptionThatIsRefusedAfterwardsEnds() {
    var rig = Rig()
    let id = rig.core.subscribe(Self.watch)
    _ = rig.answer(id, #"{"subscription":"s","epoch":"e","tick":1}"#)
    _ = rig.sent()
    _ = rig.lose()
    rig.core.resume(after: 1)
    let number = ClientCore.ID(rig.sent()[1].prefix { $0.isNumber }) ?? 0
    let refusal =
      #"{"jsonrpc":"2.0","id":\#(number),"error":{"code":-32003,"message":"no","data":{"reason":"forbidden"}}}"#
    #expect(rig.receive(refusal) == ["\(id) end forbidden"])
  }

  @Test func aSubscriptionThatEndsBeforeItGoesOnEndsForTheDaemon() throws {
    var rig = Rig()
    let id = rig.core.subscribe(Self.watch)
    _ = rig.answer(id, #"{"subscription":"s","epoch":"e","tick":1}"#)
    _ = rig.lose()
    rig.core.resume(after: 1)
    rig.core.unsubscribe(id)
    let sent = rig.sent()
    try #require(sent.count == 2)
    let number = ClientCore.ID(sent[1].prefix { $0.isNumber }) ?? 0
    #expect(rig.answer(number, #"{"subscription":"t","epoch":"e","tick":2}"#) == [])
    #expect(rig.sent().count == 1, "an unsubscribe")
  }

  @Test func layoutsAreReportedAgain() throws {
    var rig = Rig()
    let size = try #require(DrawnSize(width: 10, height: 20))
    _ = rig.core.request(LayoutReportRequest(id: "a", size: size))
    _ = rig.core.request(LayoutReportRequest(id: "a", size: size))
    _ = rig.sent()
    _ = rig.lose()
    rig.core.resume(after: 1)
    let sent = rig.sent()
    try #require(sent.count == 2)
    #expect(sent[1].contains(#""method":"layout.report","params":{"id":"a""#))
  }

  @Test func aRequestThatHasWaitedLongEnoughFails() {
    var rig = Rig()
    _ = rig.lose()
    let id = rig.core.request(SyncRequest())
    #expect(rig.core.keptRequests == [id])
    rig.core.expire(id, ClientError(.noDaemon, "none"))
    #expect(rig.events() == ["\(id) ! noDaemon"])
    #expect(rig.core.keptRequests == [])
  }

  @Test func requestsThatWaitAreBounded() {
    var rig = Rig()
    _ = rig.lose()
    for _ in 0..<4_096 { _ = rig.core.request(SyncRequest()) }
    #expect(rig.events() == [])
    let id = rig.core.request(SyncRequest())
    #expect(rig.events() == ["\(id) ! limitExceeded"])
    rig.core.finish(ClientError(.closed, "closed"))
    #expect(rig.events().count == 4_096)
  }

  @Test func aLineThatIsTooLongIsRefusedHere() {
    var rig = Rig(lineBytes: 1_000)
    let long = ButtonsTriggerRequest(id: String(repeating: "a", count: 2_000))
    let id = rig.core.request(long)
    #expect(rig.events() == ["\(id) ! limitExceeded"])
    #expect(rig.sent() == [])
    let overhead = #"{"jsonrpc":"2.0","id":9,"method":"buttons.trigger","params":{"id":""}}"#.count
    // The ids 3 and 4 have as many digits as 9.
    let just = rig.core.request(
      ButtonsTriggerRequest(id: String(repeating: "a", count: 1_000 - overhead)))
    #expect(rig.events() == [], "\(just)")
    #expect(rig.sent().count == 1)
    let over = rig.core.request(
      ButtonsTriggerRequest(id: String(repeating: "a", count: 1_001 - overhead)))
    #expect(rig.events() == ["\(over) ! limitExceeded"])
  }

  @Test func whoMayNotComeBackEnds() {
    var rig = Rig()
    let id = rig.core.subscribe(Self.watch)
    let refusal =
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"message":"no","data":{"reason":"forbidden"}}}"#
    #expect(rig.receive(refusal) == [])
    #expect(rig.lose() == ["\(id) end forbidden"])
    #expect(rig.core.isAway == false)
  }

  @Test func withoutOutlivingTheEndOfTheConnectionIsTheEnd() {
    var rig = Rig(outlives: false)
    let id = rig.core.request(SyncRequest())
    #expect(rig.lose() == ["\(id) ! connectionLost"])
    #expect(rig.core.end?.code == .connectionLost)
  }
}
