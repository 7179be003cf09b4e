import ButtonClient
import ButtonModel
import Testing

/// Frames of subscriptions in delta form, and resuming.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DeltaTests {
  private static func beginning(_ tick: Int, _ buttons: String, snapshot: Bool = true) -> String {
    #"{"subscription":"s","epoch":"e","tick":\#(tick),"revision":\#(tick),"#
      + #""snapshot":\#(snapshot),"buttons":\#(buttons),"removed":[]}"#
  }

  private static func update(_ tick: Int, _ buttons: String, _ rest: String = "") -> String {
    #"{"subscription":"s","tick":\#(tick),"revision":\#(tick),"buttons":\#(buttons)"#
      + #","removed":[]\#(rest)}"#
  }

  private static let whole = #"{"id":"a","appearance":{"title":"x","opacity":0.5}}"#

  @Test func patchesBecomeWholeLooks() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(
        try peer.expect("buttons.subscribe", #"{"match":"*","form":"delta","maxRate":0.5}"#),
        Self.beginning(1, "[\(Self.whole)]"))
      try peer.notify(
        "buttons.updated", Self.update(2, #"[{"id":"a","patch":{"title":"y","opacity":null}}]"#))
      try peer.notify(
        "buttons.updated",
        Self.update(3, #"[{"id":"a","patch":{"scale":2}}]"#, #","more":true"#))
      try peer.notify(
        "buttons.updated",
        Self.update(3, #"[{"id":"b","appearance":{}},{"id":"a","patch":{"title":null}}]"#))
    }
    var looks = ButtonLooks()
    let frames = try daemon.client().buttons(matching: "*", form: .delta, maxRate: 0.5)
    var iterator = frames.makeAsyncIterator()
    for _ in 0..<3 { looks.apply(try #require(try await iterator.next())) }
    #expect(looks.position == ButtonFrame.Position(epoch: "e", tick: 3))
    #expect(looks.buttons["a"]?.appearance == ["scale": .int(2)])
    #expect(looks.buttons["b"]?.appearance == [:])
    try await daemon.finished()
  }

  @Test func resumingStartsFromTheHeldLooks() async throws {
    let first = try FakeDaemon { peer in
      try peer.answer(try peer.request(), Self.beginning(7, "[\(Self.whole)]"))
    }
    var looks = ButtonLooks()
    var frames = try first.client().buttons(matching: "*", form: .delta).makeAsyncIterator()
    looks.apply(try #require(try await frames.next()))
    let second = try FakeDaemon { peer in
      try peer.answer(
        try peer.expect(
          "buttons.subscribe",
          #"{"match":"*","since":{"epoch":"e","tick":7},"form":"delta"}"#),
        Self.beginning(9, "[]", snapshot: false))
      try peer.notify("buttons.updated", Self.update(10, #"[{"id":"a","patch":{"title":"z"}}]"#))
      try peer.notify("buttons.updated", Self.update(11, #"[{"id":"c","patch":{"title":"z"}}]"#))
    }
    var resumed = try second.client()
      .buttons(matching: "*", resuming: looks, form: .delta).makeAsyncIterator()
    for _ in 0..<2 { looks.apply(try #require(try await resumed.next())) }
    #expect(looks.buttons["a"]?.appearance == ["title": .string("z"), "opacity": .double(0.5)])
    let thrown = await #expect(throws: ClientError.self) { try await resumed.next() }
    #expect(thrown?.code == .unexpectedAnswer, "a patch of a look that is not held")
  }

  @Test func changesOfStateResumeFromAWholeChange() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(
        try peer.expect(
          "state.subscribe", #"{"under":"a","since":{"epoch":"e","revision":4}}"#),
        #"{"subscription":"t","snapshot":false,"epoch":"e","revision":6,"values":{"a.b":1},"#
          + #""removed":["a.c"],"more":true}"#)
      try peer.notify(
        "state.changed", #"{"subscription":"t","revision":6,"values":{"a.d":2},"removed":[]}"#)
    }
    var changes = try daemon.client()
      .changes(under: "a", since: StateChange.Position(epoch: "e", revision: 4))
      .makeAsyncIterator()
    let part = try #require(try await changes.next())
    #expect(!part.isSnapshot && !part.isWhole)
    #expect(part.removed == ["a.c"])
    let last = try #require(try await changes.next())
    #expect(last.isWhole)
    #expect(last.position == StateChange.Position(epoch: "e", revision: 6))
  }
}
