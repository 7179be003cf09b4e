import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// A configuration that changes while the daemon runs.
  @Suite struct ConfigurationReloadTests {
    @Test func buttonsFollowTheirFilesAndClientsButtonsStay() throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: "",
        buttons: """
          same: {style: plain, configuration: {title: Same}}
          changed: {style: plain, configuration: {title: Old}}
          gone: {style: plain}
          taken: {style: plain}
          patched: {style: plain}
          """)
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        """
        {"buttons":[{"id":"client","style":"gray"},{"id":"new","style":"gray"},
        {"id":"taken","style":"gray"},
        {"id":"same","style":"gray","configuration":{"title":"Mine"}}],"wait":"published"}
        """.replacing("\n", with: ""))
      try client.call(
        "buttons.patch", #"{"id":"patched","group":"mine","wait":"published"}"#)
      let (watcher, _) = try daemon.watch("*")
      files.define(
        """
        # Another order, and a remark.
        changed:
          style: plain
          configuration: {title: New}
        same:
          configuration: {title: Same}
          style: plain
        """)
      files.define("new: {style: tinted}", in: "new.yaml")
      let answer = try client.call("server.reload")
      #expect(answer["buttonsDefined"]?.int == 2)
      #expect(answer["buttonsRemoved"]?.int == 1)
      #expect(answer["warnings"] == nil)
      let frame = try watcher.nextFrame()
      #expect(frame.ids == ["changed", "new"])
      #expect(frame["removed"]?.elements.compactMap(\.string) == ["gone"])
      #expect(try watcher.notificationsSoFar() == [])
      let list = try client.call("buttons.list")["buttons"]?.elements ?? []
      let styles = Dictionary(
        uniqueKeysWithValues: list.map { ($0["id"]?.string ?? "", $0["style"]?.string ?? "") })
      #expect(
        styles == [
          "same": "gray", "changed": "plain", "taken": "gray", "patched": "plain",
          "client": "gray", "new": "tinted",
        ])
    }

    @Test func everythingThatChangesIsShownInOneFrame() throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: "theme: shop\nframe: {deadline: 5s}",
        buttons: "a: {style: themed/button}\nb: {style: plain}\nc: {style: plain}", theme: "")
      let client = try daemon.connect()
      try client.call("sync")
      let (watcher, _) = try daemon.watch("*")
      files.define("a: {style: themed/button}\nb: {style: gray}\nd: {style: plain}")
      files.theme(##""primary": {"$type": "color", "primary": {"$value": "#123456"}}"##)
      try client.call("server.reload")
      let frame = try watcher.nextFrame()
      #expect(frame.ids == ["a", "b", "d"])
      #expect(frame["removed"]?.elements.compactMap(\.string) == ["c"])
      #expect(try watcher.notificationsSoFar() == [])
    }

    @Test func sighupReadsTheConfigurationAgain() throws {
      let (daemon, files) = try Shared.daemon(configuredBy: "", buttons: "a: {style: plain}")
      let (watcher, _) = try daemon.watch("*")
      files.define("a: {style: gray}")
      daemon.program.kill(SIGHUP)
      #expect(try watcher.nextFrame().ids == ["a"])
      try daemon.waitForLog("the configuration was read again")
      files.define("a: {stile: plain}")
      daemon.program.kill(SIGHUP)
      try daemon.waitForLog("the one before stays in force")
      #expect(
        daemon.log.contains(
          files.folder.file("buttons.d/shop.yaml")
            + ":1:5: a.stile: 'stile' is not known here; did you mean 'style'?"))
      #expect(try watcher.notificationsSoFar() == [])
    }

    @Test func sighupWithoutAConfigurationHarmsNothing() throws {
      let daemon = try Shared.bareDaemon()
      daemon.program.kill(SIGHUP)
      try daemon.waitForLog("there is no configuration file to read again")
      let answer = try daemon.connect().call("server.reload")
      #expect(answer["buttonsDefined"]?.int == 0)
      #expect(answer["warnings"]?.elements.count == 1)
    }

    @Test func limitsFramesAndTheLogAreTakenAtOnce() throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: "limits: {buttons: 2}\nlogging: {level: error}")
      let client = try daemon.connect()
      func limits() throws -> JSONTree? { try client.call("hello", #"{"client":"t"}"#)["limits"] }
      #expect(try limits()?["buttons"]?.int == 2)
      let place = daemon.program.logSize
      try client.call("server.reload")
      #expect(daemon.program.log(from: place) == "")
      files.configure(
        "limits: {buttons: 3, keys: 1, lineBytes: 2 MiB}\nlogging: {level: info}\n"
          + "frame: {maxRate: 50}")
      let answer = try client.call("server.reload")
      #expect(
        answer["warnings"]?.elements.compactMap(\.string)
          == ["\(files.path): limits.lineBytes: holds from the next start of the daemon on"])
      #expect(try limits()?["buttons"]?.int == 3)
      #expect(try limits()?["maxLineBytes"]?.int == 1 << 20)
      try daemon.waitForLog("the configuration was read again")
      try client.call("state.set", #"{"values":{"a":1}}"#)
      let refused = try #require(throws: TestClient.Refused.self) {
        try client.call("state.set", #"{"values":{"b":1}}"#)
      }
      #expect(refused.reason == "limitExceeded")
    }

    @Test func whatHoldsFromTheNextStartIsSaidEveryTime() throws {
      let (daemon, files) = try Shared.daemon(configuredBy: "")
      let client = try daemon.connect()
      files.configure("plugins: {disabled: [pill]}\ntraits: {contrast: high}")
      for _ in 0..<2 {
        let warnings = try client.call("server.reload")["warnings"]?.elements.compactMap(\.string)
        #expect(
          warnings == [
            "\(files.path): plugins.disabled: holds from the next start of the daemon on",
            "\(files.path): traits: holds from the next start of the daemon on",
          ])
      }
      files.configure("")
      #expect(try client.call("server.reload")["warnings"] == nil)
    }

    @Test func moreButtonsThanThereMayBeAreRefusedTogether() throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: "limits: {buttons: 2}", buttons: "a: {style: plain}")
      let client = try daemon.connect()
      try client.call("buttons.define", #"{"buttons":[{"id":"mine","style":"plain"}]}"#)
      files.define("a: {style: gray}\nb: {style: gray}")
      let refused = try #require(throws: TestClient.Refused.self) {
        try client.call("server.reload")
      }
      #expect(
        refused.error["message"]?.string?.contains(
          "limits.buttons: with those that clients have defined there would be more than 2 buttons")
          == true)
      let list = try client.call("buttons.list")["buttons"]?.elements ?? []
      #expect(list.map { $0["style"]?.string } == ["plain", "plain"])
      // One that goes makes room.
      files.define("b: {style: gray}")
      try client.call("server.reload")
      let ids = try client.call("buttons.list")["buttons"]?.elements.map { $0["id"]?.string }
      #expect(ids == ["b", "mine"])
    }

    @Test func groupsFollowTheirFileAndClientsGroupsStay() throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy:
          "groups: {same: {tint: systemRed}, gone: {tint: systemRed}, taken: {tint: systemRed}}")
      let client = try daemon.connect()
      try client.call(
        "groups.define",
        #"{"groups":[{"id":"mine","tint":"systemPink"},{"id":"taken","tint":"systemPink"}]}"#)
      files.configure("groups: {same: {tint: systemRed}, new: {isEnabled: {state: open}}}")
      try client.call("server.reload")
      let list = try client.call("groups.list")["groups"]?.elements ?? []
      #expect(
        list.map { "\($0["id"]?.string ?? "") \($0["isFromFile"] == .bool(true))" }
          == ["mine false", "new true", "same true", "taken false"])
    }

    /// Refused for the groups themselves, and for the buttons behind them.
    @Test(arguments: [
      "limits: {groups: 1}\ngroups: {other: {}}",
      "limits: {buttons: 1}\ngroups: {mine: {tint: systemBlue}, new: {}}",
    ])
    func aRefusedReloadChangesNoGroup(configuration: String) throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: "groups: {till: {tint: systemRed}}",
        buttons: "a: {style: plain, group: till}")
      let client = try daemon.connect()
      try client.call("groups.define", #"{"groups":[{"id":"mine","tint":"systemPink"}]}"#)
      func groups() throws -> [JSONTree?] {
        [try client.call("groups.get")["groups"], try client.call("groups.list")["groups"]]
      }
      let before = try groups()
      files.configure(configuration)
      files.define("b: {style: plain}", in: "b.yaml")
      #expect(throws: TestClient.Refused.self) { try client.call("server.reload") }
      #expect(try groups() == before)
    }

    /// What is right of it has no effect for a moment either.
    @Test func aRefusedReloadMakesNoRevisionAndEndsNoPress() throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: "groups: {till: {}}\nderived: {isOpen: 1 == 1}",
        buttons: """
          a:
            style: plain
            group: till
            action: {operations: [{op: set, key: done, value: true}]}
          """)
      let client = try daemon.connect()
      try client.call("buttons.define", #"{"buttons":[{"id":"mine","style":"plain"}]}"#)
      try client.call("press.began", #"{"id":"a","wait":"published"}"#)
      let revision = try client.call("server.stats")["revision"]?.int
      files.configure(
        "limits: {buttons: 2}\ngroups: {till: {isEnabled: false}}\nderived: {isOpen: 1 == 2}")
      files.define("b: {style: plain}", in: "b.yaml")
      #expect(throws: TestClient.Refused.self) { try client.call("server.reload") }
      try client.call("sync")
      #expect(try client.call("server.stats")["revision"]?.int == revision)
      try client.call("press.ended", #"{"id":"a"}"#)
      let state = try client.call("state.get", #"{"keys":["done"]}"#)
      #expect(state["values"]?["done"] == .bool(true))
    }

    @Test func manyReloadsAtOnceAreAllAnswered() throws {
      let (daemon, files) = try Shared.daemon(configuredBy: "", buttons: "a: {style: plain}")
      let client = try daemon.connect()
      files.define("a: {style: gray}")
      let ids = try (0..<20).map { _ in try client.request("server.reload") }
      let defined = try ids.map { try client.result(of: $0)["buttonsDefined"]?.int }
      #expect(defined.compactMap { $0 }.reduce(0, +) >= 1)
      #expect(defined.last == 0)
      let answer = try client.call("buttons.get", #"{"match":"a"}"#)
      #expect(answer.ids == ["a"])
    }
  }
}
