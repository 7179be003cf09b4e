import Glibc

/// A live daemon of one test's own, from the installed layout; killed when the object goes.
package final class DaemonProcess {
  package let program: Program
  package let socketPath: String
  /// The daemon's own folder, which holds the socket.
  package let folder: TemporaryFolder
  /// Where the programs are if they cannot be run where they are.
  private let copiedPrefix: TemporaryFolder

  /// Starts a daemon on a socket in a folder of its own and waits until it listens.
  package convenience init(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    let folder = TemporaryFolder()
    try self.init(in: folder, arguments, environment: environment)
  }

  /// Starts a daemon that has not even the installed plugins.
  package static func withoutPlugins() throws -> DaemonProcess {
    let folder = TemporaryFolder()
    return try DaemonProcess(in: folder, from: InstalledPrefix().copy(in: folder))
  }

  /// Starts a daemon on the socket of a folder that several share.
  package init(
    in folder: TemporaryFolder, from prefix: InstalledPrefix? = nil, _ arguments: [String] = [],
    environment: [String: String] = [:], as identity: DaemonIdentity = .own
  ) throws {
    self.folder = folder
    socketPath = folder.file("buttond.sock")
    copiedPrefix = TemporaryFolder()
    let prefix = try prefix ?? identity.prefix(copyingTo: copiedPrefix)
    try identity.own(folder.path)
    let command = identity.command(
      prefix.daemon, ["--ephemeral", "--socket", socketPath] + arguments)
    program = try Program(command.path, command.arguments, environment: environment)
    let line = try program.nextLine()
    guard line == "listening on \(socketPath)" else {
      throw TestFailure("the daemon said \(line ?? "nothing"):\n\(program.log)")
    }
  }

  /// The daemon's process.
  package var processID: Int32 { program.processID }

  /// What it has logged so far.
  package var log: String { program.log }

  /// A new connection to it, which keeps it alive.
  package func connect(as identity: Identity? = nil) throws -> TestClient {
    try TestClient(socketPath, as: identity, keeping: self)
  }

  /// The workers that live now.
  package func workers() throws -> [Int32] { try ProcessFile.children(of: processID) }

  /// Waits until every plugin but the named ones runs.
  package func waitForPlugins(but others: Set<String> = []) throws {
    let client = try connect()
    let deadline = Deadline()
    while !deadline.hasPassed {
      let plugins = try client.call("plugins.list")["plugins"]?.elements ?? []
      let isReady = plugins.allSatisfy { plugin in
        others.contains(plugin["name"]?.string ?? "") || plugin["state"]?.string == "running"
      }
      if isReady { return }
    }
    throw TestFailure("the plugins do not start; the log:\n\(log)")
  }

  /// The process id of a plugin's worker.
  package func worker(of plugin: String) throws -> Int32 {
    let list = try connect().call("plugins.list")["plugins"]?.elements ?? []
    for entry in list where entry["name"]?.string == plugin {
      if let process = entry["pid"]?.int { return Int32(process) }
    }
    throw TestFailure("\(plugin) has no worker; the log:\n\(log)")
  }

  /// Stops it and says how it ended and whether all its workers ended with it.
  package func stop(_ signal: Int32 = SIGTERM) throws -> (end: ProcessEnd, leftWorkers: [Int32]) {
    let workers = try workers()
    program.kill(signal)
    let deadline = Deadline()
    let end = try program.waitForEnd(by: deadline)
    return (end, workers.filter { !ProcessEnd.waitFor($0, by: deadline) })
  }
}
