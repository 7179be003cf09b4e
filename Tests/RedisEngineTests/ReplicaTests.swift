import ButtonModel
import FleetLink
import NIOCore
import NIOPosix
import RESP
import TestSupport
import Testing

@testable import RedisEngine

/// A session waits for replicas, and follows Sentinels from a primary to the next.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"))
struct ReplicaTests {
  private let life = Life(rawValue: 1)

  private func request(_ number: UInt64) -> FleetRequest {
    FleetRequest(RequestNumber(life, number), [FleetOperation(.increment, "n", "1")])
  }

  /// A server at a port, and a replica of it.
  private func pair() throws -> (RedisServer, RedisServer, ports: (UInt16, UInt16)) {
    let ports = (try FreePort.find(), try FreePort.find())
    let primary = try RedisServer(["--port", "\(ports.0)", "--bind", "127.0.0.1"])
    _ = try primary.connectToScope()
    let replica = try RedisServer([
      "--port", "\(ports.1)", "--bind", "127.0.0.1", "--replicaof", "127.0.0.1 \(ports.0)",
    ])
    let client = try replica.connect()
    try wait(for: "the replica") {
      try client.text("INFO", "replication").contains("master_link_status:up")
    }
    return (primary, replica, ports)
  }

  @Test func aChangeIsAnsweredWhenAReplicaHasIt() async throws {
    let (primary, replica, _) = try pair()
    var settings = try SessionRig.settings(primary)
    settings.level = .replicated(1)
    let rig = try SessionRig(settings)
    _ = try await rig.attached()
    try await rig.goLive()
    for number: UInt64 in 1...500 {
      await rig.session.perform(.submit(session: 1, request(number)))
    }
    #expect(try await rig.outcome(RequestNumber(life, 500)) == .first(.ok(revision: 500)))
    #expect(try replica.connect().text("HGET", "btn:{s}:k", "n") == "500 500")
    // A replica that hangs: the change is done, and not answered.
    try replica.pause()
    await rig.session.perform(.submit(session: 1, request(501)))
    let error = try await rig.lost()
    #expect(error.message == "0 of the 1 replicas that must have a change have it")
    #expect(try primary.connect().text("HGET", "btn:{s}:k", "n") == "501 501")
  }

  /// Whoever asks again on another connection. Redis 7.0 would do so by itself, and later engines would not.
  @Test func aChangeThatIsAskedForAgainIsAnsweredWhenAReplicaHasIt() async throws {
    let (primary, replica, _) = try pair()
    var settings = try SessionRig.settings(primary)
    settings.level = .replicated(1)
    // Two thirds of it are waited for the replica.
    settings.options.silence = .seconds(3)
    let rig = try SessionRig(settings)
    _ = try await rig.attached()
    try await rig.goLive()
    try replica.pause()
    var session: UInt32 = 1
    var refusals = 0
    while refusals < 2, session < 10 {
      await rig.session.perform(.submit(session: session, request(1)))
      // On a busy machine the engine may seem silent instead, which shows nothing.
      if try await rig.lost().message.hasPrefix("0 of the 1 replicas") { refusals += 1 }
      _ = try await rig.attached()
      session += 1
      try await rig.goLive(session, lives: [life])
    }
    #expect(refusals == 2)
    replica.resume()
    await rig.session.perform(.submit(session: session, request(1)))
    #expect(try await rig.outcome(RequestNumber(life, 1)) == .duplicate(.ok(revision: 1)))
    #expect(try replica.connect().text("HGET", "btn:{s}:k", "n") == "1 1")
  }

  /// One Sentinel still names an engine that has been replaced, and takes no changes any more.
  @Test func anotherSentinelIsBelievedOnceOneWasWrong() async throws {
    let ports = (try FreePort.find(), try FreePort.find())
    let old = try RedisServer(["--port", "\(ports.0)", "--bind", "127.0.0.1"])
    try old.connectToScope().ask("CONFIG", "SET", "min-replicas-to-write", "1")
    let new = try RedisServer(["--port", "\(ports.1)", "--bind", "127.0.0.1"])
    _ = try new.connectToScope()
    var sentinels: [RedisServer] = []
    var nodes: [String] = []
    for engine in [ports.0, ports.1] {
      let port = try FreePort.find()
      let folder = TemporaryFolder()
      let file = folder.write(
        "port \(port)\nbind 127.0.0.1\ndir \(folder.path)\n"
          + "sentinel monitor shop 127.0.0.1 \(engine) 1\n", to: "s.conf")
      let sentinel = try RedisServer(sentinel: file, in: folder)
      sentinel.ignoreLog()
      sentinels.append(sentinel)
      nodes.append("127.0.0.1:\(port)")
    }
    let rig = try SessionRig(
      SessionRig.settings("redis+sentinel://\(nodes.joined(separator: ","))/shop"))
    #expect(try await rig.lost().code == .notPrimary)
    #expect(try await rig.attached().description == "127.0.0.1:\(ports.1)")
    withExtendedLifetime((old, new, sentinels)) {}
  }

  @Test func sentinelsSayWhereTheEngineIs() async throws {
    let (primary, replica, ports) = try pair()
    primary.ignoreLog()
    replica.ignoreLog()
    let port = try FreePort.find()
    let folder = TemporaryFolder()
    let file = folder.write(
      """
      port \(port)
      bind 127.0.0.1
      dir \(folder.path)
      sentinel monitor shop 127.0.0.1 \(ports.0) 1
      sentinel down-after-milliseconds shop 500
      sentinel failover-timeout shop 2000
      """, to: "sentinel.conf")
    let sentinel = try RedisServer(sentinel: file, in: folder)
    sentinel.ignoreLog()
    // The first of them is not there.
    let settings = try SessionRig.settings(
      "redis+sentinel://127.0.0.1:1,127.0.0.1:\(port)/shop")
    let rig = try SessionRig(settings)
    #expect(try await rig.attached().description == "127.0.0.1:\(ports.0)")
    try await rig.goLive()
    await rig.session.perform(.submit(session: 1, request(1)))
    #expect(try await rig.outcome(RequestNumber(life, 1)) == .first(.ok(revision: 1)))
    let known = try TestRedisPort(port)
    try wait(for: "a Sentinel that knows the replica") {
      try known.ask("SENTINEL", "REPLICAS", "shop").contains("\(ports.1)")
    }
    try wait(for: "the change at the replica") {
      try replica.connect().text("HGET", "btn:{s}:k", "n") == "1 1"
    }
    try primary.end()
    #expect(try await rig.attached().description == "127.0.0.1:\(ports.1)")
    let (values, _) = try await rig.goLive(2, lives: [life])
    #expect(values == ["n": "1"])
    await rig.session.perform(.submit(session: 2, request(1)))
    #expect(try await rig.outcome(RequestNumber(life, 1)) == .duplicate(.ok(revision: 1)))
    withExtendedLifetime(sentinel) {}
  }

  /// However long the pauses of a daemon have become meanwhile.
  @Test func anEngineThatHasMovedEndsAWaitOfAnyLength() async throws {
    let port = try FreePort.find()
    let folder = TemporaryFolder()
    let file = folder.write(
      "port \(port)\nbind 127.0.0.1\ndir \(folder.path)\nsentinel monitor shop 127.0.0.1 1 1\n",
      to: "s.conf")
    let sentinel = try RedisServer(sentinel: file, in: folder)
    sentinel.ignoreLog()
    let connector = ScopeConnector(
      keys: try #require(ScopeKeys("s")),
      settings: try SessionRig.settings("redis+sentinel://127.0.0.1:1,127.0.0.1:\(port)/shop"),
      group: MultiThreadedEventLoopGroup.singleton)
    #expect(await !connector.hasMoved(from: "127.0.0.1:1", within: 300))
    // An hour is over the time limit of the whole run.
    async let hasMoved = connector.hasMoved(from: "127.0.0.1:1", within: 3_600_000)
    let known = try TestRedisPort(port)
    _ = try known.ask("SENTINEL", "REMOVE", "shop")
    _ = try known.ask("SENTINEL", "MONITOR", "shop", "127.0.0.1", "2", "1")
    #expect(await hasMoved)
    let task = Task { await connector.hasMoved(from: "127.0.0.1:2", within: 3_600_000) }
    task.cancel()
    #expect(await !task.value)
    withExtendedLifetime(sentinel) {}
  }

  @Test func aNameThatNoSentinelKnowsIsTold() async throws {
    let port = try FreePort.find()
    let folder = TemporaryFolder()
    let file = folder.write("port \(port)\nbind 127.0.0.1\ndir \(folder.path)\n", to: "s.conf")
    let sentinel = try RedisServer(sentinel: file, in: folder)
    let rig = try SessionRig(SessionRig.settings("redis+sentinel://127.0.0.1:\(port)/shop"))
    let error = try await rig.lost()
    #expect(error.message == "this Sentinel watches no engine shop")
    withExtendedLifetime(sentinel) {}
  }

  @Test func addressesOfSentinelsAreRead() throws {
    let address = try EngineLocation("rediss+sentinel://till@a,b:1,[::1]/shop-4")
    #expect(address.description == "a:26379,b:1,[::1]:26379/shop-4")
    guard case .sentinels(let sentinels) = address else { throw TestFailure("\(address)") }
    #expect(sentinels.name == "shop-4" && sentinels.nodes[2].user == "till")
    for wrong in ["redis+sentinel://a", "redis+sentinel://a/", "redis+sentinel:///x"] {
      #expect(throws: RedisEngineError.self) { try EngineLocation(wrong) }
    }
  }
}
