package import ButtonModel
package import ButtonProtocol
import ButtonStore

/// A request for the present looks.
package struct GetRequest: Sendable {
  package var match: Match
  package var traits: Traits
  package var limit: Int?
  package var after: UTF8String?
  /// The id up to which there are looks in the traits; nil where there are all.
  var horizon: UTF8String?

  package init(match: Match, traits: Traits, limit: Int? = nil, after: UTF8String? = nil) {
    self.match = match
    self.traits = traits
    self.limit = limit
    self.after = after
  }
}

/// A request for looks from now on.
package struct SubscribeRequest: Sendable {
  package var spec: SubscriptionSpec
  package var since: TickMark?

  package init(spec: SubscriptionSpec, since: TickMark? = nil) {
    self.spec = spec
    self.since = since
  }
}

extension Engine {
  /// Answers with the looks of what is meant, once none of them is about to change.
  package func get(_ request: GetRequest, ticket: Ticket, now: UInt64) throws(EngineError) {
    let set = try acquireTraitSet(request.traits, ticket.connection)
    var request = request
    request.horizon = drawMissing(
      request.match, set, after: request.after, limit: request.limit ?? .max,
      allowance: searchAllowance)
    work &+= request.match.nameCount &* Engine.workOfName
    enqueue(ticket, .get(request), set, now: now)
  }

  /// Answers with the looks of what is meant, once none of them is about to change, and sends every
  /// later change.
  package func subscribe(
    _ request: SubscribeRequest, ticket: Ticket, now: UInt64
  ) throws(EngineError) {
    let set = try acquireTraitSet(request.spec.traits, ticket.connection)
    work &+= request.spec.match.ids.count &* Engine.workOfWatchedName
    let rest = drawMissing(request.spec.match, set, allowance: searchAllowance)
    enqueue(ticket, .subscribe(request), set, undrawnBehind: rest, now: now)
  }

  /// Ends a connection's subscription; false when it has none of that name.
  package func unsubscribe(_ name: String, _ connection: ConnectionID) -> Bool {
    guard let entry = connections[connection.rawValue] else { return false }
    if let place = entry.buttons.first(where: { subscriptions.buttons[$0]?.name == name }) {
      connections[connection.rawValue]?.buttons.removeAll { $0 == place }
      leaveButtons(place, connection)
      return true
    }
    if let place = entry.state.first(where: { subscriptions.state[$0]?.name == name }) {
      connections[connection.rawValue]?.state.removeAll { $0 == place }
      leaveState(place, connection)
      return true
    }
    return false
  }

  /// How many subscriptions a connection has, each counted as its match says.
  package func subscriptionCount(_ connection: ConnectionID) -> Int {
    guard let entry = connections[connection.rawValue] else { return 0 }
    return entry.buttons.reduce(entry.state.count) {
      $0 + (subscriptions.buttons[$1]?.spec.match.subscriptionCount ?? 0)
    }
  }

  /// A connection is gone: what it watched and what it waits for go with it.
  package func connectionClosed(_ connection: ConnectionID) {
    closePresses(of: connection)
    for snapshot in pendingSnapshots where snapshot.ticket.connection == connection {
      releaseTraitSet(snapshot.traitSet, connection)
    }
    pendingSnapshots.removeAll { $0.ticket.connection == connection }
    dropProbes(askedBy: connection)
    barriers.removeAll { $0.ticket.connection == connection }
    if let entry = connections.removeValue(forKey: connection.rawValue) {
      for place in entry.buttons { leaveButtons(place, connection) }
      for place in entry.state { leaveState(place, connection) }
    }
    clients.close(connection)
  }

  /// A connection's socket takes no more bytes: from now on it falls behind instead of being queued for.
  package func connectionBlocked(_ connection: ConnectionID) {
    connections[connection.rawValue, default: Connection()].isBlocked = true
  }

  /// A connection's socket has taken everything: it is brought up to date between two frames.
  package func connectionDrained(_ connection: ConnectionID) {
    guard connections[connection.rawValue]?.isBlocked == true else { return }
    connections[connection.rawValue]?.isBlocked = false
    progress += 1
    lag(connection)
  }

  /// The number of connections whose socket takes no bytes.
  package var blockedConnectionCount: Int { connections.blockedCount }

  private func leaveButtons(_ place: Int, _ connection: ConnectionID) {
    guard let entry = subscriptions.buttons[place] else { return }
    entry.leave(connection)
    releaseTraitSet(entry.traitSet, connection)
    clients.release(Engine.bytes(of: entry.spec), for: connection)
    guard entry.members.isEmpty else { return }
    dropHeldLooks(of: entry)
    subscriptions.removeButtons(at: place)
  }
}
