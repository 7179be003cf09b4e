package import ButtonModel
package import ButtonProtocol
import ButtonStore

/// Clients: what they ask for, watch and wait for.
extension Engine {
  /// What is kept for clients.
  package var clients: ClientLedger { context.clients }

  /// Bytes that the ledger of clients counts.
  package var clientBytes: Int { context.clients.bytes }

  /// Notes what others keep for clients; it leaves less for the rest.
  package func noteOtherBytes(_ bytes: Int) { context.clients.otherBytes = bytes }

  /// Bytes of definitions and values.
  package var storedBytes: Int { buttons.definitionBytes + context.store.valueBytes }

  // MARK: Looks

  /// Answers with the matching buttons' looks, once none of them is about to change.
  package func get(_ request: GetRequest, ticket: Ticket, now: UInt64) throws(EngineError) {
    try snapshots.get(request, ticket: ticket, now: now)
  }

  /// Answers with the matching buttons' looks, once none of them is about to change, and sends every later
  /// change.
  package func subscribe(
    _ request: SubscribeRequest, ticket: Ticket, now: UInt64
  ) throws(EngineError) {
    try snapshots.subscribe(request, ticket: ticket, now: now)
  }

  /// Answers with how a button came to look as it does, once it is not about to change.
  package func explain(
    _ request: ExplainRequest, ticket: Ticket, now: UInt64
  ) throws(EngineError) {
    try snapshots.explain(request, ticket: ticket, now: now)
  }

  // MARK: Subscriptions

  /// Makes a connection a subscriber to state and returns the result object: what it must know to
  /// start, or to go on from `since`. What does not fit a line follows as `state.changed`.
  package func subscribeState(
    _ spec: StateSubscriptionSpec, since: RevisionMark?, _ connection: ConnectionID
  ) -> [UInt8] {
    states.subscribe(spec, since: since, connection)
  }

  /// Ends a connection's subscription; false when it has none of that name.
  package func unsubscribe(_ name: String, _ connection: ConnectionID) -> Bool {
    guard let entry = frames.connections[connection] else { return false }
    if let index = entry.buttons.first(where: { frames.subscriptions[$0]?.name == name }) {
      frames.connections[connection]?.buttons.removeAll { $0 == index }
      frames.leave(index, connection)
      return true
    }
    if let index = entry.state.first(where: { states.name(of: $0) == name }) {
      frames.connections[connection]?.state.removeAll { $0 == index }
      states.leave(index, connection)
      return true
    }
    return false
  }

  /// How many subscriptions a connection has, each counted as its match says.
  package func subscriptionCount(_ connection: ConnectionID) -> Int {
    guard let entry = frames.connections[connection] else { return 0 }
    return entry.buttons.reduce(entry.state.count) {
      $0 + (frames.subscriptions[$1]?.spec.match.subscriptionCount ?? 0)
    }
  }

  /// Bytes of looks that are kept for patches because a rate holds something back.
  package var heldLookBytes: Int { frames.heldLookBytes }

  // MARK: Waiting

  /// Answers with epoch, tick and revision once everything applied before has been published, and
  /// behind the looks that the connection asked for before.
  package func sync(_ ticket: Ticket, timeout: UInt64, now: UInt64) {
    waits.sync(ticket, timeout: timeout, now: now)
  }

  /// Answers with `result` once what a request is about is published, so that no later frame shows
  /// anything from before it; a change that cannot be made durable is refused.
  package func awaitPublished(
    _ ticket: Ticket, of scope: WaitScope, result: [UInt8], isChange: Bool = true, now: UInt64
  ) {
    waits.awaitPublished(ticket, of: scope, result: result, isChange: isChange, now: now)
  }

  /// About buttons that were defined; those that are gone leave nothing to wait for.
  package func scope(buttons ids: [UTF8String]) -> WaitScope { waits.scope(buttons: ids) }

  /// About the press of a button and, where that `performs` its action, what the action changes.
  package func scope(pressOf id: UTF8String, performs: Bool) -> WaitScope {
    waits.scope(pressOf: id, performs: performs)
  }

  // MARK: Connections

  /// A connection is gone: what it watched and what it waits for go with it.
  package func connectionClosed(_ connection: ConnectionID) {
    presses.closePresses(of: connection)
    snapshots.drop(connection)
    waits.drop(connection)
    if let entry = frames.connections.remove(connection) {
      for index in entry.buttons { frames.leave(index, connection) }
      for index in entry.state { states.leave(index, connection) }
    }
    context.clients.close(connection)
  }

  /// A connection's socket takes no more bytes: from now on it falls behind instead of being queued for.
  package func connectionBlocked(_ connection: ConnectionID) {
    frames.connections.block(connection)
  }

  /// A connection's socket has taken everything: it is brought up to date between two frames.
  package func connectionDrained(_ connection: ConnectionID) {
    guard frames.connections.unblock(connection) else { return }
    clock.requestsMayBeReady = true
    frames.connections.lag(connection)
  }

  /// The number of connections whose socket takes no bytes.
  package var blockedConnectionCount: Int { frames.connections.blockedCount }

  // MARK: Limits

  /// Refuses to keep more bytes for a client where that would exceed a limit.
  package func checkRoom(for bytes: Int, of connection: ConnectionID) throws(EngineError) {
    try context.checkRoom(for: bytes, of: connection)
  }

  /// What requests, searches and changes have cost so far.
  package var budget: TurnBudget { context.budget }
}
