import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import FleetEngineModel
import FleetLink
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

/// What outlasts a request: looks without their engine, barriers and restarts.
extension FleetTests {
  // MARK: - Stale looks

  @Test func looksThatReadAScopeOutOfReachAreStaleAfterTheGrace() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    try link.change(FleetOperation(.set, "open", "1"))
    try daemon.call(
      "buttons.define",
      #"""
      {"buttons":[{"id":"b","style":"filled","configuration":{"title":{"template":"{open}"}}},
      {"id":"l","style":"filled","configuration":{"title":"l"}}]}
      """#.filter { $0 != "\n" })
    func status(_ id: String) throws -> JSONTree? {
      let answer = try daemon.call("buttons.get", #"{"match":"\#(id)"}"#)
      return answer?["buttons"]?.elements.first?["status"]
    }
    link.lose("refused", "the engine refuses")
    #expect(try status("b") == nil)
    daemon.pass(seconds: 6)
    let stale = try status("b")
    #expect(stale?["stale"] == JSONTree.bool(true))
    #expect(stale?["fallback"] == JSONTree.bool(false))
    #expect(stale?["reason"]?.string == "fleetOffline")
    #expect(stale?["scope"]?.string == "shop")
    #expect(stale?["message"]?.string == "the engine refuses")
    #expect(try status("l") == nil)
    try link.attach()
    #expect(try status("b") == nil)
  }

  /// Whoever subscribes does not ask again.
  @Test func subscribersAreToldThatAScopeIsOutOfReach() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    try link.change(FleetOperation(.set, "open", "1"))
    try daemon.call(
      "buttons.define",
      #"{"buttons":[{"id":"b","style":"filled","configuration":{"title":{"template":"{open}"}}}]}"#)
    try daemon.call("buttons.subscribe", #"{"match":"b"}"#)
    link.lose("refused", "the engine refuses")
    daemon.pass(seconds: 6)
    daemon.turn()
    var status: JSONTree?
    while daemon.waiting() > 0, let line = try daemon.next() {
      status = line["params"]?["buttons"]?.elements.first?["status"] ?? status
    }
    #expect(status?["reason"]?.string == "fleetOffline")
  }

  /// Names that refused changes brought are known, and nothing reads them.
  @Test func namesOfRefusedChangesMayGoBeforeTheirScopeIsMarked() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    link.lose("refused", "the engine refuses")
    for index in 0..<10 {
      try daemon.call("state.set", #"{"values":{"open.\#(index)":true}}"#)
    }
    daemon.pass(seconds: 6)
    for index in 10..<5_000 {
      try daemon.call("state.set", #"{"values":{"open.\#(index)":true}}"#)
    }
    try link.attach()
    #expect(daemon.value("fleet.shop.isLive") == "true")
  }

  // MARK: - A full store

  @Test(arguments: ["keys go", "the limit rises"])
  func aScopeThatFoundNoRoomComesBackWhenThereIs(how: String) throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    try daemon.call("state.set", #"{"values":{"a":1,"b":1,"c":1}}"#)
    daemon.engine.settings.limits.keys = daemon.engine.store.presentKeyCount - 1
    try link.change(FleetOperation(.set, "open", "1"))
    #expect(daemon.value("fleet.shop.state") == #""offline""#)
    #expect(try daemon.call("fleet.status")?.text.contains("limitExceeded") == true)
    for _ in 0..<3 {
      daemon.pass(seconds: 5)
      try link.pump()
      #expect(daemon.value("fleet.shop.state") == #""offline""#)
    }
    if how == "keys go" {
      try daemon.call("state.update", Self.removal)
    } else {
      daemon.engine.settings.limits.keys += 10
    }
    daemon.pass(seconds: 6)
    try link.pump()
    #expect(daemon.value("fleet.shop.state") == #""live""#)
    #expect(daemon.value("open") == "1")
  }

  private static let removal =
    #"{"operations":[{"op":"remove","key":"a"},{"op":"remove","key":"b"},{"op":"remove","key":"c"}]}"#

  // MARK: - Barriers

  @Test func aSyncOfTheFleetWaitsForWhatTheEngineHas() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    link.sendsLog = false
    try link.change(FleetOperation(.set, "open", "1"))
    daemon.send(request(7, "sync", #"{"fleet":true}"#))
    try link.pump()
    #expect(daemon.waiting() == 0)
    #expect(daemon.value("open") == nil)
    link.sendsLog = true
    try link.pump()
    let answer = try daemon.next()?["result"]
    #expect(daemon.value("open") == "1")
    #expect(answer?["fleet"]?.elements.first?["revision"]?.int == 1)
    #expect(answer?["tick"]?.int != nil)
  }

  @Test func aSyncIsAnsweredAlsoWhereAJoinBeforeItIsDropped() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    let before = link.engine
    try link.change(FleetOperation(.set, "open", "1"))
    // The engine has lost it. The daemon's question whether all is well is on its way, and that of a
    // sync behind it.
    link.engine = before
    link.holdsJoins = true
    daemon.pass(seconds: 6)
    try link.pump()
    daemon.send(request(7, "sync", #"{"fleet":true}"#))
    try link.pump()
    // The answer ends the session, and with it the sync's question.
    try link.answerJoin()
    #expect(daemon.waiting() == 0)
    link.holdsJoins = false
    try link.answerJoin()
    #expect(try daemon.next()?["result"]?["fleet"]?.elements.first?["revision"]?.int == 0)
    daemon.send(request(8, "sync", #"{"fleet":true}"#))
    try link.pump()
    let answer = try daemon.next()
    #expect(answer?["id"]?.int == 8)
    #expect(answer?["result"]?["fleet"] != nil)
  }

  /// A join that was answered before does not tell what the fleet had at the time of the sync.
  @Test func aSyncThatIsAskedWhileAScopeJoinsIsNotStale() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    link.lose()
    try link.change(FleetOperation(.set, "open", "1"))
    link.sendsLog = false
    try link.attach()
    #expect(daemon.value("fleet.shop.state") == #""joining""#)
    // Its join was answered with revision 1.
    _ = link.engine.apply(
      FleetRequest(RequestNumber(Life(rawValue: 5), 1), [FleetOperation(.set, "open", "2")]))
    daemon.send(request(7, "sync", #"{"fleet":true}"#))
    link.logLimit = 1
    link.sendsLog = true
    try link.pump()
    let answer = try daemon.next()?["result"]
    #expect(answer?["fleet"]?.elements.first?["revision"]?.int == 2)
    #expect(daemon.value("open") == "2")
  }

  /// Who changes all the time does not keep others from an answer.
  @Test func aSyncWaitsForTheChangesThatThereWereAlone() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    let add = #"{"operations":[{"op":"increment","key":"stock.apple","by":1}]}"#
    link.holdsRequests = true
    try daemon.call("state.update", add)
    daemon.send(request(7, "sync", #"{"fleet":true}"#))
    try link.pump()
    daemon.open("b")
    try daemon.call("state.update", add, on: "b")
    try link.pump()
    #expect(daemon.waiting() == 0)
    try link.releaseFirst()
    let answer = try daemon.next()
    #expect(answer?["id"]?.int == 7)
    #expect(answer?["result"]?["fleet"] != nil)
    let status = try daemon.call("fleet.status")?["scopes"]?.elements.first
    #expect(status?["queued"]?.int == 1)
  }

  @Test func aSyncOfAFleetOutOfReachTimesOut() throws {
    let (daemon, _) = try MemoryDaemon.withShop(attached: false)
    daemon.send(request(7, "sync", #"{"fleet":true,"timeoutMs":1000}"#))
    #expect(try daemon.next()?["error"]?["code"]?.int == -32007)
  }

  // MARK: - Restarts

  @Test func aRestartShowsWhatWaitsAndSendsItOnce() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    daemon.engine.startJournal(.relaxed, revision: daemon.engine.revision)
    try link.change(FleetOperation(.set, "stock.apple", "10"))
    link.holdsRequests = true
    try daemon.call(
      "state.update", #"{"operations":[{"op":"increment","key":"stock.apple","by":1}]}"#)
    try link.pump()
    daemon.writeJournal()
    let reborn = MemoryDaemon()
    for group in daemon.groups { _ = reborn.engine.restore(ParsedGroup(group)) }
    #expect(reborn.value("stock.apple") == "10")
    reborn.open("a")
    try reborn.share(MemoryDaemon.shop, life: 2)
    #expect(reborn.value("stock.apple") == "11")
    let again = ScriptedLink(reborn)
    again.engine = link.engine
    try again.attach()
    #expect(reborn.value("stock.apple") == "11")
    #expect(again.engine.fields[FleetTests.stock]?.value == "11")
    #expect(reborn.value("fleet.shop.queued") == "0")
  }

  /// Nobody may have listened: the report stays until somebody fetches it, however often the daemon starts.
  @Test func aDropIsReportedUntilSomebodyFetchesIt() throws {
    let (daemon, link) = try MemoryDaemon.withShop(attached: false)
    daemon.engine.startJournal(.strict, revision: 0)
    daemon.send(request(7, "state.set", #"{"values":{"note":"mine"}}"#))
    daemon.writeJournal()
    try link.change(FleetOperation(.set, "note", #""theirs""#))
    try link.attach()
    daemon.writeJournal()
    var groups = daemon.groups
    for number in UInt64(2)...4 {
      let reborn = MemoryDaemon()
      for group in groups { _ = reborn.engine.restore(ParsedGroup(group)) }
      reborn.engine.startJournal(.strict, revision: reborn.engine.revision)
      reborn.open("a")
      try reborn.share(MemoryDaemon.shop, life: number)
      let again = ScriptedLink(reborn)
      again.engine = link.engine
      try again.attach()
      let isThere = number < 4
      #expect(reborn.value("fleet.shop.rejected") == (isThere ? "1" : "0"))
      if number == 3 {
        for _ in 1...2 {
          let reports = try reborn.call("fleet.rejections")?["rejections"]?.elements
          #expect(reports?.count == 1)
          #expect(reports?.first?["reason"]?.string == "conflict")
          #expect(reports?.first?["request"]?.string == "\(Life(rawValue: 1)):1")
          #expect(reports?.first?["operations"]?.text.contains("mine") == true)
        }
      }
      reborn.writeJournal()
      groups += reborn.groups
    }
  }

  func request(_ id: Int, _ method: String, _ params: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#.utf8)
  }
}
