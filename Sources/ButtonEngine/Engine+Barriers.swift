import ButtonProtocol
import ButtonStore
import JSONRPC

extension Engine {
  /// Answers with epoch, tick and revision once everything applied before has been published, and
  /// behind the looks that the connection asked for before.
  package func sync(_ ticket: Ticket, timeout: UInt64, now: UInt64) {
    barriers.append(
      Barrier(
        ticket: ticket, tick: nil, deadline: now &+ timeout, revision: revision, result: nil,
        group: 0))
  }

  /// Answers with `result` once what a request is about is published, so that no later frame shows
  /// anything from before it; one that tells of a change is told if that cannot be made durable.
  package func awaitPublished(
    _ ticket: Ticket, of concern: Concern, result: [UInt8], isChange: Bool = true, now: UInt64
  ) {
    barriers.append(
      Barrier(
        ticket: ticket, concern: concern, tick: nil, deadline: now &+ settings.publishedDeadline,
        revision: revision, result: result, group: isChange ? pendingGroup ?? 0 : 0))
  }

  /// Answers the barriers that everything has passed, and gives up those whose time is over.
  func answerBarriers(now: UInt64) {
    if barriers.isEmpty { return }
    let asked = firstPendingSnapshots()
    var oldest: [KeyID: Barrier.Obstacle?] = [:]
    for index in barriers.indices {
      guard let tick = barriers[index].tick else { continue }
      barriers[index].obstacle = obstacle(to: barriers[index], tick: tick, &oldest)
    }
    barriers.removeAll { barrier in
      if barrier.tick != nil, barrier.obstacle == nil,
        barrier.result != nil
          || asked[barrier.ticket.connection] ?? .max > barrier.ticket.serial
            && bringUpToDate(barrier.ticket.connection)
      {
        actions.append(.answered(barrier.ticket, .success(barrier.result ?? markResult())))
        return true
      }
      if now >= barrier.deadline {
        actions.append(
          .answered(barrier.ticket, .failure(.timeout(revision: barrier.revision))))
        return true
      }
      return false
    }
  }

  /// The first request for looks of each connection that is not answered yet, by its ticket's serial.
  private func firstPendingSnapshots() -> [ConnectionID: UInt64] {
    var first: [ConnectionID: UInt64] = [:]
    for snapshot in pendingSnapshots {
      let ticket = snapshot.ticket
      first[ticket.connection] = min(first[ticket.connection] ?? .max, ticket.serial)
    }
    return first
  }

  /// Sends a connection what a rate is holding back from it; true when it then has every frame.
  private func bringUpToDate(_ connection: ConnectionID) -> Bool {
    guard let entry = connections[connection.rawValue] else { return true }
    if entry.isBlocked { return false }
    for place in entry.buttons {
      subscriptions.detach(connection, from: place)
      catchUp(connection, place)
    }
    return connections[connection.rawValue]?.isLagging != true
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
