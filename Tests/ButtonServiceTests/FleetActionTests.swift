import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetEngineModel
import FleetLink
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

/// Actions of buttons that belong to a scope: performed by the fleet, delivered to its subscribers.
@Suite struct FleetActionTests {
  /// Buttons under `till` act when the fleet takes it, those under `menu` at once.
  private func shop(attached: Bool = true) throws -> (MemoryDaemon, ScriptedLink) {
    let daemon = MemoryDaemon()
    for name in ["a", "b", "c"] { daemon.open(name) }
    var settings = MemoryDaemon.shop
    settings.buttons = [.init("till"), .init("menu", .count)]
    try daemon.share(settings)
    let link = ScriptedLink(daemon)
    try daemon.call(
      "buttons.define",
      #"""
      {"buttons":[{"id":"till.pay","style":"filled","group":"tills","action":{"name":"pay","payload":{"n":1}}},
      {"id":"menu.soup","style":"filled","action":{"operations":[{"op":"increment","key":"stock.soup","by":1}]}},
      {"id":"menu.note","style":"filled","action":{"operations":[{"op":"set","key":"local","value":1}]}},
      {"id":"till.note","style":"filled","action":{"operations":[{"op":"set","key":"local","value":1}]}},
      {"id":"other","style":"filled","action":{"name":"other"}}]}
      """#.replacing("\n", with: ""))
    if attached { try link.attach() }
    return (daemon, link)
  }

  private func line(_ method: String, _ params: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#.utf8)
  }

  private func trigger(_ daemon: MemoryDaemon, _ link: ScriptedLink, _ id: String) throws {
    daemon.send(line("buttons.trigger", #"{"id":"\#(id)"}"#), on: "c")
    try link.pump()
    let answer = try daemon.next(on: "c")
    #expect(answer?["result"]?["fleet"]?["scope"]?.string == "shop")
  }

  private func subscribe(
    _ daemon: MemoryDaemon, _ params: String, on name: String = "a"
  ) throws -> String {
    let name = try daemon.call("actions.subscribe", params, on: name)?["subscription"]?.string
    return try #require(name)
  }

  /// Subscribes to all actions, which is answered when the link has said how far they are.
  private func subscribeToAll(
    _ daemon: MemoryDaemon, _ link: ScriptedLink, _ params: String = #"{"fleet":true}"#,
    on name: String = "a"
  ) throws -> String {
    daemon.send(line("actions.subscribe", params), on: name)
    try link.pump()
    return try #require(try daemon.next(on: name)?["result"]?["subscription"]?.string)
  }

  /// The params of the next action; nil without one.
  private func action(_ daemon: MemoryDaemon, on name: String = "a") throws -> JSONTree? {
    while daemon.waiting(on: name) > 0 {
      let line = try daemon.next(on: name)
      if line?["method"]?.string == "action.triggered" { return line?["params"] }
    }
    return nil
  }

  // MARK: - Performing

  @Test func aButtonOfAScopeActsWhenTheFleetHasIt() throws {
    let (daemon, link) = try shop()
    try daemon.call("actions.subscribe")
    daemon.send(line("buttons.trigger", #"{"id":"till.pay"}"#), on: "c")
    #expect(daemon.waiting(on: "c") == 0 && daemon.waiting() == 0)
    try link.pump()
    #expect(try daemon.next(on: "c")?["result"]?["fleet"]?["pending"] == nil)
    #expect(try action(daemon)?["name"]?.string == "pay")
    #expect(link.engine.actions.waiting.count == 1)
    // One of no scope is this daemon's alone.
    try daemon.call("buttons.trigger", #"{"id":"other"}"#, on: "c")
    #expect(try action(daemon)?["name"]?.string == "other")
    #expect(link.engine.actions.waiting.count == 1)
  }

  @Test func aButtonThatMayNotWaitIsRefusedOffline() throws {
    let (daemon, link) = try shop(attached: false)
    let refused = try daemon.call("buttons.trigger", #"{"id":"till.pay"}"#)
    #expect(refused?["code"]?.int == -32014)
    let queued = try daemon.call("buttons.trigger", #"{"id":"menu.soup"}"#)
    #expect(queued?["fleet"]?["pending"] == .bool(true))
    #expect(daemon.value("stock.soup") == "1")
    try link.attach()
    #expect(link.engine.actions.waiting.map(\.text) == [#"{"id":"menu.soup"}"#])
    #expect(link.engine.fields["stock.soup"]?.value == "1")
  }

  /// Half of it would be seen before the other half is decided.
  @Test func localKeysNeedAButtonThatMayWait() throws {
    let (daemon, link) = try shop()
    let refused = try daemon.call("buttons.trigger", #"{"id":"till.note"}"#)
    #expect(refused?["code"]?.int == -32602)
    #expect(daemon.value("local") == nil)
    try trigger(daemon, link, "menu.note")
    #expect(daemon.value("local") == "1")
    #expect(link.engine.actions.waiting.count == 1)
  }

  @Test func aPressActsAsATriggerDoes() throws {
    let (daemon, link) = try shop()
    try daemon.call("press.began", #"{"id":"till.pay"}"#)
    daemon.send(line("press.ended", #"{"id":"till.pay"}"#))
    #expect(daemon.waiting() == 0)
    try link.pump()
    #expect(try daemon.next()?["result"]?["fleet"]?["scope"]?.string == "shop")
    #expect(link.engine.actions.waiting.count == 1)
  }

  // MARK: - All daemons' actions

  @Test func aSubscriberToTheFleetGetsWhatOthersPerform() throws {
    let (daemon, link) = try shop()
    try trigger(daemon, link, "till.pay")
    let name = try subscribeToAll(daemon, link, #"{"fleet":true,"match":["till.*"]}"#)
    try link.pump()
    // What was before is over.
    #expect(try action(daemon) == nil)
    try link.act(#"{"id":"till.far","name":"pay","client":"pos"}"#)
    try link.act(#"{"id":"menu.far"}"#)
    let told = try action(daemon)
    #expect(told?["subscription"]?.string == name)
    #expect(told?["id"]?.string == "till.far" && told?["client"]?.string == "pos")
    #expect(told?["scope"]?.string == "shop" && told?["delivery"] == nil)
    #expect(try action(daemon) == nil)
    // Its own come the same way, once.
    try trigger(daemon, link, "till.pay")
    #expect(try action(daemon)?["payload"]?["n"]?.int == 1)
    #expect(try action(daemon) == nil)
  }

  @Test func whatWasPerformedWhileOfflineIsTold() throws {
    let (daemon, link) = try shop()
    _ = try subscribeToAll(daemon, link)
    try link.pump()
    link.lose()
    try link.act(#"{"id":"till.far"}"#)
    #expect(try action(daemon) == nil)
    try link.attach()
    #expect(try action(daemon)?["id"]?.string == "till.far")
  }

  @Test func whatIsNoActionIsPassedOver() throws {
    let (daemon, link) = try shop()
    _ = try subscribeToAll(daemon, link)
    _ = try subscribe(daemon, #"{"group":"pos"}"#, on: "b")
    try link.pump()
    for text in ["", "[]", "{", #"{"id":"a b"}"#, #"{"id":7}"#] { try link.act(text) }
    try link.act(#"{"id":"till.far"}"#)
    #expect(try action(daemon)?["id"]?.string == "till.far")
    #expect(try action(daemon, on: "b")?["id"]?.string == "till.far")
    #expect(link.engine.actions.waiting.count == 1)
  }

  @Test func anEndedSubscriptionAsksForNothing() throws {
    let (daemon, link) = try shop()
    let name = try subscribeToAll(daemon, link)
    _ = try subscribe(daemon, #"{"group":"pos"}"#, on: "b")
    try link.pump()
    #expect(link.orders.count == 2)
    try daemon.call("unsubscribe", #"{"subscription":"\#(name)"}"#)
    daemon.close("b")
    try link.pump()
    #expect(link.orders.isEmpty)
  }

  // MARK: - Groups

  @Test func anActionGoesToOneOfAGroup() throws {
    let (daemon, link) = try shop()
    let names = try ["a", "b"].map { try subscribe(daemon, #"{"group":"pos"}"#, on: $0) }
    try link.pump()
    for number in 1...4 { try link.act(#"{"id":"till.far","payload":\#(number)}"#) }
    var got: [[Int]] = []
    for client in ["a", "b"] {
      var own: [Int] = []
      while let next = try action(daemon, on: client) {
        own.append(next["payload"]?.int ?? 0)
        #expect(next["redelivered"] == nil)
      }
      got.append(own)
    }
    #expect(got.map(\.count) == [2, 2] && Set(got.joined()) == [1, 2, 3, 4])
    #expect(names[0] == names[1])
  }

  @Test func doneEndsADeliveryWithItsOperations() throws {
    let (daemon, link) = try shop()
    let name = try subscribe(daemon, #"{"group":"pos"}"#)
    try link.act(#"{"id":"till.far"}"#)
    let delivery = try #require(try action(daemon)?["delivery"]?.string)
    let increment = #"[{"op":"increment","key":"stock.sold","by":1}]"#
    let params =
      #"{"subscription":"\#(name)","delivery":"\#(delivery)","operations":\#(increment)}"#
    daemon.send(line("actions.done", params))
    #expect(daemon.waiting() == 0)
    try link.pump()
    let answer = try daemon.next()?["result"]
    #expect(answer?["outcome"]?.string == "done" && answer?["fleet"]?["revision"]?.int == 1)
    #expect(daemon.value("stock.sold") == "1")
    #expect(link.engine.actions.waiting.isEmpty)
    #expect(try daemon.call("actions.done", params)?["outcome"]?.string == "lost")
    #expect(daemon.value("stock.sold") == "1")
  }

  @Test func aDeliveryThatAnotherDaemonHasIsLost() throws {
    let (daemon, link) = try shop()
    let name = try subscribe(daemon, #"{"group":"pos"}"#)
    try link.act(#"{"id":"till.far"}"#)
    let delivery = try #require(try action(daemon)?["delivery"]?.string)
    link.engine.actions.claim(1, in: "pos", for: "them")
    daemon.send(
      line(
        "actions.done",
        #"{"subscription":"\#(name)","delivery":"\#(delivery)","operations":[{"op":"increment","key":"stock.sold","by":1}]}"#
      ))
    try link.pump()
    #expect(try daemon.next()?["result"]?["outcome"]?.string == "lost")
    #expect(daemon.value("stock.sold") == nil)
  }

  /// When a client ends the delivery of an action that the engine loses.
  enum EndOfLostAction: CaseIterable {
    case before, after, tooLate
  }

  /// An engine that has lost its last seconds gives the number of an action to another one: the end of the
  /// first, from a client or sent again, is no end of that.
  @Test(arguments: EndOfLostAction.allCases)
  func anActionWithTheNumberOfALostOneIsNotEnded(end: EndOfLostAction) throws {
    let (daemon, link) = try shop()
    let name = try subscribe(daemon, #"{"group":"pos","claimAfterMs":2000}"#)
    try link.pump()
    let earlier = link.engine
    try link.act(#"{"id":"till.far"}"#)
    let delivery = try #require(try action(daemon)?["delivery"]?.string)
    let operations = #"[{"op":"increment","key":"stock.sold","by":1}]"#
    let done = line(
      "actions.done",
      #"{"subscription":"\#(name)","delivery":"\#(delivery)","operations":\#(operations)}"#)
    if end == .before {
      daemon.send(done)
      try link.pump()
      #expect(try daemon.next()?["result"]?["outcome"]?.string == "done")
    }
    link.lose()
    if end == .tooLate { daemon.pass(seconds: 5) }
    link.engine = earlier
    link.holdsRequests = true
    try link.attach()
    _ = link.engine.act(
      FleetRequest(RequestNumber(Life(rawValue: 0xE), 1)), #"{"id":"till.other"}"#, limit: 10_000)
    try link.pump()
    #expect(try action(daemon)?["id"]?.string == "till.other")
    if end != .before { daemon.send(done) }
    try link.release()
    #expect(link.engine.fields["stock.sold"] == nil)
    #expect(link.engine.actions.waiting.map(\.text) == [#"{"id":"till.other"}"#])
  }

  @Test func anotherGetsWhatAClientLeft() throws {
    let (daemon, link) = try shop()
    _ = try subscribe(daemon, #"{"group":"pos"}"#)
    try link.act(#"{"id":"till.far"}"#)
    #expect(try action(daemon)?["redelivered"] == nil)
    _ = try subscribe(daemon, #"{"group":"pos"}"#, on: "b")
    daemon.close("a")
    #expect(try action(daemon, on: "b")?["redelivered"] == .bool(true))
  }

  @Test func aLateClientsDeliveryIsLost() throws {
    let (daemon, link) = try shop()
    let name = try subscribe(daemon, #"{"group":"pos","claimAfterMs":2000}"#)
    try link.act(#"{"id":"till.far"}"#)
    let delivery = try #require(try action(daemon)?["delivery"]?.string)
    daemon.pass(seconds: 3)
    let done = #"{"subscription":"\#(name)","delivery":"\#(delivery)"}"#
    #expect(try daemon.call("actions.done", done)?["outcome"]?.string == "lost")
    // Other daemons have as long to take it; then it comes again, perhaps to the same.
    try link.pump()
    #expect(throws: (any Error).self) { try link.redeliver(1, of: "pos") }
    daemon.pass(seconds: 2)
    try link.pump()
    try link.redeliver(1, of: "pos")
    #expect(try action(daemon)?["redelivered"] == .bool(true))
    daemon.send(line("actions.done", done))
    try link.pump()
    #expect(try daemon.next()?["result"]?["outcome"]?.string == "done")
  }

  @Test func aSlowClientHasABoundedNumber() throws {
    let (daemon, link) = try shop()
    let name = try subscribe(daemon, #"{"group":"pos"}"#)
    try link.pump()
    for _ in 0..<40 { try link.act(#"{"id":"till.far"}"#) }
    var deliveries: [String] = []
    while let next = try action(daemon) { deliveries.append(next["delivery"]?.string ?? "") }
    #expect(deliveries.count == FleetActions.deliveriesAtOnce)
    #expect(link.orders.isEmpty)
    daemon.send(
      line("actions.done", #"{"subscription":"\#(name)","delivery":"\#(deliveries[0])"}"#))
    try link.pump()
    #expect(try action(daemon)?["delivery"]?.string == "shop:000000000000000f:17")
  }

  // MARK: - Refusals

  @Test func aDaemonWithoutAFleetSaysSo() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    let error = try daemon.call("actions.subscribe", #"{"fleet":true}"#)
    #expect(error?["code"]?.int == -32602)
    #expect(error?["data"]?["path"]?.string == "params.fleet")
  }

  @Test(arguments: [
    (#"{"group":"a b"}"#, "params.group"),
    (#"{"group":"pos","claimAfterMs":10}"#, "params.claimAfterMs"),
  ])
  func wrongSubscriptionsAreRefused(params: String, path: String) throws {
    let (daemon, _) = try shop()
    let error = try daemon.call("actions.subscribe", params)
    #expect(error?["data"]?["path"]?.string == path)
  }

  @Test func doneChangesKeysOfTheScopeOnly() throws {
    let (daemon, link) = try shop()
    let name = try subscribe(daemon, #"{"group":"pos"}"#)
    try link.act(#"{"id":"till.far"}"#)
    let own = try #require(try action(daemon)?["delivery"]?.string)
    let local = #"[{"op":"increment","key":"local","by":1}]"#
    let error = try daemon.call(
      "actions.done",
      #"{"subscription":"\#(name)","delivery":"\#(own)","operations":\#(local)}"#)
    #expect(error?["data"]?["path"]?.string == "params.operations[0].key")
    // Somebody else's is not theirs to end.
    let other = try subscribe(daemon, #"{"group":"pos"}"#, on: "b")
    let foreign = try daemon.call(
      "actions.done", #"{"subscription":"\#(other)","delivery":"\#(own)"}"#, on: "b")
    #expect(foreign?["outcome"]?.string == "lost")
  }

  /// Actions wait for a group also when nobody comes for them any more.
  @Test func aGroupNeedsTheRightToWrite() throws {
    let (daemon, link) = try shop()
    daemon.open("presser", role: .press)
    let refused = try daemon.call("actions.subscribe", #"{"group":"pos"}"#, on: "presser")
    #expect(refused?["code"]?.int == -32003)
    #expect(link.orders.isEmpty)
    _ = try subscribeToAll(daemon, link, on: "presser")
    // Who gives the right away leaves the group.
    _ = try subscribe(daemon, #"{"group":"pos"}"#)
    try daemon.call("hello", #"{"client":"a","role":"press"}"#)
    try link.pump()
    #expect(link.orders.map(\.group) == [nil])
  }

  @Test func aConnectionHasABoundedNumberInAllItsSubscriptions() throws {
    let (daemon, link) = try shop()
    _ = try subscribe(daemon, #"{"group":"pos"}"#)
    _ = try subscribe(daemon, #"{"group":"pos","match":["till.*"]}"#)
    try link.pump()
    for _ in 0..<40 { try link.act(#"{"id":"till.far"}"#) }
    var count = 0
    while try action(daemon) != nil { count += 1 }
    #expect(count == FleetActions.deliveriesAtOnce)
  }

  @Test func whatTheEngineNoLongerHadIsCounted() throws {
    let (daemon, link) = try shop()
    _ = try subscribeToAll(daemon, link)
    try link.act(#"{"id":"till.far"}"#)
    #expect(try action(daemon)?["missed"] == nil)
    link.lose()
    for _ in 0..<3 { try link.act(#"{"id":"till.far"}"#, limit: 1) }
    try link.attach()
    #expect(try action(daemon)?["missed"]?.int == 2)
    #expect(try action(daemon) == nil)
  }

  @Test func aDaemonServesABoundedNumberOfGroups() throws {
    let (daemon, _) = try shop()
    for index in 0..<FleetActions.maximumGroups {
      _ = try subscribe(daemon, #"{"group":"g\#(index)"}"#)
    }
    let error = try daemon.call("actions.subscribe", #"{"group":"more"}"#)
    #expect(error?["code"]?.int == -32005)
  }
}
