import TestSupport
import Testing

extension HostileDaemonTests {
  /// One bad button among a hundred of the same plugin.
  @Suite struct HostileCrowdTests {
    /// Titles follow `shop.mode`; the button `b7` is fatal, or never done, while `shop.bad` says so.
    private func crowd() throws -> (DaemonProcess, PluginShelf) {
      let shelf = PluginShelf()
      try shelf.add(
        "crowd",
        resolve: """
          btn_value id;
          if (*get_text(request, "state.shop.bad", text)
              && host->get(request, key("button.id"), &id) == BTN_OK
              && id.len == 2 && memcmp(id.as.s, "b7", 2) == 0) {
            if (strcmp(text, "yes") == 0) abort();
            while (strcmp(text, "hang") == 0) {}
          }
          set_text(request, "title", get_text(request, "state.shop.mode", text));
          """)
      let daemon = try DaemonProcess(
        shelf.arguments, environment: ["BUTTOND_PLUGIN_FIGURES": "firstBatchFactor=1"])
      try daemon.waitForPlugins()
      return (daemon, shelf)
    }

    private func define(_ ids: [String], _ client: TestClient, key: String = "1") throws {
      let buttons = ids.map { id in
        #"{"id":"\#(id)","style":"crowd/look","configuration":{"subtitle":"\#(key)"}}"#
      }
      try client.call(
        "buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))],"wait":"published"}"#)
    }

    @Test func theOthersAreAnsweredInOneBatchAndTheBadOneIsSetAside() throws {
      let (daemon, shelf) = try crowd()
      let client = try daemon.connect()
      try client.call("state.set", #"{"values":{"shop.mode":"one"}}"#)
      try define((0..<100).map { "b\($0)" }, client)
      let (watcher, _) = try daemon.watch("b*")
      let restarts = try daemon.restarts(of: "crowd")
      try client.call("state.set", #"{"values":{"shop.bad":"yes","shop.mode":"two"}}"#)
      var sizes: [Int] = []
      var answered: Set<String> = []
      while true {
        let frame = try watcher.nextFrame()
        let good = frame.ids.filter { frame.record($0)?.title == "two" }
        if !good.isEmpty { sizes.append(good.count) }
        answered.formUnion(good)
        if frame.record("b7")?["status"]?["reason"]?.string == "poisoned" { break }
      }
      // All of them came before the bad one was tried for the second time, and together.
      #expect(sizes == [99])
      #expect(answered.count == 99 && !answered.contains("b7"))
      #expect(try daemon.restarts(of: "crowd") <= restarts + 2)
      #expect(try client.record("b7")["status"]?["fallback"] == .bool(true))

      // It stays aside whatever the state does, and the plugin goes on.
      try daemon.waitForPlugins()
      for mode in ["three", "four"] {
        try client.call("state.set", #"{"values":{"shop.mode":"\#(mode)"},"wait":"published"}"#)
        try client.call("sync")
        #expect(try client.record("b8").title == mode)
        #expect(try client.record("b7")["status"]?["reason"]?.string == "poisoned")
      }
      try client.call("state.set", #"{"values":{"shop.bad":"no"},"wait":"published"}"#)
      try client.call("sync")
      #expect(try client.record("b7")["status"]?["reason"]?.string == "poisoned")

      // A new definition lifts it; so does `plugins.reset`.
      try define(["b7"], client, key: "2")
      try client.call("sync")
      let record = try client.record("b7")
      #expect(record.title == "four", "\(record.text)\n\(daemon.log)")
      #expect(record["status"] == nil)

      _ = try watcher.notificationsSoFar()
      try client.call("state.set", #"{"values":{"shop.bad":"hang"}}"#)
      while try watcher.nextFrame().record("b7")?["status"]?["reason"]?.string != "poisoned" {}
      try client.call("state.set", #"{"values":{"shop.bad":"no","shop.mode":"five"}}"#)
      try client.call("plugins.reset", #"{"name":"crowd"}"#)
      try daemon.waitForPlugins()
      try wait(for: "the end of its status") { try client.record("b7")["status"] == nil }
      #expect(try client.record("b7").title == "five")
      #expect(try daemon.stop().end == .exited(0))
      // Files that go are a plugin that goes.
      withExtendedLifetime(shelf) {}
    }
  }
}

extension DaemonProcess {
  /// How often a plugin's worker was started again.
  fileprivate func restarts(of plugin: String) throws -> Int {
    let list = try connect().call("plugins.list")["plugins"]?.elements ?? []
    return list.first { $0["name"]?.string == plugin }?["restarts"]?.int ?? 0
  }
}
