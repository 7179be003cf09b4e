import ButtonModel
import FleetEngineModel
import FleetLink
import TestSupport
import Testing

extension DaemonFileTests {
  /// Recordings of daemons that share keys.
  @Suite struct FleetReplayTests {
    private static let configuration = """
      fleet:
        grace: 100 ms
        scopes:
          shop: {engine: "redis://none", keys: [stock, open], definitions: [menu], offline: {stock: count}}

      """

    /// A daemon of a fleet, whose recording is replayed.
    private struct RecordedShop {
      private let files = RecordingFolder()
      private let folder = TemporaryFolder()
      private let arguments: [String]
      let daemon: DaemonProcess

      init() throws {
        let config = folder.write(FleetReplayTests.configuration, to: "buttond.yaml")
        arguments = ["--config", config, "--no-installed-plugins"]
        daemon = try DaemonProcess(arguments)
      }

      /// Records what happens meanwhile, and expects the same frames of a replay.
      func record(_ inputs: () throws -> Void) throws {
        let end = try files.record(daemon) { try inputs() }
        #expect(end == .exited(0))
        let done = try files.replay(arguments)
        #expect(done.end == .exited(0), "\(done.output)\(done.error)")
        #expect(done.output.contains("frame(s) as recorded"), "\(done.output)")
      }
    }

    @Test func aReplayHasTheFleetsValuesAndDefinitionsAtTheirTimes() throws {
      let shop = try RecordedShop()
      let (client, watcher) = (try shop.daemon.connect(), try shop.daemon.connect())
      try client.call(
        "buttons.define",
        """
        {"buttons":[{"id":"sell","style":"filled","configuration":{"title":{"template":"{stock.apple.orValue(0)}"}},\
        "action":{"operations":[{"op":"increment","key":"stock.apple","by":1}]}},\
        {"id":"open","style":"filled","configuration":{"title":{"template":"{open.orValue(false)} {fleet.shop.state}"}},\
        "action":{"operations":[{"op":"toggle","key":"open"}]}}],"wait":"published"}
        """)
      let link = try LiveLink(
        try shop.daemon.connect(), FleetEngineModel(id: Chain(rawValue: 0xC0FFEE)))
      try link.attach()
      func live() throws -> Bool { try watcher.values()["fleet.shop.state"]?.string == "live" }
      try link.run(until: live)
      try shop.record {
        // Another daemon, this one at once, this one when the fleet has it, and a refusal.
        let foreign = Life(rawValue: 0xF)
        _ = link.engine.apply(
          FleetRequest(RequestNumber(foreign, 1), [FleetOperation(.set, "stock.apple", "5")]))
        try link.run { try watcher.values()["stock.apple"]?.int == 5 }
        let presses = [("sell", "stock.apple", JSONTree.int(6)), ("open", "open", .bool(true))]
        for (id, key, value) in presses {
          try client.call("press.began", #"{"id":"\#(id)","wait":"published"}"#)
          let ended = try client.request("press.ended", #"{"id":"\#(id)","wait":"published"}"#)
          try link.run { try watcher.values()[key] == value }
          _ = try client.result(of: ended)
        }
        try link.client.call(
          "fleet.state", #"{"scope":"shop","reason":"refused","message":"gone"}"#)
        let refused = try client.request("buttons.trigger", #"{"id":"open"}"#)
        #expect(throws: TestClient.Refused.self) { try client.result(of: refused) }
        try client.call("press.began", #"{"id":"open"}"#)
        let pressed = try client.request("press.ended", #"{"id":"open"}"#)
        #expect(throws: TestClient.Refused.self) { try client.result(of: pressed) }
        // Longer than the grace: what reads the scope is marked as stale.
        try wait(for: "the mark") {
          try client.record("open")["status"]?["reason"]?.string == "fleetOffline"
        }
        try link.attach()
        try link.run(until: live)
        try client.call("state.set", #"{"values":{"local":1},"wait":"published"}"#)
        try define(client, watcher, link)
      }
    }

    /// Has the fleet define, change and remove buttons.
    private func define(_ client: TestClient, _ watcher: TestClient, _ link: LiveLink) throws {
      func titles() throws -> [String: String] {
        let buttons = try watcher.call("buttons.get", #"{"match":"menu.*"}"#)["buttons"]?.elements
        return Dictionary(
          uniqueKeysWithValues: (buttons ?? []).map {
            ($0["id"]?.string ?? "", $0["appearance"]?["title"]?.string ?? "")
          })
      }
      func see(_ wanted: [String: String]) throws { try link.run { try titles() == wanted } }
      let defined = try client.request(
        "buttons.define",
        """
        {"buttons":[{"id":"menu.tea","style":"filled","configuration":{"title":{"template":"Tea {stock.tea.orValue(0)}"}}}]}
        """)
      try see(["menu.tea": "Tea 0"])
      _ = try client.result(of: defined)
      // Another daemon has the same of soup, changes what it needs, and takes the tea away.
      let tea = try #require(link.engine.fields["!menu.tea"]?.value?.string)
      let soup = tea.replacing("Tea", with: "Soup").replacing("tea", with: "soup")
      let foreign = Life(rawValue: 0xF)
      var number: UInt64 = 1
      func change(_ operation: FleetOperation) {
        number += 1
        _ = link.engine.apply(FleetRequest(RequestNumber(foreign, number), [operation]))
      }
      change(FleetOperation(.set, "!menu.soup", UTF8String(soup)))
      try see(["menu.tea": "Tea 0", "menu.soup": "Soup 0"])
      change(FleetOperation(.increment, "stock.soup", "3"))
      try see(["menu.tea": "Tea 0", "menu.soup": "Soup 3"])
      let patched = try client.request(
        "buttons.patch", #"{"id":"menu.tea","configuration":{"title":"Chai"}}"#)
      try see(["menu.tea": "Chai", "menu.soup": "Soup 3"])
      _ = try client.result(of: patched)
      change(FleetOperation(.remove, "!menu.tea"))
      try see(["menu.soup": "Soup 3"])
    }
  }
}
