import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetEngineModel
import FleetLink
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

/// Presses whose actions change shared keys, and what is kept of changes that wait.
@Suite struct FleetPressTests {
  private func define(_ daemon: MemoryDaemon, _ key: String, style: String = "filled") throws {
    try daemon.call(
      "buttons.define",
      #"{"buttons":[{"id":"b","style":"\#(style)","action":{"operations":[{"op":"increment","key":"\#(key)","by":1}]}}]}"#
    )
  }

  @Test func thePressOfAQueuedKeySaysThatItWaits() throws {
    let (daemon, _) = try MemoryDaemon.withShop(attached: false)
    try define(daemon, "stock.apple")
    try daemon.call("press.began", #"{"id":"b"}"#)
    let ended = try daemon.call("press.ended", #"{"id":"b"}"#)
    #expect(ended?["phase"]?.string == "inactive")
    #expect(ended?["fleet"]?["scope"]?.string == "shop")
    #expect(ended?["fleet"]?["pending"] == .bool(true))
    #expect(daemon.value("stock.apple") == "1")
  }

  @Test func thePressOfARefusedKeyIsAnsweredWithTheFleetsRevision() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    try define(daemon, "open")
    try daemon.call("press.began", #"{"id":"b"}"#)
    daemon.send(request("press.ended", #"{"id":"b"}"#))
    #expect(daemon.waiting() == 0)
    try link.pump()
    #expect(try daemon.next()?["result"]?["fleet"]?["revision"]?.int == 1)
  }

  @Test func anActionThatIsTooLongForTheFleetIsRefused() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    var settings = MemoryDaemon.shop
    settings.buttons = [.init("till")]
    try daemon.share(settings)
    let link = ScriptedLink(daemon)
    try link.attach()
    daemon.engine.settings.limits.definitionBytes = 1 << 20
    let payload = String(repeating: "x", count: 65_536)
    try daemon.call(
      "buttons.define",
      #"{"buttons":[{"id":"till.long","style":"filled","action":{"name":"n","payload":"\#(payload)"}}]}"#
    )
    let refused = try daemon.call("buttons.trigger", #"{"id":"till.long"}"#)
    #expect(refused?["data"]?["reason"]?.string == "limitExceeded")
    #expect(refused?["data"]?["limit"]?.string == "fleetActionBytes")
    #expect(refused?["data"]?["value"]?.int == 65_536)
  }

  @Test func aStyledPressOfARefusedKeyIsAnsweredByTheFleet() throws {
    let (styled, link) = try styledShop("open")
    let daemon = styled.memory
    try daemon.call("actions.subscribe")
    try press(styled)
    #expect(daemon.waiting() == 0)
    #expect(daemon.value("open") == nil)
    try link.pump()
    let lines = [try daemon.next(), try daemon.next()]
    let answer = lines.compactMap { $0?["result"] }.first
    #expect(answer?["fleet"]?["revision"]?.int == 1)
    #expect(lines.contains { $0?["method"]?.string == "action.triggered" })
    #expect(daemon.value("open") == "1")
  }

  @Test func aStyledPressIsRefusedWhenTheFleetDecidesOtherwise() throws {
    let (styled, link) = try styledShop("open")
    let daemon = styled.memory
    try daemon.call("actions.subscribe")
    try link.change(FleetOperation(.set, "open", #""text""#))
    // This daemon does not know it yet.
    link.sendsLog = false
    try link.change(FleetOperation(.set, "open", "1"))
    try link.change(FleetOperation(.set, "open", #""text""#))
    link.sendsLog = true
    try press(styled)
    try link.pump()
    let line = try daemon.next()
    #expect(line?["error"]?["code"]?.int == -32602)
    #expect(daemon.waiting() == 0)
  }

  @Test func aStyledPressOfAQueuedKeyIsAnsweredAtOnceUnlessItWaits() throws {
    let (styled, link) = try styledShop("stock.apple")
    let daemon = styled.memory
    try press(styled)
    #expect(try daemon.next()?["result"]?["fleet"]?["pending"] == .bool(true))
    try link.pump()
    try press(styled, #","wait":"fleet""#)
    #expect(daemon.value("stock.apple") == "2")
    #expect(daemon.waiting() == 0)
    try link.pump()
    #expect(try daemon.next()?["result"]?["fleet"]?["revision"]?.int == 2)
  }

  /// Begins and ends a press, which its style takes for one; the beginning is answered.
  private func press(_ styled: StyledDaemon, _ more: String = "") throws {
    styled.memory.send(request("press.began", #"{"id":"b"}"#))
    styled.memory.send(request("press.ended", #"{"id":"b"\#(more)}"#))
    try styled.answer()
    try styled.answer(isTriggered: true)
    _ = try styled.memory.next()
  }

  private func styledShop(_ key: String) throws -> (StyledDaemon, ScriptedLink) {
    let styled = try StyledDaemon()
    try styled.memory.share(MemoryDaemon.shop)
    let link = ScriptedLink(styled.memory)
    try link.attach()
    try define(styled.memory, key, style: "p/style")
    while styled.memory.waiting() > 0 { _ = try styled.memory.next() }
    return (styled, link)
  }

  // MARK: - What the journal has

  @Test func aRecordThatCannotBeReadIsReportedAndUsedUp() throws {
    let (daemon, link) = try MemoryDaemon.withShop(attached: false)
    daemon.engine.startJournal(.relaxed, revision: 0)
    let update = #"{"operations":[{"op":"increment","key":"stock.apple","by":1}]}"#
    for _ in 0..<3 { try daemon.call("state.update", update) }
    // A later version of the daemon wrote the second.
    let second = "shop/\(Life(rawValue: 1)):2"
    daemon.engine.keepRequest(UTF8String(second), Array(#"{"later":1}"#.utf8), ordinal: 2)
    daemon.engine.keepRequest("other/x:1", Array("{}".utf8), ordinal: 9)
    daemon.writeJournal()
    let reborn = MemoryDaemon()
    for group in daemon.groups { _ = reborn.engine.restore(ParsedGroup(group)) }
    reborn.engine.startJournal(.relaxed, revision: 0)
    reborn.open("a")
    try reborn.share(MemoryDaemon.shop, life: 2)
    let complaints = reborn.service.fleet?.complaints ?? []
    #expect(complaints.count == 2)
    #expect(complaints.first?.contains(second) == true)
    #expect(complaints.first?.contains("later") == true)
    #expect(complaints.last?.contains("1 change(s) of the scope") == true)
    #expect(reborn.value("fleet.shop.rejected") == "1")
    let rejections = try reborn.call("fleet.rejections")?["rejections"]?.elements
    #expect(rejections?.count == 1)
    #expect(rejections?.first?["reason"]?.string == "unreadable")
    #expect(rejections?.first?["request"]?.string == "\(Life(rawValue: 1)):2")
    // The others are sent, each once, and the number between is used up.
    let again = ScriptedLink(reborn)
    again.engine = link.engine
    try again.attach()
    #expect(again.engine.fields["stock.apple"]?.value == "2")
    #expect(reborn.value("fleet.shop.queued") == "0")
    reborn.writeJournal()
    var removed: [String] = []
    for group in reborn.groups {
      group.visit { entry in
        if entry.form == .absent { removed.append(String(decoding: entry.name, as: UTF8.self)) }
      }
    }
    #expect(removed.contains(second))
  }

  // MARK: - The size of a turn

  @Test func entriesOfMoreThanATurnAreRefused() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    let text = UTF8String("open \"" + String(repeating: "x", count: 60_000) + "\"")
    let entries = (1...5).map {
      LogEntry(
        revision: UInt64($0), request: RequestNumber(Life(rawValue: 0xE), UInt64($0)),
        chain: Chain(rawValue: 1), changes: text)
    }
    link.send(entries)
    #expect(daemon.value("fleet.shop.state") == #""live""#)
    #expect(daemon.value("open") == nil)
  }

  // MARK: - Recordings

  @Test func whatTheFleetMakesOfKeysIsAnInput() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    daemon.open("recorder")
    try daemon.call("inputs.subscribe", on: "recorder")
    try link.change(FleetOperation(.set, "open", "1"))
    let input = try daemon.next(on: "recorder")?["params"]
    #expect(input?["client"]?.string == "fleet")
    #expect(input?["connection"]?.int == InputReceivedNotification.fleetConnection)
    #expect(input?["method"]?.string == "state.update")
    #expect(input?["params"]?["operations"]?.elements.first?["key"]?.string == "open")
    link.lose()
    let keys = try daemon.next(on: "recorder")?["params"]?["params"]?["operations"]?.elements
    #expect(keys?.first?["key"]?.string == "fleet.shop.isLive")
  }

  @Test func inAReplayOnlyThePlayerChangesSharedKeys() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.open("player")
    daemon.service.fleetReplay = FleetReplay([MemoryDaemon.shop], daemon.service)
    try daemon.call("hello", #"{"client":"buttonctl replay"}"#, on: "player")
    try daemon.call("state.set", #"{"values":{"open":1}}"#)
    #expect(daemon.value("open") == nil)
    try define(daemon, "open")
    try daemon.call("buttons.trigger", #"{"id":"b"}"#)
    #expect(daemon.value("open") == nil)
    try daemon.call("state.set", #"{"values":{"open":1,"fleet.shop.isLive":true}}"#, on: "player")
    #expect(daemon.value("open") == "1")
    #expect(daemon.value("fleet.shop.isLive") == "true")
    try daemon.call(
      "state.update", #"{"operations":[{"op":"remove","key":"open"}]}"#, on: "player")
    #expect(daemon.value("open") == nil)
    try daemon.call("state.set", #"{"values":{"local":1}}"#)
    #expect(daemon.value("local") == "1")
  }

  private func request(_ method: String, _ params: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(params)}"#.utf8)
  }
}
