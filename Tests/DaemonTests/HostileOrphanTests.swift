import Glibc
import TestSupport
import Testing

extension HostileDaemonTests {
  /// No worker outlives its daemon, and none keeps it from ending.
  @Suite struct HostileOrphanTests {
    /// A plugin that will not be asked to go: neither by signals nor by the daemon.
    private func addDeafPlugin(to shelf: PluginShelf, loopingIn place: String = "resolve") throws {
      let deaf = """
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_SETMASK, &all, NULL);
        for (int i = 1; i < 65; i++) if (i != SIGSYS) signal(i, SIG_IGN);
        for (;;) {}
        """
      try shelf.add(
        "deaf", resolve: place == "resolve" ? deaf : "",
        create: place == "create" ? deaf : "", declarations: "#include <signal.h>",
        manifest: PluginShelf.manifest("deaf").replacing(
          #""reads""#, with: #""limits": {"startTimeoutMs": 10000}, "reads""#))
    }

    /// The worker of the deaf plugin, which may be the last to start.
    private func deafWorker(of daemon: DaemonProcess) throws -> Int32 {
      let plugin = try daemon.wait(forPlugin: "deaf") { $0["pid"] != nil }
      return Int32(try #require(plugin["pid"]?.int))
    }

    /// Waits until a process uses the processor.
    private func waitUntilBusy(_ process: Int32) throws {
      try wait(for: "work of \(process)") { try ProcessFile.processorTicks(of: process) >= 10 }
    }

    @Test(arguments: ["resolve", "create"])
    func aKilledDaemonTakesStoppedAndDeafWorkersAlong(place: String) throws {
      let shelf = PluginShelf()
      try addDeafPlugin(to: shelf, loopingIn: place)
      let daemon = try DaemonProcess(
        shelf.arguments, plugins: [.checkout],
        environment: ["BUTTOND_PLUGIN_FIGURES": "batchTimeMs=60000"])
      if place == "resolve" { try daemon.waitForPlugins() }
      let client = try daemon.connect()
      try client.call("buttons.define", #"{"buttons":[{"id":"d","style":"deaf/look"}]}"#)
      try daemon.waitForPlugins(but: ["deaf"])
      try waitUntilBusy(try deafWorker(of: daemon))
      let stopped = try daemon.worker(of: "checkout")
      #expect(kill(stopped, SIGSTOP) == 0)
      #expect(try daemon.workers().count >= 2)
      let (end, leftWorkers) = try daemon.stop(SIGKILL)
      #expect(end == .signalled(SIGKILL))
      #expect(leftWorkers == [])
    }

    @Test func aDaemonThatIsToldToStopEndsDeafWorkersInTime() throws {
      let shelf = PluginShelf()
      try addDeafPlugin(to: shelf)
      let daemon = try DaemonProcess(
        shelf.arguments, plugins: [.checkout],
        environment: ["BUTTOND_PLUGIN_FIGURES": "batchTimeMs=60000"])
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call("buttons.define", #"{"buttons":[{"id":"d","style":"deaf/look"}]}"#)
      try waitUntilBusy(try daemon.worker(of: "deaf"))
      #expect(kill(try daemon.worker(of: "checkout"), SIGSTOP) == 0)
      let start = Deadline.now
      let (end, leftWorkers) = try daemon.stop()
      #expect(end == .exited(0))
      #expect(leftWorkers == [])
      // It asked first: a worker that can has half a second to go by itself.
      #expect(Deadline.now - start >= 250_000_000)
    }

    @Test func aPluginThatIsTurnedOffIsAskedFirstAndThenKilled() throws {
      let shelf = PluginShelf()
      try addDeafPlugin(to: shelf)
      let daemon = try DaemonProcess(
        shelf.arguments, plugins: [.checkout],
        environment: ["BUTTOND_PLUGIN_FIGURES": "batchTimeMs=60000"])
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call("buttons.define", #"{"buttons":[{"id":"d","style":"deaf/look"}]}"#)
      let worker = try daemon.worker(of: "deaf")
      try waitUntilBusy(worker)
      let start = Deadline.now
      try client.call("plugins.disable", #"{"name":"deaf"}"#)
      #expect(ProcessEnd.waitFor(worker, by: Deadline()))
      #expect(Deadline.now - start >= 250_000_000)
      #expect(try daemon.stop().end == .exited(0))
    }
  }
}
