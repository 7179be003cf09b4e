package import ButtonModel
package import ButtonProtocol
import ButtonStore

/// Clients: their requests, subscriptions and waits.
extension Engine {
  package var clients: ClientLedger { context.clients }

  package var clientBytes: Int { context.clients.bytes }

  /// Notes what clients occupy elsewhere, which reduces the room for the rest.
  package func noteOtherBytes(_ bytes: Int) { context.clients.otherBytes = bytes }

  /// The size of definitions and values.
  package var storedBytes: Int { definitionBytes + context.store.valueBytes }

  // MARK: Looks

  /// Answers once none of the matching buttons is about to change.
  package func get(_ request: GetRequest, ticket: Ticket, now: UInt64) throws(EngineError) {
    try snapshots.get(request, ticket: ticket, now: now)
  }

  /// The same, and sends every later change.
  package func subscribe(
    _ request: SubscribeRequest, ticket: Ticket, now: UInt64
  ) throws(EngineError) {
    try snapshots.subscribe(request, ticket: ticket, now: now)
  }

  /// Answers once the button is not about to change.
  package func explain(
    _ request: ExplainRequest, ticket: Ticket, now: UInt64
  ) throws(EngineError) {
    try snapshots.explain(request, ticket: ticket, now: now)
  }

  // MARK: Subscriptions

  /// Returns the result object: the present values, or what changed since `since`. What does not
  /// fit into a line follows in `state.changed`.
  package func subscribeState(
    _ spec: StateSubscriptionSpec, since: RevisionMark?, _ connection: ConnectionID
  ) -> [UInt8] {
    settle()
    return states.subscribe(spec, since: since, connection)
  }

  /// False if the connection has no subscription with that name.
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

  /// Each weighted by its match.
  package func subscriptionCount(_ connection: ConnectionID) -> Int {
    guard let entry = frames.connections[connection] else { return 0 }
    return entry.buttons.reduce(entry.state.count) {
      $0 + (frames.subscriptions[$1]?.spec.match.subscriptionCount ?? 0)
    }
  }

  /// The size of the looks kept to make patches for rate-limited subscriptions.
  package var sentLookBytes: Int { frames.sentLookBytes }

  // MARK: Waiting

  /// Answers with epoch, tick and revision once everything applied so far is published, after the
  /// looks that the connection has requested.
  package func sync(_ ticket: Ticket, timeout: UInt64, now: UInt64) {
    waits.sync(ticket, timeout: timeout, now: now)
  }

  /// Answers with `result` at a milestone. A change that cannot be made durable is refused, and stays in effect.
  package func answer(
    _ ticket: Ticket, _ result: [UInt8], once milestone: Milestone, isChange: Bool = true
  ) {
    waits.answer(ticket, result, once: milestone, isChange: isChange)
  }

  /// Buttons that are gone need no waiting.
  package func scope(buttons ids: [UTF8String]) -> WaitScope { waits.scope(buttons: ids) }

  /// Returns the scope for a change of these keys' derivations.
  package func scope(keys names: [UTF8String]) -> WaitScope {
    WaitScope(keys: names.compactMap { store.key(named: $0) })
  }

  /// If the press performed the action of a definition, includes its changes.
  package func scope(
    pressOf id: UTF8String, performing definition: ButtonDefinition?
  ) -> WaitScope {
    guard let slot = buttons.slot(of: id) else { return WaitScope() }
    return waits.scope(pressOf: slot, performing: definition)
  }

  // MARK: Connections

  package func connectionClosed(_ connection: ConnectionID) {
    closePresses(of: connection)
    snapshots.drop(connection)
    waits.drop(connection)
    endLeases(of: .connection(connection))
    endSubscriptions(of: connection)
    context.clients.close(connection)
  }

  package func endSubscriptions(of connection: ConnectionID) {
    guard let entry = frames.connections.remove(connection) else { return }
    for index in entry.buttons { frames.leave(index, connection) }
    for index in entry.state { states.leave(index, connection) }
  }

  /// The socket's buffer is full: the connection falls behind, and nothing is queued for it.
  package func connectionBlocked(_ connection: ConnectionID) {
    frames.connections.block(connection)
  }

  /// The socket accepts bytes again: the connection catches up between two frames.
  package func connectionDrained(_ connection: ConnectionID) {
    guard frames.connections.unblock(connection) else { return }
    clock.requestsMayBeReady = true
    frames.connections.lag(connection)
  }

  package var blockedConnectionCount: Int { frames.connections.blockedCount }

  // MARK: Limits

  /// Throws if `bytes` more would exceed a limit.
  package func checkRoom(for bytes: Int, of connection: ConnectionID) throws(EngineError) {
    try context.checkRoom(for: bytes, of: connection)
  }

  package var budget: TurnBudget { context.budget }
}
