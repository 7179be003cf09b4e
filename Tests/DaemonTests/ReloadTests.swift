import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// New files of a plugin while the daemon runs.
  @Suite struct ReloadTests {
    /// A plugin that shows its version and a state key together.
    static func build(_ version: String, on shelf: PluginShelf, _ more: String = "") throws {
      try shelf.add(
        "tally",
        resolve: """
          char title[300];
          \(more)
          get_text(request, "state.shop.count", text);
          snprintf(title, sizeof title, "\(version) %s", text);
          set_text(request, "title", title);
          set_text(request, "subtitle", "\(version)");
          """)
    }

    private func start(_ shelf: PluginShelf) throws -> (DaemonProcess, TestClient) {
      let daemon = try DaemonProcess(shelf.arguments)
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"t","style":"tally/look"},{"id":"p","style":"plain"}],"wait":"published"}"#
      )
      return (daemon, client)
    }

    @Test func aNewVersionTakesOverWithOneFrame() throws {
      let shelf = PluginShelf()
      try Self.build("one", on: shelf)
      let (daemon, client) = try start(shelf)
      let (watcher, first) = try daemon.watch("*")
      #expect(first.record("t")?["appearance"]?["subtitle"]?.string == "one")
      let worker = try daemon.worker(of: "tally")
      try Self.build("two", on: shelf)
      let answer = try client.call("plugins.reload", #"{"name":"tally"}"#)
      #expect(answer["replaced"] == .bool(true))
      let frame = try watcher.nextFrame()
      #expect(frame.ids == ["t"])
      #expect(frame.record("t")?["appearance"]?["subtitle"]?.string == "two")
      #expect(frame.record("t")?["status"] == nil)
      #expect(try watcher.notificationsSoFar() == [])
      #expect(ProcessEnd.waitFor(worker, by: Deadline()))
      #expect(try daemon.stop().leftWorkers == [])
    }

    @Test func aVersionThatLooksTheSameIsSeenByNobody() throws {
      let shelf = PluginShelf()
      try Self.build("one", on: shelf)
      let (daemon, client) = try start(shelf)
      let (watcher, _) = try daemon.watch("*")
      try Self.build("one", on: shelf, "text[0] = 1;")
      #expect(
        try client.call("plugins.reload", #"{"name":"tally"}"#)["replaced"] == .bool(true))
      try client.call("sync")
      #expect(try watcher.notificationsSoFar() == [])
      #expect(
        try client.call("plugins.reload", #"{"name":"tally"}"#)["replaced"] == .bool(false))
    }

    /// A change for the worse, and what is said of it.
    @Test(arguments: [
      ("plugin.json", "{", "is not valid JSON"),
      ("libPlugin.so", "no library", "tally/libPlugin.so: file too short"),
    ])
    func aBrokenVersionLeavesTheOldInForceAndSaysWhy(
      file: String, text: String, what: String
    ) throws {
      let shelf = PluginShelf()
      try Self.build("one", on: shelf)
      let (daemon, client) = try start(shelf)
      let (watcher, _) = try daemon.watch("*")
      let worker = try daemon.worker(of: "tally")
      // Written in place, into the very file that another program would have mapped.
      try shelf.overwrite("tally", file, with: text)
      let refusal = try client.refusal(of: "plugins.reload", #"{"name":"tally"}"#)
      #expect(refusal.reason == "pluginUnavailable")
      #expect("\(refusal)".contains(what), "\(refusal)")
      try client.call("state.set", #"{"values":{"shop.count":"5"}}"#)
      let frames = try watcher.frames(until: "one 5", of: "t")
      #expect(frames.allSatisfy { $0.record("t")?["status"] == nil })
      #expect(try daemon.worker(of: "tally") == worker)
      let plugins = try client.call("plugins.list")["plugins"]?.elements ?? []
      let plugin = plugins.first { $0["name"]?.string == "tally" }
      #expect(plugin?["lastError"]?.string?.contains(what) == true)
      #expect(plugin?["state"]?.string == "running")
      #expect(daemon.log.contains(what))
    }

    @Test func reloadsUnderLoadLoseNothingAndMixNothing() throws {
      let shelf = PluginShelf()
      try Self.build("v0", on: shelf)
      let (daemon, client) = try start(shelf)
      let administrator = try daemon.connect()
      let (watcher, _) = try daemon.watch("t")
      var count = 0
      var shown = 0
      var version = "v0"
      for round in 1...scaled(6) {
        // Every third version dies when it is asked for a button.
        let isBroken = round % 3 == 0
        try Self.build("v\(round)", on: shelf, isBroken ? "abort();" : "")
        let reload = try administrator.request("plugins.reload", #"{"name":"tally"}"#)
        for _ in 0..<500 {
          count += 1
          try client.call("state.set", #"{"values":{"shop.count":"\#(count)"}}"#)
        }
        do {
          _ = try administrator.result(of: reload)
          #expect(!isBroken)
          version = "v\(round)"
        } catch let refusal as TestClient.Refused {
          #expect(isBroken && refusal.reason == "pluginUnavailable", "\(refusal)")
        }
        count += 1
        try client.call("state.set", #"{"values":{"shop.count":"\#(count)"}}"#)
        for frame in try watcher.frames(until: "\(version) \(count)", of: "t") {
          let record = try #require(frame.record("t"))
          let words = (record.title ?? "").split(separator: " ")
          #expect(words.count == 2)
          #expect(String(words[0]) == record["appearance"]?["subtitle"]?.string, "of one version")
          let number = Int(words[1]) ?? 0
          #expect(number >= shown, "never back")
          shown = number
          #expect(record["status"] == nil)
        }
      }
      let plugins = try client.call("plugins.list")["plugins"]?.elements ?? []
      #expect(plugins.first { $0["name"]?.string == "tally" }?["restarts"]?.int == 0)
      // The last version replaced has half a second to go.
      try wait(for: "its end") { try daemon.workers().count == plugins.count }
    }

    @Test func aChangedLibraryIsNoticed() throws {
      let shelf = PluginShelf()
      try Self.build("one", on: shelf)
      let (daemon, client) = try start(shelf)
      let (watcher, _) = try daemon.watch("*")
      try Self.build("two", on: shelf)
      let frame = try watcher.nextFrame()
      #expect(frame.record("t")?["appearance"]?["subtitle"]?.string == "two")

      // As is a plugin that was not there before; its button has waited for it.
      try client.call("plugins.subscribe")
      try shelf.add("late", resolve: #"set_text(request, "title", "here");"#)
      var state: String?
      while state != "running" {
        let plugin = try client.nextNotification("plugin.changed")["plugin"]
        if plugin?["name"]?.string == "late" { state = plugin?["state"]?.string }
      }
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"l","style":"late/look"}],"wait":"published"}"#)
      #expect(try client.record("l").title == "here")
    }

    @Test func manyReloadsAndCrashesLeaveNothingBehind() throws {
      let shelf = PluginShelf()
      try Self.build("a", on: shelf)
      let daemon = try DaemonProcess(
        shelf.arguments, environment: ["BUTTOND_PLUGIN_FIGURES": "backoffMs=1,intensity=1000"])
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"t","style":"tally/look"}],"wait":"published"}"#)
      let workers = try daemon.workers().count
      let descriptors = try ProcessFile.descriptorCount(of: daemon.processID)
      for round in 1...scaled(30) {
        if round % 2 == 0 {
          kill(try daemon.worker(of: "tally"), SIGKILL)
          try daemon.waitForPlugins()
        } else {
          // Another manifest is another version.
          try shelf.overwrite(
            "tally", "plugin.json",
            with: PluginShelf.manifest("tally") + String(repeating: " ", count: round))
          _ = try client.call("plugins.reload", #"{"name":"tally"}"#)
        }
        try client.call("state.set", #"{"values":{"shop.count":"\#(round)"},"wait":"published"}"#)
        #expect(try client.record("t").title == "a \(round)")
      }
      try wait(for: "what there was at the beginning") {
        try daemon.workers().count == workers
          && ProcessFile.descriptorCount(of: daemon.processID) <= descriptors + 2
      }
      #expect(try daemon.stop().leftWorkers == [])
    }

    @Test func aLibraryTruncatedInPlaceHarmsNobody() throws {
      let shelf = PluginShelf()
      try Self.build("one", on: shelf)
      let (daemon, client) = try start(shelf)
      let (watcher, _) = try daemon.watch("*")
      let worker = try daemon.worker(of: "tally")
      #expect(truncate(shelf.path("tally", "libPlugin.so"), 0) == 0)
      for count in 1...50 {
        try client.call("state.set", #"{"values":{"shop.count":"\#(count)"}}"#)
      }
      _ = try watcher.frames(until: "one 50", of: "t")
      #expect(try daemon.worker(of: "tally") == worker)
      // It even comes back after a crash.
      kill(worker, SIGKILL)
      try client.call("state.set", #"{"values":{"shop.count":"51"}}"#)
      let frames = try watcher.frames(until: "one 51", of: "t")
      #expect(frames.last?.record("t")?["status"] == nil)
    }
  }
}

extension PluginShelf {
  /// Writes a text into a file that is there, without making another.
  func overwrite(_ name: String, _ file: String, with text: String) throws {
    let descriptor = open(path(name, file), O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw TestFailure("\(file) cannot be written: errno \(errno)") }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw TestFailure("\(file) was written in part")
    }
  }
}
