import Glibc
import TestSupport
import Testing

/// A whole installation: a till with a kiosk, a bar, two bots and a bridge to a broker, and another till with
/// which it shares its sales through an engine.
final class Installation {
  /// What can be restarted. The daemon and the link are those of the first till.
  enum Part: String, CaseIterable, Sendable {
    case daemon, gateway, bridge, link, engine, broker
  }

  /// Whether all of its programs are there.
  static let isPossible: Bool = {
    let prefix = (try? InstalledPrefix().path) ?? ""
    let programs: [String] = [
      "/usr/sbin/mosquitto", "\(prefix)/bin/buttond-mqtt",
      "\(prefix)/libexec/buttond/buttond-fleet",
    ]
    return RedisProgram.path != nil && programs.allSatisfy { access($0, X_OK) == 0 }
  }()

  private let prefix: InstalledPrefix
  private let folder = TemporaryFolder()
  private var programs: [Part: Program] = [:]
  private let ports: (gateway: UInt16, broker: UInt16)
  private let other: (daemon: Program, link: Program)
  private var watched: [Program] = []
  private let page: Page
  private let bar: Program
  private var here: StateFeed
  private let there: StateFeed
  /// How many sales there were, and how many rounds.
  private(set) var sold = 0
  private(set) var rounds = 0

  /// Starts everything, and waits for nothing but what it needs to begin.
  init() throws {
    prefix = try InstalledPrefix()
    ports = (try FreePort.find(), try FreePort.find())
    try Self.write(to: folder, broker: ports.broker)
    var programs: [Part: Program] = [:]
    for part in [Part.engine, .broker, .daemon] {
      programs[part] = try Self.start(part, prefix, folder, ports)
    }
    try Self.makeScope(prefix, folder)
    for part in [Part.link, .bridge, .gateway] {
      programs[part] = try Self.start(part, prefix, folder, ports)
    }
    self.programs = programs
    other = (
      try Self.daemon(prefix, folder, "there"), try Self.link(prefix, folder, "there")
    )
    here = try StateFeed(folder.file("here/buttond.sock"))
    there = try StateFeed(folder.file("there/buttond.sock"))
    bar = try Program(
      prefix.client,
      [
        "--socket", folder.file("here/buttond.sock"), "--color", "never", "buttons", "watch",
        "sell",
        "--format", "waybar",
      ])
    let clients = InstalledPrefix.tests + "/../clients"
    watched = [
      try Program(
        "python3", [folder.file("bot.py"), folder.file("here/buttond.sock")],
        environment: ["PYTHONPATH": "\(clients)/python/src"]),
      try Program("node", [folder.file("bot.mjs"), folder.file("here/buttond.sock")]),
    ]
    let token = try ProcessFile.text(folder.file("token"))
    page = try Chromium().open("http://127.0.0.1:\(ports.gateway)/#token=\(token.dropLast())")
  }

  // MARK: Files

  private static func write(to folder: TemporaryFolder, broker: UInt16) throws {
    for name in ["here", "there", "page", "engine", "broker"] { try Folder.make(folder.file(name)) }
    for name in ["here", "there"] {
      folder.write(
        """
        durability: strict
        fleet:
          name: \(name)
          scopes:
            shop:
              engine: "unix://admin@\(folder.file("engine/socket"))"
              secret: \(folder.file("secret"))
              spread: 0 s
              keys: [stock]
              offline: {stock: count}
        buttons:
          sell:
            style: filled
            configuration: {title: {template: "Sold {stock.sold.orValue(0)} {home.round.orValue(0)}"}}
            action: {operations: [{op: increment, key: stock.sold}]}
        """, to: "\(name)/buttond.yaml")
    }
    folder.write("secret\n", to: "secret")
    folder.write(
      """
      user default off resetpass ~* &* +@all
      user admin on >secret ~* &* +@all

      """, to: "engine/users.acl")
    folder.write(
      """
      listener \(broker) 127.0.0.1
      user root
      allow_anonymous true
      persistence true
      persistence_location \(folder.file("broker"))/
      autosave_interval 1
      autosave_on_changes true
      log_type all

      """, to: "mosquitto.conf")
    folder.write(
      """
      broker: {host: 127.0.0.1, port: \(broker), clientId: bridge}
      topics: [{topic: home/round, key: home.round, format: number}]
      triggers: [{topic: wall/sell, button: sell}]
      keys: [{key: stock.sold, topic: shop/sold}]
      """, to: "mqtt.yaml")
    folder.write(
      """
      <!DOCTYPE html><title>Kiosk</title><script type="module" src="kiosk.js"></script>
      <live-button button="sell"></live-button>
      """, to: "page/index.html")
    folder.write(
      """
      import { configure } from "./live-button.js";
      configure({ token: new URLSearchParams(location.hash.slice(1)).get("token") });
      """, to: "page/kiosk.js")
    folder.write(
      """
      import sys, buttond
      with buttond.Client(sys.argv[1], name="bot.py", wait=60) as client:
          for change in client.changes("home.round"):
              if "home.round" in change.values:
                  try:
                      client.set({"bot.python": change.values["home.round"]})
                  except buttond.ConnectionLost:
                      pass  # The next daemon sends the value again.
      """, to: "bot.py")
    folder.write(
      """
      import { connect, ConnectionLost } from "\(InstalledPrefix.tests)/../clients/node/src/index.js";
      const client = await connect({ path: process.argv[2], name: "bot.mjs", wait: 60_000 });
      for await (const { values } of client.changes({ keys: ["home.round"] })) {
        if (!("home.round" in values)) continue;
        try {
          await client.set({ "bot.node": values["home.round"] });
        } catch (error) {
          if (!(error instanceof ConnectionLost)) throw error;
        }
      }
      """, to: "bot.mjs")
  }

  // MARK: Programs

  private static func makeScope(_ prefix: InstalledPrefix, _ folder: TemporaryFolder) throws {
    let done = try Program.run(
      prefix.client,
      [
        "fleet", "init", "shop", "--engine", "unix://admin@\(folder.file("engine/socket"))",
        "--secret", folder.file("secret"),
      ])
    guard done.end == .exited(0) else { throw TestFailure("no scope: \(done.error)") }
  }

  private static func daemon(
    _ prefix: InstalledPrefix, _ folder: TemporaryFolder, _ name: String
  ) throws -> Program {
    let program = try Program(
      prefix.daemon,
      [
        "--no-installed-plugins", "--socket", folder.file("\(name)/buttond.sock"),
        "--state", folder.file("\(name)/state"), "--config", folder.file("\(name)/buttond.yaml"),
      ])
    guard try program.nextLine()?.hasPrefix("listening on ") == true else {
      throw TestFailure("no daemon: \(program.log)")
    }
    return program
  }

  private static func link(
    _ prefix: InstalledPrefix, _ folder: TemporaryFolder, _ name: String
  ) throws -> Program {
    try Program(
      "\(prefix.path)/libexec/buttond/buttond-fleet",
      [
        "run", "--config", folder.file("\(name)/buttond.yaml"),
        "--socket", folder.file("\(name)/buttond.sock"),
      ])
  }

  /// Starts a part, and waits until it listens where it does.
  private static func start(
    _ part: Part, _ prefix: InstalledPrefix, _ folder: TemporaryFolder,
    _ ports: (gateway: UInt16, broker: UInt16)
  ) throws -> Program {
    let socket = folder.file("here/buttond.sock")
    switch part {
    case .daemon: return try daemon(prefix, folder, "here")
    case .link: return try link(prefix, folder, "here")
    case .bridge:
      return try Program(
        "\(prefix.path)/bin/buttond-mqtt",
        ["--config", folder.file("mqtt.yaml"), "--socket", socket])
    case .broker:
      let program = try Program("/usr/sbin/mosquitto", ["-c", folder.file("mosquitto.conf")])
      try program.waitForLog("running")
      return program
    case .engine:
      let place = folder.file("engine")
      let program = try Program(
        RedisProgram.link(named: "redis-server", in: folder),
        [
          "--port", "0", "--unixsocket", "\(place)/socket", "--dir", place, "--save", "",
          "--appendonly", "yes", "--aclfile", "\(place)/users.acl",
        ])
      while let line = try program.nextLine(), !line.contains("eady to accept connections") {}
      // It goes on however much it logs.
      program.closeOutput()
      return program
    case .gateway:
      let program = try Program(
        "\(prefix.path)/bin/buttond-gateway",
        [
          "--socket", socket, "--port", "\(ports.gateway)", "--keep-token", "--hide-token",
          "--token-file", folder.file("token"), "--web", folder.file("page"),
        ])
      guard try program.nextLine()?.hasPrefix("listening on ") == true else {
        throw TestFailure("no gateway: \(program.log)")
      }
      return program
    }
  }

  /// Ends a part and waits for its end.
  func stop(_ part: Part, _ signal: Int32) throws {
    guard let program = programs.removeValue(forKey: part) else { return }
    program.kill(signal)
    let end = try program.waitForEnd()
    guard end == .exited(0) || end == .signalled(signal) else {
      throw TestFailure("\(part) ended with \(end): \(program.log)")
    }
  }

  /// Starts a part that was stopped.
  func start(_ part: Part) throws {
    programs[part] = try Self.start(part, prefix, folder, ports)
    if part == .daemon { here = try StateFeed(folder.file("here/buttond.sock")) }
  }

  // MARK: What it does

  /// Sells something at the other till, whatever happens here.
  func sellThere() throws {
    try there.client.call("buttons.trigger", #"{"id":"sell"}"#)
    sold += 1
  }

  /// Has all take part once, and waits until all have seen all of it. Whoever was away is back then.
  func goRound() throws {
    rounds += 1
    try publish("home/round", "\(rounds)", ["-r"])
    try wait("the bridge brings it") { try here.wait(for: "home.round", "\(rounds)") }
    try wait("the Python bot answers") { try here.wait(for: "bot.python", "\(rounds)") }
    try wait("the Node bot answers") { try here.wait(for: "bot.node", "\(rounds)") }
    try wait("the link has brought all") { try here.wait(for: "stock.sold", "\(sold)") }
    try wait("the page shows it") { try waitForPage() }
    // One press on the page, one over MQTT, and one at the other till.
    let frame = try page.frame(of: "sell")
    try page.mouse("mousePressed", frame.x + 5, frame.y + 5)
    try page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
    try publish("wall/sell", "now", ["-q", "1"])
    sold += 2
    try sellThere()
    try wait("this till has all sales") { try here.wait(for: "stock.sold", "\(sold)") }
    try wait("the other till has all sales") { try there.wait(for: "stock.sold", "\(sold)") }
    try wait("the page shows all sales") { try waitForPage() }
    try wait("the bar shows all sales") { try waitForBar() }
    try wait("the broker has all sales") { try waitForBroker() }
  }

  private var title: String { "Sold \(sold) \(rounds)" }

  private func wait(_ what: String, _ happens: () throws -> Void) throws {
    do {
      try happens()
    } catch {
      let logs = Part.allCases.map {
        "\($0):\n\(programs[$0]?.log.suffix(1_500) ?? "is not running")"
      }
      throw TestFailure(
        "round \(rounds), \(sold) sold, never: \(what): \(error)\n\(logs.joined(separator: "\n"))"
          + "\nthe bots:\n\(watched.map(\.log).joined(separator: "\n"))\nthe bar:\n\(bar.log)")
    }
  }

  /// Live, and with nothing to complain of.
  private func waitForPage() throws {
    try page.wait(
      for: """
        find('sell').dataset.state === 'live' && inside('sell', 'button').ariaDisabled === null
          && !find('sell').hasAttribute('data-trouble')
          && inside('sell', '.title').textContent === '\(title)' && socket.readyState === 1
        """)
  }

  private func waitForBar() throws {
    while let line = try bar.nextLine() {
      let item = try JSONTree(parsing: line)
      if item["text"]?.string == title, item["alt"]?.string == "normal" { return }
    }
    throw TestFailure("it has ended")
  }

  private func waitForBroker() throws {
    let subscriber = try Program(
      "stdbuf",
      ["-oL", "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(ports.broker)", "-t", "shop/sold"])
    while let line = try subscriber.nextLine() {
      if line == "\(sold)" { return }
    }
    throw TestFailure("the subscriber has ended: \(subscriber.log)")
  }

  private func publish(_ topic: String, _ text: String, _ options: [String]) throws {
    let done = try Program.run(
      "mosquitto_pub",
      ["-h", "127.0.0.1", "-p", "\(ports.broker)", "-t", topic, "-m", text] + options)
    guard done.end == .exited(0) else { throw TestFailure("mosquitto_pub: \(done.error)") }
  }
}

/// The state of a daemon as its clients get it.
private final class StateFeed {
  let client: TestClient
  private var values: [String: String] = [:]

  init(_ socket: String) throws {
    client = try TestClient(socket)
    // The longer a part was away, the longer others wait between their tries: up to a minute.
    client.patience = 3 * Deadline.patience
    take(try client.call("state.subscribe"))
  }

  private func take(_ change: JSONTree) {
    if case .object(let members)? = change["values"] {
      for member in members { values[member.name] = member.value.text }
    }
  }

  /// Waits until a key has a value.
  func wait(for key: String, _ text: String) throws {
    do {
      while values[key] != text { take(try client.nextNotification("state.changed")) }
    } catch {
      throw TestFailure("\(key) is \(values[key] ?? "absent") and not \(text): \(error)")
    }
  }
}
