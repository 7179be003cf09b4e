import ButtonModel
import FleetLink
import Glibc
import NIOCore
import RESP
import RedisEngine
import TestSupport
import Testing

/// Many machines share one scope over TLS, and their engine is killed under them.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"),
  .enabled(if: scaled(1) >= 20, "only scripts/soak: it measures"),
  .enabled(if: RedisServer.hasTLS, "only scripts/soak has an engine that was built without TLS"),
  .serialized)
struct CrowdTests {
  /// More with BUTTOND_TEST_SCALE.
  private let count = min(1_000, scaled(50))
  private let isSoak = scaled(1) >= 20
  private let folder = TemporaryFolder()
  private let keys = ScopeKeys("s")!

  @Test func aCrowdComesBackConvergesAndCostsWhatReadingCosts() async throws {
    raiseFileLimit()
    let (arguments, settings) = try encrypted()
    var server = try RedisServer(arguments, in: folder)
    server.ignoreLog()
    _ = try server.connectToScope()
    let (goal, failures) = (CrowdGoal(count: count), CrowdGoal(count: count))
    let machines = (0..<count).map { CrowdMachine($0, settings, keys, goal, failures: failures) }
    for machine in machines { await machine.start() }
    try await goal.wait(for: 0)

    try server.kill()
    // All have noticed, and have tried again.
    try await failures.wait(for: 2)
    server = try RedisServer(arguments, in: folder)
    // It has a line for each of those who look whether it is back.
    server.ignoreLog()
    let client = try server.connect()
    let gauge = EngineGauge(server)
    let start = Deadline.now
    let longest = try await gauge.longestPing {
      // Nobody who has not come back has this.
      try change(client, 1)
      try await goal.wait(for: 1)
    }
    let seconds = Double(Deadline.now - start) / 1e9
    let joining = gauge.busySeconds * 1e6 / Double(count)

    let writers = (count + 9) / 10
    for machine in machines.prefix(writers) { await machine.add(to: "n") }
    let revision = UInt64(1 + writers)
    try await goal.wait(for: revision)
    let reply = try #require(JoinReply(try client.ask(keys.join(nil)), lives: []))
    for machine in machines {
      let (value, cursor) = await machine.look(at: "n")
      #expect(value == .int(Int64(revision)) && cursor == reply.head)
    }

    let quiet = try await quietShare(gauge)
    let own = try await cost(gauge, client, goal, after: revision, from: 2, quiet)
    for machine in machines { await machine.end() }
    let bare = try await costOfReading(
      gauge, client, machines, settings, goal, after: revision + changes)
    let percents = (quiet * 100, bare.quiet * 100)
    print(
      "\(count) machines: back after \(seconds) s, \(joining) µs of the engine each, longest PING",
      "\(longest) ms; a delivery \(own) µs of the engine, of bare XREAD \(bare.delivery):",
      "\(own / bare.delivery); when nothing changes \(percents) % of a core")
    // Times are not a claim of a test on a machine that does other things as well.
    if isSoak { #expect(seconds <= 60 && longest <= 100 && own <= 1.1 * bare.delivery) }
  }

  /// How many changes are measured, each made when all have the one before.
  private var changes: UInt64 { isSoak ? 100 : 5 }

  /// An engine with TLS at a port, and settings that reach it.
  private func encrypted() throws -> (arguments: [String], settings: SessionSettings) {
    let certificates = try Certificates(for: "IP:127.0.0.1", in: folder)
    let port = try FreePort.find()
    var settings = try SessionSettings(EngineLocation("rediss://127.0.0.1:\(port)"))
    settings.options.authority = certificates.authority
    return (certificates.arguments(port: port), settings)
  }

  /// Each machine has a connection, and the engine's return is looked for over another.
  private func raiseFileLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(count * 4 + 1_000)))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  private func change(_ client: RedisClient, _ number: UInt64) throws {
    let request = FleetRequest(
      RequestNumber(Life(rawValue: 1), number), [FleetOperation(.increment, "n", "1")])
    _ = try client.ask(keys.apply(request))
  }

  /// The engine's share of a core while nothing changes, over the longest pause of what machines say
  /// by the clock.
  private func quietShare(_ gauge: EngineGauge) async throws -> Double {
    if !isSoak { return 0 }
    let (start, busy) = (Deadline.now, gauge.busySeconds)
    try await Task.sleep(nanoseconds: 15_000_000_000)
    return (gauge.busySeconds - busy) * 1e9 / Double(Deadline.now - start)
  }

  /// Microseconds of the engine for one change at one reader, without its share when nothing changes: the
  /// median of five, for other programs of the machine cost the engine its caches.
  private func cost(
    _ gauge: EngineGauge, _ client: RedisClient, _ goal: CrowdGoal, after revision: UInt64,
    from first: UInt64, _ quiet: Double
  ) async throws -> Double {
    var costs: [Double] = []
    for part in 0..<5 {
      let (start, busy) = (Deadline.now, gauge.busySeconds)
      for number in UInt64(part) * changes / 5..<UInt64(part + 1) * changes / 5 {
        try change(client, first + number)
        try await goal.wait(for: revision + number + 1)
      }
      let seconds = gauge.busySeconds - busy - quiet * Double(Deadline.now - start) / 1e9
      costs.append(seconds * 1e6 / Double(changes / 5) / Double(count))
    }
    return costs.sorted()[2]
  }

  /// The same for machines whose connections carry nothing but XREAD.
  private func costOfReading(
    _ gauge: EngineGauge, _ client: RedisClient, _ machines: [CrowdMachine],
    _ settings: SessionSettings, _ goal: CrowdGoal, after revision: UInt64
  ) async throws -> (delivery: Double, quiet: Double) {
    let readers = try await withThrowingTaskGroup(of: EngineConnection.self) { group in
      for _ in machines { group.addTask { try await .connect(settings.options) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let reading = zip(machines, readers).map { [keys] machine, reader in
      Task { try await machine.follow(on: reader, keys) }
    }
    defer {
      for task in reading { task.cancel() }
      for reader in readers { reader.close() }
    }
    // The first that all of them get is not measured.
    try change(client, 2 + changes)
    try await goal.wait(for: revision + 1)
    let quiet = try await quietShare(gauge)
    let delivery = try await cost(
      gauge, client, goal, after: revision + 1, from: 3 + changes, quiet)
    return (delivery, quiet)
  }
}
