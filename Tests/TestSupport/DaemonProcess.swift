import Glibc

/// A live daemon of one test's own, from the installed layout, with the plugins that the test names;
/// killed when the object goes.
package final class DaemonProcess {
  package let program: Program
  package let socketPath: String
  /// The daemon's own folder, which holds the socket.
  package let folder: TemporaryFolder
  /// What names its plugins on a command line, its own and that of a replay.
  package let pluginArguments: [String]
  /// Where the programs are if they cannot be run where they are.
  private let copiedPrefix = TemporaryFolder()
  /// Links to its plugins.
  private let links = TemporaryFolder()

  /// Starts a daemon on a socket in a folder of its own and waits until it listens.
  package convenience init(
    _ arguments: [String] = [], plugins: Set<ShippedPlugin> = [],
    environment: [String: String] = [:]
  ) throws {
    try self.init(
      in: TemporaryFolder(), arguments, plugins: plugins, environment: environment)
  }

  /// Starts a daemon on the socket of a folder that several share.
  package init(
    in folder: TemporaryFolder, from prefix: InstalledPrefix? = nil, _ arguments: [String] = [],
    plugins: Set<ShippedPlugin> = [], environment: [String: String] = [:],
    as identity: DaemonIdentity = .own
  ) throws {
    self.folder = folder
    socketPath = folder.file("buttond.sock")
    let prefix = try prefix ?? identity.prefix(copyingTo: copiedPrefix)
    pluginArguments = try plugins.arguments(from: prefix, in: links)
    try identity.own(folder.path)
    let command = identity.command(
      prefix.daemon,
      ["--ephemeral", "--socket", socketPath] + pluginArguments + arguments)
    program = try Program(command.path, command.arguments, environment: environment)
    let line = try program.nextLine()
    guard line == "listening on \(socketPath)" else {
      throw TestFailure("the daemon said \(line ?? "nothing"):\n\(program.log)")
    }
  }

  /// The daemon's process.
  package var processID: Int32 { program.processID }

  /// Where what it has logged for the present case begins, when cases share it.
  private var logStart = 0

  /// What it has logged so far, for this case.
  package var log: String { program.log(from: logStart) }

  /// Begins the log of another case.
  package func forgetLog() { logStart = program.logSize }

  /// Waits until a text stands in the log of this case.
  package func waitForLog(_ text: String) throws { try program.waitForLog(text, from: logStart) }

  /// A new connection to it, which keeps it alive.
  package func connect(as identity: Identity? = nil) throws -> TestClient {
    try TestClient(socketPath, as: identity, keeping: self)
  }

  /// The workers that live now.
  package func workers() throws -> [Int32] { try ProcessFile.children(of: processID) }

  /// Waits until every plugin but the named ones runs.
  package func waitForPlugins(but others: Set<String> = []) throws {
    var waiting: Set<String> = []
    try follow { plugin in
      let (id, name) = (plugin["id"]?.string ?? "", plugin["name"]?.string ?? "")
      let isReady =
        plugin["state"]?.string == "running" || plugin["phase"]?.string == "gone"
      if isReady || others.contains(name) { waiting.remove(id) } else { waiting.insert(id) }
    } until: {
      waiting.isEmpty
    }
  }

  /// Waits until something holds of a plugin.
  @discardableResult
  package func wait(
    forPlugin name: String, _ holds: (JSONTree) -> Bool
  ) throws -> JSONTree {
    var found: JSONTree?
    try follow { plugin in
      if plugin["name"]?.string == name, holds(plugin) { found = plugin }
    } until: {
      found != nil
    }
    return found ?? .null
  }

  /// Takes in the plugins as they are, and what changes of them, until that is enough.
  private func follow(
    _ take: (JSONTree) -> Void, until isEnough: () -> Bool
  ) throws {
    let client = try connect()
    do {
      try client.call("plugins.subscribe")["plugins"]?.elements.forEach(take)
      while !isEnough() {
        let change = try client.nextNotification("plugin.changed")
        change["plugin"].map(take)
      }
    } catch let failure as TestFailure {
      throw TestFailure("the plugins are not as wanted: \(failure); the log:\n\(log)")
    }
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
