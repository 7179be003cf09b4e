import ButtonEngine
import ButtonModel
import ButtonProtocol
package import FleetLink
import JSONRPC

/// The daemon's side of a fleet: connects the scopes' machines with the engine, with the
/// connections that reach the scopes' engines, and with clients that wait.
package final class Fleet {
  /// A scope: its machine and what surrounds it.
  final class Scope {
    let name: String
    var link: ScopeLink
    var connection: ConnectionID?
    /// When the machine wants a tick.
    var wakeTime: UInt64?
    /// When to check again for room in the store; nil unless the scope was dropped for that.
    var roomCheck: UInt64?
    /// What the key that counts waiting changes was set to, and when to set it again.
    var toldQueued: UInt64?
    var queuedDue: UInt64?
    /// Why the scope is not live, as its connection says.
    var reason: String?
    var message: String?
    /// Changes that were accepted and dropped.
    var rejected = RejectionList()
    /// Looks that read its keys are marked as stale.
    var isStale = false
    /// The session of the last join, and its joins that were asked for and answered.
    var session: UInt32 = 0
    var joinsAsked = 0
    var joinsAnswered = 0
    /// What the keys about the scope were set to.
    var told: FleetScopeStatus?

    init(_ link: ScopeLink) {
      self.link = link
      name = link.settings.name.string
    }
  }

  /// A change of shared keys that a handler has just made.
  struct Submission {
    let ticket: UInt64
    let scope: Scope
    /// Set if the change is in the outbox and shows; nil if the fleet must have it first.
    let accepted: RequestNumber?
    let keys: Set<UTF8String>
    /// Keys that show another value already.
    let changed: Set<UTF8String>
  }

  /// A client that waits for the fleet.
  struct Waiter {
    let keys: Set<UTF8String>
    /// Keys that have had another value since the change.
    var changed: Set<UTF8String> = []
    let finish: (Result<Settled, ProtocolError>) -> Void
  }

  /// How a change came out.
  struct Settled {
    let scope: String
    let request: RequestNumber
    /// The fleet's.
    let revision: UInt64
    /// Keys of the change that have another value than before.
    let changed: [UTF8String]
  }

  unowned let service: Service
  let engine: Engine
  /// In nanoseconds; only moves forward.
  let clock: () -> UInt64
  private(set) var scopes: [Scope] = []
  let routes: FleetRoutes
  var tickets: UInt64 = 0
  var submitting: UInt64?
  /// Keys that the present event has changed.
  var changed: Set<UTF8String> = []
  /// The answer to the change that is being submitted.
  var answer: ScopeAnswer?
  var submission: Submission?
  let actions: FleetActions
  /// This daemon's name in groups; new with each start, so that a copy of the daemon has another.
  private(set) var consumer: UTF8String = ""
  var waiters: [UInt64: Waiter] = [:]
  /// The places of requests in the order of all, by name, for the journal.
  private var places: [UTF8String: UInt64] = [:]
  private var nextPlace: UInt64 = 1
  var syncs: [Sync] = []
  /// When ``turnEnded(now:)`` must be called; `.max` while nothing is due. Stored in the service,
  /// where every turn looks.
  var wakeTime: UInt64 {
    get { service.fleetWakeTime }
    set { service.fleetWakeTime = newValue }
  }
  /// What the answer to a sync says of the fleet, by its ticket.
  var syncMarks: [Ticket: [UInt8]] = [:]

  /// What of the journal could not be used, for the log.
  package private(set) var complaints: [String] = []
  /// Journal records to drop, with their places in the order of all.
  private var unreadable: [(name: UTF8String, place: UInt64)] = []

  /// Shares keys from now on. `life` must be new and random for each scope.
  package init(
    _ settings: [ScopeSettings], _ service: Service, life: () -> Life,
    clock: @escaping () -> UInt64
  ) throws(FleetRoutes.Overlap) {
    self.service = service
    self.clock = clock
    engine = service.engine
    routes = try FleetRoutes(settings)
    actions = FleetActions()
    let kept = engine.journaledFleet
    let requests = kept.requests.map { (name: $0, ordinal: $1.ordinal, content: $1.content) }
      .sorted { $0.ordinal < $1.ordinal }
    nextPlace = (requests.last?.ordinal ?? 0) + 1
    for settings in settings {
      let restored = RestoredScope(settings.name, kept.scopes[settings.name], requests)
      complaints += restored.complaints
      unreadable += restored.unreadable
      for (name, place) in restored.places { places[name] = place }
      let scope = Scope(ScopeLink(settings, life: life(), record: restored.record))
      scopes.append(scope)
      for report in restored.reports { remember(report, scope, isKept: true) }
    }
    consumer = life().text
    let names = Set(settings.map { "\($0.name)" })
    var left: [String: Int] = [:]
    for request in requests {
      let name = String(request.name.string.prefix { $0 != "/" })
      if !names.contains(name) { left[name, default: 0] += 1 }
    }
    for (name, count) in left.sorted(by: { $0.key < $1.key }) {
      complaints.append(
        "\(count) change(s) of the scope \(Excerpt(name)) wait in the journal, and the configuration "
          + "has no such scope: they are sent when it has one again")
    }
    service.subscriptions.didLeaveFleet = { [weak self] connection, name in
      if let self { actions.left(connection, name, self) }
    }
    engine.share(
      SharedKeys(
        settings.map { settings in
          SharedKeys.Scope(
            settings.name, settings.keys.map(\.name), buttons: settings.buttons.map(\.name),
            definitions: settings.definitions.map(\.name))
        }, self))
  }

  /// Shows what was kept. The engine's journal must have been started.
  package func start() {
    for (name, place) in unreadable { engine.keepRequest(name, nil, ordinal: place) }
    unreadable = []
    for scope in scopes {
      perform(scope.link.start(at: clock()) { [engine] in engine.value(of: $0) }, scope)
      tell(scope)
    }
  }

  /// May be called before anything is due.
  package func turnEnded(now: UInt64) {
    guard wakeTime <= now else { return }
    for scope in scopes {
      lookForRoom(scope, now)
      if let due = scope.queuedDue, due <= now { tellQueued(scope) }
      guard let time = scope.wakeTime, time <= now else { continue }
      scope.wakeTime = nil
      handle(.tick, scope)
    }
    expireSyncs(now: now)
    actions.expire(now: now, self)
    wakeTime = min(
      scopes.flatMap { [$0.wakeTime, $0.roomCheck, $0.queuedDue] }.compactMap(\.self).min() ?? .max,
      syncs.map(\.deadline).min() ?? .max,
      actions.nextDeadline)
  }

  func handle(_ event: ScopeEvent, _ scope: Scope) {
    changed = []
    let wanted = scope.link.handle(event, at: clock()) { [engine] in engine.value(of: $0) }
    perform(wanted, scope)
    tell(scope)
    actions.scopeChanged(scope, self)
  }

  func scope(named name: String) -> Scope? { scopes.first { $0.name == name } }

  // MARK: - What a machine wants done

  private func perform(_ actions: [ScopeAction], _ scope: Scope) {
    var submitted: [FleetSubmitNotification.Submitted] = []
    var session: UInt32 = 0
    var bytes = 0
    func submit() {
      if submitted.isEmpty { return }
      send(
        FleetSubmitNotification(scope: scope.name, session: session, requests: submitted),
        of: FleetSubmitNotification.method, scope)
      submitted = []
      bytes = 0
    }
    for action in actions {
      if case .submit(let number, let submission) = action {
        let request = FleetSubmitNotification.Submitted(submission)
        if bytes + request.bytes > Fleet.submitBytes { submit() }
        session = number
        submitted.append(request)
        bytes += request.bytes
        continue
      }
      submit()
      perform(action, scope)
    }
    submit()
    settleSyncs(scope)
  }

  /// About how many bytes of requests go into one line.
  private static let submitBytes = 256 << 10

  private func perform(_ action: ScopeAction, _ scope: Scope) {
    switch action {
    case .join(let session, let cursor, let lives):
      // Joins of the session before are not answered any more.
      if session != scope.session { forgetJoins(scope) }
      scope.session = session
      scope.joinsAsked += 1
      send(
        FleetJoinNotification(scope.name, session: session, cursor, lives),
        of: FleetJoinNotification.method, scope)
    case .snapshot(let session, let revision):
      send(
        FleetReadNotification(scope: scope.name, session: session, after: revision),
        of: FleetReadNotification.method, scope)
    case .tail(let session, let cursor):
      send(
        FleetTailNotification(
          scope: scope.name, session: session, cursor: FleetPosition(cursor)),
        of: FleetTailNotification.method, scope)
    case .submit: preconditionFailure("sent with those beside it")
    case .apply(let set): apply(set, scope)
    case .journal(let changes): for change in changes { keep(change, scope) }
    case .answer(let ticket, let answer): settle(ticket, answer, scope)
    case .reject(let rejection): report(rejection, scope)
    case .mark(let isStale): mark(scope, isStale: isStale)
    case .wake(let time):
      scope.wakeTime = time
      wakeTime = min(wakeTime, time ?? .max)
    }
  }

  func send(_ message: some Message, of method: StaticString, _ scope: Scope) {
    guard let connection = scope.connection else { return }
    service.send(service.line(message, of: method), to: [connection])
  }

  private func apply(_ set: FleetChangeSet, _ scope: Scope) {
    let written = engine.applyShared(
      set.changes.map {
        SharedChange($0.key, committed: $0.committed, shown: $0.shown)
      },
      replacing: set.replacesAll ? scopes.firstIndex { $0 === scope } : nil)
    changed.formUnion(written)
    if scope.link.settings.answersByOutcome {
      for ticket in waiters.keys {
        let some = waiters[ticket]?.keys.intersection(written) ?? []
        waiters[ticket]?.changed.formUnion(some)
      }
    }
    service.fleetChanged(written, now: clock())
    service.fleetDefined(engine.takeDefinitionChanges(), now: clock())
    if let place = set.place { engine.keepScope(scope.link.settings.name, place.record) }
  }

  private func keep(_ change: OutboxChange, _ scope: Scope) {
    switch change {
    case .put(let request): put(request.number, request.record, scope)
    case .remove(let number): removeRecord(of: number, scope)
    }
  }

  /// The record of a request, or of the report that took its place.
  func put(_ number: RequestNumber, _ record: [UInt8], _ scope: Scope) {
    let name = UTF8String("\(scope.name)/\(number)")
    let place = places[name] ?? nextPlace
    if places.updateValue(place, forKey: name) == nil { nextPlace += 1 }
    engine.keepRequest(name, record, ordinal: place)
  }

  func removeRecord(of number: RequestNumber, _ scope: Scope) {
    let name = UTF8String("\(scope.name)/\(number)")
    guard let place = places.removeValue(forKey: name) else { return }
    engine.keepRequest(name, nil, ordinal: place)
  }

  private func mark(_ scope: Scope, isStale: Bool) {
    guard let index = scopes.firstIndex(where: { $0 === scope }) else { return }
    scope.isStale = isStale
    engine.markShared(index, staleBecause: isStale ? scope.sentence : nil)
  }
}
