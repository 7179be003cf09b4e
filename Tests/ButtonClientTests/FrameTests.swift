import ButtonClient
import ButtonModel
import Testing

/// Subscriptions to buttons and state.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FrameTests {
  private static func beginning(_ tick: Int, _ buttons: String, more: Bool = false) -> String {
    #"{"subscription":"s","epoch":"e","tick":\#(tick),"revision":\#(tick),"snapshot":true,"#
      + #""buttons":\#(buttons),"removed":[]\#(more ? #","more":true"# : "")}"#
  }

  private static func update(
    _ tick: Int, _ buttons: String, removed: String = "[]", _ rest: String = "",
    subscription: String = "s"
  ) -> String {
    #"{"subscription":"\#(subscription)","tick":\#(tick),"revision":\#(tick),"#
      + #""buttons":\#(buttons),"removed":\#(removed)\#(rest)}"#
  }

  private static func button(_ id: String, _ title: String) -> String {
    #"{"id":"\#(id)","appearance":{"title":"\#(title)"}}"#
  }

  @Test func framesComeInOrderAmongAnswers() async throws {
    let daemon = try FakeDaemon { peer in
      let subscribe = try peer.expect("buttons.subscribe", #"{"match":"a*"}"#)
      try peer.notify("buttons.updated", Self.update(3, "[]", subscription: "elsewhere"))
      try peer.answer(subscribe, Self.beginning(4, "[\(Self.button("a", "4"))]"))
      try peer.notify("buttons.updated", Self.update(5, "[\(Self.button("a", "5"))]"))
      try peer.notify("some.news", #"{"of":"the future"}"#)
      try peer.notify("buttons.updated", Self.update(9, "[]", subscription: "elsewhere"))
      let sync = try peer.expect("sync", "{}")
      try peer.notify("buttons.updated", Self.update(6, "[]", removed: #"["a"]"#))
      try peer.answer(sync, #"{"epoch":"e","tick":6,"revision":60}"#)
    }
    let client = try daemon.client()
    var frames = client.buttons(matching: "a*").makeAsyncIterator()
    let first = try #require(try await frames.next())
    #expect(first.isSnapshot)
    #expect(first.position == ButtonFrame.Position(epoch: "e", tick: 4))
    #expect(first.buttons.map(\.title) == ["4"])
    #expect(try await client.sync() == 60)
    let second = try #require(try await frames.next())
    #expect(!second.isSnapshot)
    #expect(second.position == ButtonFrame.Position(epoch: "e", tick: 5))
    #expect(second.json.text == Self.update(5, "[\(Self.button("a", "5"))]"))
    let third = try #require(try await frames.next())
    #expect(third.removed == ["a"])
    #expect(third.revision == 6)
  }

  @Test func thePartsOfAFrameAreOneFrame() async throws {
    let daemon = try FakeDaemon { peer in
      let subscribe = try peer.request()
      try peer.answer(
        subscribe,
        Self.beginning(4, "[\(Self.button("a", "4")),\(Self.button("b", "4"))]", more: true))
      try peer.notify(
        "buttons.updated",
        Self.update(4, "[\(Self.button("c", "4"))]", removed: #"["b"]"#, #","more":true"#))
      try peer.notify("buttons.updated", Self.update(5, "[\(Self.button("a", "5"))]"))
      try peer.notify("buttons.updated", Self.update(6, "[\(Self.button("d", "6"))]"))
      try peer.expectEnd()
    }
    let client = try daemon.client()
    var frames = client.buttons(matching: .everything).makeAsyncIterator()
    let first = try #require(try await frames.next())
    #expect(first.buttons.map(\.id) == ["c", "a"])
    #expect(first.buttons.map(\.title) == ["4", "5"])
    #expect(first.removed == ["b"])
    #expect(first.position.tick == 5)
    #expect(
      first.json.text == #"{"subscription":"s","tick":5,"revision":5,"snapshot":true,"buttons":["#
        + #"\#(Self.button("c", "4")),\#(Self.button("a", "5"))],"removed":["b"]}"#)
    #expect(try await frames.next()?.buttons.map(\.id) == ["d"])
    client.close()
    #expect(try await frames.next() == nil)
    try await daemon.finished()
  }

  @Test func aSnapshotAmongThePartsDropsThoseBeforeIt() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(try peer.request(), Self.beginning(4, "[]"))
      try peer.notify(
        "buttons.updated", Self.update(5, "[\(Self.button("a", "5"))]", #","more":true"#))
      try peer.notify(
        "buttons.updated", Self.update(6, "[\(Self.button("b", "6"))]", #","snapshot":true"#))
    }
    var frames = try daemon.client().buttons(matching: "*").makeAsyncIterator()
    _ = try await frames.next()
    let frame = try #require(try await frames.next())
    #expect(frame.isSnapshot)
    #expect(frame.buttons.map(\.id) == ["b"])
  }

  @Test func troubleComesWithTheLastGoodLook() async throws {
    let daemon = try FakeDaemon { peer in
      let status =
        #"{"stale":true,"fallback":false,"reason":"pluginCrashed","plugin":"p","message":"died","since":3}"#
      try peer.answer(
        try peer.request(),
        Self.beginning(
          4, #"[{"id":"a","appearance":{"title":"x","opacity":0.5},"status":\#(status)}]"#))
    }
    var frames = try daemon.client().buttons(matching: ButtonMatch(["a", "b"])).makeAsyncIterator()
    let record = try #require(try await frames.next()?.buttons.first)
    #expect(record.appearance == ["title": .string("x"), "opacity": .double(0.5)])
    #expect(record.trouble?.reason == "pluginCrashed")
    #expect(record.trouble?.isStale == true)
  }

  @Test func partsBeforeTheEndComeBeforeTheError() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(try peer.request(), Self.beginning(1, "[]"))
      try peer.notify("buttons.updated", Self.update(2, "[]"))
    }
    let client = try daemon.client()
    var frames = client.buttons(matching: "*").makeAsyncIterator()
    #expect(try await frames.next()?.position.tick == 1)
    try await daemon.finished()
    #expect(try await frames.next()?.position.tick == 2)
    let thrown = await #expect(throws: ClientError.self) { try await frames.next() }
    #expect(thrown?.code == .connectionLost)
    #expect(try await frames.next() == nil)
  }

  @Test func aRefusedSubscriptionThrows() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.refuse(
        try peer.request(),
        #"{"code":-32005,"message":"too many","data":{"reason":"limitExceeded"}}"#)
      try peer.answer(try peer.expect("ping", "{}"), "{}")
      try peer.expectEnd()
    }
    let client = try daemon.client()
    let thrown = await #expect(throws: ClientError.self) {
      for try await _ in client.buttons(matching: "*") { Issue.record("a frame") }
    }
    #expect(thrown?.code == .limitExceeded)
    _ = try await client.call("ping", JSONDocument("{}"))
    client.close()
    try await daemon.finished()
  }

  @Test func theLastReaderOfASubscriptionEndsIt() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(
        try peer.expect("buttons.subscribe", #"{"match":"*"}"#), Self.beginning(1, "[]"))
      let second = try peer.expect(
        "buttons.subscribe", #"{"match":"*","since":{"epoch":"e","tick":1}}"#)
      try peer.answer(second, Self.beginning(2, "[]"))
      try peer.answer(try peer.expect("ping", "{}"), "{}")
      try peer.notify("buttons.updated", Self.update(3, "[]"))
      try peer.expect("unsubscribe", #"{"subscription":"s"}"#)
    }
    let client = try daemon.client()
    var one: ButtonFrames.Iterator? = client.buttons(matching: "*").makeAsyncIterator()
    let position = try #require(try await one?.next()?.position)
    var two: ButtonFrames.Iterator? =
      client.buttons(matching: "*", since: position).makeAsyncIterator()
    #expect(try await two?.next()?.position.tick == 2)
    #expect(try await one?.next()?.position.tick == 2, "the snapshot is news to both")
    one = nil
    _ = try await client.call("ping", JSONDocument("{}"))
    #expect(try await two?.next()?.position.tick == 3, "the other one goes on")
    two = nil
    try await daemon.finished()
  }

  @Test func aCancelledReaderEnds() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(try peer.request(), Self.beginning(1, "[]"))
      try peer.expect("unsubscribe", #"{"subscription":"s"}"#)
    }
    let client = try daemon.client()
    let (begun, tellBegun) = AsyncStream<Void>.makeStream()
    let task = Task {
      var count = 0
      for try await _ in client.buttons(matching: "*") {
        count += 1
        tellBegun.yield()
      }
      return count
    }
    for await _ in begun { break }
    task.cancel()
    #expect(try await task.value == 1)
    try await daemon.finished()
  }

  @Test func changesOfStateComeInOrder() async throws {
    let daemon = try FakeDaemon { peer in
      let subscribe = try peer.expect("state.subscribe", #"{"under":"a"}"#)
      try peer.answer(
        subscribe,
        #"{"subscription":"t","snapshot":true,"epoch":"e","revision":1,"values":{"a":1},"removed":[]}"#
      )
      try peer.notify(
        "state.changed",
        #"{"subscription":"t","revision":2,"values":{"a.b":[1]},"removed":["a"]}"#)
    }
    let client = try daemon.client()
    var changes = client.changes(under: "a").makeAsyncIterator()
    let first = try #require(try await changes.next())
    #expect(first.isSnapshot && first.values == ["a": .int(1)])
    let second = try #require(try await changes.next())
    #expect(!second.isSnapshot && second.epoch == "e" && second.revision == 2)
    #expect(second.values == ["a.b": .json("[1]")])
    #expect(second.removed == ["a"])
  }

  @Test func actionsComeOneByOneWithoutTheFirstAnswer() async throws {
    let daemon = try FakeDaemon { peer in
      let subscribe = try peer.expect("actions.subscribe", #"{"match":"l*"}"#)
      try peer.answer(subscribe, #"{"subscription":"s"}"#)
      try peer.notify(
        "action.triggered",
        #"{"subscription":"s","id":"like","name":"go","payload":[1],"client":"me","revision":7}"#)
      try peer.notify(
        "action.triggered", #"{"subscription":"s","id":"long","revision":8,"missed":2}"#)
    }
    let client = try daemon.client()
    var actions = client.actions(matching: "l*").makeAsyncIterator()
    let first = try #require(try await actions.next())
    #expect(first.id == "like" && first.name == "go" && first.payload == .json("[1]"))
    #expect(first.client == "me" && first.revision == 7 && first.missed == 0)
    let second = try #require(try await actions.next())
    #expect(second.id == "long" && second.name == nil && second.missed == 2)
  }
}
