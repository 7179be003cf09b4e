import ButtonModel
import ButtonProtocol
import FleetLink
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

/// A subscriber to all actions of a fleet is answered when its place among them is known.
@Suite struct FleetBroadcastTests {
  private let subscribe = Array(
    #"{"jsonrpc":"2.0","id":1,"method":"actions.subscribe","params":{"fleet":true}}"#.utf8)

  private func shop(attached: Bool = true) throws -> (MemoryDaemon, ScriptedLink) {
    let daemon = MemoryDaemon()
    for name in ["a", "b"] { daemon.open(name) }
    var settings = MemoryDaemon.shop
    settings.buttons = [.init("till")]
    try daemon.share(settings)
    let link = ScriptedLink(daemon)
    if attached { try link.attach() }
    return (daemon, link)
  }

  private func ids(_ daemon: MemoryDaemon, on name: String = "a") throws -> [String] {
    var ids: [String] = []
    while daemon.waiting(on: name) > 0 {
      let line = try daemon.next(on: name)
      if line?["method"]?.string == "action.triggered" {
        ids.append(line?["params"]?["id"]?.string ?? "?")
      }
    }
    return ids
  }

  @Test func whatIsPerformedAfterTheAnswerIsTold() throws {
    let (daemon, link) = try shop()
    try link.act(#"{"id":"till.before"}"#)
    daemon.send(subscribe)
    // The engine has not said yet how far its actions are.
    #expect(daemon.waiting() == 0)
    try link.pump()
    #expect(try daemon.next()?["result"]?["subscription"]?.string != nil)
    for number in 1...3 { try link.act(#"{"id":"till.\#(number)"}"#) }
    #expect(try ids(daemon) == ["till.1", "till.2", "till.3"])
    // Another one's place is known.
    daemon.send(subscribe, on: "b")
    #expect(try daemon.next(on: "b")?["result"] != nil)
    try link.act(#"{"id":"till.4"}"#)
    #expect(try ids(daemon) == ["till.4"])
    #expect(try ids(daemon, on: "b") == ["till.4"])
  }

  @Test func withoutTheEngineTheAnswerWaits() throws {
    let (daemon, link) = try shop(attached: false)
    for name in ["a", "b"] { daemon.send(subscribe, on: name) }
    #expect(daemon.waiting() == 0 && daemon.waiting(on: "b") == 0)
    try link.act(#"{"id":"till.before"}"#)
    try link.attach()
    for name in ["a", "b"] { #expect(try daemon.next(on: name)?["result"] != nil) }
    try link.act(#"{"id":"till.1"}"#)
    #expect(try ids(daemon) == ["till.1"])
    #expect(try ids(daemon, on: "b") == ["till.1"])
  }

  @Test func whoLeavesBeforeTheAnswerAsksForNothing() throws {
    let (daemon, link) = try shop(attached: false)
    for name in ["a", "b"] { daemon.send(subscribe, on: name) }
    daemon.close("a")
    let name = ActionSubscriptionSpec(match: .everything, isOfFleet: true).name
    daemon.send(
      Array(
        #"{"jsonrpc":"2.0","id":2,"method":"unsubscribe","params":{"subscription":"\#(name)"}}"#
          .utf8), on: "b")
    try link.attach()
    #expect(link.orders.isEmpty)
    try link.act(#"{"id":"till.1"}"#)
    #expect(try ids(daemon, on: "b").isEmpty)
  }
}
