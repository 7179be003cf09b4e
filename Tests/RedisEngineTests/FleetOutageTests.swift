import Glibc
import RESP
import TestSupport
import Testing

/// Engines that fail over, and cables that go dead without a word: nothing that was answered is lost, and
/// nothing counts twice.
extension FleetProcessTests {
  /// Seconds of a clock that only moves forward.
  private var now: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  @Test func failoversUnderLoadLoseNothing() throws {
    let rounds = max(1, scale / 5)
    let shop = try WatchedShop()
    let (a, b) = (try Till(shop.engine), try Till(shop.engine))
    for till in [a, b] { try till.wait(for: "live") }
    var total = 0
    var silences: [Double] = []
    for round in 1...rounds {
      try a.add(30)
      try b.add(10)
      let start = now
      try shop.killPrimary()
      try a.add(10)
      try b.add(30)
      total += 80
      try shop.waitForFailover()
      try a.sync()
      silences.append(now - start)
      if round < rounds { try shop.bringBack() }
    }
    for till in [b, a] { try till.sync() }
    #expect(try a.value() == total)
    #expect(try b.value() == total)
    #expect(try shop.value("stock.apple") == "\(total)")
    print("\(rounds) failovers, \(total) changes, longest silence \(silences.max() ?? 0) s")
  }

  /// The other end of the cable is down: nothing is refused, and nothing comes.
  @Test(.enabled(if: geteuid() == 0, "only root can lay a cable"))
  func aDeadCableIsNoticedAndLosesNothing() throws {
    let shop = try Shop()
    let far = try Till(
      "redis://10.9.0.2", scope: Till.stock + ", plaintext: true", startsLink: false)
    let near = try Till(shop.engine)
    let cable = try Cable(shop, far)
    for till in [far, near] { try till.wait(for: "live") }
    try far.add(20)
    try far.sync()
    var start = now
    try cable.cut()
    try far.add(20)
    try near.add(20)
    try far.wait(for: "offline")
    let noticed = now - start
    // What is this daemon's alone goes on, and what may wait shows.
    try far.client.call("state.set", #"{"values":{"local":1},"wait":"published"}"#)
    #expect(try far.value() == 40)
    let hole = Deadline(seconds: scale >= 20 ? 60 : 0)
    var changes = 60
    while !hole.hasPassed {
      try far.add(1)
      try near.add(1)
      changes += 2
      _ = try far.client.notifications(until: Deadline(seconds: 0.5))
    }
    start = now
    try cable.mend()
    try far.wait(for: "live")
    let back = now - start
    for till in [far, near] { try till.sync() }
    #expect(try far.value() == changes)
    #expect(try near.value() == changes)
    #expect(try shop.value("stock.apple") == "\(changes)")
    // Times are no claim of a test on a machine that does other things as well.
    if scale >= 20 { #expect(noticed <= 8 && back <= 3) }
    print("noticed after \(noticed) s, back after \(back) s, \(changes) changes")
    withExtendedLifetime(cable) {}
  }
}

/// Two servers, one a replica of the other, and a Sentinel that watches them.
private final class WatchedShop {
  private let folders = [TemporaryFolder(), TemporaryFolder()]
  private let ports: [UInt16]
  private var servers: [RedisServer] = []
  private let sentinel: RedisServer
  private let sentinelPort: UInt16
  private let folder = TemporaryFolder()
  private var primary = 0

  init() throws {
    ports = [try TCPPort.free(), try TCPPort.free()]
    sentinelPort = try TCPPort.free()
    let first = try Self.server(ports[0], folders[0])
    _ = try first.connectToScope()
    let second = try Self.server(ports[1], folders[1], ["--replicaof", "127.0.0.1 \(ports[0])"])
    servers = [first, second]
    for server in servers { server.ignoreLog() }
    let file = folder.write(
      """
      port \(sentinelPort)
      bind 127.0.0.1
      dir \(folder.path)
      sentinel monitor shop 127.0.0.1 \(ports[0]) 1
      sentinel down-after-milliseconds shop 500
      sentinel failover-timeout shop 1000
      """, to: "sentinel.conf")
    sentinel = try RedisServer(sentinel: file, in: folder)
    sentinel.ignoreLog()
    try waitForReplica()
  }

  private static func server(
    _ port: UInt16, _ folder: TemporaryFolder, _ more: [String] = []
  ) throws -> RedisServer {
    try RedisServer(
      [
        "--port", "\(port)", "--bind", "127.0.0.1", "--appendfsync", "everysec",
        "--repl-diskless-sync-delay", "0",
      ] + more, in: folder)
  }

  var engine: String { "redis+sentinel://127.0.0.1:\(sentinelPort)/shop" }

  func value(_ key: String) throws -> String {
    let text = try servers[primary].connect().text("HGET", "btn:{s}:k", key)
    return String(text.split(separator: " ").last ?? "")
  }

  func killPrimary() throws { try servers[primary].kill() }

  /// Returns when the Sentinel names the other one.
  func waitForFailover() throws {
    let other = 1 - primary
    try wait("failover") {
      try ask("GET-MASTER-ADDR-BY-NAME").contains("\(ports[other])")
        && servers[other].connect().text("INFO", "replication").contains("role:master")
    }
    primary = other
  }

  /// Starts the one that was killed as a replica: the Sentinel would take its time to make it one.
  func bringBack() throws {
    let other = 1 - primary
    servers[other] = try Self.server(
      ports[other], folders[other], ["--replicaof", "127.0.0.1 \(ports[primary])"])
    servers[other].ignoreLog()
    try waitForReplica()
  }

  private func waitForReplica() throws {
    let other = 1 - primary
    try wait("replica") {
      let info = try servers[other].connect().text("INFO", "replication")
      let replicas = try ask("REPLICAS")
      return info.contains("role:slave") && info.contains("master_link_status:up")
        && replicas.contains("\(ports[other])") && !replicas.contains("s_down")
    }
  }

  private func ask(_ word: String) throws -> String {
    try Program.run(
      "/usr/bin/redis-cli", ["-p", "\(sentinelPort)", "SENTINEL", word, "shop"]
    ).output
  }

  private func wait(_ what: String, _ isThere: () throws -> Bool) throws {
    let deadline = Deadline(seconds: 180)
    while try !isThere() {
      if deadline.hasPassed { throw TestFailure("no \(what)") }
      usleep(50_000)
    }
  }
}

/// A cable between two network namespaces: on one end a link, on the other the way to the engine.
private final class Cable {
  private let program: Program
  private let folder = TemporaryFolder()

  init(_ shop: Shop, _ till: Till) throws {
    program = try Program(
      "/usr/bin/env",
      [
        "python3", folder.write(Self.script, to: "cable.py"), folder.file("cut"),
        shop.server.socket, "\(InstalledPrefix().path)/libexec/buttond/buttond-fleet", "run",
        "--config", till.configuration, "--socket", till.daemon.socketPath,
      ])
    guard try program.nextLine() == "up" else { throw TestFailure("no cable: \(program.log)") }
  }

  func cut() throws {
    folder.write("", to: "cut")
    guard try program.nextLine() == "down" else { throw TestFailure("not cut: \(program.log)") }
  }

  func mend() throws {
    unlink(folder.file("cut"))
    guard try program.nextLine() == "up" else { throw TestFailure("not mended: \(program.log)") }
  }

  private static let script = """
    import ctypes, os, select, signal, socket, subprocess, sys, threading, time

    cut, engine, link = sys.argv[1], sys.argv[2], sys.argv[3:]
    libc = ctypes.CDLL(None, use_errno=True)

    def end_with_parent():
        libc.prctl(1, signal.SIGKILL)

    def leave():
        if libc.unshare(0x40000000):
            sys.exit("no namespace")
        ip("link set lo up")

    def ip(words):
        subprocess.run(["ip"] + words.split(), check=True)

    def relay(client):
        other = socket.socket(socket.AF_UNIX)
        try:
            other.connect(engine)
            peers = {client: other, other: client}
            while True:
                for ready in select.select(list(peers), [], [])[0]:
                    data = ready.recv(65536)
                    if not data:
                        return
                    peers[ready].sendall(data)
        except OSError:
            pass
        finally:
            client.close()
            other.close()

    def accept(listener):
        while True:
            client = listener.accept()[0]
            threading.Thread(target=relay, args=(client,), daemon=True).start()

    def far(apart, mine):
        end_with_parent()
        leave()
        os.write(apart, b"x")
        os.read(mine, 1)
        ip("addr add 10.9.0.2/24 dev far")
        ip("link set far up")
        listener = socket.create_server(("10.9.0.2", 6379))
        threading.Thread(target=accept, args=(listener,), daemon=True).start()
        is_up = True
        print("up", flush=True)
        while True:
            if os.path.exists(cut) == is_up:
                is_up = not is_up
                ip("link set far " + ("up" if is_up else "down"))
                print("up" if is_up else "down", flush=True)
            time.sleep(0.01)

    leave()
    heard, apart = os.pipe()
    mine, given = os.pipe()
    child = os.fork()
    if child == 0:
        far(apart, mine)
    os.read(heard, 1)
    ip("link add near type veth peer name far")
    ip(f"link set far netns {child}")
    ip("addr add 10.9.0.1/24 dev near")
    ip("link set near up")
    os.write(given, b"x")
    sys.exit(subprocess.run(link, preexec_fn=end_with_parent).returncode)
    """
}
