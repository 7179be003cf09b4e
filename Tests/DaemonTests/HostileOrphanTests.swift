import Glibc
import TestSupport
import Testing

extension HostileDaemonTests {
  /// No worker outlives its daemon, and none keeps it from ending.
  @Suite struct HostileOrphanTests {
    /// Two plugins that will not be asked to go, neither by signals nor by the daemon, once they are busy, and
    /// a third whose worker is stopped; the workers of the two.
    private func start(
      _ shelf: PluginShelf, loopingIn places: [String]
    ) throws -> (daemon: DaemonProcess, client: TestClient, workers: [Int32]) {
      let deaf = """
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_SETMASK, &all, NULL);
        for (int i = 1; i < 65; i++) if (i != SIGSYS) signal(i, SIG_IGN);
        for (;;) {}
        """
      let names = places.indices.map { "deaf\($0)" }
      for (name, place) in zip(names, places) {
        try shelf.add(
          name, resolve: place == "resolve" ? deaf : "", create: place == "create" ? deaf : "",
          declarations: "#include <signal.h>",
          manifest: PluginShelf.manifest(name).replacing(
            #""reads""#, with: #""limits": {"startTimeoutMs": 10000}, "reads""#))
      }
      let daemon = try DaemonProcess(
        shelf.arguments, plugins: [.checkout],
        environment: ["BUTTOND_PLUGIN_FIGURES": "batchTimeMs=60000"])
      let client = try daemon.connect()
      for (name, place) in zip(names, places) {
        if place == "resolve" {
          try daemon.wait(forPlugin: name) { $0["state"]?.string == "running" }
        }
        try client.call(
          "buttons.define", #"{"buttons":[{"id":"\#(name)","style":"\#(name)/look"}]}"#)
      }
      try daemon.waitForPlugins(but: Set(names))
      let workers = try names.map { name in
        let plugin = try daemon.wait(forPlugin: name) { $0["pid"] != nil }
        return Int32(try #require(plugin["pid"]?.int))
      }
      for worker in workers {
        try wait(for: "work of \(worker)") { try ProcessFile.processorTicks(of: worker) >= 10 }
      }
      #expect(kill(try daemon.worker(of: "checkout"), SIGSTOP) == 0)
      return (daemon, client, workers)
    }

    @Test func aKilledDaemonTakesStoppedAndDeafWorkersAlong() throws {
      let shelf = PluginShelf()
      let (daemon, _, _) = try start(shelf, loopingIn: ["resolve", "create"])
      #expect(try daemon.workers().count >= 3)
      let (end, leftWorkers) = try daemon.stop(SIGKILL)
      #expect(end == .signalled(SIGKILL))
      #expect(leftWorkers == [])
    }

    /// A worker that can has half a second to go by itself.
    @Test func whoIsTurnedOffOrStoppedIsAskedFirstAndThenKilled() throws {
      let shelf = PluginShelf()
      let (daemon, client, workers) = try start(shelf, loopingIn: ["resolve", "resolve"])
      let first = Deadline.now
      try client.call("plugins.disable", #"{"name":"deaf0"}"#)
      #expect(ProcessEnd.waitFor(workers[0], by: Deadline()))
      #expect(Deadline.now - first >= 250_000_000)
      let next = Deadline.now
      let (end, leftWorkers) = try daemon.stop()
      #expect(end == .exited(0))
      #expect(leftWorkers == [])
      #expect(Deadline.now - next >= 250_000_000)
    }
  }
}
