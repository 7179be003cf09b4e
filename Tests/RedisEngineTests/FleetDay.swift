import Glibc
import TestSupport
import Testing

/// Five tills and an engine that fails over, to which things happen at random while changes are made.
struct FleetDay {
  /// What happens.
  enum Event: String, CaseIterable {
    case engineIsKilled, engineFailsOver, engineComesBackLate, engineHangs, sentinelIsKilled
    case connectionsAreCut, linkIsKilled, linkHangs, daemonIsKilled, bothAreKilled
  }

  /// At least so many hours are wanted.
  static let hours = getenv("BUTTOND_SOAK_HOURS").flatMap { Double(String(cString: $0)) } ?? 0

  let shop: SentinelShop
  let tills: [Till]
  private var loads: [SteadyLoad]
  /// What happens is drawn from one and the changes are from the other, so that a seed brings the same
  /// events however many changes there is time for.
  private var seed: Seed
  private var changeSeed: Seed
  private(set) var events: [Event: Int] = [:]
  /// How far the log was found to be right, and what the keys were there.
  private(set) var revision = 0
  private var values: [String: String] = [:]
  /// Changes that were answered, and those whose answer was cut off and that count.
  private(set) var answered = 0
  private(set) var unanswered = 0

  init(_ seed: Seed) throws {
    let shop = try SentinelShop()
    self.shop = shop
    self.seed = seed
    changeSeed = Seed(~seed.value)
    tills = try (0..<5).map {
      try Till(
        shop.engine, scope: "keys: [stock, safe], offline: {stock: count}", name: "till-\($0)")
    }
    loads = try tills.enumerated().map { try SteadyLoad("t\($0.offset)", $0.element) }
    for till in tills { try till.wait(for: "live") }
    try untilWell()
  }

  /// How many changes were refused because the engine was out of reach.
  var refused: Int { loads.map(\.refused).reduce(0, +) }

  /// Has one thing happen.
  mutating func goOn() throws {
    let event = Event.allCases.randomElement(using: &seed) ?? .engineIsKilled
    events[event, default: 0] += 1
    // The first till and its link live all day, so that their memory says something.
    let victim = Int.random(in: 1..<tills.count, using: &seed)
    do {
      try happen(event, to: victim)
    } catch {
      throw TestFailure("\(event) after \(events): \(error)")
    }
  }

  private mutating func happen(_ event: Event, to victim: Int) throws {
    let primary = try shop.primary() ?? 0
    try pass(seconds: .random(in: 0...2, using: &seed))
    switch event {
    case .engineIsKilled:
      try shop.kill(primary)
      try shop.start(primary, asReplica: false)
    case .engineFailsOver:
      try shop.kill(primary)
      try until("another primary") { try $0.shop.primary() == 1 - primary }
      try shop.start(primary, asReplica: true)
    case .engineComesBackLate:
      // It does not know that another one has taken over, and takes changes until it is told.
      try shop.pause(primary)
      try until("another primary") { try $0.shop.primary() == 1 - primary }
      try pass(seconds: .random(in: 0...6, using: &seed))
      shop.resume(primary)
    case .engineHangs:
      try shop.pause(primary)
      try pass(seconds: .random(in: 0.1...1, using: &seed))
      shop.resume(primary)
    case .sentinelIsKilled: try shop.restartSentinel(.random(in: 0..<3, using: &seed))
    case .connectionsAreCut:
      for connection in try shop.connections(to: primary) where Bool.random(using: &seed) {
        _ = try shop.connect(to: primary).text("CLIENT", "KILL", "ID", connection)
        try pass(seconds: .random(in: 0...0.2, using: &seed))
      }
    case .linkIsKilled:
      try tills[victim].killLink()
      try pass(seconds: .random(in: 0...4, using: &seed))
      try tills[victim].startLink()
    case .linkHangs:
      try tills[victim].pauseLink()
      try pass(seconds: .random(in: 0...12, using: &seed))
      tills[victim].resumeLink()
    case .daemonIsKilled, .bothAreKilled:
      // What an engine loses is sent again by those who made it: they must have done so before they die.
      try untilWell()
      if event == .bothAreKilled { try tills[victim].killLink() }
      try pass(seconds: .random(in: 0...1, using: &seed))
      // It dies over these.
      for _ in 0..<5 { try loads[victim].send(using: &changeSeed) }
      try tills[victim].killDaemon()
      try loads[victim].turn(to: tills[victim])
      try pass(seconds: .random(in: 0...1, using: &seed))
      if event == .bothAreKilled { try tills[victim].startLink() }
    }
    try untilWell()
  }

  /// Makes changes for some time: fifty times a second.
  private mutating func pass(seconds: Double) throws {
    for _ in 0..<Int(seconds * 50) {
      try makeChanges()
      usleep(20_000)
    }
  }

  private mutating func makeChanges() throws {
    for index in loads.indices {
      try loads[index].send(using: &changeSeed)
      _ = try loads[index].take()
    }
  }

  /// Makes changes until something is so.
  private mutating func until(_ what: String, _ isSo: (inout Self) throws -> Bool) throws {
    try wait(for: what, by: Deadline(seconds: 120)) {
      try makeChanges()
      return try isSo(&self)
    }
  }

  /// Makes changes until the engine is well and all are live.
  private mutating func untilWell() throws {
    try until("a well engine") { $0.shop.isWell() }
    for till in tills {
      try until("live: \(till.daemon.log.suffix(2_000))") { _ in
        try till.status(of: "s")?["state"]?.string == "live"
      }
    }
  }

  /// Makes no more changes, and holds what everybody has to what was answered.
  mutating func check() throws {
    try untilWell()
    let end = Deadline(seconds: 90)
    for index in loads.indices {
      do {
        try wait(for: "answers to \(loads[index].open)", by: end) { try loads[index].take() }
      } catch {
        let till = tills[index]
        throw TestFailure(
          "till \(index): \(error); \(try till.client.call("fleet.status").text); after \(events)\n"
            + "\(till.daemon.log.suffix(2_000))\n\(till.link?.log.suffix(2_000) ?? "no link")")
      }
    }
    // What one is told includes what those before it have sent.
    for till in tills + tills { try till.sync() }
    guard let primary = try shop.primary() else { throw TestFailure("no primary") }
    let engine = try shop.connect(to: primary)
    let found = try engine.sharedValues()
    for till in tills {
      #expect(try till.values().filter { $0.key.hasPrefix("s") } == found)
      #expect(try till.rejections() == [])
    }
    checkCounts(found)
    let log = try ShopLog(engine, after: revision)
    log.expectClean()
    replay(log)
    revision += log.entries.count
    #expect(values == found)
    values = found
  }

  private mutating func checkCounts(_ found: [String: String]) {
    for kind in SteadyLoad.Kind.allCases {
      var sum = 0
      for index in loads.indices {
        let key = loads[index].key(kind)
        let (value, before) = (Int(found[key] ?? "0") ?? -1, Int(values[key] ?? "0") ?? -1)
        let count = loads[index].counts[kind] ?? .init()
        #expect(
          (count.certain...count.certain + count.possible).contains(value),
          "\(key) is \(value): \(count)")
        answered += count.certain - before
        unanswered += value - count.certain
        loads[index].settle(kind, at: value)
        sum += value
      }
      #expect(found["\(kind).all"] ?? "0" == "\(sum)")
    }
  }

  /// Each change found what the one before had left, so none was lost or doubled on the way.
  private mutating func replay(_ log: ShopLog) {
    for entry in log.entries {
      for (key, value) in entry.values {
        let next = (Int(values[key] ?? "0") ?? -1) + 1
        if value != "\(next)" { Issue.record("\(entry.id): \(key) is \(value) and not \(next)") }
        values[key] = value
      }
    }
  }
}

extension FleetDay {
  /// What happened until now.
  var summary: String {
    let events = Event.allCases.map { "\($0) \(self.events[$0] ?? 0)" }.joined(separator: ", ")
    return "\(answered) answered changes counted once, \(unanswered) that were not answered, "
      + "\(refused) refused, \(revision) entries of the log; \(events)"
  }
}
