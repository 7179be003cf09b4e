import TestSupport
import Testing

extension DaemonTests {
  @Suite struct WaitTests {
    @Test func aHangingPluginHoldsUpNoWaitForChangesOfOthers() throws {
      let shelf = PluginShelf()
      try shelf.add(
        "hang",
        resolve: """
          if (strcmp(get_text(request, "state.shop.mode", text), "bad") == 0) poll(NULL, 0, -1);
          set_text(request, "title", text);
          """, declarations: "#include <poll.h>")
      let daemon = try DemoButtons.daemon(
        shelf.arguments,
        environment: ["BUTTOND_PLUGIN_FIGURES": "batchTimeMs=20000,batchTimeCapMs=20000"])
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"h","style":"hang/look"}],"wait":"published"}"#)
      try client.call("state.set", #"{"values":{"shop.mode":"bad"}}"#)
      func deaths() throws -> Int? {
        let plugins = try client.call("plugins.list")["plugins"]?.elements ?? []
        return plugins.first { $0["name"]?.string == "hang" }?["deaths"]?.int
      }
      for count in 1...20 {
        try client.call(
          "state.set", #"{"values":{"checkout.itemCount":\#(count)},"wait":"published"}"#)
        #expect(try client.record("checkout").title == "Checkout \(count)")
      }
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"p","style":"plain"}],"wait":"published"}"#)
      try client.call("buttons.patch", #"{"id":"p","isSelected":true,"wait":"published"}"#)
      try client.call("buttons.trigger", #"{"id":"p","wait":"published"}"#)
      try client.call("press.began", #"{"id":"p","wait":"published"}"#)
      try client.call("press.ended", #"{"id":"p","wait":"published"}"#)
      try client.call("buttons.remove", #"{"ids":["p"],"wait":"published"}"#)
      #expect(try deaths() == 0, "the plugin is at it still")
    }
  }
}
