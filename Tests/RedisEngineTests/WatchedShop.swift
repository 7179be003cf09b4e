import NIOCore
import TestSupport

/// Two servers, one a replica of the other, and a Sentinel that watches them.
final class WatchedShop {
  private let folders = [TemporaryFolder(), TemporaryFolder()]
  private let ports: [UInt16]
  private var servers: [RedisServer]
  private let sentinel: RedisServer
  private let sentinelPort: UInt16
  /// How far the replica is behind, and the line that has it so.
  private let lag: TimeAmount
  private var line: SlowLine?
  private var primary = 0

  /// After this time without a word of the primary the Sentinel has the replica take over. With less it calls
  /// a new primary down before it has asked it once, and lets a real failover wait for that.
  static let downAfter = 1.5

  init(lag: TimeAmount = .zero) throws {
    self.lag = lag
    ports = [try FreePort.find(), try FreePort.find()]
    sentinelPort = try FreePort.find()
    let first = try Self.server(ports[0], folders[0])
    _ = try first.connectToScope()
    let (second, line) = try Self.replica(ports[1], of: ports[0], lag, folders[1])
    servers = [first, second]
    self.line = line
    let folder = TemporaryFolder()
    // Within the last of these times a replica must have become a primary, which the Sentinel looks for once a
    // second; after it one that follows its primary over a line is told to follow it directly.
    let file = folder.write(
      """
      port \(sentinelPort)
      bind 127.0.0.1
      dir \(folder.path)
      sentinel monitor shop 127.0.0.1 \(ports[0]) 1
      sentinel down-after-milliseconds shop \(Int(Self.downAfter * 1000))
      sentinel failover-timeout shop \(lag == .zero ? 3_000 : 20_000)
      """, to: "sentinel.conf")
    sentinel = try RedisServer(sentinel: file, in: folder)
    first.ignoreLog()
    try sentinel.waitForLog("+slave slave \(place(1))")
  }

  private static func server(
    _ port: UInt16, _ folder: TemporaryFolder, _ more: [String] = [],
    until text: String = RedisServer.ready
  ) throws -> RedisServer {
    try RedisServer(
      [
        "--port", "\(port)", "--bind", "127.0.0.1", "--appendfsync", "everysec",
        "--repl-diskless-sync-delay", "0",
      ] + more, in: folder, until: text)
  }

  /// A replica that has what its primary has.
  private static func replica(
    _ port: UInt16, of primary: UInt16, _ lag: TimeAmount, _ folder: TemporaryFolder
  ) throws -> (RedisServer, SlowLine?) {
    let line = lag == .zero ? nil : try SlowLine(to: primary, delay: lag)
    let replica = try server(
      port, folder, ["--replicaof", "127.0.0.1 \(line?.port ?? Int(primary))"],
      until: "REPLICA sync: Finished with success")
    replica.ignoreLog()
    return (replica, line)
  }

  private func place(_ index: Int) -> String { "127.0.0.1:\(ports[index])" }

  var engine: String { "redis+sentinel://127.0.0.1:\(sentinelPort)/shop" }

  func value(_ key: String) throws -> String {
    let text = try servers[primary].connect().text("HGET", "btn:{s}:k", key)
    return String(text.split(separator: " ").last ?? "")
  }

  /// Kills the primary, with what is on its way to the replica; how many of its changes the replica lacks.
  func killPrimary() throws -> Int {
    let revision = try revision(of: primary)
    try line?.cut()
    try servers[primary].kill()
    return try revision - self.revision(of: 1 - primary)
  }

  private func revision(of index: Int) throws -> Int {
    try servers[index].connect().revision()
  }

  /// Returns when the Sentinel names the other one.
  func waitForFailover() throws {
    let other = 1 - primary
    try sentinel.waitForLog(
      "+switch-master shop 127.0.0.1 \(ports[primary]) 127.0.0.1 \(ports[other])")
    primary = other
  }

  /// Starts the one that was killed as a replica, and returns when the Sentinel has noticed.
  func bringBack() throws {
    let other = 1 - primary
    try sentinel.waitForLog("+sdown slave \(place(other))")
    (servers[other], line) = try Self.replica(ports[other], of: ports[primary], lag, folders[other])
    try sentinel.waitForLog("-sdown slave \(place(other))")
  }
}
