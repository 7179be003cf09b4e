import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

/// One random life: state, definitions, plugins that are slow, fail and die, and clients that stall.
struct RandomLife {
  let seed: UInt64
  var random: Seed
  let rig: Rig
  var model: NaiveModel
  var watching: [UInt32: [(name: String, match: Match, traits: Traits)]] = [:]
  var watchingState: [UInt32: [StateSubscriptionSpec]] = [:]
  var pending: [(client: UInt32, serial: UInt64, match: Match, traits: Traits)] = []
  var gets: [(client: UInt32, serial: UInt64, traits: Traits)] = []
  var syncs: [(client: UInt32, serial: UInt64)] = []
  /// That of the newest plugin.
  var version = 1
  /// Clients and feeds write under leases, too.
  let hasLeases: Bool
  /// Some buttons are hidden while a key says so.
  let hides: Bool
  /// Names come and go; see ``useNames()``.
  let usesNames: Bool
  var names = NamesInUse()

  init(
    _ seed: Seed, _ settings: EngineSettings = EngineSettings(), hasLeases: Bool = false,
    hides: Bool = false, usesNames: Bool = false
  ) {
    self.usesNames = usesNames
    self.hasLeases = hasLeases
    self.hides = hides
    self.seed = seed.value
    random = seed
    rig = Rig(settings)
    let plugins = [RandomLife.plugin("p", base: .plain), RandomLife.plugin("q", base: .gray)]
    for number in 0..<4 as Range<UInt32> { rig.client(number).checksTransactions = true }
    for plugin in plugins { rig.install(plugin, isReady: random.next() % 2 == 0) }
    model = NaiveModel(plugins: plugins)
  }

  /// Reads one of two keys as a third says, fails while a key says so, and looks at the traits in
  /// some buttons. Every second version has another style before its usual one.
  static func plugin(_ name: String, base: SystemStyle, version: Int = 1) -> FakePlugin {
    let styles = version % 2 == 1 ? ["style"] : ["extra", "style"]
    return FakePlugin(name, styles: styles, base: base) { update in
      let number = Int(update.id.dropFirst()) ?? 0
      if update.read("fail.\(name)\(number % 2)") == .bool(true) { return update.fail("told to") }
      let branch = update.read("k\(number % 4)") ?? .null
      let key = branch == .int(0) || branch == .int(2) ? "k4" : "k\(5 + number % 2)"
      var title = update.title + "|\(name)\(version)" + update.entry.prefix(1)
      title += update.read(key).map { "\($0)" } ?? "none"
      if update.state.contains(.selected) { title += " selected" }
      if update.isBusy { title += " busy" }
      if number % 4 > 1, let token = update.theme("t\(number % 3)") { title += " \(token)" }
      if number % 4 == 2, update.quality("k\(5 + number % 2)") != nil { title += " lost" }
      if number % 3 == 0 { title += " \(update.userInterfaceStyle)" }
      update.set(title: title)
      update.set(.transactionOnPress, .text("linear"))
      update.set(.transactionOnRelease, .text("easeIn"))
      if number % 2 == 0 { update.set(.transactionAlways, .text("easeOut")) }
      if branch == .int(3) { update.set(.baseForegroundColor, .color(.named(.systemRed))) }
    }
  }

  mutating func run(steps: Int) throws {
    for _ in 0..<steps { try step() }
    try comeToRest()
    try checkNames()
    try compare()
  }

  mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }
  mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  mutating func step() throws {
    model.leases.now = rig.now
    if hasLeases, chance(20) {
      try writeUnderLease("k\(pick(8))")
      return noteAnswers()
    }
    if usesNames, chance(30) {
      try useNames()
      return noteAnswers()
    }
    switch pick(24) {
    case 0...4: try write()
    case 5: try define()
    case 6:
      let match = Match(patterns: [UTF8String("b\(pick(12))")])
      if chance(40) {
        for id in rig.engine.remove(match) { model.definitions[id.string] = nil }
      } else {
        _ = rig.engine.setNeedsUpdateConfiguration(match)
      }
    case 7...8: try subscribe()
    case 9: unsubscribe()
    case 10:
      let client = rig.client(UInt32(pick(4)))
      if client.isBlocked { rig.drain(client) } else { rig.block(client) }
    case 11: try plague()
    case 12:
      let client = UInt32(pick(4))
      syncs.append(
        (client, chance(50) ? rig.sync(rig.client(client)) : rig.awaitPublished(rig.client(client)))
      )
    case 13...15:
      let worker = rig.workers[pick(rig.workers.count)]
      try worker.answer(rig.engine, now: rig.now)
    case 16: dress()
    case 17: if chance(30) { install() }
    case 18...19:
      let events: [PressEvent] = [.began(nil), .began(nil), .ended(nil), .cancelled]
      let ids = model.definitions.keys.sorted()
      if let id = ids.randomElement(using: &random) {
        _ = try? rig.press(rig.client(UInt32(pick(4))), UTF8String(id), events[pick(4)])
      }
    default: try rig.turn(after: chance(20) ? 10_000_000 : UInt64(pick(3)) * 1_000_000)
    }
    noteAnswers()
  }

  private mutating func write() throws {
    let key = chance(10) ? "fail.\(["p", "q", "r"][pick(3)])\(pick(2))" : "k\(pick(8))"
    let old = model.values[key]
    let new: StateValue? =
      key.hasPrefix("f") || key == "k7"
      ? .bool(chance(50)) : chance(20) ? nil : .int(Int64(pick(4)))
    try apply(key, new)
    if chance(15) {
      if chance(40) { try rig.turn() }
      try apply(key, old)
    }
  }

  mutating func apply(_ key: String, _ value: StateValue?) throws {
    try rig.update([(key, value.map { .set($0) } ?? .remove)])
    model.values[key] = value
    if value == nil { model.leases.remove(key) }
  }

  /// Somebody writes a key under a lease, or goes.
  mutating func writeUnderLease(_ key: String) throws {
    let holder: LeaseHolder =
      chance(30) ? .feed(UInt32(pick(2))) : .connection(ConnectionID(rawValue: UInt32(pick(4))))
    if case .feed = holder, chance(30) {
      rig.engine.endLeases(of: holder)
      return model.leases.end(holder)
    }
    let value: StateValue? =
      key == "k7" ? .bool(chance(50)) : chance(15) ? nil : .int(Int64(pick(4)))
    let lease = "l\(pick(2))"
    let silences: [UInt64?] = [nil, nil, nil, 0, 3_000_000, 60_000_000_000]
    let silentAfter = silences[pick(silences.count)]
    var changes = ChangeSet()
    changes.append(
      StateOperation(key: UTF8String(key), kind: value.map { .set($0) } ?? .remove))
    _ = try rig.engine.apply(
      &changes,
      under: LeaseClaim(UTF8String(lease), of: holder, silentAfter: silentAfter, now: rig.now))
    model.values[key] = value
    model.leases.write(
      key, isRemoved: value == nil, NaiveLeases.Hold(holder: holder, lease: lease),
      silentAfter: silentAfter)
  }

  /// Another theme of some of the tokens.
  private mutating func dress() {
    model.theme = [:]
    for token in 0..<3 where chance(60) { model.theme["t\(token)"] = .double(Double(pick(2))) }
    rig.engine.setTheme(model.theme.map { (UTF8String($0.key), $0.value) })
  }

  private mutating func define() throws {
    var definitions: [ButtonDefinition] = []
    for _ in 0...pick(4) {
      let styles = [
        "filled", "tinted", "p/style", "q/style", "com.example.p/style", "p/extra", "r/style",
      ]
      let handlers: [String?] = [nil, nil, "p/handler", "q/handler", "r/handler"]
      var definition = ButtonDefinition.make(
        "b\(pick(12))", styles[pick(styles.count)], handler: handlers[pick(handlers.count)],
        title: chance(50) ? "T\(pick(3))" : nil, group: chance(50) ? "g\(pick(2))" : nil,
        selectedBy: chance(40) ? "k7" : nil, enabledBy: chance(20) ? "k7" : nil)
      if chance(10) {
        definition.configuration = nil
        definition.handler = nil
      }
      if chance(20) { definition.isBusy = .bound(key: "k0", equals: .int(1)) }
      if hides, chance(50) {
        let key = UTF8String(["k2", "k7"][pick(2)])
        definition.isHidden = .bound(key: key, equals: key == "k2" ? .int(1) : nil)
      }
      definitions.append(definition)
    }
    let isKept = chance(70)
    do {
      _ = try rig.engine.define(definitions, isFromFile: isKept)
      #expect(isKept || !definitions.contains { model.isWaiting($0) }, "seed \(seed)")
      for definition in definitions { model.definitions[definition.id] = definition }
    } catch {
      #expect(!isKept && definitions.contains { model.isWaiting($0) }, "seed \(seed): \(error)")
    }
  }

  /// A third plugin comes, or one of those that are there gives way to its next version.
  private mutating func install() {
    let place = pick(3)
    version += 1
    if place < rig.workers.count {
      let old = model.plugins[place].descriptor
      let new = RandomLife.plugin(old.name, base: old.styles[0].base, version: version)
      rig.replace(place, new, isReady: chance(80))
      model.plugins[place] = new
    } else {
      let new = RandomLife.plugin("r", base: .gray, version: version)
      rig.install(new, isReady: chance(80))
      model.plugins.append(new)
    }
  }

  private mutating func subscribe() throws {
    let client = UInt32(pick(4))
    if chance(15) { return subscribeState(client) }
    let matches = [
      Match.everything, Match(patterns: ["b1*"]), Match(patterns: ["b1", "b2", "b3"]),
      Match(group: "g0"), Match(patterns: ["b?"]),
    ]
    let match = matches[pick(matches.count)]
    let traits = chance(40) ? Traits(userInterfaceStyle: .dark) : Traits()
    if chance(25) {
      gets.append((client, try rig.get(rig.client(client), match, traits: traits), traits))
      return
    }
    let rates: [Double?] = [nil, nil, 60]
    let serial = try rig.subscribe(
      rig.client(client), match, traits: traits, form: chance(40) ? .delta : .full,
      maxRate: rates[pick(rates.count)])
    pending.append((client, serial, match, traits))
  }

  private mutating func subscribeState(_ client: UInt32) {
    let specs = [
      StateSubscriptionSpec(), StateSubscriptionSpec(keys: ["k1", "k4"]),
      StateSubscriptionSpec(under: "fail"),
    ]
    let spec = specs[pick(specs.count)]
    var since: RevisionMark?
    if hasLeases, chance(50), let held = rig.client(client).subscriptions[spec.name],
      !held.isPartial, let revision = held.revision,
      rig.engine.unsubscribe(spec.name, ConnectionID(rawValue: client))
    {
      since = RevisionMark(epoch: "epoch", revision: revision)
    }
    let result = rig.engine.subscribeState(
      spec, since: since, ConnectionID(rawValue: client))
    guard let wire = try? result.withUnsafeBytes({ try Wire($0) }) else { return }
    rig.client(client).start(wire, spec.name)
    watchingState[client, default: []].removeAll { $0 == spec }
    watchingState[client, default: []].append(spec)
  }

  private mutating func noteAnswers() {
    checkTraits()
    pending.removeAll { request in
      guard case .success(let result)? = rig.client(request.client).answers[request.serial],
        let name = result["subscription"]?.string
      else { return false }
      watching[request.client, default: []].removeAll { $0.name == name }
      watching[request.client, default: []].append((name, request.match, request.traits))
      return true
    }
  }

  private mutating func unsubscribe() {
    let client = UInt32(pick(4))
    if chance(30) {
      rig.engine.connectionClosed(ConnectionID(rawValue: client))
      model.leases.end(.connection(ConnectionID(rawValue: client)))
      for entry in watching[client] ?? [] { rig.client(client).forget(entry.name) }
      for spec in watchingState[client] ?? [] { rig.client(client).forget(spec.name) }
      watching[client] = []
      watchingState[client] = []
      pending.removeAll { $0.client == client }
      syncs.removeAll { $0.client == client }
      rig.client(client).isBlocked = false
    } else if let entry = watching[client]?.randomElement(using: &random) {
      #expect(rig.engine.unsubscribe(entry.name, ConnectionID(rawValue: client)))
      rig.client(client).forget(entry.name)
      watching[client]?.removeAll { $0.name == entry.name }
    }
  }

  /// A worker dies, or a dead one is started again.
  private mutating func plague() throws {
    let worker = rig.workers[pick(rig.workers.count)]
    if !worker.isReady { return worker.start(rig.engine, now: rig.now) }
    let handles = worker.waitingHandles.flatMap { $0 }
    let states = [PluginState.restarting, .restarting, .quarantined, .disabled]
    worker.crash(
      rig.engine, now: rig.now, state: states[pick(states.count)], isHung: chance(30),
      suspect: chance(30) ? handles.randomElement(using: &random) : nil)
  }

  mutating func comeToRest() throws {
    defer { model.leases.now = rig.now }
    for name in ["fail.p0", "fail.p1", "fail.q0", "fail.q1", "fail.r0", "fail.r1"] {
      try apply(name, nil)
    }
    for client in rig.clients.values {
      for id in model.definitions.keys {
        _ = try rig.press(client, UTF8String(id), .cancelled)
      }
    }
    for worker in rig.workers where !worker.isReady { worker.start(rig.engine, now: rig.now) }
    for client in rig.clients.values where client.isBlocked { rig.drain(client) }
    try rig.settle(within: 10_000_000_000)
    noteAnswers()
  }
}
