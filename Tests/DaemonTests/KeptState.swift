import Glibc
import TestSupport

/// A state folder, and daemons that keep their state in it one after the other.
final class KeptState {
  let folder = TemporaryFolder()
  let state: String
  private let prefix: InstalledPrefix
  private let config: String?
  /// The daemon that runs now.
  private(set) var daemon: DaemonProcess?

  /// Daemons without plugins unless one is started with some; `configuration` is YAML, `place` a folder other than one in /tmp.
  init(_ configuration: String? = nil, in place: String? = nil) throws {
    let folder = folder
    state = "\(place ?? folder.path)/state"
    prefix = try InstalledPrefix()
    config = configuration.map { folder.write($0, to: "buttond.yaml") }
  }

  /// The daemon's command line, but for the socket.
  var arguments: [String] {
    (config.map { ["--config", $0] } ?? []) + ["--state", state, "--no-installed-plugins"]
  }

  var file: String { "\(state)/buttond.sqlite" }
  var program: String { prefix.daemon }

  /// Starts a daemon and connects to it.
  func start(
    _ more: [String] = [], plugins: Set<ShippedPlugin> = [], environment: [String: String] = [:]
  ) throws -> TestClient {
    let started = try DaemonProcess(
      in: folder, from: prefix, arguments + more, plugins: plugins, environment: environment)
    daemon = started
    return try TestClient(started.socketPath)
  }

  /// Stops the daemon cleanly.
  func stop() throws {
    guard let end = try daemon?.stop().end, end == .exited(0) else {
      throw TestFailure("no clean end; the log:\n\(daemon?.log ?? "")")
    }
    daemon = nil
  }

  /// Ends the daemon as a crash would.
  func kill() throws {
    _ = try daemon?.stop(SIGKILL)
    daemon = nil
  }

  /// Starts a daemon and does not wait until it listens.
  func startWithoutWaiting(environment: [String: String] = [:]) throws -> Program {
    try Program(
      program, ["--socket", folder.file("buttond.sock")] + arguments, environment: environment)
  }

  /// Runs a daemon that is expected not to start: how it ends, and what it says.
  func failingStart(_ more: [String] = []) throws -> (end: ProcessEnd, error: String) {
    let result = try Program.run(
      program, ["--socket", folder.file("other.sock")] + arguments + more)
    return (result.end, result.error)
  }
}

extension TestClient {
  /// All state.
  func values() throws -> [String: JSONTree] {
    guard case .object(let members)? = try call("state.get")["values"] else { return [:] }
    return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
  }

  /// One of the figures of `server.stats`.
  func figure(_ name: String) throws -> Int { try call("server.stats")[name]?.int ?? -1 }

  /// Waits until a figure has a value.
  func wait(until name: String, is wanted: Int, by deadline: Deadline = Deadline()) throws {
    try TestSupport.wait(for: "\(name) \(wanted)", by: deadline) {
      try figure(name) == wanted
    }
  }
}
