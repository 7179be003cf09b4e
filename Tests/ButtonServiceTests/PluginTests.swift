import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

/// Takes down what clients ask of plugins.
private final class FakeControl: PluginControl {
  var orders: [String] = []
  var reloads: [(PluginReload) -> Void] = []
  var details: [LaneID: PluginDetail] = [:]
  var isSettled = true
  var settled: [() -> Void] = []
  var isKept = true
  var kept: [(String?) -> Void] = []

  func detail(of lane: LaneID) -> PluginDetail { details[lane] ?? PluginDetail(phase: "ready") }

  func reload(_ lane: LaneID, then: @escaping (PluginReload) -> Void) {
    orders.append("reload \(lane.rawValue)")
    reloads.append(then)
  }

  func reset(_ lane: LaneID) { orders.append("reset \(lane.rawValue)") }

  func enable(_ lane: LaneID) { orders.append("enable \(lane.rawValue)") }

  func whenSettled(_ lane: LaneID, then: @escaping () -> Void) -> Bool {
    if isSettled { return false }
    settled.append(then)
    return true
  }

  func disable(_ lane: LaneID) { orders.append("disable \(lane.rawValue)") }

  func whenKept(then: @escaping (String?) -> Void) -> Bool {
    if isKept { return false }
    kept.append(then)
    return true
  }
}

@Suite struct PluginTests {
  private let daemon = MemoryDaemon()
  private let control = FakeControl()
  private let lane: LaneID

  init() {
    daemon.open("a")
    daemon.open("b")
    daemon.service.pluginControl = control
    _ = daemon.engine.pluginInstalled(
      PluginDescriptor(id: "org.test.first", shortName: "first"), now: 0)
    lane = daemon.engine.pluginInstalled(
      PluginDescriptor(id: "org.test.second", shortName: "second", version: "2"), now: 0)
  }

  @Test(arguments: ["enable", "reset"])
  func anOrderIsAnsweredOnceItIsClearWhatComesOfIt(order: String) throws {
    control.isSettled = false
    tell(PluginStatus(state: .starting))
    daemon.send(
      Array(
        #"{"jsonrpc":"2.0","id":7,"method":"plugins.\#(order)","params":{"name":"second"}}"#.utf8))
    #expect(daemon.waiting() == 0)
    #expect(control.orders == ["\(order) 2"])
    #expect(control.settled.count == 1)
    tell(PluginStatus(state: .running, pid: 5))
    control.settled[0]()
    daemon.turn()
    let answer = try daemon.next()
    #expect(answer?["id"]?.int == 7)
    #expect(answer?["result"]?["plugin"]?["state"]?.string == "running")
  }

  private func send(_ order: String) {
    daemon.send(
      Array(
        #"{"jsonrpc":"2.0","id":7,"method":"plugins.\#(order)","params":{"name":"second"}}"#.utf8))
  }

  @Test(arguments: ["enable", "reset", "disable"])
  func anOrderIsAnsweredOnceItIsOnTheDisk(order: String) throws {
    control.isKept = false
    send(order)
    #expect(control.orders == ["\(order) 2"])
    #expect(daemon.waiting() == 0)
    control.kept[0](nil)
    daemon.turn()
    let state = order == "disable" ? "disabled" : "starting"
    #expect(try daemon.next()?["result"]?["plugin"]?["state"]?.string == state)
    #expect(daemon.waiting() == 0)
  }

  @Test func anOrderOnTheDiskStillWaitsForItsPlugin() throws {
    (control.isKept, control.isSettled) = (false, false)
    send("enable")
    control.kept[0](nil)
    daemon.turn()
    #expect(daemon.waiting() == 0)
    tell(PluginStatus(state: .running, pid: 5))
    control.settled[0]()
    daemon.turn()
    #expect(try daemon.next()?["result"]?["plugin"]?["state"]?.string == "running")
  }

  @Test(arguments: ["enable", "reset", "disable"])
  func anOrderThatCannotBeKeptIsAnError(order: String) throws {
    control.isKept = false
    send(order)
    control.kept[0]("the disk is full")
    daemon.turn()
    let error = try daemon.next()?["error"]
    #expect(error?["data"]?["reason"]?.string == "notDurable")
    #expect(error?["data"]?["applied"] == .bool(true))
    #expect(error?["message"]?.string?.contains("the disk is full") == true)
    #expect(daemon.waiting() == 0)
  }

  /// Says how the second plugin is doing.
  private func tell(_ status: PluginStatus) {
    daemon.engine.pluginStatusChanged(lane, status)
    daemon.service.pluginChanged(lane)
    daemon.turn()
  }

  @Test(arguments: ["reset", "enable", "disable"])
  func anOrderGoesToTheNamedPluginAndReturnsItsState(order: String) throws {
    for name in ["second", "org.test.second"] {
      let result = try daemon.call("plugins.\(order)", #"{"name":"\#(name)"}"#)
      #expect(result?["plugin"]?["id"]?.string == "org.test.second")
      let state = order == "disable" ? "disabled" : "starting"
      #expect(result?["plugin"]?["state"]?.string == state)
    }
    #expect(control.orders == ["\(order) 2", "\(order) 2"])
  }

  @Test(arguments: ["reload", "reset", "enable", "disable"])
  func anUnknownNameIsNotFoundWithTheNearest(order: String) throws {
    let error = try daemon.call("plugins.\(order)", #"{"name":"secnd"}"#)
    #expect(error?["code"]?.int == -32001)
    #expect(error?["message"]?.string == "there is no plugin 'secnd'; did you mean 'second'?")
    #expect(error?["data"]?["path"]?.string == "params.name")
    #expect(control.orders == [])
    #expect(try daemon.call("plugins.\(order)")?["code"]?.int == -32602)
  }

  @Test(arguments: ["list", "reload", "reset", "enable", "disable", "subscribe"])
  func theyNeedTheRoleAdmin(method: String) throws {
    daemon.open("w", role: .write)
    let error = try daemon.call("plugins.\(method)", #"{"name":"second"}"#, on: "w")
    #expect(error?["data"]?["reason"]?.string == "forbidden")
    #expect(control.orders == [])
  }

  @Test func aReloadIsAnsweredWhenItsOutcomeIsThere() throws {
    for outcome in [PluginReload.replaced, .unchanged] {
      daemon.send(
        Array(
          #"{"id":7,"method":"plugins.reload","params":{"name":"second"},"jsonrpc":"2.0"}"#.utf8))
      #expect(daemon.waiting() == 0)
      control.reloads.removeLast()(outcome)
      daemon.turn()
      let answer = try daemon.next()
      #expect(answer?["id"]?.int == 7)
      #expect(answer?["result"]?["replaced"] == .bool(outcome == .replaced))
      #expect(answer?["result"]?["plugin"]?["name"]?.string == "second")
    }
  }

  @Test func aRefusedReloadIsAnErrorThatSaysWhy() throws {
    daemon.send(
      Array(#"{"id":7,"method":"plugins.reload","params":{"name":"second"},"jsonrpc":"2.0"}"#.utf8))
    control.reloads.removeLast()(.refused("no symbol"))
    daemon.turn()
    let error = try daemon.next()?["error"]
    #expect(error?["code"]?.int == -32006)
    #expect(error?["message"]?.string == "not reloaded, what was in force stays: no symbol")
  }

  @Test func aReloadAnsweredAtOnceOrForNobodyIsFine() throws {
    let request = #"{"id":7,"method":"plugins.reload","params":{"name":"second"},"jsonrpc":"2.0"}"#
    daemon.send(Array(request.utf8))
    daemon.send(Array(request.replacing(#""id":7,"#, with: "").utf8))
    daemon.close("a")
    for reply in control.reloads { reply(.replaced) }
    daemon.turn()
    #expect(control.reloads.count == 2)
    #expect(daemon.waiting(on: "b") == 0)
  }

  @Test func aBatchWaitsForItsReload() throws {
    daemon.send(
      Array(
        #"[{"id":1,"method":"plugins.reload","params":{"name":"second"},"jsonrpc":"2.0"},"#.utf8)
        + Array(#"{"id":2,"method":"ping","jsonrpc":"2.0"}]"#.utf8))
    #expect(daemon.waiting() == 0)
    control.reloads.removeLast()(.unchanged)
    daemon.turn()
    #expect(try daemon.next()?.elements.count == 2)
  }

  @Test func subscribersAreToldOfEveryChangeOnce() throws {
    let result = try daemon.call("plugins.subscribe", on: "b")
    #expect(result?["plugins"]?.elements.count == 2)
    let subscription = try #require(result?["subscription"]?.string)
    tell(PluginStatus(state: .running, pid: 5))
    tell(PluginStatus(state: .running, pid: 5))
    let change = try daemon.next(on: "b")
    #expect(change?["method"]?.string == "plugin.changed")
    #expect(change?["params"]?["subscription"]?.string == subscription)
    #expect(change?["params"]?["plugin"]?["name"]?.string == "second")
    #expect(change?["params"]?["plugin"]?["pid"]?.int == 5)
    #expect(daemon.waiting(on: "b") == 0)
    tell(PluginStatus(state: .restarting, lastError: "died"))
    let next = try daemon.next(on: "b")?["params"]?["plugin"]
    #expect(next?["state"]?.string == "restarting")
    #expect(next?["lastError"]?.string == "died")
    #expect(daemon.waiting(on: "a") == 0, "nobody else is told")
    try daemon.call("unsubscribe", #"{"subscription":"\#(subscription)"}"#, on: "b")
    tell(PluginStatus(state: .running, pid: 6))
    #expect(daemon.waiting(on: "b") == 0)
  }

  @Test func whatWhoeverRunsThePluginKnowsIsInItsListing() throws {
    control.details[lane] = PluginDetail(
      phase: "quarantined", hash: "abc", quarantine: "died", retryAt: 1_700_000_000_000,
      poisoned: 2,
      sandbox: SandboxListing(mode: .strict, layers: ["landlock", "seccomp"], landlockABI: 7))
    tell(PluginStatus(state: .quarantined, deaths: 6))
    let plugins = try daemon.call("plugins.list")?["plugins"]?.elements
    #expect(
      plugins?.last?.text == #"{"name":"second","id":"org.test.second","version":"2","path":"","#
        + #""hash":"abc","state":"quarantined","phase":"quarantined","restarts":0,"deaths":6,"#
        + #""quarantine":"died","retryAt":1700000000000,"#
        + #""sandbox":{"mode":"strict","layers":["landlock","seccomp"],"landlockABI":7},"#
        + #""buttons":0,"poisoned":2,"handlerTime":0}"#)
  }

  /// What changes by itself all the time is told along with the rest, never alone.
  @Test func aPhaseOrTheTimeOfATryAloneIsNoChange() throws {
    try daemon.call("plugins.subscribe", on: "b")
    control.details[lane] = PluginDetail(phase: "ready")
    tell(PluginStatus(state: .running))
    #expect(try daemon.next(on: "b")?["params"]?["plugin"]?["phase"]?.string == "ready")
    control.details[lane] = PluginDetail(phase: "busy", retryAt: 5)
    tell(PluginStatus(state: .running))
    #expect(daemon.waiting(on: "b") == 0)
    control.details[lane] = PluginDetail(phase: "busy", hash: "b", retryAt: 5)
    tell(PluginStatus(state: .running))
    #expect(try daemon.next(on: "b")?["params"]?["plugin"]?["hash"]?.string == "b")
  }

  @Test func subscribingTwiceIsOneSubscription() throws {
    let first = try daemon.call("plugins.subscribe", on: "b")?["subscription"]
    #expect(try daemon.call("plugins.subscribe", on: "b")?["subscription"] == first)
    tell(PluginStatus(state: .running, pid: 5))
    #expect(daemon.waiting(on: "b") == 1)
  }

  @Test func whoTakesNoBytesIsToldHowItIsInTheEnd() throws {
    try daemon.call("plugins.subscribe", on: "a")
    try daemon.call("plugins.subscribe", on: "b")
    let connection = try #require(daemon.connection("b"))
    daemon.service.connectionBlocked(connection)
    for pid in 1...1_000 as ClosedRange<Int32> { tell(PluginStatus(state: .running, pid: pid)) }
    #expect(daemon.waiting(on: "a") == 1_000)
    #expect(daemon.waiting(on: "b") == 0)
    daemon.service.connectionDrained(connection)
    daemon.turn()
    #expect(daemon.waiting(on: "b") == 1)
    #expect(try daemon.next(on: "b")?["params"]?["plugin"]?["pid"]?.int == 1_000)
  }

  @Test func withoutAnybodyWhoRunsPluginsOrdersAreRefused() throws {
    daemon.service.pluginControl = nil
    let error = try daemon.call("plugins.reset", #"{"name":"second"}"#)
    #expect(error?["data"]?["reason"]?.string == "pluginUnavailable")
  }
}
