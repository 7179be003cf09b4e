import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// What keeps a plugin that does nothing but die away from everybody, for as long as it is the same.
  @Suite struct QuarantineTests {
    /// Times so short that a life of dying takes no longer than the test.
    private func environment(_ figures: String) -> [String: String] {
      ["BUTTOND_PLUGIN_FIGURES": figures]
    }

    /// A plugin that dies at the first batch after every hello.
    private func addMayfly(to shelf: PluginShelf) throws {
      try shelf.add("mayfly", resolve: "abort();")
    }

    private func plugin(_ name: String, _ client: TestClient) throws -> JSONTree {
      let plugins = try client.call("plugins.list")["plugins"]?.elements ?? []
      guard let plugin = plugins.first(where: { $0["name"]?.string == name }) else {
        throw TestFailure("there is no plugin \(name)")
      }
      return plugin
    }

    /// Reads what is told of plugins until one is in a state.
    private func wait(
      for state: String, of name: String, _ client: TestClient
    ) throws -> [JSONTree] {
      var seen: [JSONTree] = []
      while true {
        let change = try client.nextNotification("plugin.changed")
        guard let plugin = change["plugin"], plugin["name"]?.string == name else { continue }
        seen.append(plugin)
        if plugin["state"]?.string == state { return seen }
      }
    }

    /// A daemon with a plugin that dies a moment after its hello, once it is quarantined for that.
    private func quarantine(
      _ shelf: PluginShelf, _ figures: String
    ) throws -> (DaemonProcess, TestClient) {
      try shelf.add("mayfly", resolve: "", create: "ualarm(5000, 0);")
      let daemon = try DaemonProcess(
        shelf.arguments, plugins: [.pill], environment: environment(figures))
      let client = try daemon.connect()
      try client.call("plugins.subscribe")
      if try plugin("mayfly", client)["state"]?.string != "quarantined" {
        _ = try wait(for: "quarantined", of: "mayfly", client)
      }
      return (daemon, client)
    }

    @Test func aPluginThatDiesAfterEveryHelloIsQuarantined() throws {
      let shelf = PluginShelf()
      let (daemon, client) = try quarantine(shelf, "backoffMs=1")
      try daemon.waitForPlugins(but: ["mayfly"])
      let quarantined = try plugin("mayfly", client)
      #expect(quarantined["restarts"]?.int == 5)
      #expect(quarantined["lastError"]?.string?.isEmpty == false)
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"m","style":"mayfly/look","configuration":{"title":"May"}}]}"#)
      try client.call("sync")
      let record = try client.record("m")
      #expect(record.title == "May")
      #expect(record["status"]?["reason"]?.string == "quarantined")
      #expect(record["status"]?["fallback"] == .bool(true))
      #expect(try daemon.workers().count == daemon.pluginCount - 1)
      #expect(try daemon.stop().end == .exited(0))
    }

    @Test func nothingBringsItBackButTheProbeAndThatDiesAsWell() throws {
      let shelf = PluginShelf()
      let (daemon, client) = try quarantine(shelf, "backoffMs=1,probeIntervalMs=500")
      let before = try plugin("mayfly", client)["restarts"]?.int ?? 0
      #expect(before >= 5)
      let changes = try wait(for: "quarantined", of: "mayfly", client)
      #expect(try #require(changes.last?["restarts"]?.int) > before)
      #expect(try daemon.stop().end == .exited(0))
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func aQuarantineOutlivesTheDaemonAndResetLiftsIt(signal: Int32) throws {
      let shelf = PluginShelf()
      let state = TemporaryFolder()
      try addMayfly(to: shelf)
      let arguments = shelf.arguments + ["--state", state.file("state")]
      let define = #"{"buttons":[{"id":"m","style":"mayfly/look"}]}"#
      do {
        let daemon = try DaemonProcess(arguments, environment: environment("backoffMs=1"))
        let client = try daemon.connect()
        try client.call("plugins.subscribe")
        // A button that takes its worker along is set aside; so many of them are a plugin's fault.
        for number in 0..<6 {
          try client.call(
            "buttons.define", #"{"buttons":[{"id":"m\#(number)","style":"mayfly/look"}]}"#)
        }
        _ = try wait(for: "quarantined", of: "mayfly", client)
        try TestSupport.wait(for: "the list") {
          access(state.file("state/quarantine"), F_OK) == 0
        }
        #expect(
          try daemon.stop(signal).end == (signal == SIGTERM ? .exited(0) : .signalled(signal)))
      }
      let file = try ProcessFile.text(state.file("state/quarantine"))
      #expect(file.contains(#""plugin":"org.example.mayfly""#))

      let daemon = try DaemonProcess(arguments, environment: environment("backoffMs=1"))
      let client = try daemon.connect()
      try client.call("plugins.subscribe")
      if try plugin("mayfly", client)["state"]?.string != "quarantined" {
        _ = try wait(for: "quarantined", of: "mayfly", client)
      }
      try client.call("buttons.define", define)
      try client.call("sync")
      #expect(try client.record("m")["status"]?["reason"]?.string == "quarantined")
      #expect(try plugin("mayfly", client)["restarts"]?.int == 0)
      // Without a button to die of it stays well.
      try client.call(
        "buttons.remove", #"{"ids":["m","m0","m1","m2","m3","m4","m5"],"wait":"published"}"#)
      let answer = try client.call("plugins.reset", #"{"name":"mayfly"}"#)
      #expect(answer["plugin"]?["state"]?.string == "running", "it is answered when that is clear")
      #expect(try daemon.stop().end == .exited(0))
      let list = try ProcessFile.text(state.file("state/quarantine"))
      #expect(!list.contains("mayfly"))
    }

    /// Adds a plugin that runs some code on buttons whose id has three letters, and shows others.
    private func addMoth(_ fatal: String, to shelf: PluginShelf) throws {
      try shelf.add(
        "moth",
        resolve: """
          btn_value id;
          if (host->get(request, key("button.id"), &id) == BTN_OK && id.len == 3) { \(fatal) }
          set_text(request, "title", "here");
          """)
    }

    @Test func aPoisonedButtonCountsUntilItIsRedefinedOrRemoved() throws {
      let shelf = PluginShelf()
      try addMoth(#"if (*get_text(request, "state.shop.name", text) == 'x') abort();"#, to: shelf)
      let daemon = try DaemonProcess(
        shelf.arguments, environment: environment("backoffMs=1"))
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      func define() throws {
        try client.call(
          "buttons.define",
          #"{"buttons":[{"id":"one","style":"moth/look"},{"id":"two","style":"moth/look"}]}"#)
      }
      try client.call("state.set", #"{"values":{"shop.name":"x"}}"#)
      try define()
      let (watcher, _) = try daemon.watch("*")
      while try plugin("moth", client)["poisoned"]?.int != 2 { _ = try watcher.nextFrame() }
      try client.call("buttons.remove", #"{"ids":["two"]}"#)
      try client.call("sync")
      #expect(try plugin("moth", client)["poisoned"]?.int == 1)
      try client.call("state.set", #"{"values":{"shop.name":"y"}}"#)
      try define()
      try client.call("sync")
      #expect(try plugin("moth", client)["poisoned"]?.int == 0)
      #expect(try daemon.stop().end == .exited(0))
    }

    @Test func newFilesOfAPluginAreAnotherChanceForAPoisonedButton() throws {
      let shelf = PluginShelf()
      func build(_ fatal: String) throws { try addMoth(fatal, to: shelf) }
      try build("abort();")
      let daemon = try DaemonProcess(
        shelf.arguments, environment: environment("backoffMs=1"))
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"bad","style":"moth/look"},{"id":"good","style":"moth/look"}]}"#)
      let (watcher, first) = try daemon.watch("*")
      var last = first.record("bad")
      while last?["status"]?["reason"]?.string != "poisoned" {
        last = try watcher.nextFrame().record("bad") ?? last
      }
      #expect(try plugin("moth", client)["poisoned"]?.int == 1)
      // The same files are no new chance.
      #expect(
        try client.call("plugins.reload", #"{"name":"moth"}"#)["replaced"] == .bool(false))
      #expect(try client.record("bad")["status"]?["reason"]?.string == "poisoned")
      try build("")
      #expect(
        try client.call("plugins.reload", #"{"name":"moth"}"#)["replaced"] == .bool(true))
      while last?.title != "here" || last?["status"] != nil {
        last = try watcher.nextFrame().record("bad") ?? last
      }
      #expect(try plugin("moth", client)["poisoned"]?.int == 0)
      #expect(try daemon.stop().end == .exited(0))
    }

    @Test func aDamagedQuarantineListIsAWarningAndNothingElse() throws {
      let state = TemporaryFolder()
      state.write("rubbish", to: "quarantine")
      let daemon = try DemoButtons.daemon(["--state", state.path])
      #expect(daemon.log.contains("is not a quarantine list; quarantined plugins are tried again"))
      #expect(try Folder.names(in: state.path).contains { $0.hasPrefix("quarantine.damaged-") })
    }

    @Test func whatWorkersLoadIsPrivateAndGoesWithAnEphemeralDaemon() throws {
      let place = TemporaryFolder()
      let daemon = try DemoButtons.daemon(environment: ["TMPDIR": place.path])
      let worker = try daemon.worker(of: "checkout")
      let maps = try ProcessFile.text("/proc/\(worker)/maps")
      let line = maps.split(separator: "\n").first { $0.hasSuffix("/libCheckout.so") }
      let path = try #require(line.map { String($0[($0.firstIndex(of: "/") ?? $0.endIndex)...]) })
      #expect(path.hasPrefix("\(place.path)/buttond-plugins-"))
      let cache = path.split(separator: "/").prefix(3).map { "/\($0)" }.joined()
      var status = stat()
      #expect(stat(cache, &status) == 0 && status.st_mode & 0o777 == 0o700)
      #expect(try daemon.stop().end == .exited(0))
      #expect(stat(cache, &status) != 0)
    }

    @Test func whatAKilledEphemeralDaemonLeftIsRemovedByTheNext() throws {
      let folder = TemporaryFolder()
      let place = ["TMPDIR": folder.file("tmp")]
      try Folder.make(folder.file("tmp"))
      let living = try DaemonProcess(plugins: [.pill], environment: place)
      try living.waitForPlugins()
      let killed = try DaemonProcess(plugins: [.pill], environment: place)
      try killed.waitForPlugins()
      #expect(try Folder.names(in: folder.file("tmp")).count == 2)
      #expect(try killed.stop(SIGKILL).leftWorkers == [])
      let next = try DaemonProcess(plugins: [.pill], environment: place)
      try TestSupport.wait(for: "two folders") {
        try Folder.names(in: folder.file("tmp")).count == 2
      }
      #expect(try next.stop().end == .exited(0))
      try living.waitForPlugins()
      #expect(try living.stop().end == .exited(0))
      #expect(try Folder.names(in: folder.file("tmp")) == [])
    }
  }
}

extension DaemonProcess {
  /// How many plugins it knows.
  fileprivate var pluginCount: Int {
    get throws { try connect().call("plugins.list")["plugins"]?.elements.count ?? 0 }
  }
}
