import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetEngineModel
import FleetLink
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

@Suite struct FleetTests {
  static let stock: UTF8String = "stock.apple"

  // MARK: - Classes

  @Test func aRefusedKeyIsAnsweredAndShownWhenTheFleetHasIt() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    #expect(daemon.value("fleet.shop.isLive") == "true")
    daemon.send(request(7, "state.set", #"{"values":{"open":true}}"#))
    #expect(daemon.waiting() == 0)
    #expect(daemon.value("open") == nil)
    try link.pump()
    let answer = try daemon.next()?["result"]
    #expect(daemon.value("open") == "true")
    let scope = try daemon.call("fleet.status")?["scopes"]?.elements.first
    #expect(scope?["roundTrips"]?["count"]?.int == 1)
    #expect(scope?["roundTrips"]?["buckets"]?.elements.last?["count"]?.int == 1)
    #expect(answer?["changed"]?.elements.first?.string == "open")
    #expect(answer?["fleet"]?["scope"]?.string == "shop")
    #expect(answer?["fleet"]?["revision"]?.int == 1)
    #expect(answer?["fleet"]?["pending"] == nil)
  }

  @Test func aQueuedKeyIsAnsweredAndShownAtOnce() throws {
    let (daemon, link) = try MemoryDaemon.withShop(attached: false)
    let update = #"{"operations":[{"op":"increment","key":"stock.apple","by":2}]}"#
    let answer = try daemon.call("state.update", update)
    #expect(answer?["values"]?["stock.apple"]?.int == 2)
    #expect(answer?["fleet"]?["pending"] == JSONTree.bool(true))
    #expect(answer?["fleet"]?["revision"] == nil)
    #expect(daemon.value("fleet.shop.queued") == "1")
    try link.attach()
    #expect(daemon.value("fleet.shop.queued") == "0")
    #expect(link.engine.fields[FleetTests.stock]?.value == "2")
    #expect(daemon.value("stock.apple") == "2")
  }

  @Test func waitForTheFleetAnswersAQueuedChangeWhenItIsThere() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    let revision = daemon.engine.revision
    daemon.send(
      request(
        7, "state.update",
        #"{"operations":[{"op":"increment","key":"stock.apple","by":2}],"wait":"fleet"}"#))
    #expect(daemon.value("stock.apple") == "2")
    #expect(daemon.waiting() == 0)
    try link.pump()
    // The answer says what that of a local key says, and the change was one.
    let answer = try daemon.next()?["result"]
    #expect(answer?["fleet"]?["revision"]?.int == 1)
    #expect(answer?["changed"]?.elements.map(\.string) == ["stock.apple"])
    #expect(answer?["values"]?["stock.apple"]?.int == 2)
    #expect(daemon.engine.revision == revision + 1)
    #expect(answer?["revision"]?.int == Int(revision) + 1)
    // Of local keys there is nothing to wait for.
    let local = try daemon.call("state.set", #"{"values":{"local":1},"wait":"fleet"}"#)
    #expect(local?["changed"]?.elements.count == 1)
  }

  @Test(arguments: ["note", "sign", "open"])
  func aChangeThatWaitsForALiveFleetIsOneRevision(key: String) throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    let revision = daemon.engine.revision
    daemon.send(request(7, "state.set", #"{"values":{"\#(key)":1},"wait":"fleet"}"#))
    try link.pump()
    let answer = try daemon.next()?["result"]
    #expect(answer?["changed"]?.elements.map(\.string) == [key])
    #expect(daemon.engine.revision == revision + 1)
    // The same value changes nothing.
    daemon.send(request(7, "state.set", #"{"values":{"\#(key)":1},"wait":"fleet"}"#))
    try link.pump()
    #expect(try daemon.next()?["result"]?["changed"]?.elements.isEmpty == true)
    #expect(daemon.engine.revision == revision + 1)
  }

  /// What the engine holds up is counted after a moment.
  @Test func theKeyOfWaitingChangesTellsOfThoseThatWaitForLong() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    link.holdsRequests = true
    try daemon.call("state.set", #"{"values":{"sign":1}}"#)
    try link.pump()
    #expect(daemon.value("fleet.shop.queued") == "0")
    daemon.pass(seconds: 1)
    #expect(daemon.value("fleet.shop.queued") == "1")
    try link.release()
    #expect(daemon.value("fleet.shop.queued") == "0")
  }

  @Test func aRefusedKeyIsRefusedWhileTheFleetIsOutOfReach() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    link.lose("dns", "no name server answers")
    let error = try daemon.call("state.set", #"{"values":{"open":true}}"#)
    #expect(error?["code"]?.int == -32014)
    #expect(error?["data"]?["reason"]?.string == "fleetUnavailable")
    #expect(error?["data"]?["applied"] == JSONTree.bool(false))
    #expect(error?["message"]?.string?.contains("no name server answers") == true)
    #expect(daemon.value("open") == nil)
    // What may count is not a licence to set.
    #expect(try daemon.call("state.set", #"{"values":{"stock.apple":1}}"#)?["code"]?.int == -32014)
  }

  @Test func aChangeThatYieldsIsDroppedAndReportedOnce() throws {
    let (daemon, link) = try MemoryDaemon.withShop(attached: false)
    try daemon.call("fleet.subscribe")
    try daemon.call("state.set", #"{"values":{"note":"mine"}}"#)
    #expect(daemon.value("note") == #""mine""#)
    try link.change(FleetOperation(.set, "note", #""theirs""#))
    try link.attach()
    #expect(daemon.value("note") == #""theirs""#)
    #expect(daemon.value("fleet.shop.rejected") == "1")
    var reports: [JSONTree] = []
    while daemon.waiting() > 0, let line = try daemon.next() {
      if line["method"]?.string == "fleet.rejected" { reports.append(line) }
    }
    #expect(reports.count == 1)
    #expect(reports.first?["params"]?["reason"]?.string == "conflict")
    let list = try daemon.call("fleet.rejections")
    #expect(list?["rejections"]?.elements.count == 1)
  }

  /// Reports that do not fit a line together come one after the other, and then again as many as fit.
  @Test func reportsThatNoLineHoldsAreAskedForInParts() throws {
    let (daemon, link) = try MemoryDaemon.withShop(attached: false)
    let text = String(repeating: "x", count: 50_000)
    for index in 0..<100 {
      try daemon.call("state.set", #"{"values":{"note.\#(index)":"\#(text)"}}"#)
      try link.change(FleetOperation(.set, UTF8String("note.\(index)"), #""theirs""#))
    }
    try link.attach()
    daemon.send(Array(#"{"jsonrpc":"2.0","method":"fleet.rejections"}"#.utf8))
    var seen: [String] = []
    while seen.count < 100 {
      let answer = try daemon.call("fleet.rejections")
      let reports = answer?["rejections"]?.elements.compactMap { $0["request"]?.string } ?? []
      try #require(!reports.isEmpty && reports.count < 100, "\(answer?["message"]?.text ?? "")")
      seen += reports
    }
    #expect(Set(seen).count == 100)
  }

  @Test func theLastToArriveWinsWhereKeysAreOverwritten() throws {
    let (daemon, link) = try MemoryDaemon.withShop(attached: false)
    try daemon.call("state.set", #"{"values":{"sign":"mine"}}"#)
    try link.change(FleetOperation(.set, "sign", #""theirs""#))
    try link.attach()
    #expect(daemon.value("sign") == #""mine""#)
    #expect(link.engine.fields["sign"]?.value == #""mine""#)
  }

  // MARK: - Routing

  /// The engine would refuse it whenever it is sent.
  @Test(arguments: [(1, 70_000, "fleetValueBytes", 65_536), (5, 60_000, "fleetBytes", 262_144)])
  func whatTheEngineNeverTakesIsRefused(
    _ count: Int, _ bytes: Int, _ limit: String, _ most: Int
  ) throws {
    let (daemon, _) = try MemoryDaemon.withShop(attached: false)
    daemon.engine.settings.limits.valueBytes = 1 << 20
    let text = String(repeating: "x", count: bytes)
    let values = (0..<count).map { #""sign.n\#($0)":"\#(text)""# }.joined(separator: ",")
    let error = try daemon.call("state.set", #"{"values":{\#(values)}}"#)
    #expect(error?["data"]?["reason"]?.string == "limitExceeded")
    #expect(error?["data"]?["limit"]?.string == limit)
    #expect(error?["data"]?["value"]?.int == most)
    #expect(daemon.value("sign.n0") == nil)
  }

  @Test func localAndRefusedKeysDoNotMix() throws {
    let (daemon, _) = try MemoryDaemon.withShop()
    let error = try daemon.call("state.set", #"{"values":{"till":1,"open":true}}"#)
    #expect(error?["code"]?.int == -32602)
    #expect(error?["message"]?.string?.contains("'till'") == true)
    #expect(error?["message"]?.string?.contains("'open'") == true)
    #expect(daemon.value("till") == nil)
  }

  @Test func localAndQueuedKeysAreOneGroupOfTheJournal() throws {
    let (daemon, link) = try MemoryDaemon.withShop(attached: false)
    daemon.engine.startJournal(.strict, revision: 0)
    daemon.send(
      request(
        7, "state.update",
        #"{"operations":[{"op":"increment","key":"till","by":1},{"op":"increment","key":"stock.apple","by":1}]}"#
      ))
    #expect(daemon.groups.count == 1)
    var subjects: Set<String> = []
    daemon.groups.first?.visit { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      subjects.insert("\(entry.subject) \(name) \(entry.value.map { "\($0)" } ?? "none")")
    }
    // The journal has what the fleet has, which is nothing yet.
    #expect(subjects.contains("key till int(1)"))
    #expect(subjects.contains { $0.hasPrefix("request shop/") })
    #expect(!subjects.contains { $0.hasPrefix("key stock.apple int") })
    // With strict durability it is answered when it is on the disk.
    #expect(daemon.waiting() == 0)
    if let group = daemon.groups.popLast() { daemon.engine.journalCommitted(group) }
    daemon.turn()
    #expect(try daemon.next()?["result"]?["values"]?["stock.apple"]?.int == 1)
    try link.attach()
    #expect(daemon.value("till") == "1")
    #expect(link.engine.fields[FleetTests.stock]?.value == "1")
  }

  @Test func aFaultInTheLocalPartLeavesTheFleetAlone() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    try daemon.call("state.set", #"{"values":{"till":"text"}}"#)
    let error = try daemon.call(
      "state.update",
      #"{"operations":[{"op":"increment","key":"stock.apple","by":1},{"op":"increment","key":"till","by":1}]}"#
    )
    #expect(error?["code"]?.int == -32602)
    #expect(error?["data"]?["path"]?.string?.hasPrefix("params.operations[1]") == true)
    try link.pump()
    #expect(link.engine.head.revision == 0)
    #expect(daemon.value("stock.apple") == nil)
  }

  @Test func twoScopesInOneChangeAreRefused() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    try daemon.share(
      MemoryDaemon.shop, ScopeSettings(name: "chain", keys: [.init("price", .overwrite)]))
    let error = try daemon.call("state.set", #"{"values":{"sign":1,"price":2}}"#)
    #expect(error?["code"]?.int == -32602)
    #expect(error?["message"]?.string?.contains("two scopes") == true)
  }

  @Test func whatOneMayOnlyReadIsForbidden() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    var chain = ScopeSettings(name: "chain", keys: [.init("price", .overwrite)])
    chain.isReadOnly = true
    try daemon.share(chain)
    let error = try daemon.call("state.set", #"{"values":{"price":2}}"#)
    #expect(error?["code"]?.int == -32003)
  }

  @Test func keysOfTheFleetTakeNoLeaseNoDerivationAndNoWriting() throws {
    let (daemon, _) = try MemoryDaemon.withShop()
    let leased = try daemon.call("state.set", #"{"values":{"sign":1},"lease":"scale"}"#)
    #expect(leased?["code"]?.int == -32602)
    let derived = try daemon.call("state.derive", #"{"keys":{"stock.sum":"1 + 1"}}"#)
    #expect(derived?["code"]?.int == -32602)
    let written = try daemon.call("state.set", #"{"values":{"fleet.shop.isLive":true}}"#)
    #expect(written?["code"]?.int == -32003)
  }

  @Test func aConditionHoldsOnlyIfNobodyWasFirst() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    try link.change(FleetOperation(.set, "open", "1"))
    let revision = daemon.engine.revision
    link.sendsLog = false
    try link.change(FleetOperation(.set, "open", "2"))
    daemon.send(request(7, "state.set", #"{"values":{"open":3},"ifRevision":\#(revision)}"#))
    try link.pump()
    link.sendsLog = true
    try link.pump()
    #expect(try daemon.next()?["error"]?["code"]?.int == -32002)
    #expect(daemon.value("open") == "2")
  }

  @Test func aFullOutboxRefusesMore() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    var shop = MemoryDaemon.shop
    shop.maximumChanges = 2
    try daemon.share(shop)
    let update = #"{"operations":[{"op":"increment","key":"stock.apple","by":1}]}"#
    try daemon.call("state.update", update)
    try daemon.call("state.update", update)
    let error = try daemon.call("state.update", update)
    #expect(error?["code"]?.int == -32005)
    #expect(error?["data"]?["limit"]?.string == "fleetQueue")
    #expect(daemon.value("stock.apple") == "2")
  }

  @Test func aLostConnectionEndsInATimeoutWhoseOutcomeIsKnown() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    link.holdsRequests = true
    daemon.send(request(7, "state.set", #"{"values":{"open":true}}"#))
    try link.pump()
    link.lose()
    let error = try daemon.next()?["error"]
    #expect(error?["code"]?.int == -32007)
    let number = try #require(error?["data"]?["request"]?.string)
    let pending = try daemon.call("fleet.outcome", #"{"request":"\#(number)"}"#)
    #expect(pending?["outcome"]?.string == "pending")
    link.holdsRequests = false
    try link.attach()
    let outcome = try daemon.call("fleet.outcome", #"{"request":"\#(number)"}"#)
    #expect(outcome?["outcome"]?.string == "dropped")
    #expect(daemon.value("open") == nil)
  }

  // MARK: - Presses

  @Test func aPressOfARefusedKeyIsAnsweredByTheFleet() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    try daemon.call(
      "buttons.define",
      #"{"buttons":[{"id":"b","style":"filled","action":{"operations":[{"op":"set","key":"open","value":true}]}}]}"#
    )
    daemon.send(request(7, "buttons.trigger", #"{"id":"b"}"#))
    #expect(daemon.waiting() == 0)
    try link.pump()
    #expect(try daemon.next()?["result"]?["fleet"]?["revision"]?.int == 1)
    link.lose()
    #expect(try daemon.call("buttons.trigger", #"{"id":"b"}"#)?["code"]?.int == -32014)
  }

  // MARK: - Frames

  @Test func aBatchOfTheLogIsOneRevisionAndOneFrame() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    try daemon.call("state.subscribe", #"{"under":"stock"}"#)
    link.sendsLog = false
    for number in 0..<512 {
      try link.change(FleetOperation(.increment, UTF8String("stock.k\(number % 10)"), "1"))
    }
    let revision = daemon.engine.revision
    while daemon.waiting() > 0 { _ = try daemon.next() }
    link.sendsLog = true
    try link.pump()
    #expect(daemon.engine.revision == revision + 1)
    var changes: [JSONTree] = []
    while daemon.waiting() > 0, let line = try daemon.next() { changes.append(line) }
    #expect(changes.count == 1)
    #expect(daemon.value("stock.k0") == "52")
    #expect(daemon.value("stock.k9") == "51")
  }

  @Test func anOwnChangeComesBackWithoutASecondFrame() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    try daemon.call("state.subscribe", #"{"under":"stock"}"#)
    try daemon.call(
      "state.update", #"{"operations":[{"op":"increment","key":"stock.apple","by":1}]}"#)
    try link.pump()
    #expect(link.engine.head.revision == 1)
    var changes: [JSONTree] = []
    while daemon.waiting() > 0, let line = try daemon.next() { changes.append(line) }
    #expect(changes.count == 1)
  }

  // MARK: - The link

  @Test func theCloserOfALinkLosesTheScopeAndASecondTakesItOver() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    let second = ScriptedLink(daemon, name: "second")
    second.engine = link.engine
    try second.attach()
    try link.pump()
    #expect(link.wasDetached)
    #expect(daemon.value("fleet.shop.state") == #""live""#)
    // What the first one still says does not count.
    link.lose()
    _ = link
    second.close()
    #expect(daemon.value("fleet.shop.isLive") == "false")
    let status = try daemon.call("fleet.status")
    #expect(status?["scopes"]?.elements.first?["reason"]?.string == "noLink")
  }

  @Test func aLinkMayDoNothingElse() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    _ = link
    for method in ["state.set", "state.get", "server.stats", "fleet.status", "buttons.define"] {
      let answer = try daemon.call(method, on: "link")
      #expect(answer?["code"]?.int == -32003, "\(method)")
    }
    #expect(try daemon.call("ping", on: "link")?["code"] == nil)
    #expect(try daemon.call("fleet.attach", #"{"scope":"shop"}"#)?["code"]?.int == -32003)
  }

  @Test(arguments: ["local..key 1", "stock.apple {", "stock..apple 1", "chain"])
  func aHostileLogStopsItsScopeOnly(changes: String) throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    try link.change(FleetOperation(.set, "open", "1"))
    let text = UTF8String(changes == "chain" ? "open 2" : changes)
    let number = RequestNumber(Life(rawValue: 0xE), 1)
    let chain = link.engine.head.chain.adding(number, text)
    for _ in 0..<5 {
      let entry = LogEntry(
        revision: 2, request: number,
        chain: changes == "chain" ? Chain(rawValue: 9) : chain, changes: text)
      link.send([entry])
      try link.pump()
    }
    #expect(daemon.value("fleet.shop.state") == #""refused""#)
    #expect(daemon.value("open") == "1")
    #expect(daemon.value("local.key") == nil)
    #expect(try daemon.call("state.set", #"{"values":{"local":1}}"#)?["changed"] != nil)
  }

  /// As while a configuration with more prefixes is rolled out.
  @Test func whatOthersShareBesidesIsPassedOverAndCounted() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    try link.change(FleetOperation(.set, "price.a", "1"), FleetOperation(.set, "open", "2"))
    try link.change(FleetOperation(.set, "price.b", "1"))
    #expect(daemon.value("open") == "2" && daemon.value("price.a") == nil)
    let scope = try daemon.call("fleet.status")?["scopes"]?.elements.first
    #expect(scope?["state"]?.string == "live")
    #expect(scope?["passedOver"]?.int == 2)
    #expect(scope?["passedOverKey"]?.string == "price.b")
  }

  /// The engine has lost what the daemon has seen of it.
  @Test func aForkSaysHowManyRevisionsTheDaemonWasAhead() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    let earlier = link.engine
    for _ in 1...3 { try link.change(FleetOperation(.increment, "open", "1")) }
    link.lose()
    link.engine = earlier
    try link.attach()
    let scope = try daemon.call("fleet.status")?["scopes"]?.elements.first
    #expect(scope?["forks"]?.int == 1)
    #expect(scope?["ahead"]?.int == 3)
  }

  @Test func aValueThatIsTooLongStopsTheScope() throws {
    let (daemon, link) = try MemoryDaemon.withShop()
    let text = UTF8String("open \"" + String(repeating: "x", count: 70_000) + "\"")
    let number = RequestNumber(Life(rawValue: 0xE), 1)
    let entry = LogEntry(
      revision: 1, request: number, chain: link.engine.head.chain.adding(number, text),
      changes: text)
    link.send([entry])
    #expect(daemon.value("fleet.shop.state") == #""refused""#)
    #expect(daemon.value("open") == nil)
  }
}
