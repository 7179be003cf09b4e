import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

/// Random lives of an engine, watched by clients that never leave and by such that do, and resume.
@Suite struct ResumeDifferentialTests {
  @Test func whoLeavesAndResumesEndsWithTheLooksOfWhoStayed() throws {
    try live(60, few: 8, EngineSettings())
  }

  @Test func theSameHoldsWithTinyLinesAndFewTombstones() throws {
    var settings = EngineSettings()
    settings.limits.maxFrameBytes = 2_000
    settings.maximumTombstones = 3
    try live(40, few: 5, settings)
  }

  @Test(arguments: [1, 3_000])
  func theSameHoldsWhenLittleIsSaidAtOnce(bytes: Int) throws {
    var settings = EngineSettings()
    settings.maximumBytesAtOnce = bytes
    try live(20, few: 3, settings)
    settings.limits.maxFrameBytes = 2_000
    try live(20, few: 3, settings)
  }

  @Test(arguments: [1, 1_000])
  func theSameHoldsWhenLittleIsSearchedAtOnce(work: Int) throws {
    var settings = EngineSettings()
    settings.searchAllowance = work
    try live(20, few: 3, settings)
    settings.maximumTombstones = 3
    try live(20, few: 3, settings)
  }

  @Test func theSameHoldsUnderAFrameRate() throws {
    var settings = EngineSettings()
    settings.maximumFrameRate = 100
    try live(20, few: 3, settings)
  }

  @Test func theSameHoldsOfWhatIsLost() throws {
    try live(40, few: 5, EngineSettings(), hasLeases: true)
  }

  @Test func theSameHoldsOfWhatIsHidden() throws {
    try live(60, few: 6, EngineSettings(), hides: true)
    var settings = EngineSettings()
    settings.limits.maxFrameBytes = 2_000
    settings.maximumTombstones = 3
    settings.maximumBytesAtOnce = 3_000
    try live(30, few: 3, settings, hides: true)
  }

  private func live(
    _ count: Int, few: Int, _ settings: EngineSettings, hasLeases: Bool = false,
    hides: Bool = false
  ) throws {
    var seed = Seed()
    for _ in 0..<scaled(count, few: few) {
      let one = seed.next()
      var life = RandomLife(Seed(one), settings, hasLeases: hasLeases, hides: hides)
      var watch = ResumeWatch(Seed(one &+ 1), life.rig)
      for _ in 0..<400 {
        try life.step()
        try watch.step()
      }
      try watch.comeBack()
      try life.comeToRest()
      try watch.compare()
    }
  }
}

/// Pairs of clients with equal subscriptions: one stays, one leaves and resumes at random.
private struct ResumeWatch {
  /// What one pair watches, and where its second client is.
  struct Pair {
    let match: Match
    let traits: Traits
    let form: UpdateForm
    let rate: Double?
    let stayer: FakeClient
    var leaver: FakeClient
    var isAway = false
    /// The subscription's name, once a client has been told.
    var name: String? { stayer.subscriptions.keys.first }
  }

  let seed: UInt64
  private var random: Seed
  private let rig: Rig
  private var pairs: [Pair] = []
  private var nextClient: UInt32 = 100

  init(_ seed: Seed, _ rig: Rig) {
    self.seed = seed.value &- 1
    random = seed
    self.rig = rig
  }

  private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  private mutating func newClient() -> FakeClient {
    nextClient += 1
    return rig.client(nextClient)
  }

  mutating func step() throws {
    if pairs.count < 6 { try begin() }
    guard pick(4) == 0 else { return }
    let place = pick(pairs.count)
    if pairs[place].isAway {
      try resume(place)
    } else if pick(3) == 0 {
      toggle(pairs[place].leaver)
    } else if pick(4) == 0 {
      toggle(pairs[place].stayer)
    } else {
      rig.engine.connectionClosed(pairs[place].leaver.connection)
      pairs[place].leaver.isBlocked = true
      pairs[place].isAway = true
    }
  }

  private func toggle(_ client: FakeClient) {
    if client.isBlocked { rig.drain(client) } else { rig.block(client) }
  }

  private mutating func begin() throws {
    let matches = [
      Match.everything, Match(patterns: ["b1*"]), Match(patterns: ["b1", "b2", "b3", "b4"]),
      Match(group: "g0"), Match(group: "g1"), Match(patterns: ["b?"]),
    ]
    let rates: [Double?] = [nil, nil, 60, 20]
    let pair = Pair(
      match: matches[pick(matches.count)],
      traits: pick(3) == 0 ? Traits(userInterfaceStyle: .dark) : Traits(),
      form: pick(2) == 0 ? .delta : .full, rate: rates[pick(rates.count)], stayer: newClient(),
      leaver: newClient())
    pairs.append(pair)
    for client in [pair.stayer, pair.leaver] { try subscribe(client, pair, since: nil) }
  }

  private func subscribe(_ client: FakeClient, _ pair: Pair, since: Int64?) throws {
    try rig.subscribe(
      client, pair.match, traits: pair.traits, form: pair.form, maxRate: pair.rate, since: since)
  }

  /// Comes back as another connection that holds what the earlier one held.
  private mutating func resume(_ place: Int) throws {
    let old = pairs[place].leaver
    let client = newClient()
    var since: Int64?
    if let (name, held) = old.subscriptions.first, let tick = held.completeTick {
      client.take(name, from: old)
      since = tick
    }
    pairs[place].leaver = client
    pairs[place].isAway = false
    try subscribe(client, pairs[place], since: since)
  }

  /// Everybody is back and reads.
  mutating func comeBack() throws {
    for place in pairs.indices where pairs[place].isAway { try resume(place) }
    for pair in pairs {
      for client in [pair.stayer, pair.leaver] where client.isBlocked { rig.drain(client) }
    }
  }

  func compare() throws {
    for pair in pairs {
      let name = try #require(pair.name, "seed \(seed)")
      let stayed = try #require(pair.stayer.subscriptions[name])
      let resumed = try #require(pair.leaver.subscriptions[name], "seed \(seed)")
      #expect(pair.stayer.complaints.isEmpty, "seed \(seed): \(pair.stayer.complaints)")
      #expect(pair.leaver.complaints.isEmpty, "seed \(seed): \(pair.leaver.complaints)")
      #expect(!stayed.isPartial && !resumed.isPartial, "seed \(seed)")
      #expect(
        differing(stayed.looks, resumed.looks).isEmpty, "seed \(seed): \(pair.form) \(pair.match)")
      #expect(
        stayed.statuses.mapValues { [$0["reason"], $0["keys"]] }
          == resumed.statuses.mapValues { [$0["reason"], $0["keys"]] }, "seed \(seed)")
      let whole = try newestLooks(pair)
      #expect(
        differing(stayed.looks, whole).isEmpty, "seed \(seed): \(pair.form) \(pair.match)")
    }
  }

  private func differing(_ some: [String: Wire], _ others: [String: Wire]) -> [String] {
    Set(some.keys).union(others.keys).filter { some[$0] != others[$0] }.sorted()
  }

  /// What a client is told that asks for everything now.
  private func newestLooks(_ pair: Pair) throws -> [String: Wire] {
    let client = rig.client(99)
    var looks: [String: Wire] = [:]
    var after: UTF8String?
    repeat {
      let serial = try rig.get(client, pair.match, traits: pair.traits, after: after)
      try rig.settle(within: 1_000_000_000)
      let result = try #require(try client.answers[serial]?.get())
      for record in result["buttons"]?.elements ?? [] {
        if let id = record["id"]?.string { looks[id] = record["appearance"] }
      }
      after = result["next"]?.string.map { UTF8String($0) }
    } while after != nil
    return looks
  }
}
