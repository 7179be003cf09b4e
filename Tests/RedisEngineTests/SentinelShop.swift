import TestSupport

/// Two servers, one a replica of the other, and three Sentinels that watch them: an engine that fails over
/// whenever they find that it should, and not only when a test expects it.
final class SentinelShop {
  private let folders = [TemporaryFolder(), TemporaryFolder()]
  private let ports: [UInt16]
  private var servers: [RedisServer]
  private let watchFolders = [TemporaryFolder(), TemporaryFolder(), TemporaryFolder()]
  private let watchPorts: [UInt16]
  private var sentinels: [RedisServer]

  init() throws {
    ports = try folders.map { _ in try FreePort.find() }
    watchPorts = try watchFolders.map { _ in try FreePort.find() }
    servers = [try Self.server(folders[0], ports[0])]
    sentinels = []
    _ = try servers[0].connectToScope()
    servers.append(try Self.server(folders[1], ports[1], after: ports[0]))
    for (folder, port) in zip(watchFolders, watchPorts) {
      folder.write(
        """
        port \(port)
        bind 127.0.0.1
        unixsocket \(folder.file("socket"))
        dir \(folder.path)
        sentinel monitor shop 127.0.0.1 \(ports[0]) 2
        sentinel down-after-milliseconds shop 1500
        sentinel failover-timeout shop 3000
        """, to: "sentinel.conf")
      sentinels.append(try Self.sentinel(folder))
    }
  }

  private static func server(
    _ folder: TemporaryFolder, _ port: UInt16, after primary: UInt16? = nil
  ) throws -> RedisServer {
    var arguments = [
      "--port", "\(port)", "--bind", "127.0.0.1", "--appendfsync", "everysec",
      "--repl-diskless-sync-delay", "0",
    ]
    if let primary { arguments += ["--replicaof", "127.0.0.1 \(primary)"] }
    let server = try RedisServer(arguments, in: folder)
    server.ignoreLog()
    return server
  }

  private static func sentinel(_ folder: TemporaryFolder) throws -> RedisServer {
    let sentinel = try RedisServer(sentinel: folder.file("sentinel.conf"), in: folder)
    sentinel.ignoreLog()
    return sentinel
  }

  var engine: String {
    "redis+sentinel://\(watchPorts.map { "127.0.0.1:\($0)" }.joined(separator: ","))/shop"
  }

  /// Which server all Sentinels name.
  func primary() throws -> Int? {
    let named = try sentinels.map {
      try $0.connect().text("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "shop")
    }
    return ports.firstIndex { port in named.allSatisfy { $0 == "127.0.0.1 \(port)" } }
  }

  /// Whether the Sentinels agree on a server, it is a primary, and the other one follows it and has all that
  /// it has. A Sentinel that makes a server a replica closes all connections to it, also this one's.
  func isWell() -> Bool { (try? isWellNow()) ?? false }

  private func isWellNow() throws -> Bool {
    guard let primary = try primary() else { return false }
    let (first, second) = (try servers[primary].connect(), try servers[1 - primary].connect())
    let facts = try second.text("INFO", "replication")
    return try first.text("INFO", "replication").contains("role:master")
      && facts.contains("master_port:\(ports[primary])\r\n")
      && facts.contains("master_link_status:up") && (try first.text("WAIT", "1", "100")) == "1"
  }

  /// A connection to a server.
  func connect(to index: Int) throws -> RedisClient { try servers[index].connect() }

  func processID(of index: Int) -> Int32 { servers[index].processID }

  /// Kills a server.
  func kill(_ index: Int) throws { try servers[index].kill() }

  /// Starts one that was killed, as a replica of the other or by itself.
  func start(_ index: Int, asReplica: Bool) throws {
    servers[index] = try Self.server(
      folders[index], ports[index], after: asReplica ? ports[1 - index] : nil)
  }

  /// Stops a server until ``resume(_:)``.
  func pause(_ index: Int) throws { try servers[index].pause() }

  func resume(_ index: Int) { servers[index].resume() }

  /// Kills a Sentinel and starts it again.
  func restartSentinel(_ index: Int) throws {
    try sentinels[index].kill()
    sentinels[index] = try Self.sentinel(watchFolders[index])
  }

  /// The names of the connections to a server that daemons have.
  func connections(to index: Int) throws -> [String] {
    let list = try servers[index].connect().text("CLIENT", "LIST", "TYPE", "normal")
    return list.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      let isDaemon = words.contains { $0.hasPrefix("cmd=xread") || $0.hasPrefix("cmd=fcall") }
      return isDaemon ? words.first.map { String($0.dropFirst(3)) } : nil
    }
  }
}
