import Glibc
import TestSupport
import Testing

/// Daemons, their links and an engine, as processes: whatever is killed, nothing that was answered is
/// lost, and nothing counts twice.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"),
  .serialized, .sharing)
struct FleetProcessTests {
  /// More with BUTTOND_TEST_SCALE.
  let scale = getenv("BUTTOND_TEST_SCALE").flatMap { Int(String(cString: $0)) } ?? 1

  /// Seconds of a clock that only moves forward.
  var now: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  @Test func aPressOnOneDaemonShowsOnAnother() throws {
    let (_, a, b) = try Shared.tills()
    for till in [a, b] {
      _ = try till.client.call(
        "buttons.define",
        """
        {"buttons":[{"id":"sell","style":"filled","configuration":{"title":{"template":"{stock.apple.orValue(0)}"}},\
        "action":{"operations":[{"op":"increment","key":"stock.apple","by":1}]}}]}
        """)
    }
    _ = try b.client.call("buttons.subscribe", #"{"match":["sell"]}"#)
    _ = try a.client.call("buttons.trigger", #"{"id":"sell"}"#)
    var title = ""
    while title != "1" {
      let frame = try b.client.nextNotification("buttons.updated")
      for look in frame["buttons"]?.elements ?? [] {
        title = look["appearance"]?["title"]?.string ?? title
      }
    }
    #expect(try a.synced() == 1)
  }

  @Test func aDefinitionOnOneDaemonIsThereOnAllAndKept() throws {
    let shop = try Shop()
    let scope = "keys: [stock], definitions: [menu], offline: {menu.draft: overwrite}"
    let (a, b) = (try Till(shop.engine, scope: scope), try Till(shop.engine, scope: scope))
    for till in [a, b] { try till.wait(for: "live") }
    func define(_ till: Till, _ id: String, _ title: String) throws {
      _ = try till.client.call(
        "buttons.define",
        #"{"buttons":[{"id":"\#(id)","style":"filled","configuration":{"title":"\#(title)"}}]}"#)
    }
    func titles(_ till: Till) throws -> [String: String] {
      let page = try till.client.call("buttons.definitions")["buttons"]?.elements ?? []
      return Dictionary(
        page.map {
          ($0["id"]?.string ?? "", $0["configuration"]?["title"]?.string ?? "")
        }
      ) { $1 }
    }
    try define(a, "menu.soup", "Soup")
    try b.sync()
    #expect(try titles(b) == ["menu.soup": "Soup"])
    // Without the engine it is there after a start, and what waits for the engine, too.
    try b.killLink()
    try b.wait(for: "offline")
    try define(b, "menu.draft.tea", "Tea")
    try a.client.call("buttons.remove", #"{"ids":["menu.soup"]}"#)
    try define(a, "menu.stew", "Stew")
    try b.killDaemon()
    #expect(try titles(b) == ["menu.soup": "Soup", "menu.draft.tea": "Tea"])
    try b.startLink()
    try b.wait(for: "live")
    for till in [b, a] { try till.sync() }
    let all = ["menu.stew": "Stew", "menu.draft.tea": "Tea"]
    #expect(try titles(a) == all)
    #expect(try titles(b) == all)
    try b.killDaemon()
    #expect(try titles(b) == all)
  }

  @Test func killsOfTheLinkLoseNothing() throws {
    let (shop, a, b) = try Shared.tills()
    let key = "stock.link"
    for round in 1...5 * scale {
      try a.add(40, to: key)
      try a.killLink()
      try a.add(20, to: key)
      try a.startLink()
      if round.isMultiple(of: 2) { try a.wait(for: "live") }
    }
    #expect(try a.synced(key) == 300 * scale)
    #expect(try b.synced(key) == 300 * scale)
    #expect(try shop.value(key) == "\(300 * scale)")
  }

  @Test func killsOfTheEngineLoseNothing() throws {
    let (shop, a, b) = try Shared.tills()
    let key = "stock.engine"
    for _ in 1...4 * scale {
      try a.add(30, to: key)
      try b.add(30, to: key)
      try shop.killEngine()
      try a.add(10, to: key)
    }
    // What one is told includes what the other one has sent.
    _ = try a.synced(key)
    #expect(try b.synced(key) == 280 * scale)
    #expect(try a.synced(key) == 280 * scale)
    #expect(try shop.value(key) == "\(280 * scale)")
  }

  @Test func killsOfADaemonWithAFullOutboxLoseNothing() throws {
    let (_, a, b) = try Shared.tills()
    let key = "stock.daemon"
    for _ in 1...3 * scale {
      try a.killLink()
      try a.add(50, to: key)
      try a.killDaemon()
      try a.add(10, to: key)
      try a.startLink()
      try a.wait(for: "live")
    }
    #expect(try a.synced(key) == 180 * scale)
    #expect(try b.synced(key) == 180 * scale)
  }

  @Test func aLineThatIsCutAtAnyByteCountsEachOnce() throws {
    let shop = try Shop()
    let folder = TemporaryFolder()
    var seed = Seed()
    let relay = try Program(
      "/usr/bin/env",
      [
        "python3", folder.write(Self.relay, to: "relay.py"), folder.file("relay"),
        shop.server.socket, "\(UInt32.random(in: 0 ... .max, using: &seed))", "\(20 * scale)",
      ])
    _ = try relay.nextLine()
    let (a, b) = (try Till("unix://\(folder.file("relay"))"), try Till(shop.engine))
    var cuts = 0
    var added = 0
    while cuts < 20 * scale {
      try a.add(50)
      added += 50
      while cuts * 50 < added, let line = try relay.nextLine() { cuts += line == "cut" ? 1 : 0 }
    }
    #expect(try a.synced() == added)
    #expect(try b.synced() == added)
    #expect(try shop.value("stock.apple") == "\(added)")
  }

  /// Passes bytes on, and cuts a connection at a random one, so many times in all.
  private static let relay = """
    import os, random, select, socket, sys, threading

    path, engine, seed, cuts = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    dice, lock = random.Random(seed), threading.Lock()

    def serve(client):
        global cuts
        other = socket.socket(socket.AF_UNIX)
        other.connect(engine)
        rest = dice.randint(1, 12000)
        peers = {client: other, other: client}
        while True:
            for ready in select.select(list(peers), [], [])[0]:
                try:
                    data = ready.recv(65536)
                    if len(data) >= rest and cuts > 0:
                        peers[ready].sendall(data[:rest - 1])
                        data = b""
                        with lock:
                            cuts -= 1
                            print("cut", flush=True)
                    if data:
                        peers[ready].sendall(data)
                    rest -= len(data)
                except OSError:
                    data = b""
                if not data:
                    client.close()
                    other.close()
                    return

    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(64)
    print("ready", flush=True)
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """
}
