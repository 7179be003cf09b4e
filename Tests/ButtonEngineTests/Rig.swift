import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

@testable import ButtonEngine

/// An engine with fake plugins and fake clients around it, and a clock that the test moves.
final class Rig {
  let engine: Engine
  private(set) var workers: [FakeWorker] = []
  /// Workers on trial, by lane.
  private(set) var candidates: [UInt16: FakeWorker] = [:]
  private(set) var clients: [UInt32: FakeClient] = [:]
  private(set) var violations: [String] = []
  /// Buttons whose deaths the engine wants forgotten.
  private(set) var forgotten: [UInt64] = []
  /// The actions that styles had performed: the button and the client.
  private(set) var performed: [(id: String, client: String?)] = []
  /// Whether a version on trial takes over as soon as the engine says so.
  var takesOver = false
  /// What time has changed.
  var passed: [TimedChange] = []
  var now: UInt64 = 1_000_000_000
  /// What was given to the journal, of which nothing has been said yet.
  var groups: [JournalGroup] = []
  private var serial: UInt64 = 0
  /// What the last change or definition is about.
  private lazy var latest = engine.scope(buttons: [])

  init(_ settings: EngineSettings = EngineSettings(), plugins: [FakePlugin] = []) {
    engine = Engine(settings: settings, epoch: "epoch")
    for plugin in plugins { install(plugin) }
  }

  /// Installs a plugin and starts its worker.
  @discardableResult
  func install(_ plugin: FakePlugin, isReady: Bool = true) -> FakeWorker {
    let worker = FakeWorker(plugin, engine.pluginInstalled(plugin.descriptor, now: now))
    workers.append(worker)
    if isReady { worker.start(engine, now: now) }
    return worker
  }

  /// Puts another plugin in the place of one, and starts its worker.
  func replace(_ place: Int, _ plugin: FakePlugin, isReady: Bool = true) {
    let worker = FakeWorker(plugin, workers[place].lane)
    engine.pluginReplaced(worker.lane, plugin.descriptor, now: now)
    workers[place] = worker
    if isReady { worker.start(engine, now: now) }
  }

  /// Starts a worker of another version beside that of a plugin.
  func beginTrial(_ place: Int, _ plugin: FakePlugin) -> TrialProgress {
    let worker = FakeWorker(plugin, workers[place].lane)
    worker.startBeside()
    candidates[worker.lane.rawValue] = worker
    return engine.trialBegan(worker.lane, plugin.descriptor)
  }

  /// Has the worker on trial answer its oldest batch; nil when none waits.
  func answerTrial(_ place: Int) throws -> TrialProgress? {
    let lane = workers[place].lane
    var progress: TrialProgress?
    _ = try candidates[lane.rawValue]?.answer {
      progress = engine.trialAnswer(lane, sequence: $0, payload: $1)
    }
    return progress
  }

  /// The worker on trial takes over.
  func endTrial(_ place: Int) {
    let lane = workers[place].lane
    guard let worker = candidates.removeValue(forKey: lane.rawValue) else { return }
    workers[place] = worker
    engine.trialTookOver(lane, worker.plugin.descriptor, now: now)
  }

  func client(_ number: UInt32 = 1) -> FakeClient {
    if let client = clients[number] { return client }
    let client = FakeClient(number)
    clients[number] = client
    return client
  }

  // MARK: Time

  /// Ends a turn and carries out what the engine wants; workers do not answer by themselves. Where time
  /// passes, turns end when the engine wants them to on the way, and once more at the end.
  func turn(after nanoseconds: UInt64 = 0) throws {
    let end = now + nanoseconds
    if let wake = engine.wakeTime, wake > now, wake < end {
      now = wake
      try pause(for: 0)
    }
    try pause(for: end - now)
    if nanoseconds > 0, let wake = engine.wakeTime, wake <= now { try pause(for: 0) }
  }

  /// Ends one turn after a pause of the daemon, whatever the engine wanted meanwhile.
  func pause(for nanoseconds: UInt64) throws {
    now += nanoseconds
    engine.turnEnded(now: now)
    try perform()
  }

  /// Ends turns, and has all workers answer, until nothing happens any more.
  func settle() throws {
    for _ in 0..<10_000 {
      try turn()
      var anyAnswered = false
      for worker in workers {
        if try worker.answer(engine, now: now) { anyAnswered = true }
        if try worker.answerGesture(engine, now: now) { anyAnswered = true }
      }
      try perform()
      if !anyAnswered, !(engine.wakeTime.map { $0 <= now } ?? false) { return }
    }
    preconditionFailure("the engine does not settle")
  }

  /// Moves the clock to whenever the engine next wants to be called, and settles, until it wants
  /// nothing more or `limit` nanoseconds have passed.
  func settle(within limit: UInt64) throws {
    let end = now + limit
    try settle()
    while let wake = engine.wakeTime, wake <= end {
      now = max(now, wake)
      try settle()
    }
    now = end
    try settle()
  }

  private func perform() throws {
    passed += engine.takeTimedChanges().map(\.change)
    while !engine.actions.isEmpty {
      let actions = engine.actions
      engine.actions = []
      for action in actions {
        switch action {
        case .journal(let group): groups.append(group)
        case .sendBatch(let lane, let sequence, let items, let payload):
          workers[Int(lane.rawValue) - 1].receive(sequence, payload, items: items)
        case .sendTrial(let lane, let sequence, let items, let payload):
          candidates[lane.rawValue]?.receive(sequence, payload, items: items)
        case .takeOver(let lane): if takesOver { endTrial(Int(lane.rawValue) - 1) }
        case .deliver(let line, let connections):
          for connection in connections { try clients[connection.rawValue]?.receive(line) }
        case .answered(let ticket, let result):
          try clients[ticket.connection.rawValue]?.receive(result, serial: ticket.serial)
        case .sendGesture(let lane, let sequence, let payload):
          workers[Int(lane.rawValue) - 1].receiveGesture(sequence, payload)
        case .performed(let action):
          performed.append((action.definition.id, action.client))
        case .forgetDeaths(let handle, _): forgotten.append(handle)
        case .violation(_, let message): violations.append(message)
        }
      }
    }
  }

  // MARK: What clients ask for

  func ticket(_ client: FakeClient) -> Ticket {
    serial += 1
    return Ticket(connection: client.connection, serial: serial)
  }

  @discardableResult
  func set(_ values: [String: StateValue]) throws -> UInt64 {
    var changes = ChangeSet()
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      changes.append(StateOperation(key: UTF8String(key), kind: .set(value)))
    }
    defer { latest = WaitScope(changes) }
    return try engine.apply(&changes)
  }

  @discardableResult
  func update(_ operations: [(String, StateOperation.Kind)]) throws -> UInt64 {
    var changes = ChangeSet()
    for (key, kind) in operations {
      changes.append(StateOperation(key: UTF8String(key), kind: kind))
    }
    defer { latest = WaitScope(changes) }
    return try engine.apply(&changes)
  }

  /// Sets keys under a lease.
  @discardableResult
  func set(
    _ values: [String: StateValue], under lease: UTF8String, of holder: LeaseHolder,
    silentAfter: UInt64? = nil
  ) throws -> UInt64 {
    var changes = ChangeSet()
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      changes.append(StateOperation(key: UTF8String(key), kind: .set(value)))
    }
    defer { latest = WaitScope(changes) }
    return try engine.apply(
      &changes, under: LeaseClaim(lease, of: holder, silentAfter: silentAfter, now: now))
  }

  /// Sets keys under a lease of a client.
  @discardableResult
  func set(
    _ values: [String: StateValue], under lease: UTF8String, of client: FakeClient,
    silentAfter: UInt64? = nil
  ) throws -> UInt64 {
    try set(values, under: lease, of: .connection(client.connection), silentAfter: silentAfter)
  }

  /// Closes a client's connection.
  func close(_ client: FakeClient) { engine.connectionClosed(client.connection) }

  /// The lost keys among some.
  func lost(_ keys: String...) -> [String] { keys.filter { engine.isLost(UTF8String($0)) } }

  @discardableResult
  func define(_ definitions: ButtonDefinition...) throws -> UInt64 {
    defer { latest = engine.scope(buttons: definitions.map { UTF8String($0.id) }) }
    return try engine.define(definitions)
  }

  /// Subscribes; the answer comes with one of the next turns. Returns the request's serial.
  @discardableResult
  func subscribe(
    _ client: FakeClient, _ match: Match = .everything, traits: Traits = Traits(),
    form: UpdateForm = .full, maxRate: Double? = nil, since: Int64? = nil
  ) throws -> UInt64 {
    let ticket = ticket(client)
    try engine.subscribe(
      SubscribeRequest(
        spec: SubscriptionSpec(match: match, traits: traits, form: form, maxRate: maxRate),
        since: since.map { TickMark(epoch: "epoch", tick: UInt64($0)) }), ticket: ticket, now: now)
    return ticket.serial
  }

  @discardableResult
  func get(
    _ client: FakeClient, _ match: Match = .everything, traits: Traits = Traits(),
    limit: Int? = nil, after: UTF8String? = nil
  ) throws -> UInt64 {
    let ticket = ticket(client)
    try engine.get(
      GetRequest(match: match, traits: traits, limit: limit, after: after), ticket: ticket,
      now: now)
    return ticket.serial
  }

  @discardableResult
  func sync(_ client: FakeClient, timeout: UInt64 = 5_000_000_000) -> UInt64 {
    let ticket = ticket(client)
    engine.sync(ticket, timeout: timeout, now: now)
    return ticket.serial
  }

  /// Has a client wait for the change or the definition that was made last.
  @discardableResult
  func awaitPublished(_ client: FakeClient) -> UInt64 {
    let ticket = ticket(client)
    engine.answer(
      ticket, Array("{\"done\":true}".utf8), once: .published(latest, since: now))
    return ticket.serial
  }

  /// A client does something with a button; the answer that comes later has the serial returned last.
  @discardableResult
  func press(
    _ client: FakeClient, _ id: UTF8String, _ event: PressEvent, wait: Bool = false
  ) throws -> PressOutcome {
    let ticket = ticket(client)
    return try engine.press(
      PressRequest(
        id: id, event: event, connection: client.connection,
        client: "client \(client.connection.rawValue)", ticket: ticket, isPublishedFirst: wait),
      now: now)
  }

  /// The serial of the newest request.
  var newestSerial: UInt64 { serial }

  func block(_ client: FakeClient) {
    client.isBlocked = true
    engine.connectionBlocked(client.connection)
  }

  func drain(_ client: FakeClient) {
    client.isBlocked = false
    engine.connectionDrained(client.connection)
  }

  // MARK: What is on show

  /// How often a button was resolved.
  func resolves(_ id: UTF8String) -> UInt64 {
    engine.slots(matching: Match(patterns: [id])).first.flatMap { engine.buttons[$0]?.resolves }
      ?? 0
  }

  /// The newest value of a state key.
  func value(_ key: UTF8String) -> StateValue? {
    engine.store.key(named: key).flatMap { engine.store.value(of: $0) }
  }

  /// How many keys have a value.
  var keyCount: Int { engine.store.presentKeyCount }

  /// How many numbers of keys were ever needed at once.
  var keyCapacity: Int { engine.store.keyCapacity }

  func status(_ id: UTF8String) -> ButtonStatus? {
    engine.slots(matching: Match(patterns: [id])).first.flatMap { engine.status(of: $0) }
  }
}

extension PressOutcome {
  /// The revision that a press which is over has made; nil if it has performed nothing.
  var revision: UInt64? {
    if case .known(.inactive, let performed) = self { performed?.revision } else { nil }
  }
}

extension FakeClient {
  /// The only subscription's looks.
  var looks: [String: Wire] { subscriptions.first?.value.looks ?? [:] }

  /// Bytes of the longest line since the last call of `take`.
  var longestLine: Int { shared.map(\.bytes.count).max() ?? 0 }

  /// The title that the only subscription shows for a button.
  func title(_ id: String) -> String? { looks[id]?["title"]?.string }

  /// The reason in the status that the only subscription shows for a button.
  func reason(_ id: String) -> String? {
    subscriptions.first?.value.statuses[id]?["reason"]?.string
  }
}

extension ButtonDefinition {
  /// A definition for tests: `style` and `handler` name a plugin's with a slash, a system style
  /// without.
  static func make(
    _ id: String, _ style: String = "filled", handler: String? = nil, title: String? = nil,
    group: String? = nil, selectedBy: String? = nil, enabledBy: String? = nil
  ) -> ButtonDefinition {
    let reference: StyleReference =
      if let entry = PluginEntry(style) {
        .plugin(entry)
      } else {
        .system(SystemStyle(rawValue: style) ?? .plain)
      }
    var definition = ButtonDefinition(id: id, style: reference)
    definition.handler = handler.flatMap { PluginEntry($0) }
    if let title { definition.configuration?.title = title }
    definition.group = group
    if let selectedBy {
      definition.isSelected = .bound(key: UTF8String(selectedBy), equals: nil)
    }
    if let enabledBy { definition.isEnabled = .bound(key: UTF8String(enabledBy), equals: nil) }
    return definition
  }
}
