package import ButtonModel

/// What happens to a scope.
///
/// A join opens a session; the link's reports carry its number, and those of earlier sessions are
/// ignored.
package enum ScopeEvent: Sendable {
  case attached
  /// The answer to a join, or to the check of a live session.
  case joined(session: UInt32, JoinReply)
  /// A page of the snapshot. The last one has the head of the history after it.
  case page(session: UInt32, [SnapshotField], head: FleetCursor?)
  /// Entries of the log, from the cursor on.
  case entries(session: UInt32, [LogEntry])
  case outcome(session: UInt32, RequestNumber, EngineAnswer)
  /// The link or its connection is gone.
  case lost
  case change(ScopeChange)
  /// The client that wanted the request has given it up.
  case cancel(RequestNumber)
  case tick
  /// An administrator accepts the engine's history in place of the known one, or its content after
  /// it was refused.
  case adopt
}

/// A change of one scope's keys that a client, a press or a source wants.
package struct ScopeChange: Hashable, Sendable {
  /// Identifies the answer.
  package let ticket: UInt64
  package let operations: [StateOperation]
  /// It holds only if nobody else changes the keys first.
  package let isConditional: Bool
  /// It is answered when the fleet has it, whatever its class.
  package let waitsForFleet: Bool
  /// Happens beside the operations, of which there may be none.
  package let effect: FleetEffect?

  package init(
    ticket: UInt64, _ operations: [StateOperation], isConditional: Bool = false,
    waitsForFleet: Bool = false, effect: FleetEffect? = nil
  ) {
    self.ticket = ticket
    self.operations = operations
    self.isConditional = isConditional
    self.waitsForFleet = waitsForFleet
    self.effect = effect
  }
}
