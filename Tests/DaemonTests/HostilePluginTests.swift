import Glibc
import TestSupport
import Testing

extension HostileDaemonTests {
  @Suite struct HostilePluginTests {
    /// What a plugin does when the state tells it to, and what clients are told of it in the end.
    struct Misdeed: Sendable, CustomTestStringConvertible {
      let name: String
      let code: String
      let reason: String

      var testDescription: String { name }
    }

    static let misdeeds = [
      Misdeed(name: "crashes", code: "abort();", reason: "poisoned"),
      Misdeed(name: "writes to nowhere", code: "*(volatile int *)8 = 1;", reason: "poisoned"),
      Misdeed(name: "exits", code: "_exit(0);", reason: "poisoned"),
      Misdeed(name: "never returns", code: "for (volatile int i = 0;; i++) {}", reason: "poisoned"),
      Misdeed(
        name: "writes garbage to the channel",
        code: """
          for (int i = 0; i < 100; i++) {
            char noise[512];
            memset(noise, 251 + i, sizeof noise);
            if (write(3, noise, sizeof noise) < 0) break;
          }
          pause();
          """, reason: "poisoned"),
      Misdeed(
        name: "announces a frame of four gigabytes",
        code: #"if (write(3, "\xff\xff\xff\xff\x41\0\0\0\1\0\0\0", 12) < 0) abort(); pause();"#,
        reason: "poisoned"),
      Misdeed(name: "closes the channel", code: "close(3);", reason: "poisoned"),
      Misdeed(name: "stops itself", code: "raise(SIGSTOP);", reason: "poisoned"),
      Misdeed(
        name: "eats memory", code: "for (;;) memset(malloc(1 << 20), 1, 1 << 20);",
        reason: "poisoned"),
      Misdeed(
        name: "returns an error", code: "return BTN_E_INTERNAL;", reason: "handlerFailed"),
      Misdeed(
        name: "fails with a message",
        code: #"return host->fail(request, BTN_E_INVALID, "no such sign", 12);"#,
        reason: "handlerFailed"),
    ]

    @Test(arguments: misdeeds)
    func aPluginThatMisbehavesHarmsNobodyElse(misdeed: Misdeed) throws {
      let shelf = PluginShelf()
      try shelf.add(
        "villain",
        resolve: """
          get_text(request, "state.shop.mode", text);
          if (strcmp(text, "bad") == 0) {
            btn_value id;
            if (host->get(request, key("button.id"), &id) == BTN_OK && id.len == 3) {
              \(misdeed.code)
            }
          }
          set_text(request, "title", text[0] ? text : "good");
          """, declarations: "#include <signal.h>")
      let daemon = try DemoButtons.daemon(
        shelf.arguments, environment: ["BUTTOND_PLUGIN_FIGURES": "firstBatchFactor=1"])
      let client = try daemon.connect()
      let define = #"""
        {"buttons":[{"id":"bad","style":"villain/look"},{"id":"good1","style":"villain/look"},
        {"id":"good2","style":"plain","handler":"villain/say"}],"wait":"published"}
        """#.replacing("\n", with: "")
      try client.call("buttons.define", define)
      let (watcher, snapshot) = try daemon.watch("*")
      #expect(snapshot.record("bad")?.title == "good")
      let memory = try ProcessFile.residentKiB(of: daemon.processID)

      // The others' frames come first, however long the villain takes.
      try client.call(
        "state.set", #"{"values":{"shop.mode":"bad","checkout.itemCount":1,"help.isOpen":true}}"#)
      var frames = try watcher.frames(until: "Checkout 1", of: "checkout")
      try client.call("state.set", #"{"values":{"checkout.itemCount":2}}"#)
      frames += try watcher.frames(until: "Checkout 2", of: "checkout")

      // Then its good buttons are answered, and clients learn what became of the bad one.
      while frames.last(where: { $0.record("bad")?["status"]?["reason"]?.string == misdeed.reason })
        == nil
      {
        frames.append(try watcher.nextFrame())
      }
      for id in ["good1", "good2"] {
        while frames.last(where: { $0.record(id) != nil })?.record(id)?.title != "bad" {
          frames.append(try watcher.nextFrame())
        }
        let last = frames.last { $0.record(id) != nil }?.record(id)
        #expect(last?["status"] == nil)
      }
      let status = try client.record("bad")["status"]
      #expect(status?["plugin"]?.string == "org.example.villain")
      #expect(status?["message"]?.string?.isEmpty == false)
      #expect(
        frames.allSatisfy { frame in
          ["checkout", "help", "add-item"].allSatisfy { frame.record($0)?["status"] == nil }
        })

      // A new definition is a new chance.
      try client.call("state.set", #"{"values":{"shop.mode":"better"}}"#)
      try client.call("buttons.define", define)
      // Its worker may be starting still, or again: until then the button says so.
      while frames.last(where: { $0.record("bad") != nil })?.record("bad").map({
        $0.title == "better" && $0["status"] == nil
      }) != true {
        frames.append(try watcher.nextFrame())
      }
      #expect(try client.record("bad").title == "better")
      #expect(try client.record("bad")["status"] == nil)
      let growth = try ProcessFile.residentKiB(of: daemon.processID) - memory
      #expect(growth < Sanitizer.most(16_384))
      let (end, leftWorkers) = try daemon.stop()
      #expect(end == .exited(0))
      #expect(leftWorkers == [])
    }

    @Test(
      arguments: [
        "_exit(0);", "_exit(70);", "abort();", "for (;;) {}",
        #"if (write(3, "garbagegarbagegarbage", 21) < 0) abort();"#,
      ])
    func aPluginThatMisbehavesWhileItIsLoadedHarmsNobodyElse(code: String) throws {
      let shelf = PluginShelf()
      try shelf.add(
        "villain", resolve: "",
        declarations: "__attribute__((constructor)) static void at_start(void) { \(code) }")
      let daemon = try DaemonProcess(
        shelf.arguments, environment: ["BUTTOND_PLUGIN_FIGURES": "startTimeoutMs=2000"])
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"bad","style":"villain/look","configuration":{"title":"Bad"}}]}"#)
      try daemon.waitForPlugins(but: ["villain"])
      try client.call("buttons.define", DemoButtons.definitions)
      let (watcher, snapshot) = try daemon.watch("*")
      #expect(snapshot.record("checkout")?.title == "Checkout 0")
      #expect(snapshot.record("checkout")?["status"] == nil)
      #expect(snapshot.record("bad")?.title == "Bad")
      #expect(snapshot.record("bad")?["status"]?["fallback"] == .bool(true))
      for count in 1...20 {
        try client.call("state.set", #"{"values":{"checkout.itemCount":\#(count)}}"#)
        _ = try watcher.frames(until: "Checkout \(count)", of: "checkout")
      }
      #expect(try daemon.stop().end == .exited(0))
    }

    @Test func aPluginThatLogsWithoutEndDoesNotFillTheLogOrHoldAnybodyUp() throws {
      let shelf = PluginShelf()
      try shelf.add(
        "chatter",
        resolve: """
          for (int i = 0; i < 20000; i++) {
            host->log(host->host, BTN_LOG_ERROR, "chatter, chatter, chatter", 25);
            printf("out %d\\n", i);
            fprintf(stderr, "err %d\\n", i);
          }
          set_text(request, "title", get_text(request, "state.shop.mode", text));
          """)
      let daemon = try DemoButtons.daemon(shelf.arguments)
      let client = try daemon.connect()
      try client.call("state.set", #"{"values":{"shop.mode":"done"}}"#)
      try client.call("buttons.define", #"{"buttons":[{"id":"c","style":"chatter/look"}]}"#)
      let (watcher, snapshot) = try daemon.watch("*")
      if snapshot.record("c")?.title != "done" { _ = try watcher.frames(until: "done", of: "c") }
      try client.call("state.set", #"{"values":{"checkout.itemCount":1}}"#)
      _ = try watcher.frames(until: "Checkout 1", of: "checkout")
      // All of it would be five; how much is let through grows with the time that it takes.
      #expect(daemon.log.utf8.count < 3 << 20)
    }
  }
}
