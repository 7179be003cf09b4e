import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// What an administrator can do to plugins, and what those who watch buttons see of it.
  @Suite(.sharing) struct PluginOrderTests {
    @Test func aDisabledPluginsButtonsKeepTheirLooksAndSaySo() throws {
      let daemon = try DemoButtons.shared()
      let client = try daemon.connect()
      try client.call("state.set", #"{"values":{"checkout.itemCount":2},"wait":"published"}"#)
      let (watcher, snapshot) = try daemon.watch("*")
      let look = snapshot.record("checkout")?["appearance"]
      let worker = try daemon.worker(of: "checkout")
      let answer = try client.call("plugins.disable", #"{"name":"checkout"}"#)
      #expect(answer["plugin"]?["state"]?.string == "disabled")
      let frame = try watcher.nextFrame()
      #expect(frame.ids == ["checkout"])
      let record = frame.record("checkout")
      #expect(record?["appearance"] == look)
      #expect(record?["status"]?["reason"]?.string == "pluginDisabled")
      #expect(
        record?["status"]?["message"]?.string
          == "disabled: enable it with 'buttonctl plugins enable checkout'")
      #expect(record?["status"]?["stale"] == .bool(false))
      #expect(record?["status"]?["fallback"] == .bool(false))
      #expect(ProcessEnd.waitFor(worker, by: Deadline()))

      // Only a change of what it read makes the look stale.
      try client.call("state.set", #"{"values":{"help.isOpen":true},"wait":"published"}"#)
      #expect(try watcher.nextFrame().ids == ["help"])
      try client.call("state.set", #"{"values":{"checkout.itemCount":3},"wait":"published"}"#)
      let stale = try watcher.nextFrame().record("checkout")
      #expect(stale?["status"]?["stale"] == .bool(true))
      #expect(stale?.title == "Checkout 2")

      try client.call("plugins.enable", #"{"name":"checkout"}"#)
      let frames = try watcher.frames(until: "Checkout 3", of: "checkout")
      #expect(frames.last?.record("checkout")?["status"] == nil)
    }

    @Test func aButtonOfADisabledPluginIsAcceptedAndShowsTheFallback() throws {
      let daemon = try DemoButtons.shared()
      let client = try daemon.connect()
      try client.call("plugins.disable", #"{"name":"pill"}"#)
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"new","style":"pill/pill","configuration":{"title":"New"}}],"wait":"published"}"#
      )
      let record = try client.record("new")
      #expect(record.title == "New")
      #expect(record["status"]?["fallback"] == .bool(true))
      #expect(record["status"]?["reason"]?.string == "pluginDisabled")
      try client.call("plugins.enable", #"{"name":"pill"}"#)
    }

    @Test func subscribersFollowAPluginThroughACrash() throws {
      let daemon = try DemoButtons.shared()
      let client = try daemon.connect()
      let snapshot = try client.call("plugins.subscribe")
      let plugins = snapshot["plugins"]?.elements ?? []
      let before = plugins.first { $0["name"]?.string == "checkout" }
      #expect(before?["state"]?.string == "running")
      let restarts = before?["restarts"]?.int ?? 0
      let worker = try daemon.worker(of: "checkout")
      kill(worker, SIGKILL)
      var states: [String] = []
      while states.last != "running" {
        let plugin = try client.nextNotification("plugin.changed")["plugin"]
        #expect(plugin?["name"]?.string == "checkout")
        if plugin?["state"]?.string != states.last { states.append(plugin?["state"]?.string ?? "") }
        if states.last == "running" {
          #expect(plugin?["restarts"]?.int == restarts + 1)
          #expect(plugin?["pid"]?.int != Int(worker))
          #expect(plugin?["lastError"]?.string == "the worker was ended by SIGKILL")
        }
      }
      #expect(states == ["restarting", "running"])
    }

    @Test func resetLiftsAPoisonedButton() throws {
      let shelf = PluginShelf()
      try shelf.add(
        "moody",
        resolve: """
          get_text(request, "state.shop.mode", text);
          if (strcmp(text, "calm") != 0) abort();
          set_text(request, "title", "calm");
          """)
      let daemon = try DaemonProcess(
        shelf.arguments, environment: ["BUTTOND_PLUGIN_FIGURES": "backoffMs=1"])
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call("buttons.define", #"{"buttons":[{"id":"m","style":"moody/look"}]}"#)
      let (watcher, first) = try daemon.watch("m")
      var record = first.record("m")
      while record?["status"]?["reason"]?.string != "poisoned" {
        record = try watcher.nextFrame().record("m")
      }
      try client.call("state.set", #"{"values":{"shop.mode":"calm"},"wait":"published"}"#)
      #expect(try client.record("m")["status"]?["reason"]?.string == "poisoned")
      try client.call("plugins.reset", #"{"name":"moody"}"#)
      let frames = try watcher.frames(until: "calm", of: "m")
      #expect(frames.last?.record("m")?["status"] == nil)
    }

    @Test func anUnknownPluginIsNotFound() throws {
      let daemon = try DemoButtons.shared()
      let refusal = try daemon.connect().refusal(of: "plugins.reset", #"{"name":"chekout"}"#)
      #expect(refusal.reason == "notFound")
      #expect(refusal.path == "params.name")
      #expect("\(refusal)".contains("did you mean 'checkout'?"))
    }
  }
}
