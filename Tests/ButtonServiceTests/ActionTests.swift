import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

@Suite struct ActionTests {
  private func daemon() throws -> MemoryDaemon {
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.open("b")
    try daemon.call(
      "buttons.define",
      """
      {"buttons":[{"id":"x","style":"plain","group":"g","action":{"name":"x"}},\
      {"id":"y","style":"plain","action":{"name":"y"}}]}
      """)
    return daemon
  }

  @Test func onlyWhatIsSubscribedIsTold() throws {
    let daemon = try daemon()
    try daemon.call("actions.subscribe", #"{"match":{"group":"g"}}"#, on: "b")
    try daemon.call("buttons.trigger", #"{"id":"y"}"#)
    try daemon.call("buttons.trigger", #"{"id":"x"}"#)
    #expect(try daemon.next(on: "b")?["params"]?["id"]?.string == "x")
    #expect(daemon.waiting(on: "b") == 0)
  }

  @Test func subscribingTwiceIsOneSubscription() throws {
    let daemon = try daemon()
    let first = try daemon.call("actions.subscribe", on: "b")
    let second = try daemon.call("actions.subscribe", #"{"match":["*","x"]}"#, on: "b")
    #expect(first == second)
    try daemon.call("buttons.trigger", #"{"id":"x"}"#)
    #expect(daemon.waiting(on: "b") == 1)
  }

  @Test func aBlockedClientGetsTheNewestActionsAndIsToldHowManyItMissed() throws {
    let daemon = try daemon()
    try daemon.call("actions.subscribe", on: "b")
    let connection = try #require(daemon.connection("b"))
    daemon.service.connectionBlocked(connection)
    let count = Service.actionQueueLength + 5
    for _ in 0..<count { try daemon.call("buttons.trigger", #"{"id":"x"}"#) }
    try daemon.call("buttons.trigger", #"{"id":"y"}"#)
    #expect(daemon.waiting(on: "b") == 0)
    daemon.service.connectionDrained(connection)
    daemon.turn()
    #expect(daemon.waiting(on: "b") == Service.actionQueueLength)
    let first = try daemon.next(on: "b")?["params"]
    #expect(first?["missed"]?.int == 6)
    #expect(first?["id"]?.string == "x")
    var last: JSONTree?
    while let next = try daemon.next(on: "b") {
      #expect(next["params"]?["missed"] == nil)
      last = next
    }
    #expect(last?["params"]?["id"]?.string == "y")
    try daemon.call("buttons.trigger", #"{"id":"x"}"#)
    #expect(try daemon.next(on: "b")?["params"]?["missed"] == nil)
  }

  private func request(_ id: Int, _ method: String, _ params: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#.utf8)
  }

  /// A program that prints or pays because of it could not take that back.
  @Test(arguments: [
    [("buttons.trigger", #"{"id":"x"}"#)],
    [("press.began", #"{"id":"x"}"#), ("press.ended", #"{"id":"x"}"#)],
    [("menu.choose", #"{"button":"x","item":"m"}"#)],
  ])
  func aStrictActionIsToldOfWhenItIsKept(_ requests: [(method: String, params: String)]) throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.open("b")
    daemon.engine.startJournal(.strict, revision: 0)
    let increment = #"{"operations":[{"op":"increment","key":"n","by":1}]}"#
    daemon.send(
      request(
        1, "buttons.define",
        """
        {"buttons":[{"id":"x","style":"plain","action":\(increment),\
        "menu":[{"id":"m","title":"M","action":\(increment)}]}]}
        """))
    daemon.writeJournal()
    daemon.groups = []
    _ = try daemon.next()
    try daemon.call("actions.subscribe", on: "b")
    for (method, params) in requests { daemon.send(request(2, method, params)) }
    #expect(daemon.value("n") == "1")
    #expect(daemon.waiting(on: "b") == 0)
    daemon.writeJournal()
    #expect(try daemon.next(on: "b")?["params"]?["id"]?.string == "x")
  }
}
