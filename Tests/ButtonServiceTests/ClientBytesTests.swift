import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

/// What is kept for clients is counted, bounded, and forgotten with them.
@Suite struct ClientBytesTests {
  private func daemon(connection: Int = 16 << 20, user: Int = 64 << 20, all: Int = 256 << 20)
    -> MemoryDaemon
  {
    var settings = EngineSettings()
    settings.limits.connectionBytes = connection
    settings.limits.userBytes = user
    settings.limits.clientBytes = all
    return MemoryDaemon(settings: settings)
  }

  /// A match of so many ids, of 100 bytes each.
  private func ids(_ range: Range<Int>) -> String {
    let list = range.map { number in
      let name = "b\(number)"
      return "\"\(name + String(repeating: "x", count: 100 - name.count))\""
    }
    return "[\(list.joined(separator: ","))]"
  }

  /// Requests that keep about 100 KB each.
  private func requests(_ number: Int) -> [(method: String, params: String)] {
    let list = ids(number * 1_000..<(number + 1) * 1_000)
    return [
      ("buttons.subscribe", #"{"match":\#(list)}"#), ("state.subscribe", #"{"keys":\#(list)}"#),
      ("actions.subscribe", #"{"match":\#(list)}"#),
    ]
  }

  @Test(arguments: ["connectionBytes", "userBytes", "clientBytes"])
  func whatWouldExceedALimitIsRefusedAndNamesIt(limit: String) throws {
    let value = 1_000_000
    let daemon = daemon(
      connection: limit == "connectionBytes" ? value : .max >> 1,
      user: limit == "userBytes" ? value : .max >> 1,
      all: limit == "clientBytes" ? value : .max >> 1)
    for place in 0..<20 {
      let user = limit == "clientBytes" ? UInt32(place) : 7
      daemon.open("c\(place)", role: .press, user: user)
    }
    var refused: JSONTree?
    var number = 0
    while refused == nil, number < 20 {
      let name = limit == "connectionBytes" ? "c0" : "c\(number)"
      for (method, params) in requests(number) where refused == nil {
        let answer = try daemon.call(method, params, on: name)
        if answer?["code"] != nil { refused = answer }
      }
      number += 1
    }
    #expect(refused?["code"]?.int == -32005)
    #expect(refused?["data"]?["limit"]?.string == limit)
    #expect(refused?["data"]?["value"]?.int == value)
    #expect(daemon.engine.clients.bytes <= value)
    #expect(daemon.engine.clients.bytes > value / 2)
    // Another one has room where the limit is not of all.
    daemon.open("other", role: .press, user: 99)
    let other = try daemon.call("buttons.subscribe", #"{"match":"b"}"#, on: "other")
    #expect((other?["code"] == nil) == (limit != "clientBytes") || number < 20)
    for place in 0..<20 { daemon.close("c\(place)") }
    daemon.close("other")
    #expect(daemon.engine.clients.bytes == 0)
  }

  @Test func anAnswerThatThereIsNoRoomToKeepSaysThatTheChangeStands() throws {
    let daemon = daemon(connection: 20_000)
    daemon.open("a")
    let text = String(repeating: "x", count: 30_000)
    try daemon.call("state.set", #"{"values":{"k":["\#(text)"]}}"#)
    let refused = try daemon.call(
      "state.update",
      #"{"operations":[{"op":"append","key":"k","value":1}],"wait":"published"}"#)
    #expect(refused?["data"]?["limit"]?.string == "connectionBytes")
    #expect(refused?["data"]?["applied"] == .bool(true))
    let value = try daemon.call("state.get", #"{"keys":["k"]}"#)
    #expect(value?["values"]?["k"]?.elements.count == 2)
    #expect(daemon.engine.clients.bytes == 0)
  }

  @Test func aClientThatWaitsForLongAnswersIsNotReadFrom() throws {
    var limits = Limits()
    limits.connectionBytes = 1 << 20
    let daemon = MemoryDaemon(limits: limits)
    var isAccepting = true
    daemon.service.setAccepting = { isAccepting = $1 }
    daemon.open("a")
    let id = String(repeating: "i", count: 100_000)
    for _ in 0..<3 {
      #expect(isAccepting)
      daemon.accept(Array(#"{"jsonrpc":"2.0","id":"\#(id)","method":"sync"}"#.utf8))
    }
    #expect(!isAccepting)
    #expect(daemon.engine.clients.bytes > 300_000)
    daemon.turn()
    #expect(isAccepting)
    #expect(daemon.engine.clients.bytes == 0)
  }

  @Test func aSubscriptionThatNobodyWantsAnAnswerToCountsAsWell() throws {
    let daemon = daemon(connection: 250_000)
    daemon.open("a")
    for number in 0..<20 {
      let (method, params) = requests(number)[0]
      daemon.accept(
        Array(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#.utf8))
    }
    #expect(daemon.engine.clients.bytes <= 250_000)
    daemon.turn()
    let connection = try #require(daemon.connection("a"))
    #expect(daemon.engine.subscriptionCount(connection) < 20)
  }

  @Test func aNameBeyondTheLimitIsRefused() throws {
    let daemon = daemon()
    daemon.open("a")
    let name = String(repeating: "n", count: 255)
    #expect(try daemon.call("hello", #"{"client":"\#(name)"}"#)?["server"] != nil)
    let refused = try daemon.call("hello", #"{"client":"\#(name)n"}"#)
    #expect(refused?["data"]?["limit"]?.string == "nameBytes")
    #expect(refused?["data"]?["value"]?.int == 255)
  }

  @Test func actionsThatWaitForAClientAreHeldToALine() throws {
    let daemon = daemon()
    daemon.open("a")
    daemon.open("b")
    let payload = String(repeating: "p", count: 60_000)
    try daemon.call(
      "buttons.define",
      #"{"buttons":[{"id":"b","style":"plain","action":{"name":"n","payload":"\#(payload)"}}]}"#)
    for name in ["a", "b"] {
      try daemon.call("actions.subscribe", on: name)
      daemon.service.connectionBlocked(try #require(daemon.connection(name)))
    }
    for _ in 0..<200 { daemon.accept(Array(trigger.utf8), on: "a") }
    let kept = daemon.service.queuedBytes
    // Once for both, and no more than one line may have.
    #expect(kept > 3 << 20 && kept <= 4 << 20)
    daemon.close("a")
    #expect(daemon.service.queuedBytes == kept)
    daemon.service.connectionDrained(try #require(daemon.connection("b")))
    #expect(daemon.service.queuedBytes == 0)
  }

  private let trigger = #"{"jsonrpc":"2.0","id":1,"method":"buttons.trigger","params":{"id":"b"}}"#

  /// What an independent reckoning says is kept at least for the clients of a random life.
  private struct Model {
    var subscriptions: [String: [String: Int]] = [:]
    var layouts: [String: Set<String>] = [:]
    var presses: [String: Set<String>] = [:]

    /// Texts that are watched, and a few words for each thing.
    var bytes: Int {
      subscriptions.values.flatMap(\.values).reduce(0, +)
        + layouts.values.reduce(0) { $0 + $1.count * 32 }
        + presses.values.reduce(0) { $0 + $1.count * 64 }
    }
  }

  @Test func whatIsCountedIsThereAndGoesWithTheClients() throws {
    var seed = Seed()
    let daemon = daemon()
    daemon.open("owner")
    let buttons = (0..<6).map { #"{"id":"b\#($0)","style":"plain"}"# }.joined(separator: ",")
    try daemon.call("buttons.define", #"{"buttons":[\#(buttons)]}"#, on: "owner")
    var model = Model()
    var names: [String] = []
    for step in 0..<scaled(1_500) {
      if names.count < 8, names.isEmpty || Int.random(in: 0..<10, using: &seed) == 0 {
        names.append("c\(step)")
        daemon.open("c\(step)", role: .press, user: UInt32.random(in: 1..<4, using: &seed))
      }
      let name = try #require(names.randomElement(using: &seed))
      if Int.random(in: 0..<25, using: &seed) == 0 {
        daemon.close(name)
        names.removeAll { $0 == name }
        model.subscriptions[name] = nil
        model.layouts[name] = nil
        model.presses[name] = nil
      } else {
        try act(daemon, name, &model, &seed)
      }
      #expect(daemon.engine.clients.bytes >= model.bytes, "step \(step)")
      let sum = names.reduce(0) { sum, name in
        sum + (daemon.connection(name).map { daemon.engine.clients.bytes(of: $0) } ?? 0)
      }
      #expect(daemon.engine.clients.bytes == sum, "step \(step)")
      if daemon.engine.clients.bytes != sum { return }
    }
    for name in names + ["owner"] { daemon.close(name) }
    #expect(daemon.engine.clients.bytes == 0)
    #expect(daemon.service.queuedBytes == 0)
  }

  private func act(
    _ daemon: MemoryDaemon, _ name: String, _ model: inout Model, _ seed: inout Seed
  ) throws {
    // Notifications, and answers that these came before.
    while daemon.waiting(on: name) > 0 { _ = try daemon.next(on: name) }
    let button = "b\(Int.random(in: 0..<6, using: &seed))"
    switch Int.random(in: 0..<8, using: &seed) {
    case 0...2:
      let texts = (0..<Int.random(in: 1..<20, using: &seed)).map { _ in
        "\"b\(Int.random(in: 0..<12, using: &seed))\(["", "*"].randomElement(using: &seed) ?? "")\""
      }
      let list = Set(texts).sorted()
      let (method, member) =
        [
          ("buttons.subscribe", "match"), ("actions.subscribe", "match"),
          ("state.subscribe", "keys"),
        ]
        .randomElement(using: &seed) ?? ("", "")
      let chosen = member == "keys" ? list.filter { !$0.contains("*") } : list
      let params = #"{"\#(member)":[\#(chosen.joined(separator: ","))]}"#
      var line = try daemon.ask(
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#, on: name)
      while let notification = line, notification["id"] == nil {
        line = try daemon.next(on: name)
      }
      let subscription = try #require(line?["result"]?["subscription"]?.string, "\(params)")
      model.subscriptions[name, default: [:]][subscription] =
        chosen.reduce(0) { $0 + $1.utf8.count - 2 }
    case 3:
      guard let key = model.subscriptions[name]?.keys.randomElement(using: &seed) else { return }
      try daemon.call("unsubscribe", #"{"subscription":"\#(key)"}"#, on: name)
      model.subscriptions[name]?[key] = nil
    case 4:
      try daemon.call("layout.report", #"{"id":"\#(button)","width":9,"height":9}"#, on: name)
      model.layouts[name, default: []].insert(button)
    case 5:
      try daemon.call("press.began", #"{"id":"\#(button)"}"#, on: name)
      model.presses[name, default: []].insert(button)
    case 6:
      try daemon.call("press.cancelled", #"{"id":"\#(button)"}"#, on: name)
      model.presses[name]?.remove(button)
    default:
      let batch =
        #"[{"jsonrpc":"2.0","id":1,"method":"sync"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#
      daemon.accept(Array(batch.utf8), on: name)
      #expect(daemon.engine.clients.bytes > model.bytes)
      daemon.turn()
      while daemon.waiting(on: name) > 0 { _ = try daemon.next(on: name) }
    }
  }
}
