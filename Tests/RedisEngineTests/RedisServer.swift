import Glibc
import RESP
import RedisEngine
import TestSupport

/// A Redis of a test: it listens on a Unix socket in a folder that goes with it.
final class RedisServer {
  /// Whether there is a server to run.
  static let isInstalled = RedisProgram.path != nil

  /// Whether it was built with TLS.
  static let hasTLS: Bool = {
    let folder = TemporaryFolder()
    guard let link = try? RedisProgram.link(named: "redis-server", in: folder),
      let result = try? Program.run(link, ["--port", "0", "--tls-port", "1"])
    else { return false }
    // It lacks a certificate.
    return result.output.contains("Failed to configure TLS")
  }()

  static let ready = "eady to accept connections"

  let folder: TemporaryFolder
  private let process: Program

  /// Starts one with an append-only file, unless the arguments say otherwise. It runs when its log says
  /// the text.
  init(
    _ arguments: [String] = [], in folder: TemporaryFolder = .init(), until text: String = ready,
    environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    process = try Program(
      RedisProgram.link(named: "redis-server", in: folder),
      [
        "--port", "0", "--unixsocket", folder.file("socket"), "--dir", folder.path, "--save", "",
        "--appendonly", "yes", "--appendfsync", "no",
      ] + arguments, environment: environment)
    try waitForLog(text)
  }

  /// Starts one with a configuration that says where its socket is: in the folder.
  init(configuration file: String, in folder: TemporaryFolder) throws {
    self.folder = folder
    process = try Program(RedisProgram.link(named: "redis-server", in: folder), [file])
    try waitForLog(Self.ready)
  }

  /// Starts a Sentinel with a configuration.
  init(sentinel file: String, in folder: TemporaryFolder) throws {
    self.folder = folder
    process = try Program(RedisProgram.link(named: "redis-sentinel", in: folder), [file])
    try waitForLog("Sentinel ID is")
  }

  /// Returns when its log says the text.
  func waitForLog(_ text: String) throws {
    var lines = ""
    do {
      while let line = try process.nextLine() {
        if line.contains(text) { return }
        lines += line + "\n"
      }
    } catch {
      throw TestFailure("redis-server never says \"\(text)\":\n\(lines)\(error)")
    }
    throw TestFailure("redis-server ended:\n\(lines)\(process.log)")
  }

  /// Has it go on however much it logs.
  func ignoreLog() { process.closeOutput() }

  var processID: Int32 { process.processID }

  var socket: String { folder.file("socket") }

  /// A connection as the default user.
  func connect() throws -> RedisClient { try RedisClient(self) }

  /// The same with the library, and a scope `s` with the id 0123456789abcdef.
  func connectToScope() throws -> RedisClient {
    let client = try connect()
    var load = RESPCommand("FUNCTION", "LOAD", "REPLACE")
    load.append(FleetLibrary.code)
    _ = try client.ask(load)
    _ = try client.ask(RESPCommand("FCALL", "btn_init", "1", "btn:{s}:m", "0123456789abcdef"))
    return client
  }

  /// Stops it until it goes: it accepts connections and says nothing.
  func pause() throws { try process.pause() }

  /// Has it go on.
  func resume() { process.kill(SIGCONT) }

  /// Kills it and returns when it is gone.
  func kill() throws {
    process.kill(SIGKILL)
    try process.waitForEnd()
  }

  /// Ends it and returns when it is gone.
  func end() throws {
    process.kill(SIGTERM)
    try process.waitForEnd()
  }

  /// How a program reaches it.
  func options(user: String? = nil, secret: String? = nil) throws -> EngineOptions {
    EngineOptions(
      try EngineAddress("unix://\(user.map { $0 + "@" } ?? "")\(socket)"),
      secret: secret.map { EngineSecret($0) })
  }
}
