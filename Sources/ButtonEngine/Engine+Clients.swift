package import ButtonModel
package import ButtonProtocol
import ButtonStore

/// Clients: their requests, subscriptions and waits.
extension Engine {
  /// The memory that is used for clients.
  package var clients: ClientLedger { context.clients }

  /// The memory that the ledger counts for clients, in bytes.
  package var clientBytes: Int { context.clients.bytes }

  /// Sets the bytes for clients that are counted elsewhere; they reduce the room for the rest.
  package func noteOtherBytes(_ bytes: Int) { context.clients.otherBytes = bytes }

  /// The memory of definitions and values, in bytes.
  package var storedBytes: Int { definitionBytes + context.store.valueBytes }

  // MARK: Looks

  /// Answers with the looks of the matching buttons, as soon as none of them is about to change.
  package func get(_ request: GetRequest, ticket: Ticket, now: UInt64) throws(EngineError) {
    try snapshots.get(request, ticket: ticket, now: now)
  }

  /// Answers with the looks of the matching buttons, as soon as none of them is about to change,
  /// and sends every later change.
  package func subscribe(
    _ request: SubscribeRequest, ticket: Ticket, now: UInt64
  ) throws(EngineError) {
    try snapshots.subscribe(request, ticket: ticket, now: now)
  }

  /// Explains a button's look, as soon as the button is not about to change.
  package func explain(
    _ request: ExplainRequest, ticket: Ticket, now: UInt64
  ) throws(EngineError) {
    try snapshots.explain(request, ticket: ticket, now: now)
  }

  // MARK: Subscriptions

  /// Subscribes a connection to state. Returns the result object: the present values, or what
  /// changed since `since`. What does not fit into a line follows in `state.changed`.
  package func subscribeState(
    _ spec: StateSubscriptionSpec, since: RevisionMark?, _ connection: ConnectionID
  ) -> [UInt8] {
    settle()
    return states.subscribe(spec, since: since, connection)
  }

  /// Ends a connection's subscription; false if it has none with that name.
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

  /// The number of a connection's subscriptions, each weighted by its match.
  package func subscriptionCount(_ connection: ConnectionID) -> Int {
    guard let entry = frames.connections[connection] else { return 0 }
    return entry.buttons.reduce(entry.state.count) {
      $0 + (frames.subscriptions[$1]?.spec.match.subscriptionCount ?? 0)
    }
  }

  /// The memory of looks that are kept to make patches for rate-limited subscriptions, in bytes.
  package var heldLookBytes: Int { frames.heldLookBytes }

  // MARK: Waiting

  /// Answers with epoch, tick and revision once everything applied so far is published, and after
  /// the looks that the connection has requested.
  package func sync(_ ticket: Ticket, timeout: UInt64, now: UInt64) {
    waits.sync(ticket, timeout: timeout, now: now)
  }

  /// Answers with `result` at a milestone. A change that cannot be made durable is refused, and stays in effect.
  package func answer(
    _ ticket: Ticket, _ result: [UInt8], once milestone: Milestone, isChange: Bool = true
  ) {
    waits.answer(ticket, result, once: milestone, isChange: isChange)
  }

  /// The scope of a request that defined buttons. Buttons that are gone need no waiting.
  package func scope(buttons ids: [UTF8String]) -> WaitScope { waits.scope(buttons: ids) }

  /// The scope of a request that changed what these keys are derived by.
  package func scope(keys names: [UTF8String]) -> WaitScope {
    WaitScope(keys: names.compactMap { store.key(named: $0) })
  }

  /// The scope of a press of a button; if it performed the action of a definition, also of its changes.
  package func scope(
    pressOf id: UTF8String, performing definition: ButtonDefinition?
  ) -> WaitScope {
    guard let slot = buttons.slot(of: id) else { return WaitScope() }
    return waits.scope(pressOf: slot, performing: definition)
  }

  // MARK: Connections

  /// A connection is closed: ends its subscriptions and waits.
  package func connectionClosed(_ connection: ConnectionID) {
    closePresses(of: connection)
    snapshots.drop(connection)
    waits.drop(connection)
    endLeases(of: .connection(connection))
    endSubscriptions(of: connection)
    context.clients.close(connection)
  }

  /// Ends all of a connection's subscriptions to buttons and state.
  package func endSubscriptions(of connection: ConnectionID) {
    guard let entry = frames.connections.remove(connection) else { return }
    for index in entry.buttons { frames.leave(index, connection) }
    for index in entry.state { states.leave(index, connection) }
  }

  /// A connection's socket buffer is full: from now on it falls behind, and nothing is queued for
  /// it.
  package func connectionBlocked(_ connection: ConnectionID) {
    frames.connections.block(connection)
  }

  /// A connection's socket accepts bytes again: it catches up between two frames.
  package func connectionDrained(_ connection: ConnectionID) {
    guard frames.connections.unblock(connection) else { return }
    clock.requestsMayBeReady = true
    frames.connections.lag(connection)
  }

  /// The number of connections whose socket buffer is full.
  package var blockedConnectionCount: Int { frames.connections.blockedCount }

  // MARK: Limits

  /// Throws if `bytes` more for a connection would exceed a limit.
  package func checkRoom(for bytes: Int, of connection: ConnectionID) throws(EngineError) {
    try context.checkRoom(for: bytes, of: connection)
  }

  /// Counts the cost of requests, searches and changes.
  package var budget: TurnBudget { context.budget }
}
