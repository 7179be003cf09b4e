import ButtonClient
import ButtonModel
import Testing

/// Requests and their answers.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RequestTests {
  @Test func answersReachTheirTasksInAnyOrder() async throws {
    let daemon = try FakeDaemon { peer in
      let requests = [try peer.request(), try peer.request()]
      for request in requests.sorted(by: { $0.id > $1.id }) {
        try peer.answer(request, #"{"revision":1,"values":{"asked":\#(request.params)}}"#)
      }
    }
    let client = try daemon.client()
    async let one = client.values(of: ["one"])
    async let two = client.values(of: ["two"])
    #expect(try await one["asked"] == .json(#"{"keys":["one"]}"#))
    #expect(try await two["asked"] == .json(#"{"keys":["two"]}"#))
    try await daemon.finished()
  }

  @Test func linesMayComeByteByByte() async throws {
    let daemon = try FakeDaemon { peer in
      let first = try peer.expect("sync", "{}")
      let answer = #"{"jsonrpc":"2.0","id":\#(first.id),"result":"#
      for character in answer { try peer.send(String(character)) }
      try peer.send(#"{"epoch":"e","tick":1,"revision":7}}"# + "\r\n\n")
      try peer.answer(try peer.request(), #"{"epoch":"e","tick":2,"revision":8}"#)
    }
    let client = try daemon.client()
    #expect(try await client.sync() == 7)
    #expect(try await client.sync() == 8)
    try await daemon.finished()
  }

  @Test(arguments: [
    (
      #"{"code":-32002,"message":"changed","data":{"reason":"conflict","path":"params.ifRevision"}}"#,
      ClientError(.conflict, "changed", path: "params.ifRevision")
    ),
    (
      #"{"code":-32601,"message":"no such method"}"#, ClientError(.methodNotFound, "no such method")
    ),
    (
      #"{"code":-32999,"message":"new","data":{"reason":"fromTheFuture"}}"#,
      ClientError(ClientError.Code(number: -32999, reason: "fromTheFuture"), "new")
    ),
    (
      #"{"code":-32999}"#,
      ClientError(ClientError.Code(number: -32999, reason: "error -32999"), "")
    ),
  ])
  func aRefusalHasCodeReasonPathAndMessage(error: String, expected: ClientError) async throws {
    let daemon = try FakeDaemon { peer in
      try peer.refuse(try peer.expect("state.set", #"{"values":{"a":1},"ifRevision":3}"#), error)
      try peer.answer(try peer.request(), "{}")
    }
    let client = try daemon.client()
    let thrown = await #expect(throws: ClientError.self) {
      try await client.set(["a": .int(1)], ifRevision: 3)
    }
    #expect(thrown == expected)
    #expect(thrown?.isRefusal == true)
    #expect(try await client.call("ping", JSONDocument("{}")).text == "{}")
    try await daemon.finished()
  }

  @Test func aConnectionThatEndsFailsWhatWaits() async throws {
    let daemon = try FakeDaemon { peer in
      _ = try peer.request()
      try peer.send(#"{"jsonrpc":"2.0","id":1,"resu"#)
    }
    let client = try daemon.client()
    for _ in 1...2 {
      let thrown = await #expect(throws: ClientError.self) { try await client.sync() }
      #expect(thrown?.code == .connectionLost)
    }
  }

  @Test(arguments: [
    ("not JSON\n", "unexpectedAnswer"),
    (#"{"jsonrpc":"2.0"}"# + "\n", "unexpectedAnswer"),
    (
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"message":"who are you","data":{"reason":"forbidden"}}}"#
        + "\n", "forbidden"
    ),
  ])
  func anUnreadableOrUnaddressedLineEndsTheConnection(
    line: String, reason: String
  ) async throws {
    let daemon = try FakeDaemon { peer in
      _ = try peer.request()
      try peer.send(line)
      try peer.expectEnd()
    }
    let client = try daemon.client()
    let thrown = await #expect(throws: ClientError.self) { try await client.sync() }
    #expect(thrown?.reason == reason)
    try await daemon.finished()
  }

  @Test func anUnreadableResultIsAnError() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(try peer.request(), #"{"revision":"seven"}"#)
    }
    let client = try daemon.client()
    let thrown = await #expect(throws: ClientError.self) { try await client.trigger("a") }
    #expect(thrown?.code == .unexpectedAnswer)
    #expect(thrown?.path == "revision")
  }

  @Test func aCancelledRequestLeavesTheConnectionUsable() async throws {
    let (asked, tellAsked) = AsyncStream<Void>.makeStream()
    let daemon = try FakeDaemon { peer in
      let late = try peer.expect("sync", "{}")
      tellAsked.yield()
      let next = try peer.expect("ping", "{}")
      try peer.answer(late, #"{"epoch":"e","tick":1,"revision":1}"#)
      try peer.answer(next, "{}")
    }
    let client = try daemon.client()
    let task = Task { try await client.sync() }
    for await _ in asked { break }
    task.cancel()
    let thrown = await #expect(throws: ClientError.self) { try await task.value }
    #expect(thrown?.code == .cancelled)
    #expect(try await client.call("ping", JSONDocument("{}")).text == "{}")
    try await daemon.finished()
  }

  @Test func closingFailsWhatWaitsAndEndsTheConnection() async throws {
    let (asked, tellAsked) = AsyncStream<Void>.makeStream()
    let daemon = try FakeDaemon { peer in
      _ = try peer.request()
      tellAsked.yield()
      try peer.expectEnd()
    }
    let client = try daemon.client()
    let task = Task { try await client.sync() }
    for await _ in asked { break }
    client.close()
    let thrown = await #expect(throws: ClientError.self) { try await task.value }
    #expect(thrown?.code == .closed)
    try await daemon.finished()
  }

  @Test func aClientThatGoesAwayEndsItsConnection() async throws {
    let daemon = try FakeDaemon { peer in try peer.expectEnd() }
    _ = try daemon.client()
    try await daemon.finished()
  }

  @Test func aRequestLargerThanTheSocketTakesArrivesWhole() async throws {
    let text = String(repeating: "x", count: 1_000_000)
    let daemon = try FakeDaemon { peer in
      try peer.answer(
        try peer.expect("state.set", #"{"values":{"a":"\#(text)"}}"#),
        #"{"revision":1,"changed":["a"]}"#)
    }
    let client = try daemon.client()
    #expect(try await client.set(["a": .string(UTF8String(text))]) == 1)
    try await daemon.finished()
  }

  @Test func valuesAreReadPageByPage() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(
        try peer.expect("state.get", #"{"under":"a"}"#),
        #"{"revision":1,"values":{"a":1},"next":"a"}"#)
      try peer.answer(
        try peer.expect("state.get", #"{"under":"a","after":"a"}"#),
        #"{"revision":1,"values":{"a.b":2.5}}"#)
    }
    let values = try await daemon.client().values(under: "a")
    #expect(values == ["a": .int(1), "a.b": .double(2.5)])
    try await daemon.finished()
  }

  @Test func aMissingDaemonIsReportedWithAdvice() throws {
    let thrown = #expect(throws: ClientError.self) {
      try ButtonClient(path: try SocketPath("/nowhere/b.sock"))
    }
    #expect(thrown?.code == .noDaemon)
    #expect(
      thrown?.message
        == "no daemon at /nowhere/b.sock: start its service (`buttonctl doctor` says what is "
        + "wrong), or for a trial "
        + "`buttond --ephemeral --socket /nowhere/b.sock`")
  }

  @Test(arguments: [
    ("{", "this is not JSON"),
    (String(repeating: "[", count: 65), "this is not JSON"),
    (
      String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
      "JSON is read up to 64 levels of nesting"
    ),
  ])
  func invalidJSONIsNotSent(text: String, message: String) {
    let thrown = #expect(throws: ClientError.self) { try JSONDocument(text) }
    #expect(thrown == ClientError(.unsendable, message))
  }

  @Test func aNumberThatJSONDoesNotHaveIsNotSent() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(try peer.expect("ping", "{}"), "{}")
      try peer.expectEnd()
    }
    let client = try daemon.client()
    for number in [Double.nan, .infinity] {
      let written = await #expect(throws: ClientError.self) {
        try await client.set(["x": .double(number)])
      }
      #expect(written?.code == .unsendable)
      let watched = await #expect(throws: ClientError.self) {
        for try await _ in client.buttons(matching: "*", maxRate: number) {
          Issue.record("a frame")
        }
      }
      #expect(watched?.code == .unsendable)
    }
    _ = try await client.call("ping", JSONDocument("{}"))
    client.close()
    try await daemon.finished()
  }

  @Test func patienceMayBeAsLongAsADurationCanBe() async throws {
    let daemon = try FakeDaemon { peer in
      let hello = try peer.expect("hello", #"{"client":"test"}"#)
      try peer.refuse(hello, #"{"code":-32003,"message":"no","data":{"reason":"forbidden"}}"#)
    }
    let thrown = await #expect(throws: ClientError.self) {
      try await ButtonClient(
        named: "test", at: try SocketPath(daemon.path), patience: .seconds(Int64.max))
    }
    #expect(thrown?.code == .forbidden)
    try await daemon.finished()
  }

  @Test func pressesAreRequestsWithAPhase() async throws {
    let daemon = try FakeDaemon { peer in
      for (method, params, phase) in [
        ("press.began", #"{"id":"a"}"#, "pressing"),
        ("press.moved", #"{"id":"a","x":1.0,"y":2.0}"#, "outOfBounds"),
        ("press.ended", #"{"id":"a","x":3.0,"y":4.0,"wait":"published"}"#, "inactive"),
        ("press.cancelled", #"{"id":"a"}"#, "inactive"),
      ] {
        try peer.answer(try peer.expect(method, params), #"{"phase":"\#(phase)"}"#)
      }
      let choice = try peer.expect("menu.choose", #"{"button":"a","item":"b","wait":"published"}"#)
      try peer.answer(choice, #"{"revision":7}"#)
      let layout = try peer.expect("layout.report", #"{"id":"a","width":5.0,"height":6.0}"#)
      try peer.answer(layout, "{}")
    }
    let client = try daemon.client()
    #expect(try await client.pressBegan("a") == .pressing)
    #expect(try await client.pressMoved("a", to: (1, 2)) == .outOfBounds)
    #expect(try await client.pressEnded("a", at: (3, 4), untilPublished: true) == .inactive)
    #expect(try await client.pressCancelled("a") == .inactive)
    #expect(try await client.choose("b", inMenuOf: "a", untilPublished: true) == 7)
    try await client.reportLayout(of: "a", width: 5, height: 6)
    let nowhere = await #expect(throws: ClientError.self) {
      try await client.pressBegan("a", at: (.nan, 0))
    }
    #expect(nowhere?.code == .unsendable)
    let boundless = await #expect(throws: ClientError.self) {
      try await client.reportLayout(of: "a", width: .infinity, height: 1)
    }
    #expect(boundless?.code == .unsendable)
  }
}
