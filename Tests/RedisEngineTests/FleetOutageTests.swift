import Glibc
import NIOCore
import TestSupport
import Testing

/// Engines that fail over, and cables that go dead without a word: nothing that was answered is lost, and
/// nothing counts twice.
extension FleetProcessTests {
  /// With a replica that is behind, a failover loses changes that the primary had answered.
  @Test(arguments: [0, 500])
  func failoversUnderLoadLoseNothing(lagMilliseconds lag: Int64) throws {
    let rounds = max(1, scale / 5)
    let shop = try WatchedShop(lag: .milliseconds(lag))
    let (a, b) = (try Till(shop.engine), try Till(shop.engine))
    for till in [a, b] { try till.wait(for: "live") }
    var (total, lost) = (0, 0)
    var silences: [Double] = []
    for round in 1...rounds {
      try a.add(30)
      try b.add(10)
      if lag > 0 { for till in [a, b] { try till.sync() } }
      let start = now
      lost += try shop.killPrimary()
      try a.add(10)
      try b.add(30)
      total += 80
      try shop.waitForFailover()
      for till in [a, b] { try till.sync() }
      silences.append(now - start)
      if round < rounds { try shop.bringBack() }
    }
    for till in [b, a] { try till.sync() }
    #expect(try a.value() == total)
    #expect(try b.value() == total)
    #expect(try shop.value("stock.apple") == "\(total)")
    if lag > 0 { #expect(lost > 0) }
    let silence = silences.max() ?? 0
    if scale >= 20 { #expect(silence <= WatchedShop.downAfter + 3) }
    print(
      "\(rounds) failovers to a replica \(lag) ms behind, \(total) changes, \(lost) answered and lost by the"
        + " engine, longest silence \(silence) s of \(silences)")
  }

  /// The other end of the cable is down: nothing is refused, and nothing comes.
  @Test(.inNamespaces)
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
    var changes = 60
    // A minute, where there is time for that.
    for _ in 0..<(scale >= 20 ? 120 : 0) {
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
    // Times are not a claim of a test on a machine that does other things as well.
    if scale >= 20 { #expect(noticed <= 8 && back <= 3) }
    print("noticed after \(noticed) s, back after \(back) s, \(changes) changes")
    withExtendedLifetime(cable) {}
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
