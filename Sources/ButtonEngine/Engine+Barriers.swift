import ButtonProtocol
import JSONRPC

extension Engine {
  /// Answers with epoch, tick and revision once everything applied before has been published.
  package func sync(_ ticket: Ticket, timeout: UInt64, now: UInt64) {
    barriers.append(
      Barrier(
        ticket: ticket, commit: nil, deadline: now &+ timeout, revision: revision, result: nil))
  }

  /// Answers with `result` once everything applied before has been published.
  package func awaitPublished(_ ticket: Ticket, result: [UInt8], now: UInt64) {
    barriers.append(
      Barrier(
        ticket: ticket, commit: nil, deadline: now &+ settings.publishedDeadline,
        revision: revision, result: result))
  }

  /// Answers the barriers that everything has passed, and gives up those whose time is over.
  func answerBarriers(now: UInt64) {
    if barriers.isEmpty { return }
    var waiting: [Barrier] = []
    for barrier in barriers {
      if isPassed(barrier) {
        if barrier.result == nil { deliverHeldBack(barrier.ticket.connection) }
        actions.append(.answered(barrier.ticket, .success(barrier.result ?? markResult())))
      } else if now >= barrier.deadline {
        actions.append(
          .answered(barrier.ticket, .failure(.timeout(revision: barrier.revision))))
      } else {
        waiting.append(barrier)
      }
    }
    barriers = waiting
  }

  private func isPassed(_ barrier: Barrier) -> Bool {
    guard let commit = barrier.commit, serial == publishedSerial else { return false }
    guard let oldest = ledger.oldest else { return true }
    return oldest > commit
  }

  /// Sends a connection what a rate is holding back from it.
  private func deliverHeldBack(_ connection: ConnectionID) {
    guard let entry = connections[connection.rawValue], !entry.isBlocked else { return }
    for place in entry.buttons {
      guard let shared = subscriptions.buttons[place]?.cursor, shared < publishedSerial,
        let index = subscriptions.buttons[place]?.members.firstIndex(where: {
          $0.connection == connection
        })
      else { continue }
      if subscriptions.buttons[place]?.members[index].cursor == nil {
        subscriptions.buttons[place]?.members[index].cursor = shared
      }
      catchUp(connection, place)
    }
  }

  private func markResult() -> [UInt8] {
    writer.removeAll(keepingCapacity: true)
    writer.beginObject()
    writer.member("epoch", epoch)
    writeMark()
    writer.endObject()
    return [UInt8](writer.bytes)
  }
}
