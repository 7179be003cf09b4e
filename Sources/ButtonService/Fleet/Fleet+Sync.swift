import ButtonEngine
import ButtonProtocol
import FleetLink
import JSONRPC

extension Fleet {
  /// A client that waits until this daemon shows what the fleet had when it asked.
  struct Sync {
    /// What has still to happen with one scope.
    enum Need {
      /// It is live again: a join that came after the request tells how far the history went.
      case live
      /// The answer to this join.
      case join(Int)
      /// The log up to this revision.
      case revision(UInt64)
    }

    let ticket: Ticket
    let deadline: UInt64
    /// By scope, in the order of the configuration.
    var needs: [Need]
  }

  /// Answers once every scope shows all that the fleet had at this time, and all of it is published.
  func sync(_ ticket: Ticket, timeout: UInt64) {
    let now = clock()
    let needs: [Sync.Need] = scopes.map { scope in
      guard scope.link.phase == .live, let connection = scope.connection,
        let question = scope.link.question
      else { return .live }
      scope.joinsAsked += 1
      service.send(
        service.line(
          FleetJoinNotification(
            scope.name, session: question.session, question.cursor, question.lives,
            isAwaited: true),
          of: FleetJoinNotification.method), to: [connection])
      return .join(scope.joinsAsked)
    }
    syncs.append(Sync(ticket: ticket, deadline: now &+ timeout, needs: needs))
    wakeTime = min(wakeTime, now &+ timeout)
    if let last = syncs.indices.last { finishIfMet(last) }
  }

  /// What was asked in a session that is over is not answered.
  func forgetJoins(_ scope: Scope) {
    scope.joinsAsked = 0
    scope.joinsAnswered = 0
    guard let index = scopes.firstIndex(where: { $0 === scope }) else { return }
    for sync in syncs.indices {
      if case .join = syncs[sync].needs[index] { syncs[sync].needs[index] = .live }
    }
  }

  /// How far the history went when a join was answered.
  func noteHead(_ revision: UInt64, _ scope: Scope) {
    guard let index = scopes.firstIndex(where: { $0 === scope }) else { return }
    for sync in syncs.indices {
      guard case .join(let number) = syncs[sync].needs[index], number <= scope.joinsAnswered else {
        continue
      }
      syncs[sync].needs[index] = .revision(revision)
    }
    settleSyncs(scope)
  }

  /// Answers those whose scopes have come far enough.
  func settleSyncs(_ scope: Scope) {
    for index in syncs.indices.reversed() { finishIfMet(index) }
  }

  private func finishIfMet(_ index: Int) {
    let sync = syncs[index]
    let isMet = zip(scopes, sync.needs).allSatisfy { scope, need in
      guard scope.link.phase == .live, scope.link.queuedChanges == 0 else { return false }
      return switch need {
      case .live: true
      case .join: false
      case .revision(let revision): scope.link.cursor.map { $0.revision >= revision } ?? false
      }
    }
    guard isMet else { return }
    syncs.remove(at: index)
    var writer = JSONWriter()
    scopes.map { ScopeRevision(scope: $0.name, revision: $0.link.cursor?.revision ?? 0) }
      .write(into: &writer)
    syncMarks[sync.ticket.serial] = [UInt8](writer.bytes)
    let now = clock()
    engine.sync(
      sync.ticket, timeout: sync.deadline > now ? sync.deadline - now : 0, now: now)
  }

  /// Adds what a sync of the fleet has found to its answer.
  func addMark(to result: inout Result<[UInt8], EngineError>, of ticket: Ticket) {
    guard !syncMarks.isEmpty, let mark = syncMarks.removeValue(forKey: ticket.serial),
      case .success(var text) = result
    else { return }
    text.removeLast()
    text += Array(#","fleet":"#.utf8) + mark
    text.append(UInt8(ascii: "}"))
    result = .success(text)
  }

  /// Answers those who have waited for too long.
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
