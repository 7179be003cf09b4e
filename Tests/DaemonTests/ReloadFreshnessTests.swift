import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// What a subscriber sees of a plugin that is away, and what an administrator is told of it.
  @Suite struct ReloadFreshnessTests {
    private let shelf = PluginShelf()

    private func start(_ figures: String) throws -> (DaemonProcess, TestClient) {
      try shelf.add("tally", resolve: TallyVersions.resolve(1))
      let daemon = try DaemonProcess(
        shelf.arguments, environment: ["BUTTOND_PLUGIN_FIGURES": figures])
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"t","style":"tally/look"}],"wait":"published"}"#)
      return (daemon, client)
    }

    /// Kills the worker, and waits until it is back, as it is at once the first time.
    private func killOnce(_ daemon: DaemonProcess, _ client: TestClient) throws {
      let first = try daemon.worker(of: "tally")
      kill(first, SIGKILL)
      try wait(for: "another worker") {
        let plugin = try listing(daemon)
        return plugin["phase"]?.string == "ready" && plugin["pid"]?.int != Int(first)
      }
      // It has to have answered again, so that no button is to blame.
      try client.call("sync")
    }

    private func listing(_ daemon: DaemonProcess) throws -> JSONTree {
      let plugins = try daemon.connect().call("plugins.list")["plugins"]?.elements ?? []
      guard let plugin = plugins.first(where: { $0["name"]?.string == "tally" }) else {
        throw TestFailure("the plugin is not there")
      }
      return plugin
    }

    @Test func aRunningPluginSaysWhatShutsItIn() throws {
      let plugins = try Shared.daemon().connect().call("plugins.list")["plugins"]?.elements
      let plugin = try #require(plugins?.first { $0["name"]?.string == "outline" })
      let sandbox = try #require(plugin["sandbox"])
      #expect(sandbox["mode"]?.string == "best-effort")
      let layers = sandbox["layers"]?.elements.compactMap(\.string) ?? []
      #expect(layers.contains("noNewPrivileges") && layers.contains("seccomp"), "\(layers)")
      #expect(layers.contains("landlock") == ((sandbox["landlockABI"]?.int ?? 0) > 0))
      #expect(plugin["phase"]?.string == "ready")
      #expect(plugin["hash"]?.string?.count == 64)
      #expect(plugin["deaths"]?.int == 0)
      #expect(plugin["poisoned"]?.int == 0)
      #expect(plugin["retryAt"] == nil && plugin["quarantine"] == nil)
    }

    @Test func anOutageIsToldAndEndsWithTheNewestState() throws {
      let (daemon, client) = try start("backoffMs=60000,backoffCapMs=60000,backoffJitter=0")
      try client.call("state.set", #"{"values":{"shop.count":"1"},"wait":"published"}"#)
      try killOnce(daemon, client)
      let (watcher, _) = try daemon.watch("t")
      kill(try daemon.worker(of: "tally"), SIGKILL)

      // Without a change: the look stays, and says what is the matter.
      let first = try watcher.nextFrame().record("t")
      #expect(first?.title == "v1 1")
      #expect(first?["status"]?["stale"] == .bool(false))
      #expect(first?["status"]?["fallback"] == .bool(false))
      #expect(first?["status"]?["reason"]?.string == "pluginCrashed")
      #expect(first?["status"]?["plugin"]?.string == "org.example.tally")
      let plugin = try listing(daemon)
      #expect(plugin["state"]?.string == "restarting")
      #expect(plugin["phase"]?.string == "backoff")
      #expect(plugin["pid"] == nil && plugin["sandbox"] == nil)
      #expect(plugin["deaths"]?.int == 2)
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      let wait = (plugin["retryAt"]?.int ?? 0) - now.tv_sec * 1_000 - now.tv_nsec / 1_000_000
      #expect((0...60_000).contains(wait), "\(wait) ms")

      // A key that it does not read changes nothing; one that it reads makes the look stale.
      try client.call("state.set", #"{"values":{"shop.other":"1"},"wait":"published"}"#)
      #expect(try watcher.notificationsSoFar() == [])
      try client.call("state.set", #"{"values":{"shop.count":"2"},"wait":"published"}"#)
      let second = try watcher.nextFrame().record("t")
      #expect(second?.title == "v1 1")
      #expect(second?["status"]?["stale"] == .bool(true))
      try client.call("state.set", #"{"values":{"shop.count":"3"},"wait":"published"}"#)
      try client.call("plugins.reset", #"{"name":"tally"}"#)

      // Back: one frame, with the newest state and without a word.
      let third = try watcher.nextFrame().record("t")
      #expect(third?.title == "v1 3")
      #expect(third?["status"] == nil)
      #expect(try daemon.stop().leftWorkers == [])
    }
  }
}
