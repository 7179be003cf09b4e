import ButtonEngine
import ButtonProtocol
import FleetLink
import JSONRPC

extension Fleet {
  /// A client that waits until this daemon shows what the fleet had when the client asked.
  struct Sync {
    /// What has still to happen with one scope.
    enum Step {
      /// The scope must be live; then a join asks how far the history goes.
      case live
      /// The answer to this join.
      case join(Int)
      /// The log up to this revision.
      case revision(UInt64)
    }

    let ticket: Ticket
    let deadline: UInt64
    /// By scope, in the order of the configuration.
    var steps: [Step]
    /// This daemon's changes that must be through, by scope.
    var changes: [ScopeLink.Backlog]
  }

  /// Answers once every scope shows what the fleet has now, and all of it is published.
  func sync(_ ticket: Ticket, timeout: UInt64) {
    let now = clock()
    syncs.append(
      Sync(
        ticket: ticket, deadline: now &+ timeout, steps: scopes.map { askHead($0) ?? .live },
        changes: scopes.map(\.link.backlog)))
    wakeTime = min(wakeTime, now &+ timeout)
    if let last = syncs.indices.last { finishIfMet(last) }
  }

  /// Asks how far the history goes; nil if the scope is not live.
  private func askHead(_ scope: Scope) -> Sync.Step? {
    guard let connection = scope.connection, let question = scope.link.question else { return nil }
    scope.joinsAsked += 1
    service.send(
      service.line(
        FleetJoinNotification(
          scope.name, session: question.session, question.cursor, question.lives,
          isAwaited: true),
        of: FleetJoinNotification.method), to: [connection])
    return .join(scope.joinsAsked)
  }

  /// Asks for the head for those who waited until the scope is live.
  private func askHeadForWaiting(_ scope: Scope) {
    guard let index = scopes.firstIndex(where: { $0 === scope }) else { return }
    let waiting = syncs.indices.filter { sync in
      if case .live = syncs[sync].steps[index] { true } else { false }
    }
    guard !waiting.isEmpty, let step = askHead(scope) else { return }
    for sync in waiting { syncs[sync].steps[index] = step }
  }

  /// Joins of a session that is over are not answered.
  func forgetJoins(_ scope: Scope) {
    scope.joinsAsked = 0
    scope.joinsAnswered = 0
    guard let index = scopes.firstIndex(where: { $0 === scope }) else { return }
    for sync in syncs.indices {
      if case .join = syncs[sync].steps[index] { syncs[sync].steps[index] = .live }
    }
  }

  /// How far the history went when a join was answered.
  func noteHead(_ revision: UInt64, _ scope: Scope) {
    guard let index = scopes.firstIndex(where: { $0 === scope }) else { return }
    for sync in syncs.indices {
      guard case .join(let number) = syncs[sync].steps[index], number <= scope.joinsAnswered else {
        continue
      }
      syncs[sync].steps[index] = .revision(revision)
    }
    settleSyncs(scope)
  }

  func settleSyncs(_ scope: Scope) {
    if syncs.isEmpty { return }
    askHeadForWaiting(scope)
    for index in syncs.indices.reversed() { finishIfMet(index) }
  }

  private func finishIfMet(_ index: Int) {
    let isMet = scopes.indices.allSatisfy { place in
      let scope = scopes[place]
      guard scope.link.phase == .live, case .revision(let revision) = syncs[index].steps[place],
        let cursor = scope.link.cursor, cursor.revision >= revision
      else { return false }
      return scope.link.isThrough(&syncs[index].changes[place])
    }
    guard isMet else { return }
    let sync = syncs[index]
    syncs.remove(at: index)
    var writer = JSONWriter()
    scopes.map { ScopeRevision(scope: $0.name, revision: $0.link.cursor?.revision ?? 0) }
      .write(into: &writer)
    syncMarks[sync.ticket] = [UInt8](writer.bytes)
    let now = clock()
    engine.sync(
      sync.ticket, timeout: sync.deadline > now ? sync.deadline - now : 0, now: now)
  }

  /// Adds what a sync of the fleet has found to its answer.
  func addMark(to result: inout Result<[UInt8], EngineError>, of ticket: Ticket) {
    guard !syncMarks.isEmpty, let mark = syncMarks.removeValue(forKey: ticket),
      case .success(var text) = result
    else { return }
    text.removeLast()
    text += Array(#","fleet":"#.utf8) + mark
    text.append(UInt8(ascii: "}"))
    result = .success(text)
  }

  /// Nobody waits for its syncs any more.
  func forgetSyncs(of connection: ConnectionID) {
    syncs.removeAll { $0.ticket.connection == connection }
    syncMarks = syncMarks.filter { $0.key.connection != connection }
  }

  func expireSyncs(now: UInt64) {
    let expired = syncs.filter { $0.deadline <= now }
    if expired.isEmpty { return }
    syncs.removeAll { $0.deadline <= now }
    for sync in expired {
      var error = ProtocolError(
        .timeout, "not every scope of the fleet could be brought up to date in time")
      error.revision = engine.revision
      service.answerLater(sync.ticket, .failure(error))
    }
  }
}
