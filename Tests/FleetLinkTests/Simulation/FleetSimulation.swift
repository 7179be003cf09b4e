import ButtonModel
import FleetEngineModel
import TestSupport

@testable import FleetLink

/// Many daemons on one engine in virtual time: answers get lost, daemons are killed, connections are
/// cut at any point, the log is trimmed, and the engine goes back some seconds, also under live
/// connections. All of it follows from the seed.
final class FleetSimulation {
  /// Seconds between two events of a kind.
  struct Pauses {
    /// A daemon's changes.
    var press = 0.01...1.5
    /// Cuts or kills.
    var fault = 0.0...3.0
    /// Losses of the engine's last seconds.
    var loss = 5.0...25.0
    /// A daemon's questions for the log.
    var poll = 0.005...0.5
    /// The states to which the engine may go back.
    var save = 0.4...0.6

    /// While little happens.
    static let long = Pauses(
      press: 30...600, fault: 60...600, loss: 600...3600, poll: 1...10, save: 1...3)
  }

  struct Shape {
    var daemons = 5
    /// Seconds of changes and faults.
    var seconds = 60.0
    var logLength = 64
    var fault: SimulatedEngine.Fault?
    var rules = ScopeRules.all
    /// Seconds until a daemon's first change.
    var firstPress = 0.0...5.0
    var pauses = Pauses()
    /// Whether all changes are conditional ones of few keys.
    var isContended = false
    /// Whether buttons perform actions, which the daemons give each other to do.
    var hasActions = false
    /// Seconds for which the first daemon is away, from among the changes and faults until long after; then
    /// little happens.
    var absence = 0.0
  }

  let shape: Shape
  let engine: SimulatedEngine
  private(set) var daemons: [SimulatedDaemon] = []
  private(set) var rollbacks = 0
  private(set) var now: UInt64 = 0

  private var timeline = Timeline()
  private var random: Seed
  private var hasFaults = true
  private var saves: [(time: UInt64, state: SimulatedEngine.State)] = []
  private var texts = 0
  private var away: SimulatedDaemon?
  private var waited = 0
  private var refusedSnapshots = 0
  private var verdict: JoinVerdict?

  init(seed: UInt64, _ shape: Shape = Shape()) {
    self.shape = shape
    random = Seed(seed)
    engine = SimulatedEngine(
      id: Chain(rawValue: random.next()), logLength: shape.logLength, fault: shape.fault)
    var settings = ScopeSettings(
      name: "shop",
      keys: [
        .init("stock", .count), .init("list", .count), .init("note", .yield),
        .init("sign", .overwrite), .init("open"),
      ], buttons: [.init("till"), .init("menu", .count)])
    // So few that there is no room at times.
    settings.maximumActions = 20
    settings.stableAfter = 20_000_000_000
    settings.verifyEvery = shape.absence > 0 ? 20_000_000_000 : 3_000_000_000
    settings.longestTail = 40
    settings.window = 16
    settings.rules = shape.rules
    for name in 0..<shape.daemons {
      daemons.append(SimulatedDaemon(name, settings, life: Life(rawValue: random.next())))
    }
  }

  /// Runs to the end; throws the first breach.
  func run() throws -> Figures {
    for daemon in daemons {
      after(0...3) { try self.connect(daemon) }
      after(shape.firstPress) { try self.press(daemon) }
      if shape.hasActions { take(daemon) }
    }
    after(0.5...1) { self.save() }
    after(10...25) { try self.goBack() }
    after(2...4) { try self.disturb() }
    if shape.absence > 0 {
      at(10) { try self.leave(self.daemons[0]) }
      at(10 + shape.absence) { try self.comeBack() }
    }
    at(peopleEnd + 1) { self.endFaults() }
    let end = UInt64((peopleEnd + 60) * 1e9)
    while let (time, body) = timeline.next(), time < end {
      now = time
      try body()
    }
    for daemon in daemons { try daemon.checkEnd(engine) }
    try engine.checkActions()
    return figures
  }

  private var figures: Figures {
    var figures = Figures()
    figures.revisions = engine.head.revision
    figures.rollbacks = rollbacks
    figures.lostRevisions = engine.lostRevisions
    figures.duplicates = engine.duplicates
    figures.conditionalChanges = engine.conditionalChanges
    figures.actions = engine.state.performed.count
    figures.deliveries = engine.state.ended.count
    figures.waited = waited
    figures.refusedSnapshots = refusedSnapshots
    figures.verdict = verdict
    for daemon in daemons {
      figures.accepted += daemon.increments.count + daemon.texts.count
      figures.rejected += daemon.rejected.count
      figures.joins += daemon.joins
      figures.snapshots += daemon.snapshots
      figures.checks += daemon.checks
    }
    return figures
  }

  // MARK: - Time

  private func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  private func at(_ seconds: Double, _ body: @escaping Timeline.Body) {
    timeline.add(at: UInt64(seconds * 1e9), body)
  }

  private func after(_ seconds: ClosedRange<Double>, _ body: @escaping Timeline.Body) {
    timeline.add(at: now + UInt64(Double.random(in: seconds, using: &random) * 1e9), body)
  }

  /// Seconds until which there are changes and faults.
  private var peopleEnd: Double { max(shape.seconds, 10 + shape.absence) }

  /// The pauses of now: little happens while somebody is away for long.
  private var pauses: Pauses {
    now > UInt64(shape.seconds * 1e9) && away != nil ? .long : shape.pauses
  }

  // MARK: - People

  private func press(_ daemon: SimulatedDaemon) throws {
    guard now < UInt64(peopleEnd * 1e9) else { return }
    try daemon.check(engine)
    func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    let actions: [ScopeAction]
    switch shape.isContended ? 11 : pick(shape.hasActions ? 30 : 20) {
    case 0..<10: actions = try daemon.increment(UTF8String("stock.\(pick(4))"), by: -1, at: now)
    case 10: actions = try write(daemon, "list.a", isElement: true)
    case 11..<15: actions = try write(daemon, "note.\(pick(shape.isContended ? 2 : 6))")
    case 15..<17: actions = try write(daemon, "sign.\(pick(2))")
    case 17..<19: actions = try write(daemon, "open.a", isConditional: true)
    case 20..<30:
      let button: UTF8String = pick(2) == 0 ? "till.pay" : "menu.soup"
      actions = try write(
        daemon, "list.b", isElement: true, effect: .action(button: button, text: "{}"))
    default: actions = try write(daemon, "open.b")
    }
    try send(actions, daemon)
    try daemon.check(engine)
    after(pauses.press) { try self.press(daemon) }
  }

  /// Writes a text that nobody else writes; every fifth change waits for the fleet.
  private func write(
    _ daemon: SimulatedDaemon, _ key: String, isElement: Bool = false, isConditional: Bool = false,
    effect: FleetEffect? = nil
  ) throws -> [ScopeAction] {
    texts += 1
    let text = UTF8String("\(daemon.name).\(texts)")
    return try daemon.write(
      isElement ? .append(.string(text)) : .set(.string(text)), UTF8String(key), text,
      effect: effect, isConditional: isConditional, waits: texts.isMultiple(of: 5),
      ticket: UInt64(texts) + 1, at: now)
  }

  /// A daemon takes actions and ends them, some later than others take them from it.
  private func take(_ daemon: SimulatedDaemon) {
    after(0.05...0.5) {
      self.take(daemon)
      guard daemon.isConnected, daemon.link.phase == .live,
        let delivery = self.engine.deliver(to: daemon.name, again: self.chance(0.2))
      else { return }
      self.reply(daemon) {
        self.after(0.01...(self.chance(0.1) ? 10 : 0.5)) {
          let actions = try self.write(
            daemon, "list.c", isElement: true, effect: .done(delivery))
          try self.send(actions, daemon)
          try daemon.check(self.engine)
        }
      }
    }
  }

  // MARK: - Network

  private func connect(_ daemon: SimulatedDaemon) throws {
    guard !daemon.isConnected, daemon !== away else { return }
    daemon.isConnected = true
    try deliver(.attached, daemon)
  }

  private func leave(_ daemon: SimulatedDaemon) throws {
    // Only one that has been live once has a place in the log to come back to.
    guard daemon.link.cursor != nil else { return after(0.1...1) { try self.leave(daemon) } }
    away = daemon
    try cut(daemon, back: 0...0)
  }

  private func comeBack() throws {
    guard let daemon = away else { return }
    away = nil
    waited = daemon.link.queuedChanges
    verdict = daemon.link.cursor.map { engine.join($0, []).verdict }
    try connect(daemon)
  }

  private func cut(_ daemon: SimulatedDaemon, back seconds: ClosedRange<Double>) throws {
    daemon.connection += 1
    if daemon.isConnected {
      daemon.isConnected = false
      try deliver(.lost, daemon)
    }
    let connection = daemon.connection
    after(seconds) { if daemon.connection == connection { try self.connect(daemon) } }
  }

  private func deliver(_ event: ScopeEvent, _ daemon: SimulatedDaemon) throws {
    let actions = try daemon.handle(event, at: now)
    try daemon.check(engine)
    try send(actions, daemon)
  }

  private func send(_ actions: [ScopeAction], _ daemon: SimulatedDaemon) throws {
    for action in actions {
      switch action {
      case .join(let session, let cursor, let lives):
        request(daemon) { .joined(session: session, self.engine.join(cursor, lives)) }
      case .submit(let session, let submission):
        let seen = submission.operations.first.flatMap { daemon.sights[$0.plainText] }
        request(daemon, isLate: true) {
          let answer = try self.engine.apply(submission, seen: seen)
          return .outcome(session: session, submission.number, answer)
        }
      case .snapshot(let session, let revision): snapshot(daemon, session, revision, page: 0)
      case .tail(let session, let cursor):
        daemon.position = cursor.revision
        poll(daemon, session)
      case .apply, .journal, .answer, .reject, .mark, .wake: break
      }
    }
    wake(daemon)
  }

  private func wake(_ daemon: SimulatedDaemon) {
    guard let time = daemon.wakeTime else { return }
    daemon.wakeTime = nil
    timeline.add(at: max(time, now)) { try self.deliver(.tick, daemon) }
  }

  /// Sends something to the engine, whose answer may be lost with the connection. What is `isLate` may
  /// arrive after its connection is gone.
  private func request(
    _ daemon: SimulatedDaemon, isLate: Bool = false, _ body: @escaping () throws -> ScopeEvent
  ) {
    let connection = daemon.connection
    let incarnation = engine.incarnation
    guard daemon.isConnected else { return }
    daemon.sent = max(daemon.sent + 1, now + delay())
    timeline.add(at: daemon.sent) {
      if daemon.connection != connection {
        let arrives = isLate && incarnation == self.engine.incarnation && self.chance(0.5)
        if arrives { _ = try body() }
        return
      }
      let event = try body()
      if self.hasFaults, self.chance(0.02) { return try self.cut(daemon, back: 0.1...10) }
      self.reply(daemon) { try self.deliver(event, daemon) }
    }
  }

  /// Sends something back to a daemon.
  private func reply(_ daemon: SimulatedDaemon, _ body: @escaping Timeline.Body) {
    let connection = daemon.connection
    daemon.received = max(daemon.received + 1, now + delay())
    timeline.add(at: daemon.received) { if daemon.connection == connection { try body() } }
  }

  private func delay() -> UInt64 { UInt64.random(in: 5_000_000...300_000_000, using: &random) }

  /// Reads the keys in pages, at different times, then the log from where the join was. As a session does, it ends
  /// that if the pages are not what the engine's sum says.
  private func snapshot(
    _ daemon: SimulatedDaemon, _ session: UInt32, _ revision: UInt64, page: Int,
    audit: StateAudit = StateAudit()
  ) {
    let connection = daemon.connection
    after(0.005...0.2) {
      guard daemon.connection == connection else { return }
      let fields = self.engine.state.model.snapshot().filter {
        Int($0.key.bytes.last ?? 0) % 3 == page
      }
      var audit = audit
      for field in fields { audit.add(field) }
      let head = page == 2 ? self.engine.head : nil
      if head != nil, self.engine.objection(to: &audit, since: revision) != nil {
        self.refusedSnapshots += 1
        return try self.cut(daemon, back: 0.1...5)
      }
      self.reply(daemon) { try self.deliver(.page(session: session, fields, head: head), daemon) }
      if head == nil {
        return self.snapshot(daemon, session, revision, page: page + 1, audit: audit)
      }
      daemon.position = revision
      self.poll(daemon, session)
    }
  }

  /// Reads the log again and again, as long as the session lasts.
  private func poll(_ daemon: SimulatedDaemon, _ session: UInt32) {
    let connection = daemon.connection
    after(pauses.poll) {
      guard daemon.connection == connection, daemon.link.session == session else { return }
      let entries = Array(self.engine.state.model.entries(after: daemon.position, limit: 50))
      if let last = entries.last {
        daemon.position = last.revision
        self.reply(daemon) { try self.deliver(.entries(session: session, entries), daemon) }
      }
      self.poll(daemon, session)
    }
  }

  // MARK: - Faults

  private func disturb() throws {
    guard hasFaults, let daemon = daemons.randomElement(using: &random) else { return }
    let isKilled = chance(0.3)
    try cut(daemon, back: 0.1...(chance(0.2) ? 30 : 5))
    if isKilled {
      let actions = try daemon.kill(life: Life(rawValue: random.next()), at: now)
      try daemon.check(engine)
      try send(actions, daemon)
    }
    after(pauses.fault) { try self.disturb() }
  }

  private func save() {
    saves.append((now, engine.state))
    saves.removeAll { now - $0.time > 12_000_000_000 }
    if hasFaults { after(pauses.save) { self.save() } }
  }

  /// The engine loses up to twelve seconds: more often than not under live connections.
  private func goBack() throws {
    guard hasFaults else { return }
    rollBack(chance(0.5) ? 1...3 : 1...24)
    if chance(0.4) {
      for daemon in daemons { try cut(daemon, back: 0.2...8) }
    }
    after(pauses.loss) { try self.goBack() }
  }

  private func rollBack(_ steps: ClosedRange<Int>) {
    guard !saves.isEmpty else { return }
    let index = saves.count - min(saves.count, Int.random(in: steps, using: &random))
    engine.goBack(to: saves[index].state)
    saves.removeSubrange((index + 1)...)
    rollbacks += 1
  }

  /// People and faults end; and once more the engine goes back under live connections, when nobody
  /// writes any more.
  private func endFaults() {
    hasFaults = false
    rollBack(4...8)
  }
}

extension FleetOperation {
  /// The text of a string argument that has nothing to escape.
  fileprivate var plainText: UTF8String { UTF8String(bytes: argument.bytes.dropFirst().dropLast()) }
}

extension UTF8String {
  fileprivate init(bytes: ArraySlice<UInt8>) { self.init(bytes: Array(bytes)) }
}
