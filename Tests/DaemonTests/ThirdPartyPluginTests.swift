import TestSupport
import Testing

extension DaemonTests {
  @Suite struct ThirdPartyPluginTests {
    @Test func aPluginBuiltAgainstTheInstalledHeaderAloneWorks() throws {
      let daemon = try Shared.daemon(
        with: "third",
        resolve: """
          set_text(request, "title", get_text(request, "state.shop.sign", text));
          set_text(request, "x-org.example.mood", "calm");
          """)
      let client = try daemon.connect()
      let handlers = try client.call("styles.list")["handlers"]?.elements ?? []
      #expect(handlers.contains { $0["name"]?.string == "third/say" })
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"sign","style":"third/look","handler":"third/say"}],"wait":"published"}"#
      )
      let (watcher, snapshot) = try daemon.watch("*")
      #expect(snapshot.record("sign")?["status"] == nil)
      let resolves = try daemon.figure("resolves")
      try client.call("state.set", #"{"values":{"shop.sign":"Grüß Gott"},"wait":"published"}"#)
      let frame = try watcher.nextFrame()
      #expect(frame.ids == ["sign"])
      #expect(frame.record("sign")?.title == "Grüß Gott")
      #expect(frame.record("sign")?["appearance"]?["x-org.example.mood"]?.string == "calm")
      #expect(try daemon.figure("resolves") == resolves + 1)
    }

    @Test func whatAPluginReadDecidesWhatItIsAskedAgainFor() throws {
      let daemon = try Shared.daemon(
        with: "picky",
        resolve: """
          char name[300];
          btn_value value;
          memset(&value, 0, sizeof value);
          if (host->get(request, key("button.parameters.key"), &value) != BTN_OK)
            return BTN_E_INTERNAL;
          snprintf(name, sizeof name, "state.shop.%.*s", (int)value.len, value.as.s);
          set_text(request, "title", get_text(request, name, text));
          """)
      let client = try daemon.connect()
      let buttons = (0..<1_000).map {
        #"{"id":"b\#($0)","style":"plain","handler":"picky/say","parameters":{"key":"k\#($0 % 50)"}}"#
      }
      try client.call(
        "buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))],"wait":"published"}"#)
      let (watcher, snapshot) = try daemon.watch("*")
      #expect(snapshot.ids.count == 1_000)
      #expect(snapshot["buttons"]?.elements.allSatisfy { $0["status"] == nil } == true)
      var resolves = try daemon.figure("resolves")
      for key in [0, 49, 7] {
        try client.call(
          "state.set",
          #"{"values":{"shop.k\#(key)":"t\#(key)","shop.unread":\#(key)},"wait":"published"}"#)
        let frame = try watcher.nextFrame()
        #expect(frame.ids == stride(from: key, to: 1_000, by: 50).map { "b\($0)" }.sorted())
        #expect(frame["buttons"]?.elements.allSatisfy { $0.title == "t\(key)" } == true)
        #expect(try watcher.notificationsSoFar() == [])
        let now = try daemon.figure("resolves")
        #expect(now == resolves + 20)
        resolves = now
      }
    }

    @Test func anInstalledPluginKeepsItsShortName() throws {
      let shelf = PluginShelf()
      try shelf.add("checkout", resolve: #"set_text(request, "title", "mine");"#)
      let daemon = try DemoButtons.daemon(shelf.arguments)
      let client = try daemon.connect()
      try client.call("sync")
      #expect(try client.record("checkout").title == "Checkout 0")
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"x","style":"plain","handler":"org.example.checkout/say"}],"wait":"published"}"#
      )
      #expect(try client.record("x").title == "mine")
    }
  }
}
