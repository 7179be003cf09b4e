import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetEngineModel
import FleetLink
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

/// Definitions of buttons that are shared: defined on one daemon, there on all.
@Suite struct FleetDefinitionTests {
  private static let key: UTF8String = "!menu.soup"

  /// Definitions under `menu` are the fleet's when it has them, those under `menu.draft` at once.
  private func shop(
    _ daemon: MemoryDaemon = MemoryDaemon(), attached: Bool = true
  ) throws -> (MemoryDaemon, ScriptedLink) {
    daemon.open("a")
    var settings = MemoryDaemon.shop
    settings.definitions = [.init("menu"), .init("menu.draft", .yield)]
    try daemon.share(settings)
    let link = ScriptedLink(daemon)
    if attached { try link.attach() }
    return (daemon, link)
  }

  private func text(_ id: String, _ title: String, style: String = "filled") -> String {
    #"{"id":"\#(id)","style":"\#(style)","configuration":{"title":"\#(title)"}}"#
  }

  private func set(_ id: String, _ text: String) -> FleetOperation {
    FleetOperation(.set, UTF8String("!\(id)"), UTF8String(text))
  }

  private func send(_ daemon: MemoryDaemon, _ method: String, _ params: String) {
    daemon.send(Array(#"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(params)}"#.utf8))
  }

  /// How a button is defined; nil without one.
  private func title(_ daemon: MemoryDaemon, _ id: String) throws -> String? {
    let page = try daemon.call("buttons.definitions", #"{"match":["\#(id)"]}"#)
    return page?["buttons"]?.elements.first?["configuration"]?["title"]?.string
  }

  @Test func aDefinitionIsAnsweredAndShownWhenTheFleetHasIt() throws {
    let (daemon, link) = try shop()
    let soup = text("menu.soup", "Soup")
    send(daemon, "buttons.define", #"{"buttons":[\#(soup)],"wait":"published"}"#)
    #expect(daemon.waiting() == 0)
    #expect(daemon.engine.buttonCount == 0)
    try link.pump()
    let answer = try daemon.next()?["result"]
    #expect(answer?["defined"]?.elements.map(\.string) == ["menu.soup"])
    #expect(answer?["fleet"]?["scope"]?.string == "shop")
    #expect(answer?["fleet"]?["revision"]?.int == 1)
    #expect(try title(daemon, "menu.soup") == "Soup")
    let kept = try #require(link.engine.fields[Self.key]?.value?.string)
    #expect(try JSONTree(parsing: kept)["configuration"]?["title"]?.string == "Soup")
    let listed = try daemon.call("buttons.list")?["buttons"]?.elements.first
    #expect(listed?["scope"]?.string == "shop")
    #expect(
      try daemon.call("buttons.explain", #"{"id":"menu.soup"}"#)?["scope"]?.string == "shop")
  }

  @Test func whatAnotherDaemonDefinesIsThere() throws {
    let (daemon, link) = try shop()
    try link.change(set("menu.soup", text("menu.soup", "Soup")))
    #expect(try title(daemon, "menu.soup") == "Soup")
    try link.change(
      set("menu.soup", text("menu.soup", "Stew")), set("menu.tea", text("menu.tea", "Tea")))
    #expect(try title(daemon, "menu.soup") == "Stew")
    #expect(try title(daemon, "menu.tea") == "Tea")
    try link.change(FleetOperation(.remove, Self.key))
    #expect(try title(daemon, "menu.soup") == nil)
    #expect(try title(daemon, "menu.tea") == "Tea")
  }

  @Test func ofAMissingPluginTheStatusTells() throws {
    let (daemon, link) = try shop()
    try link.change(set("menu.soup", text("menu.soup", "Soup", style: "pill/pill")))
    daemon.pass(seconds: 1)
    let button = try daemon.call("buttons.list")?["buttons"]?.elements.first
    #expect(button?["status"]?["reason"]?.string == "pluginMissing")
    // Here it cannot be defined, as ever.
    let refused = try daemon.call(
      "buttons.define", #"{"buttons":[\#(text("menu.tea", "Tea", style: "pill/pill"))]}"#)
    #expect(refused?["code"]?.int == -32_006)
    #expect(link.engine.fields["!menu.tea"] == nil)
  }

  @Test func outOfReachADefinitionDoesWhatItsClassSays() throws {
    let (daemon, link) = try shop(attached: false)
    let refused = try daemon.call(
      "buttons.define", #"{"buttons":[\#(text("menu.soup", "Soup"))]}"#)
    #expect(refused?["code"]?.int == -32_014)
    for id in ["menu.draft.a", "menu.draft.b"] {
      let answer = try daemon.call("buttons.define", #"{"buttons":[\#(text(id, "Mine"))]}"#)
      #expect(answer?["fleet"]?["pending"] == JSONTree.bool(true))
      #expect(try title(daemon, id) == "Mine")
    }
    try link.change(set("menu.draft.b", text("menu.draft.b", "Theirs")))
    try link.attach()
    #expect(try title(daemon, "menu.draft.a") == "Mine")
    #expect(try title(daemon, "menu.draft.b") == "Theirs")
    #expect(link.engine.fields["!menu.draft.a"]?.value != nil)
    let rejections = try daemon.call("fleet.rejections")?["rejections"]?.elements ?? []
    #expect(rejections.map { $0["reason"]?.string } == ["conflict"])
    #expect(daemon.value("fleet.shop.rejected") == "1")
  }

  @Test func aRemovalIsTheFleets() throws {
    let (daemon, link) = try shop()
    try link.change(set("menu.soup", text("menu.soup", "Soup")))
    send(daemon, "buttons.remove", #"{"ids":["menu.soup","menu.none","menu.soup"]}"#)
    #expect(try title(daemon, "menu.soup") == "Soup")
    try link.pump()
    let answer = try daemon.next()?["result"]
    #expect(answer?["removed"]?.elements.map(\.string) == ["menu.soup"])
    #expect(answer?["fleet"]?["revision"]?.int == 2)
    #expect(link.engine.fields[Self.key]?.value == nil)
    #expect(try title(daemon, "menu.soup") == nil)
    let none = try daemon.call("buttons.remove", #"{"ids":["menu.none"]}"#)
    #expect(none?["removed"]?.elements.isEmpty == true)
  }

  @Test(arguments: [false, true])
  func aPatchMeetsAnotherDaemonsChange(_ isRaced: Bool) throws {
    let (daemon, link) = try shop()
    try link.change(set("menu.soup", text("menu.soup", "Soup")))
    link.holdsRequests = true
    link.sendsLog = false
    send(daemon, "buttons.patch", #"{"id":"menu.soup","configuration":{"subtitle":"Hot"}}"#)
    if isRaced { try link.change(set("menu.soup", text("menu.soup", "Stew"))) }
    link.sendsLog = true
    try link.release()
    let answer = try daemon.next()
    #expect(answer?["error"]?["code"]?.int == (isRaced ? -32_002 : nil))
    #expect(answer?["result"]?["fleet"]?["scope"]?.string == (isRaced ? nil : "shop"))
    #expect(try title(daemon, "menu.soup") == (isRaced ? "Stew" : "Soup"))
    let kept = link.engine.fields[Self.key]?.value?.string ?? ""
    #expect(kept.contains("Hot") == !isRaced)
  }

  @Test func aRequestIsTheFleetsOrThisDaemons() throws {
    let (daemon, link) = try shop()
    let both = "\(text("other", "Other")),\(text("menu.soup", "Soup"))"
    let answer = try daemon.call("buttons.define", #"{"buttons":[\#(both)]}"#)
    #expect(answer?["code"]?.int == -32_602)
    #expect(answer?["message"]?.string?.contains("'other'") == true)
    #expect(daemon.engine.buttonCount == 0 && link.engine.head.revision == 0)
    _ = try daemon.call("buttons.define", #"{"buttons":[\#(text("other", "Other"))]}"#)
    #expect(try title(daemon, "other") == "Other")
    #expect(try daemon.call("buttons.list")?["buttons"]?.elements.first?["scope"] == nil)
    let removal = try daemon.call("buttons.remove", #"{"ids":["other","menu.soup"]}"#)
    #expect(removal?["code"]?.int == -32_602)
    #expect(try title(daemon, "other") == "Other")
  }

  @Test func aSnapshotTakesThePlaceOfDefinitions() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    for id in ["menu.old", "other"] {
      _ = try daemon.call("buttons.define", #"{"buttons":[\#(text(id, "Local"))]}"#)
    }
    let link = try shop(daemon, attached: false).1
    try link.change(set("menu.soup", text("menu.soup", "Soup")))
    #expect(try title(daemon, "menu.old") == "Local")
    try link.attach()
    #expect(try title(daemon, "menu.old") == nil)
    #expect(try title(daemon, "menu.soup") == "Soup")
    #expect(try title(daemon, "other") == "Local")
  }

  /// Of a later version, or of somebody who wrote past the functions.
  @Test(arguments: [
    "5", #"{"id":"menu.other","style":"filled"}"#, #"{"id":"menu.bad"}"#,
    #"{"id":"menu.bad","style":"filled","configuration":{"title":{"cel":"1 +"}}}"#, "[]",
  ])
  func anUnusableDefinitionIsCountedAndLeftOut(_ bad: String) throws {
    let (daemon, link) = try shop()
    try link.change(set("menu.bad", text("menu.bad", "Good")))
    try link.change(set("menu.bad", bad), set("menu.soup", text("menu.soup", "Soup")))
    #expect(daemon.value("fleet.shop.state") == #""live""#)
    #expect(try title(daemon, "menu.bad") == nil)
    #expect(try title(daemon, "menu.soup") == "Soup")
    func unusable() throws -> Int? {
      try daemon.call("fleet.status")?["scopes"]?.elements.first?["unusable"]?.int.map { Int($0) }
    }
    #expect(try unusable() == 1)
    try link.change(set("menu.bad", text("menu.bad", "Good")))
    #expect(try unusable() == nil)
    #expect(try title(daemon, "menu.bad") == "Good")
    try link.change(set("menu.bad", bad))
    send(daemon, "buttons.remove", #"{"ids":["menu.bad"]}"#)
    try link.pump()
    #expect(try daemon.next()?["result"]?["removed"]?.elements.map(\.string) == ["menu.bad"])
    #expect(try unusable() == nil)
    #expect(link.engine.fields["!menu.bad"]?.value == nil)
  }

  @Test func anUnusableDefinitionIsKnownAfterARestart() throws {
    let (daemon, link) = try shop()
    daemon.engine.startJournal(.relaxed, revision: 0)
    try link.change(set("menu.bad", #"{"id":"menu.bad"}"#))
    daemon.writeJournal()
    let reborn = MemoryDaemon()
    for group in daemon.groups { _ = reborn.engine.restore(ParsedGroup(group)) }
    reborn.engine.startJournal(.relaxed, revision: 0)
    reborn.open("a")
    var settings = MemoryDaemon.shop
    settings.definitions = [.init("menu")]
    try reborn.share(settings, life: 2)
    let status = try reborn.call("fleet.status")?["scopes"]?.elements.first
    #expect(status?["unusable"]?.int == 1)
    let again = ScriptedLink(reborn)
    again.engine = link.engine
    try again.attach()
    send(reborn, "buttons.remove", #"{"ids":["menu.bad"]}"#)
    try again.pump()
    #expect(try reborn.next()?["result"]?["removed"]?.elements.map(\.string) == ["menu.bad"])
    #expect(again.engine.fields["!menu.bad"]?.value == nil)
  }

  @Test func moreThanTheLimitAreLeftOut() throws {
    var settings = EngineSettings()
    settings.limits.buttons = 1
    let (daemon, link) = try shop(MemoryDaemon(settings: settings))
    try link.change(set("menu.a", text("menu.a", "A")), set("menu.b", text("menu.b", "B")))
    #expect(daemon.engine.buttonCount == 1)
    let status = try daemon.call("fleet.status")?["scopes"]?.elements.first
    #expect(status?["unusable"]?.int == 1)
  }

  @Test func whoRecordsIsToldOfDefinitionsToo() throws {
    let (daemon, link) = try shop()
    daemon.open("r")
    _ = try daemon.call("inputs.subscribe", on: "r")
    try link.change(set("menu.soup", text("menu.soup", "Soup")))
    try link.change(FleetOperation(.remove, Self.key))
    var told: [String] = []
    while daemon.waiting(on: "r") > 0 {
      let params = try daemon.next(on: "r")?["params"]
      guard let method = params?["method"]?.string, method.hasPrefix("buttons.") else { continue }
      told.append(method)
    }
    #expect(told == ["buttons.define", "buttons.remove"])
  }
}
