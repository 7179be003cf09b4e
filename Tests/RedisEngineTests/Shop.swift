import Glibc
import RESP
import TestSupport

/// An engine with the scope `s`, for daemons that share `stock` through it.
final class Shop {
  private(set) var server: RedisServer
  private let folder = TemporaryFolder()
  private let disk: LossyDisk?
  private let sync: String

  /// `sync` says when the engine syncs what it writes, if need be on a disk of its own.
  init(sync: String = "everysec", on disk: LossyDisk? = nil) throws {
    self.sync = sync
    self.disk = disk
    server = try Self.start(sync, disk, folder)
    _ = try server.connectToScope()
    guard disk != nil else { return }
    // What makes the scope was synced long before the power is cut.
    try server.end()
    server = try Self.start(sync, disk, folder)
  }

  private static func start(
    _ sync: String, _ disk: LossyDisk?, _ folder: TemporaryFolder
  ) throws -> RedisServer {
    try RedisServer(
      ["--appendfsync", sync], in: folder, environment: disk?.environment ?? [:])
  }

  var engine: String { "unix://\(server.socket)" }

  /// Kills the engine and starts it again.
  func killEngine() throws { _ = try killEngine { 0 } }

  /// The same, and between the two what was not synced is lost; how many bytes that is.
  func cutPower() throws -> Int { try killEngine { try disk?.forget(folder.path) ?? 0 } }

  private func killEngine(_ meanwhile: () throws -> Int) throws -> Int {
    try server.kill()
    let result = try meanwhile()
    server = try Self.start(sync, disk, folder)
    return result
  }

  /// How many changes its history has.
  func revision() throws -> Int { try server.connect().revision() }

  /// What the engine has of a key.
  func value(_ key: String) throws -> String {
    let text = try server.connect().text("HGET", "btn:{s}:k", key)
    return String(text.split(separator: " ").last ?? "")
  }

  /// What it has of all of them; a key that was removed has none.
  func values() throws -> [String: String] { try server.connect().sharedValues() }
}

extension Shared {
  /// An engine with two tills, which the tests of a suite kill and start again; each counts another key.
  static func tills() throws -> (shop: Shop, a: Till, b: Till) {
    let all = try one("tills") {
      let shop = try Shop()
      return (shop: shop, a: try Till(shop.engine), b: try Till(shop.engine))
    }
    for till in [all.a, all.b] { try till.wait(for: "live") }
    return all
  }
}

/// A daemon with its link to the fleet; both are killed when the object goes.
final class Till {
  private(set) var daemon: DaemonProcess
  private(set) var client: TestClient
  private(set) var link: Program?
  private let folder = TemporaryFolder()
  let configuration: String

  /// What is shared unless something else is said.
  static let stock = "keys: [stock], buttons: [till], offline: {stock: count}"

  /// Starts both; `more` scopes and other `settings` are further lines of its configuration.
  init(
    _ engine: String, grace: String = "5 s", scope: String = Till.stock, name: String = "till",
    more: String = "", settings: String = "", startsLink: Bool = true
  ) throws {
    configuration = folder.write(
      """
      durability: strict
      \(settings)
      fleet:
        name: \(name)
        grace: \(grace)
        scopes:
          s: {engine: "\(engine)", spread: 100 ms, \(scope)}
          \(more)
      """, to: "buttond.yaml")
    daemon = try Self.start(configuration, folder)
    client = try daemon.connect()
    if startsLink { try startLink() }
  }

  private static func start(
    _ configuration: String, _ folder: TemporaryFolder
  ) throws -> DaemonProcess {
    try DaemonProcess(
      in: folder,
      ["--state", folder.file("state"), "--config", configuration])
  }

  func startLink() throws {
    link = try Program(
      "\(InstalledPrefix().path)/libexec/buttond/buttond-fleet",
      ["run", "--config", configuration, "--socket", daemon.socketPath])
  }

  /// What is sent waits until ``resumeLink()``; the daemon does not notice.
  func pauseLink() throws { try link?.pause() }

  func resumeLink() { link?.kill(SIGCONT) }

  /// The process of the link, while it runs.
  var linkProcessID: Int32? { link?.processID }

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
    try sync()
    return try value(key)
  }

  /// Returns when this daemon shows all that the fleet has.
  func sync() throws {
    var why = ""
    try TestSupport.wait(for: "all that the fleet has: \(why)") {
      do {
        try client.call("sync", #"{"fleet":true,"timeoutMs":30000}"#)
        return true
      } catch let error as TestClient.Refused {
        // Out of reach for the moment.
        why = "\(error)"
        return false
      }
    }
  }

  /// The texts of all keys.
  func values() throws -> [String: String] {
    guard case .object(let members)? = try client.call("state.get")["values"] else { return [:] }
    return Dictionary(members.map { ($0.name, $0.value.text) }) { $1 }
  }

  /// What was accepted and dropped: the key and the reason of each.
  func rejections() throws -> [String] {
    (try client.call("fleet.rejections")["rejections"]?.elements ?? []).map { rejection in
      let keys = rejection["operations"]?.elements.compactMap { $0["key"]?.string } ?? []
      return "\(keys.joined(separator: " ")) \(rejection["reason"]?.string ?? "?")"
    }
  }

  func value(_ key: String = "stock.apple") throws -> Int? {
    try client.call("state.get", #"{"keys":["\#(key)"]}"#)["values"]?[key]?.int
  }

  /// How a scope is doing.
  func status(of scope: String) throws -> JSONTree? {
    try client.call("fleet.status")["scopes"]?.elements.first { $0["name"]?.string == scope }
  }

  /// Waits until a scope is in a state, perhaps for a reason.
  func wait(for state: String, because reason: String? = nil, of scope: String = "s") throws {
    try TestSupport.wait(for: "\(state); \(daemon.log)\n\(link?.log ?? "")") {
      let status = try status(of: scope)
      return status?["state"]?.string == state
        && (reason == nil || status?["reason"]?.string == reason)
    }
  }
}
