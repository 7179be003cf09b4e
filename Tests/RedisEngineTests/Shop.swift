import Glibc
import RESP
import TestSupport

/// An engine with the scope `s`, for daemons that share `stock` through it.
final class Shop {
  private(set) var server: RedisServer
  private let folder = TemporaryFolder()

  init() throws {
    server = try RedisServer(Self.arguments, in: folder)
    _ = try server.connectToScope()
  }

  private static let arguments = ["--appendfsync", "everysec"]

  var engine: String { "unix://\(server.socket)" }

  /// Kills the engine and starts it again.
  func killEngine() throws {
    try server.kill()
    server = try RedisServer(Self.arguments, in: folder)
  }

  /// What the engine has of a key.
  func value(_ key: String) throws -> String {
    let text = try server.connect().text("HGET", "btn:{s}:k", key)
    return String(text.split(separator: " ").last ?? "")
  }
}

/// A daemon with its link to the fleet; both are killed when the object goes.
final class Till {
  private(set) var daemon: DaemonProcess
  private(set) var client: TestClient
  private var link: Program?
  private let folder = TemporaryFolder()
  private let configuration: String

  /// Starts both.
  init(_ engine: String, grace: String = "5 s") throws {
    configuration = folder.write(
      """
      durability: strict
      fleet:
        grace: \(grace)
        scopes:
          s: {engine: "\(engine)", keys: [stock], buttons: [till], offline: {stock: count}, spread: 100 ms}
      """, to: "buttond.yaml")
    daemon = try Self.start(configuration, folder)
    client = try daemon.connect()
    try startLink()
  }

  private static func start(
    _ configuration: String, _ folder: TemporaryFolder
  ) throws -> DaemonProcess {
    try DaemonProcess(
      in: folder,
      ["--no-installed-plugins", "--state", folder.file("state"), "--config", configuration])
  }

  func startLink() throws {
    link = try Program(
      "\(InstalledPrefix().path)/libexec/buttond/buttond-fleet",
      ["run", "--config", configuration, "--socket", daemon.socketPath])
  }

  func killLink() throws {
    link?.kill(SIGKILL)
    try link?.waitForEnd()
    link = nil
  }

  /// Kills the daemon and starts it again.
  func killDaemon() throws {
    daemon.program.kill(SIGKILL)
    try daemon.program.waitForEnd()
    daemon = try Self.start(configuration, folder)
    client = try daemon.connect()
  }

  /// Adds one to the key so many times; each is answered when this returns.
  func add(_ count: Int, to key: String = "stock.apple") throws {
    for _ in 0..<count {
      _ = try client.call(
        "state.update", #"{"operations":[{"op":"increment","key":"\#(key)","by":1}]}"#)
    }
  }

  /// The key's value when this daemon shows all that the fleet has.
  func synced(_ key: String = "stock.apple") throws -> Int? {
    let deadline = Deadline()
    while true {
      do {
        _ = try client.call("sync", #"{"fleet":true,"timeoutMs":30000}"#)
        break
      } catch let error as TestClient.Refused {
        // Out of reach for the moment.
        if deadline.hasPassed { throw error }
        waitForAMoment()
      }
    }
    return try value(key)
  }

  func value(_ key: String = "stock.apple") throws -> Int? {
    try client.call("state.get", #"{"keys":["\#(key)"]}"#)["values"]?[key]?.int
  }

  /// Waits until the scope is in a state.
  func wait(for state: String) throws {
    let deadline = Deadline()
    while !deadline.hasPassed {
      let scopes = try client.call("fleet.status")["scopes"]?.elements ?? []
      if scopes.first?["state"]?.string == state { return }
      waitForAMoment()
    }
    throw TestFailure("never \(state); \(daemon.log)\n\(link?.log ?? "")")
  }

  private func waitForAMoment() { usleep(20_000) }
}
