import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// What keeps a plugin that does nothing but die away from everybody, for as long as it is the same.
  @Suite struct QuarantineTests {
    /// Times so short that a life of dying takes no longer than the test, and one death more than the first.
    private static let figures = ["BUTTOND_PLUGIN_FIGURES": "backoffMs=1,intensity=1"]

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

    @Test func aPluginThatDiesAfterEveryHelloIsQuarantinedAndProbed() throws {
      let shelf = PluginShelf()
      try shelf.add("mayfly", resolve: "", create: "ualarm(5000, 0);")
      let files = try ConfiguredFolder(
        "plugins: {limits: {startsAtOnce: 1, intensity: 1, backoffMs: 1, probeIntervalMs: 500}}")
      let daemon = try DaemonProcess(shelf.arguments + files.arguments)
      let client = try daemon.connect()
      try client.call("plugins.subscribe")
      if try plugin("mayfly", client)["state"]?.string != "quarantined" {
        _ = try wait(for: "quarantined", of: "mayfly", client)
      }
      let quarantined = try plugin("mayfly", client)
      let restarts = try #require(quarantined["restarts"]?.int)
      #expect(restarts >= 1)
      #expect(quarantined["lastError"]?.string?.isEmpty == false)
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"m","style":"mayfly/look","configuration":{"title":"May"}}]}"#)
      try client.call("sync")
      let record = try client.record("m")
      #expect(record.title == "May")
      #expect(record["status"]?["reason"]?.string == "quarantined")
      #expect(record["status"]?["fallback"] == .bool(true))
      // Nothing brings it back but the probe, and that dies as well.
      let changes = try wait(for: "quarantined", of: "mayfly", client)
      let last = try #require(changes.last)
      #expect(try #require(last["restarts"]?.int) > restarts)
      try TestSupport.wait(for: "the end of the probe's worker") {
        try plugin("mayfly", client)["pid"] == nil
      }
      let end = try daemon.stop()
      #expect(end.end == .exited(0) && end.leftWorkers == [])
    }

    @Test func aQuarantineOutlivesAKillAndResetLiftsIt() throws {
      let (shelf, state) = (PluginShelf(), TemporaryFolder())
      try shelf.add("mayfly", resolve: "abort();")
      let folder = state.file("state")
      try Folder.make(folder)
      state.write("rubbish", to: "state/quarantine")
      let arguments = shelf.arguments + ["--state", folder]
      do {
        let daemon = try DaemonProcess(arguments, environment: Self.figures)
        // A damaged list is a warning and nothing else.
        #expect(
          daemon.log.contains("is not a quarantine list; quarantined plugins are tried again"))
        #expect(try Folder.names(in: folder).contains { $0.hasPrefix("quarantine.damaged-") })
        let client = try daemon.connect()
        try client.call("plugins.subscribe")
        // A button that takes its worker along is set aside; so many of them are a plugin's fault.
        for number in 0..<2 {
          try client.call(
            "buttons.define", #"{"buttons":[{"id":"m\#(number)","style":"mayfly/look"}]}"#)
        }
        _ = try wait(for: "quarantined", of: "mayfly", client)
        try TestSupport.wait(for: "the list") { access("\(folder)/quarantine", F_OK) == 0 }
        #expect(try daemon.stop(SIGKILL).end == .signalled(SIGKILL))
      }
      let file = try ProcessFile.text("\(folder)/quarantine")
      #expect(file.contains(#""plugin":"org.example.mayfly""#))

      let daemon = try DaemonProcess(arguments, environment: Self.figures)
      let client = try daemon.connect()
      try client.call("plugins.subscribe")
      if try plugin("mayfly", client)["state"]?.string != "quarantined" {
        _ = try wait(for: "quarantined", of: "mayfly", client)
      }
      try client.call("buttons.define", #"{"buttons":[{"id":"m","style":"mayfly/look"}]}"#)
      try client.call("sync")
      #expect(try client.record("m")["status"]?["reason"]?.string == "quarantined")
      #expect(try plugin("mayfly", client)["restarts"]?.int == 0)
      // Without a button to die of it stays well.
      try client.call("buttons.remove", #"{"ids":["m","m0","m1"],"wait":"published"}"#)
      let answer = try client.call("plugins.reset", #"{"name":"mayfly"}"#)
      #expect(answer["plugin"]?["state"]?.string == "running", "it is answered when that is clear")
      #expect(try daemon.stop().end == .exited(0))
      #expect(try !ProcessFile.text("\(folder)/quarantine").contains("mayfly"))
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

    @Test func aPoisonedButtonCountsUntilItIsRemovedOrThereAreNewFiles() throws {
      let shelf = PluginShelf()
      let mood = "*get_text(request, \"state.shop.name\", text)"
      try addMoth("if (\(mood) == 'x') abort();", to: shelf)
      let daemon = try DaemonProcess(
        shelf.arguments,
        environment: ["BUTTOND_PLUGIN_FIGURES": "backoffMs=1,settleTimeMs=60000"])
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      func poisoned() throws -> Int? { try plugin("moth", client)["poisoned"]?.int }
      func reload() throws -> JSONTree? {
        try client.call("plugins.reload", #"{"name":"moth"}"#)["replaced"]
      }
      try client.call("state.set", #"{"values":{"shop.name":"x"}}"#)
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"one","style":"moth/look"},{"id":"two","style":"moth/look"},"#
          + #"{"id":"good","style":"moth/look"}]}"#)
      let (watcher, _) = try daemon.watch("*")
      while try poisoned() != 2 { _ = try watcher.nextFrame() }
      try client.call("buttons.remove", #"{"ids":["two"]}"#)
      try client.call("sync")
      #expect(try poisoned() == 1)
      try client.call("state.set", #"{"values":{"shop.name":"y"}}"#)
      // The same files are no new chance.
      #expect(try reload() == .bool(false))
      #expect(try client.record("one")["status"]?["reason"]?.string == "poisoned")
      try addMoth("", to: shelf)
      #expect(try reload() == .bool(true))
      try TestSupport.wait(for: "its look") { try client.record("one")["status"] == nil }
      #expect(try client.record("one").title == "here")
      #expect(try poisoned() == 0)
      #expect(try daemon.stop().end == .exited(0))
    }

    @Test func whatAKilledEphemeralDaemonLeftIsRemovedByTheNext() throws {
      let folder = TemporaryFolder()
      let place = ["TMPDIR": folder.file("tmp")]
      try Folder.make(folder.file("tmp"))
      let living = try DaemonProcess(plugins: [.pill], environment: place)
      try living.waitForPlugins()
      try checkCopies(of: living, in: folder.file("tmp"))
      let home = TemporaryFolder()
      let killed = try DaemonProcess(in: home, plugins: [.pill], environment: place)
      try killed.waitForPlugins()
      #expect(try Folder.names(in: folder.file("tmp")).count == 2)
      #expect(try killed.stop(SIGKILL).leftWorkers == [])
      #expect(access(killed.socketPath, F_OK) == 0, "the next one replaces it")
      let next = try DaemonProcess(in: home, plugins: [.pill], environment: place)
      try TestSupport.wait(for: "two folders") {
        try Folder.names(in: folder.file("tmp")).count == 2
      }
      try next.connect().call("ping")
      #expect(try next.stop().end == .exited(0))
      try living.waitForPlugins()
      #expect(try living.stop().end == .exited(0))
      #expect(try Folder.names(in: folder.file("tmp")) == [])
    }

    /// What workers load is private.
    private func checkCopies(of daemon: DaemonProcess, in place: String) throws {
      let maps = try ProcessFile.text("/proc/\(daemon.worker(of: "pill"))/maps")
      let line = maps.split(separator: "\n").first { $0.hasSuffix("/libPill.so") }
      let path = try #require(line.map { String($0[($0.firstIndex(of: "/") ?? $0.endIndex)...]) })
      #expect(path.hasPrefix("\(place)/buttond-plugins-"))
      let rest = path.dropFirst(place.utf8.count + 1)
      #expect(try Folder.mode("\(place)/\(rest.prefix { $0 != "/" })") == 0o700)
    }
  }
}
