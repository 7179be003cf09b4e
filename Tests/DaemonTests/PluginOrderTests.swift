import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// What an administrator can do to plugins, and what those who watch buttons see of it.
  @Suite struct PluginOrderTests {
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

    @Test func anUnknownPluginIsNotFound() throws {
      let daemon = try DemoButtons.shared()
      let refusal = try daemon.connect().refusal(of: "plugins.reset", #"{"name":"chekout"}"#)
      #expect(refusal.reason == "notFound")
      #expect(refusal.path == "params.name")
      #expect("\(refusal)".contains("did you mean 'checkout'?"))
    }
  }
}
