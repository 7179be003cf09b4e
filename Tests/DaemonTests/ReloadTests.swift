import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
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

    /// A daemon with the first version, a button of it and one of another style.
    private func start(
      _ shelf: PluginShelf, environment: [String: String] = [:]
    ) throws -> (daemon: DaemonProcess, client: TestClient) {
      try Self.build("one", on: shelf)
      let daemon = try DaemonProcess(shelf.arguments, environment: environment)
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"t","style":"tally/look"},{"id":"p","style":"plain"}],"wait":"published"}"#
      )
      return (daemon, client)
    }

    @Test func aNewVersionTakesOverWithOneFrameWhenAskedFor() throws {
      let shelf = PluginShelf()
      // It would notice a minute later by itself, so what happens is what was asked for.
      let (daemon, client) = try start(
        shelf, environment: ["BUTTOND_PLUGIN_FIGURES": "settleTimeMs=60000"])
      func reload() throws -> JSONTree? {
        try client.call("plugins.reload", #"{"name":"tally"}"#)["replaced"]
      }
      let (watcher, first) = try daemon.watch("*")
      #expect(first.record("t")?["appearance"]?["subtitle"]?.string == "one")
      let worker = try daemon.worker(of: "tally")
      try Self.build("two", on: shelf)
      #expect(try reload() == .bool(true))
      let frame = try watcher.nextFrame()
      #expect(frame.ids == ["t"])
      #expect(frame.record("t")?["appearance"]?["subtitle"]?.string == "two")
      #expect(frame.record("t")?["status"] == nil)
      #expect(try watcher.notificationsSoFar() == [])
      #expect(ProcessEnd.waitFor(worker, by: Deadline()))

      // A version that looks the same is seen by nobody, and the same files are no version.
      try Self.build("two", on: shelf, "text[0] = 1;")
      #expect(try reload() == .bool(true))
      try client.call("sync")
      #expect(try watcher.notificationsSoFar() == [])
      #expect(try reload() == .bool(false))
      #expect(try daemon.stop().leftWorkers == [])
    }

    @Test func aNewVersionAndANewPluginAreNoticed() throws {
      let shelf = PluginShelf()
      let (daemon, client) = try start(shelf)
      let (watcher, _) = try daemon.watch("*")
      try Self.build("two", on: shelf)
      let noticed = try watcher.nextFrame()
      #expect(noticed.ids == ["t"])
      #expect(noticed.record("t")?["appearance"]?["subtitle"]?.string == "two")
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
      #expect(try daemon.stop().leftWorkers == [])
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
