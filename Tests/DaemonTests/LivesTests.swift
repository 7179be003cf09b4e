import TestSupport
import Testing

extension DaemonFileTests {
  /// What is kept comes back: after a kill, after a clean stop, and under another configuration.
  @Suite struct LivesTests {
    private static let sum = "total" + String(repeating: " + 1", count: 20)

    private static let buttons = #"""
      {"buttons":[{"id":"x","style":"plain"},{"id":"z","style":"plain"},{"id":"gone","style":"plain"},\#
      {"id":"pay","style":"filled","configuration":{"title":{"template":"Pay {total}"}},\#
      "isEnabled":{"cel":"total > 0"}},\#
      {"id":"long","style":"plain","isEnabled":{"cel":"SUM > 9"},"action":{"when":"SUM > 5","operations":[]}},\#
      {"id":"fed","style":"plain","isSelected":{"state":"fed"}},\#
      {"id":"own","style":"plain","isSelected":{"state":"a"}},\#
      {"id":"items","style":"filled","handler":"checkout/count"}]}
      """#.replacing("SUM", with: sum)

    private static let derived =
      #"{"keys":{"isPayable":"total > 0","label":{"template":"Pay {total}"},"bad":"missing + 1","#
      + #""sum":"\#(sum)","small":"total + 1"}}"#

    @Test func whatIsKeptComesBackLifeAfterLife() throws {
      let kept = try KeptState("durability: strict\nbuttons: buttons.yaml\n")
      kept.folder.write("x: {style: gray}\ny: {style: gray}\n", to: "buttons.yaml")
      let (epoch, definitions, disabled) = try firstLife(kept)
      try kept.kill()
      let revision = try secondLife(kept, epoch, definitions, disabled)
      try kept.stop()
      #expect(
        try Set(Folder.names(in: kept.state)).subtracting(["cache"])
          == ["buttond.lock", "buttond.sqlite", "disabled"])
      // Gone from the files, a button is gone; the client's that gave way does not come back.
      kept.folder.write("y: {style: gray}\n", to: "buttons.yaml")
      kept.folder.write(
        "durability: relaxed\nbuttons: buttons.yaml\nlimits: {expressionNodes: 16}\n",
        to: "buttond.yaml")
      try thirdLife(kept, revision)
      try kept.kill()
      #expect(try kept.start().values()["late"] == .int(1))
      #expect(
        kept.daemon?.log.contains(
          "the last stop was not clean: what was changed right before it may be missing") == true)
      try kept.stop()
    }

    private func firstLife(
      _ kept: KeptState
    ) throws -> (epoch: JSONTree?, definitions: String?, disabled: JSONTree?) {
      let manager = try FakeServiceManager()
      let client = try kept.start(plugins: [.checkout], environment: manager.environment)
      #expect(manager.next() == ["EXTEND_TIMEOUT_USEC=30000000", "STATUS=restoring state"])
      #expect(manager.next()?.first == "READY=1")
      let hello = try client.call("hello", #"{"client":"test"}"#)
      #expect(hello["durability"]?.string == "strict")
      #expect(try client.call("server.stats")["durability"]?.string == "strict")
      try client.call(
        "state.set",
        #"{"values":{"a":1,"b":-0.0,"c":"für später","d":{"x":[null]},"volatile.e":1,"total":3}}"#)
      try client.call("state.set", #"{"values":{"fed":true,"volatile.fed":1},"lease":"till"}"#)
      let answer = try client.call("state.derive", Self.derived)
      #expect(answer["values"]?["label"]?.string == "Pay 3")
      #expect(answer["errors"]?["bad"]?["code"]?.string == "absentKey")
      try client.call("state.derive", #"{"keys":{"isPayable":null}}"#)
      try client.call("state.set", #"{"values":{"total":4}}"#)
      try client.call("buttons.define", Self.buttons)
      try client.call("buttons.remove", #"{"ids":["gone"]}"#)
      let disabled = try client.call("plugins.disable", #"{"name":"checkout"}"#)["plugin"]
      let second = try kept.failingStart()
      #expect(second.end == .exited(1))
      #expect(second.error.contains("is the state folder of another daemon, process "))
      #expect(second.error.contains("--state"))
      let definitions = try client.call("buttons.definitions", #"{"match":"pay"}"#)["buttons"]?.text
      return (hello["epoch"], definitions, disabled)
    }

    /// After a kill.
    private func secondLife(
      _ kept: KeptState, _ epoch: JSONTree?, _ definitions: String?, _ disabled: JSONTree?
    ) throws -> Int? {
      let client = try kept.start(plugins: [.checkout])
      #expect(
        kept.daemon?.log.contains(
          "the last stop was not clean: nothing is missing that was answered while durability was"
            + " strict") == true)
      #expect(try client.call("hello", #"{"client":"t"}"#)["epoch"] != epoch)
      let state = try client.call("state.get")
      #expect(
        state["values"]?.text
          == #"{"a":1,"b":-0.0,"c":"für später","d":{"x":[null]},"fed":true,"label":"Pay 4","#
          + #""small":5,"sum":24,"total":4}"#)
      #expect(state["errors"]?["bad"]?["column"]?.int == 1)
      let derived = try client.call("state.derived")["keys"]?.elements ?? []
      #expect(derived.compactMap { $0["key"]?.string } == ["bad", "label", "small", "sum"])
      #expect(derived.first { $0["key"]?.string == "label" }?["by"]?["template"] != nil)

      // A file's definition goes before a client's.
      #expect(
        try client.styles() == [
          "x": "gray", "y": "gray", "z": "plain", "pay": "filled", "long": "plain",
          "fed": "plain", "own": "plain", "items": "filled",
        ])
      #expect(
        try client.call("buttons.definitions", #"{"match":"pay"}"#)["buttons"]?.text == definitions)
      #expect(try client.record("pay").title == "Pay 4")
      try client.call("state.set", #"{"values":{"total":0},"wait":"published"}"#)
      #expect(try client.record("pay").title == "Pay 0")
      #expect(try client.record("pay")["appearance"]?["isEnabled"] == .bool(false))
      try client.call("state.set", #"{"values":{"total":4}}"#)

      // A key of a lease is lost until it is written.
      #expect(state["lost"]?.text == #"["fed"]"#)
      #expect(try client.record("fed")["status"]?["reason"]?.string == "sourceLost")
      #expect(try client.record("own")["status"] == nil)
      try client.call("state.set", #"{"values":{"fed":true},"lease":"till"}"#)
      #expect(try client.call("state.get")["lost"] == nil)

      // A plugin that is off stays off until it is enabled.
      #expect(disabled?["state"]?.string == "disabled")
      let plugins = try client.call("plugins.list")["plugins"]?.elements
      #expect(plugins?.first?["state"]?.string == "disabled")
      try client.call("sync")
      let status = try client.record("items")["status"]
      #expect(status?["reason"]?.string == "pluginDisabled" && status?["fallback"] == .bool(true))
      try client.call("plugins.enable", #"{"name":"checkout"}"#)
      try kept.daemon?.waitForPlugins()
      try client.call("sync")
      #expect(try client.record("items")["status"] == nil)
      return try client.call("state.get")["revision"]?.int
    }

    /// After a clean stop, with less durability, lower limits and fewer buttons in files.
    private func thirdLife(_ kept: KeptState, _ revision: Int?) throws {
      let client = try kept.start(plugins: [.checkout])
      let log = kept.daemon?.log ?? ""
      #expect(!log.contains("not clean"))
      #expect(try client.call("hello", #"{"client":"t"}"#)["durability"]?.string == "relaxed")
      let state = try client.call("state.get")
      // The end of the lease, when its client went, was the last change.
      #expect(state["revision"]?.int ?? 0 <= (revision ?? 0) + 2)
      #expect(state["lost"]?.text == #"["fed"]"#)
      #expect(
        try client.styles() == [
          "y": "gray", "z": "plain", "pay": "filled", "long": "plain", "fed": "plain",
          "own": "plain", "items": "filled",
        ])
      try kept.daemon?.waitForPlugins()

      // What is kept stays under lower limits, and the log says so.
      #expect(state["values"]?["sum"]?.int == 24 && state["values"]?["small"]?.int == 5)
      #expect(log.contains("the derived key sum stays: line 1, column "))
      #expect(!log.contains("the derived key small"))
      #expect(log.contains("an expression of buttons or groups stays: line 1, column "))
      #expect(log.contains("an expression has at most 16 parts, by limits.expressionNodes"))
      try client.call("press.began", #"{"id":"long"}"#)
      // It stays as it is: what is defined now is held to the limit, be it the same.
      for (method, params) in [
        ("state.derive", #"{"keys":{"sum":"\#(Self.sum)"}}"#),
        (
          "buttons.define",
          #"{"buttons":[{"id":"c","style":"plain","isEnabled":{"cel":"\#(Self.sum) > 9"}}]}"#
        ),
      ] {
        let refused = try client.refusal(of: method, params)
        #expect(refused.error["data"]?["limit"]?.string == "expressionNodes")
      }
      try client.call("state.set", #"{"values":{"late":1}}"#)
      try client.wait(until: "unsaved", is: 0)
    }
  }
}

extension TestClient {
  /// The style of each button by its id.
  fileprivate func styles() throws -> [String: String] {
    let list = try call("buttons.list")["buttons"]?.elements ?? []
    return Dictionary(
      uniqueKeysWithValues: list.map { ($0["id"]?.string ?? "", $0["style"]?.string ?? "") })
  }
}
