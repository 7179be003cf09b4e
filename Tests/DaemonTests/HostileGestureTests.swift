import TestSupport
import Testing

extension HostileDaemonTests {
  /// Plugins that decide presses themselves, and misbehave over it.
  @Suite(.sharing) struct HostileGestureTests {
    /// What a plugin does with a pointer's event when the state tells it to.
    struct Misdeed: Sendable, CustomTestStringConvertible {
      let name: String
      let code: String

      var testDescription: String { name }
    }

    static let misdeeds = [
      Misdeed(name: "crashes", code: "abort();"),
      Misdeed(name: "exits", code: "_exit(0);"),
      Misdeed(name: "never returns", code: "for (volatile int i = 0;; i++) {}"),
      Misdeed(name: "returns an error", code: "return BTN_E_INTERNAL;"),
      Misdeed(
        name: "answers for another button",
        code: """
          /* A gesture's answer of 80 bytes: handle, status, message, flags, scratch. */
          char frame[12 + 79] = {79, 0, 0, 0, 69, 0, 0, 0, 2, 0, 0, 0, 9, 9, 9};
          frame[12 + 14] = 3;
          if (write(3, frame, sizeof frame) < 0) abort();
          pause();
          """),
    ]

    @Test(arguments: misdeeds)
    func aPluginThatMisbehavesOverAPressLosesItAndNothingElse(misdeed: Misdeed) throws {
      let home = try Shared.one("home") {
        try HostileHome(as: .own, figures: "firstBatchFactor=1,settleTimeMs=20,pressTimeMs=250")
      }
      let (daemon, villain) = (home.process, home.nextName())
      try daemon.clear()
      try home.shelf.add(villain, gesture: misdeed.code)
      try daemon.wait(forPlugin: villain) { $0["state"]?.string == "running" }
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"bad","style":"\#(villain)/look","action":{"name":"go","#
          + #""operations":[{"op":"increment","key":"count"}]}},{"id":"add-item","style":"gray"}],"#
          + #""wait":"published"}"#)
      let watcher = try daemon.connect()
      try watcher.call("actions.subscribe")

      // It works while it behaves.
      #expect(try client.phase("press.began", "bad") == "pressing")
      try client.call("sync")
      #expect(try client.record("bad")["appearance"]?["isHighlighted"] == .bool(true))
      #expect(try client.phase("press.ended", "bad") == "inactive")

      // Then it does not: the press is answered all the same, and is over.
      try client.call("state.set", #"{"values":{"shop.mode":"bad"},"wait":"published"}"#)
      #expect(try client.phase("press.began", "bad") == "inactive")
      #expect(try client.phase("press.ended", "bad") == "inactive")
      try client.call("buttons.trigger", #"{"id":"add-item"}"#)
      try client.call("state.set", #"{"values":{"shop.mode":"good"}}"#)
      try client.call("sync")
      #expect(try client.record("bad")["appearance"]?["isHighlighted"] == nil)

      // And it works again; no action was run but those of completed presses.
      try daemon.waitForPlugins()
      try wait(for: "a press") { try client.phase("press.began", "bad") == "pressing" }
      #expect(try client.phase("press.ended", "bad") == "inactive")
      let values = try client.call("state.get", #"{"keys":["count"]}"#)["values"]
      #expect(values?["count"]?.int == 2)
      try client.call("ping")
    }

    @Test func aPressThatItsPluginDoesNotTakeIsAFailureOfTheCommand() throws {
      let home = try HostileHome(as: .own, figures: "settleTimeMs=20")
      let faulty = home.nextName()
      try home.shelf.add(faulty, gesture: "return BTN_E_INTERNAL;")
      try home.process.wait(forPlugin: faulty) { $0["state"]?.string == "running" }
      let client = try home.process.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"bad","style":"\#(faulty)/look"}],"wait":"published"}"#)
      let arguments = ["--socket", home.process.socketPath, "press", "bad"]
      #expect(try Program.run(InstalledPrefix().client, arguments).end == .exited(0))
      try client.call("state.set", #"{"values":{"shop.mode":"bad"},"wait":"published"}"#)
      let press = try Program.run(InstalledPrefix().client, arguments)
      #expect(press.end == .exited(1))
      #expect(press.error.contains("the press of bad did nothing: "), "\(press.error)")
    }

    @Test func aPressWaitsForItsStyleAsLongAsTheConfigurationSays() throws {
      let home = try HostileHome(as: .own, figures: "settleTimeMs=20,pressTimeMs=60000")
      let slow = home.nextName()
      try home.shelf.add(slow, gesture: "usleep(400000);")
      try home.process.wait(forPlugin: slow) { $0["state"]?.string == "running" }
      let client = try home.process.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"slow","style":"\#(slow)/look"}],"wait":"published"}"#)
      try client.call("state.set", #"{"values":{"shop.mode":"bad"},"wait":"published"}"#)
      #expect(try client.phase("press.began", "slow") == "pressing")
    }
  }
}

extension TestClient {
  /// Says that a press does something, and what its phase is then.
  fileprivate func phase(_ method: String, _ id: String) throws -> String? {
    try call(method, #"{"id":"\#(id)"}"#)["phase"]?.string
  }
}

extension PluginShelf {
  /// Builds a plugin whose style decides presses as usual, unless `state.shop.mode` is bad.
  fileprivate func add(_ name: String, gesture code: String) throws {
    try add(
      name,
      source: """
        #include <buttond_plugin.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static const btn_host_api *host;
        static const btn_host_gesture *press;

        static btn_status create(const btn_host_api *api, void **self) {
          host = api;
          press = api->get_extension(api->host, BTN_EXT_GESTURE);
          *self = &host;
          return press ? BTN_OK : BTN_E_INTERNAL;
        }

        static btn_status resolve(void *self, btn_key entry, btn_request *request) {
          (void)self, (void)entry, (void)request;
          return BTN_OK;
        }

        static btn_status event(void *self, btn_key entry, btn_request *request,
                                const btn_pointer_event *event, uint8_t *scratch) {
          btn_value mode;
          (void)self, (void)entry, (void)scratch;
          if (host->get(request, host->intern(host->host, "state.shop.mode", 15), &mode) == BTN_OK
              && mode.type == BTN_T_STRING && mode.len == 3) {
            \(code)
          }
          int is_inside = (event->flags & BTN_POINTER_IS_INSIDE) != 0;
          if (event->phase == BTN_POINTER_ENDED && is_inside) return press->trigger(request);
          return press->set_pressed(request, is_inside);
        }

        static const void *get_extension(void *self, const char *id) {
          static const btn_plugin_gesture table = {sizeof table, event};
          (void)self;
          return strcmp(id, BTN_EXT_GESTURE) ? NULL : &table;
        }

        static const btn_plugin plugin = {
          sizeof(btn_plugin), BTN_ABI_MAJOR, BTN_USE_ABI_MINOR, 0,
          "org.example.\(name)", "1.0.0", create, NULL, resolve, get_extension,
        };

        const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) {
          return info->magic == BTN_MAGIC ? &plugin : NULL;
        }
        """,
      manifest: PluginShelf.manifest(name).replacing(
        #""base": "plain"}"#, with: #""base": "plain", "isPrimitive": true}"#))
  }
}
