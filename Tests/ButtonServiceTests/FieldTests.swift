import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

/// What a daemon says, held to the tables of the messages: those that it writes by hand, all of their
/// fields; of all others none beside them.
@Suite struct FieldTests {
  /// More than an answer may have here.
  static let large = (0..<4).map {
    #"{"op":"set","key":"large.\#($0)","value":"\#(String(repeating: "x", count: 20_000))"}"#
  }.joined(separator: ",")

  /// A conversation: what is asked, by whom.
  static let requests = [
    ("a", "hello", #"{"client":"t"}"#), ("b", "state.subscribe", "{}"),
    ("b", "actions.subscribe", "{}"), ("b", "inputs.subscribe", "{}"),
    ("b", "plugins.subscribe", "{}"), ("b", "sources.subscribe", "{}"), ("a", "ping", "{}"),
    ("a", "state.set", #"{"values":{"n":1,"m":2}}"#),
    ("a", "state.update", #"{"operations":[{"op":"increment","key":"n"}]}"#),
    ("a", "state.get", #"{"limit":1}"#),
    (
      "a", "state.derive",
      #"{"keys":{"sum":"n + m","label":{"template":"{n}"},"bad":{"cel":"n / (n - n)"}}}"#
    ),
    ("a", "state.derived", #"{"limit":1}"#), ("a", "state.derived", "{}"),
    ("a", "state.get", "{}"),
    ("a", "state.set", #"{"values":{"l":1},"lease":"till","silentAfterMs":0}"#),
    ("a", "state.get", #"{"keys":["l"]}"#), ("c", "state.subscribe", "{}"),
    (
      "a", "buttons.define",
      """
      {"buttons":[{"id":"x","style":"plain","group":"g","action":{"name":"go","payload":[1]},\
      "menu":[{"id":"m","title":"M","action":{"name":"chosen"}}]},\
      {"id":"y","style":"gray"}]}
      """
    ),
    ("b", "buttons.subscribe", #"{"match":"*"}"#),
    ("a", "buttons.patch", #"{"id":"y","group":"h"}"#),
    (
      "a", "groups.define",
      #"{"groups":[{"id":"g","tint":"systemRed"},{"id":"h"}],"wait":"published"}"#
    ),
    ("a", "groups.list", #"{"limit":1}"#), ("a", "groups.get", #"{"limit":1}"#),
    ("a", "groups.remove", #"{"ids":["h"]}"#),
    ("a", "images.put", #"{"data":"\#(SmallImages.png)"}"#), ("a", "images.list", #"{"limit":1}"#),
    ("a", "images.get", #"{"image":"sha256:\#(String(repeating: "0", count: 64))"}"#),
    ("a", "images.remove", #"{"images":["sha256:\#(String(repeating: "0", count: 64))"]}"#),
    ("a", "buttons.list", #"{"limit":1}"#), ("a", "buttons.definitions", #"{"limit":1}"#),
    ("a", "buttons.get", #"{"match":"*"}"#), ("a", "buttons.explain", #"{"id":"x"}"#),
    ("a", "buttons.setNeedsUpdateConfiguration", #"{"match":"x"}"#),
    ("a", "layout.report", #"{"id":"x","width":10,"height":10}"#),
    ("a", "press.began", #"{"id":"x"}"#), ("a", "press.moved", #"{"id":"x","x":1,"y":1}"#),
    ("a", "inputs.subscribe", "{}"), ("a", "press.ended", #"{"id":"x"}"#),
    ("a", "press.cancelled", #"{"id":"x"}"#), ("a", "buttons.trigger", #"{"id":"x"}"#),
    ("a", "buttons.rotate", #"{"id":"x","delta":1}"#),
    ("a", "menu.choose", #"{"button":"x","item":"m"}"#),
    ("a", "pointer.entered", #"{"id":"x"}"#), ("a", "pointer.exited", #"{"id":"x"}"#),
    ("a", "styles.list", "{}"), ("a", "plugins.list", "{}"), ("a", "sources.list", "{}"),
    ("a", "server.stats", "{}"),
    ("a", "state.set", #"{"values":{"n":3},"ifRevision":1}"#),
    ("a", "state.set", #"{"values":{"\#(String(repeating: "k", count: 256))":1}}"#),
    ("a", "state.update", #"{"operations":[\#(large)]}"#), ("a", "server.reload", "{}"),
    ("a", "buttons.remove", #"{"ids":["y"]}"#), ("a", "sync", "{}"),
  ]

  @Test func aDaemonSaysTheFieldsOfTheTablesAndNoOthers() throws {
    var limits = Limits()
    limits.maxFrameBytes = 65_536
    let daemon = MemoryDaemon(limits: limits)
    daemon.open("a")
    daemon.open("b")
    daemon.open("c")
    var seen = SeenFields()
    for (client, method, params) in Self.requests {
      let type = try #require(WireMessages.type("\(method) response"))
      daemon.send(
        Array(
          #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#.utf8), on: client)
      var isAnswered = false
      while !isAnswered {
        let line = try #require(try daemon.next(on: client), "\(method)")
        isAnswered = line["id"] != nil
        try see(line, as: type, in: &seen)
      }
    }
    try missActions(daemon)
    for client in ["a", "b", "c"] {
      while let line = try daemon.next(on: client) { try see(line, as: nil, in: &seen) }
    }
    #expect(seen.strange == [])
    for type in [
      StateSetResponse.self, StateUpdateResponse.self, StateGetResponse.self,
      ButtonsListResponse.self, ButtonsDefinitionsResponse.self,
      ActionTriggeredNotification.self, ErrorData.self,
    ] as [any WireObject.Type] {
      // Without a fleet nothing is said of one.
      let fields = Set(FieldDescriber(any: type).names.map { "\(type).\($0)" }).subtracting([
        "StateSetResponse.fleet", "StateUpdateResponse.fleet", "ErrorData.request",
        "ActionTriggeredNotification.scope", "ActionTriggeredNotification.delivery",
        "ActionTriggeredNotification.redelivered",
      ])
      #expect(fields.isSubset(of: seen.seen), "\(fields.subtracting(seen.seen))")
    }
  }

  /// A client that takes nothing is told how many actions it missed.
  private func missActions(_ daemon: MemoryDaemon) throws {
    while try daemon.next(on: "b") != nil {}
    let connection = try #require(daemon.connection("b"))
    daemon.service.connectionBlocked(connection)
    for _ in 0...Service.actionQueueLength {
      try daemon.call("buttons.trigger", #"{"id":"x"}"#)
    }
    try daemon.call("menu.choose", #"{"button":"x","item":"m"}"#)
    try daemon.call("press.began", #"{"id":"x"}"#)
    try daemon.call("press.ended", #"{"id":"x"}"#)
    daemon.service.connectionDrained(connection)
    daemon.turn()
  }

  private func see(_ line: JSONTree, as type: (any Message.Type)?, in seen: inout SeenFields) throws
  {
    if let error = line["error"]?["data"] { return seen.see(error, as: ErrorData.self) }
    let notification = line["method"]?.string.flatMap { WireMessages.type($0) }
    guard let type = notification ?? type, let body = line["params"] ?? line["result"] else {
      return
    }
    let parser = JSONParser()
    _ = try type.init(json: try parser.parse(body.text))
    withExtendedLifetime(parser) {}
    seen.see(body, as: type)
  }
}
