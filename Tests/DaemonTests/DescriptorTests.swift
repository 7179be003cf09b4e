import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// What becomes of clients, workers and sources when a daemon's descriptors run out.
  @Suite struct DescriptorTests {
    private let folder = TemporaryFolder()

    /// A daemon that may have that many files open.
    private func daemon(
      openFiles: Int, _ configuration: String, plugins: Set<ShippedPlugin> = []
    ) throws -> (program: Program, socket: String) {
      let path = folder.write(configuration, to: "buttond.yaml")
      let socket = folder.file("buttond.sock")
      let prefix = try InstalledPrefix()
      let plugins = try plugins.arguments(from: prefix, in: folder)
      let program = try Program(
        "prlimit",
        [
          "--nofile=\(openFiles):\(openFiles)", prefix.daemon, "--ephemeral", "--socket", socket,
          "--config", path,
        ] + plugins)
      guard try program.nextLine() == "listening on \(socket)" else {
        throw TestFailure("the daemon does not start:\n\(program.log)")
      }
      return (program, socket)
    }

    /// The worker of a plugin, once it runs and is another than that one.
    private func worker(but old: Int, _ client: TestClient) throws -> Int {
      try wait(for: "a worker") {
        let plugins = try client.call("plugins.list")["plugins"]?.elements ?? []
        let plugin = try #require(plugins.first { $0["name"]?.string == "checkout" })
        let process = plugin["state"]?.string == "running" ? plugin["pid"]?.int : nil
        return process == old ? nil : process
      }
    }

    /// Connects as soon as clients that have left are gone.
    private func connect(_ socket: String) throws -> TestClient {
      try wait(for: "a place") {
        let client = try TestClient(socket)
        return (try? client.call("ping")) != nil ? client : nil
      }
    }

    @Test func clientsLeaveDescriptorsForWorkersAndSources() throws {
      let (program, socket) = try daemon(
        openFiles: 128,
        #"""
        sources:
          tick: {run: [sh, -c, "echo '{\"s.n\": 1}'; exec sleep 1000"], keys: s.*}
        """#, plugins: [.checkout])
      let first = try TestClient(socket)
      try program.waitForLog("the limit of open files, 128, has room for ")
      #expect(program.log.contains(" not for the 10000 of limits.connections"))
      // All who come are answered, and those who are let in are served.
      var clients: [TestClient] = []
      var refusals = 0
      for _ in 0..<200 {
        let client = try TestClient(socket)
        let line = String(decoding: try line(of: client), as: UTF8.self)
        if line.contains("\"openFiles\"") { refusals += 1 } else { clients.append(client) }
      }
      #expect(refusals > 90 && clients.count > 20, "\(refusals) were refused")
      try first.call("ping")

      let worker = try worker(but: 0, first)
      kill(Int32(worker), SIGKILL)
      _ = try self.worker(but: worker, first)
      try first.call("sources.reset", #"{"name":"tick"}"#)
      try first.call("state.set", #"{"values":{"a":1}}"#)

      for client in clients { client.close() }
      _ = try connect(socket)
      #expect(!program.log.contains("Too many open files"), "\(program.log)")
    }

    /// What the daemon says to a client that asks for something: an answer, or why it is refused.
    private func line(of client: TestClient) throws -> [UInt8] {
      try? client.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
      return try client.nextLine() ?? []
    }

    /// As when another thread takes the descriptor that was just given up.
    @Test func withoutAnyDescriptorThoseWhoAreConnectedAreServed() throws {
      let daemon = try Shared.bareDaemon()
      let client = try daemon.connect()
      try client.call("ping")
      func limit(_ files: String) throws {
        let arguments = ["--pid", "\(daemon.processID)", "--nofile=\(files):"]
        #expect(try Program.run("prlimit", arguments).end == .exited(0))
      }
      try limit("5")
      let waiting = try daemon.connect()
      try daemon.waitForLog("too many open files (EMFILE); connections wait until")
      for _ in 0..<10 { try client.call("state.set", #"{"values":{"a":1}}"#) }
      try limit("1024")
      try waiting.call("ping")
      #expect(daemon.log.split(separator: "EMFILE").count == 2, "it is said once: \(daemon.log)")
    }

    @Test func withHardlyAnyDescriptorsADaemonStillAnswers() throws {
      let (program, socket) = try daemon(openFiles: 64, "{}\n")
      var clients: [TestClient] = []
      for _ in 0..<80 { clients.append(try TestClient(socket)) }
      for client in clients { _ = try line(of: client) }
      clients = []
      _ = try connect(socket)
      #expect(program.isRunning)
    }
  }
}
