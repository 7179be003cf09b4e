import ButtonEngine
import ButtonModel
package import ButtonProtocol
import ButtonStore
import FleetLink

extension Fleet.Scope {
  /// Why the scope is not live, for people.
  var sentence: String {
    switch link.phase {
    case .live: "the scope \(name) is live"
    case .foreign:
      "the engine has another history under the name \(name): check the address; if it has lost "
        + "this one, buttonctl fleet restore fills it; buttonctl fleet adopt gives these values up"
    case .refused(let violation):
      "the engine's content of the scope \(name) breaks the rules at revision \(violation.revision): "
        + violation.rule.rawValue
    case .asking, .snapshot, .tail: "the scope \(name) is being brought up to date"
    case .offline:
      message
        ?? (connection == nil
          ? "no program connects the scope \(name): is buttond-fleet running?"
          : "the engine of the scope \(name) is out of reach")
    }
  }

  var status: FleetScopeStatus {
    var status = FleetScopeStatus()
    status.name = name
    status.state = link.phase.name
    status.isStale = isStale
    status.queued = UInt64(link.queuedChanges)
    status.kept = UInt64(link.keptRequests)
    status.revision = link.cursor?.revision
    status.forks = UInt64(link.forks)
    status.rejected = UInt64(link.rejections)
    status.ahead = link.lastLead
    status.passedOver = link.foreignKeys.count
    status.passedOverKey = link.foreignKeys.last?.string
    if link.phase != .live {
      status.reason = link.phase == .offline ? reason ?? (connection == nil ? "noLink" : nil) : nil
      status.message = sentence
    }
    return status
  }

  /// The status with how long requests took, which changes with each of them.
  var fullStatus: FleetScopeStatus {
    var status = status
    let trips = link.roundTrips
    guard trips.count > 0 else { return status }
    var count: UInt64 = 0
    let buckets = zip(RoundTrips.bounds, trips.counts).map { bound, more in
      count += more
      return FleetRoundTrips.Bucket(upTo: bound / 1_000, count: count)
    }
    status.roundTrips = FleetRoundTrips(
      count: trips.count, time: trips.total / 1_000, buckets: buckets)
    return status
  }
}

extension Fleet {
  /// In the order of the configuration.
  package var statuses: [FleetScopeStatus] {
    scopes.enumerated().map { index, scope in
      var status = scope.fullStatus
      status.unusable = UInt64(engine.unusableDefinitions(of: index))
      return status
    }
  }

  /// Sets the keys about the scope, and notifies subscribers.
  func tell(_ scope: Scope) {
    if scope.link.phase == .live {
      scope.reason = nil
      scope.message = nil
    }
    let index = scopes.firstIndex { $0 === scope } ?? 0
    var status = scope.status
    status.unusable = UInt64(engine.unusableDefinitions(of: index))
    let told = scope.told
    if told == status { return }
    scope.told = status
    if scope.isStale, told?.message != status.message { markAgain(scope) }
    var values: [(String, StateValue)] = []
    if told?.state != status.state {
      values.append(("isLive", .bool(scope.link.phase == .live)))
      values.append(("state", .string(UTF8String(status.state))))
    }
    if told?.rejected != status.rejected {
      values.append(("rejected", .int(Int64(status.rejected))))
    }
    set(values, of: scope)
    tellQueued(scope)
    service.scopeChanged(scope.name)
  }

  /// How long, in nanoseconds, changes wait in a live scope before the key that counts them says
  /// so.
  private static let queuedPause: UInt64 = 250_000_000

  /// Sets the key that counts waiting changes. In a live scope it counts only long waits; otherwise
  /// each change would be three revisions, its own and two of this key.
  func tellQueued(_ scope: Scope) {
    let queued = UInt64(scope.link.queuedChanges)
    guard queued != scope.toldQueued else {
      scope.queuedDue = nil
      return
    }
    if scope.link.phase == .live, queued > 0 {
      let now = clock()
      let due = scope.queuedDue ?? now &+ Self.queuedPause
      scope.queuedDue = due
      wakeTime = min(wakeTime, due)
      if due > now { return }
    }
    scope.queuedDue = nil
    scope.toldQueued = queued
    set([("queued", .int(Int64(queued)))], of: scope)
  }

  private func set(_ values: [(String, StateValue)], of scope: Scope) {
    let keys = values.map { name, value in
      let key = UTF8String("fleet.\(scope.name).\(name)")
      engine.setFleetKey(key, value)
      return key
    }
    service.fleetChanged(keys, now: clock())
  }

  /// The message of stale looks has changed.
  private func markAgain(_ scope: Scope) {
    guard let index = scopes.firstIndex(where: { $0 === scope }) else { return }
    engine.markShared(index, staleBecause: scope.sentence)
  }

  // MARK: - What connections say

  /// The connection carries the scope from now on; the one before is detached.
  func take(_ scope: Scope, _ connection: ConnectionID) {
    if let old = scope.connection, old != connection {
      service.send(
        service.line(
          FleetDetachedNotification(scope: scope.name), of: FleetDetachedNotification.method),
        to: [old])
      lose(scope)
    }
    scope.connection = connection
  }

  /// The engine is in reach.
  func attach(_ scope: Scope, _ connection: ConnectionID) {
    take(scope, connection)
    forgetJoins(scope)
    scope.roomCheck = nil
    scope.reason = nil
    scope.message = nil
    handle(.attached, scope)
  }

  /// The engine is out of reach.
  func detach(_ scope: Scope, _ connection: ConnectionID, reason: String, message: String) {
    take(scope, connection)
    scope.reason = reason
    scope.message = message
    lose(scope)
  }

  /// The scopes that the connection carried are lost.
  func closed(_ connection: ConnectionID) {
    forgetSyncs(of: connection)
    for scope in scopes where scope.connection == connection {
      scope.connection = nil
      scope.reason = nil
      scope.message = nil
      lose(scope)
    }
  }

  private func lose(_ scope: Scope) {
    scope.roomCheck = nil
    forgetJoins(scope)
    handle(.lost, scope)
  }

  func joined(_ event: ScopeEvent, _ scope: Scope) {
    guard case .joined(let session, let reply) = event else { return }
    let isCurrent = session == scope.session
    if isCurrent { scope.joinsAnswered += 1 }
    handle(event, scope)
    if isCurrent { noteHead(reply.head.revision, scope) }
  }

  /// In nanoseconds.
  private static let roomCheckEvery: UInt64 = 5_000_000_000

  /// The store is full: the scope is offline until there is room. Its link still reaches the
  /// engine.
  func dropForRoom(_ scope: Scope, _ connection: ConnectionID) {
    detach(
      scope, connection, reason: "limitExceeded",
      message: "this daemon has no room for more keys: raise keys and stateBytes in its limits")
    let time = clock() &+ Self.roomCheckEvery
    scope.roomCheck = time
    wakeTime = min(wakeTime, time)
  }

  /// Joins again once there is room.
  func lookForRoom(_ scope: Scope, _ now: UInt64) {
    guard let time = scope.roomCheck, time <= now else { return }
    if let connection = scope.connection, !isStoreFull {
      attach(scope, connection)
    } else {
      scope.roomCheck = now &+ Self.roomCheckEvery
    }
  }

  var isStoreFull: Bool {
    engine.store.presentKeyCount > engine.settings.limits.keys
      || engine.store.valueBytes > engine.settings.limits.stateBytes
  }
}
