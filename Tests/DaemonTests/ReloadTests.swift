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
    let descriptor = open(path(name, file), O_WRONLY | O_TRUNC)
    guard descriptor >= 0 else { throw TestFailure("\(file) cannot be written: errno \(errno)") }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw TestFailure("\(file) was written in part")
    }
  }
}
