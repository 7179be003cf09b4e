package import ButtonModel

/// What a scope needs done, in this order, before its next event.
package enum ScopeAction: Hashable, Sendable {
  /// Ask the engine whether it has the cursor, and for the last number of each life.
  case join(session: UInt32, FleetCursor?, [Life])
  /// Send all keys in pages, then the log after this revision.
  case snapshot(session: UInt32, after: UInt64)
  /// Send the log after this cursor.
  case tail(session: UInt32, FleetCursor)
  case submit(session: UInt32, Submission)
  /// Apply one change set to the store, and keep values and cursor in one transaction.
  case apply(FleetChangeSet)
  /// Keep this, in the same transaction as an accompanying change set.
  case journal([OutboxChange])
  case answer(ticket: UInt64, ScopeAnswer)
  /// Report a change that was accepted and is dropped.
  case reject(Rejection)
  /// Mark the looks that read the scope's keys as stale, or as up to date again.
  case mark(isStale: Bool)
  /// Send a tick at this time, or never.
  case wake(at: UInt64?)
}

/// A request as sent to the engine.
package struct Submission: Hashable, Sendable {
  package let number: RequestNumber
  /// The lowest number of the life whose outcome the daemon may still ask for.
  package let oldestOpen: UInt64
  package let condition: FleetCursor?
  /// Empty to use the number up.
  package let operations: [FleetOperation]
  package let effect: FleetEffect?
  /// The most actions that wait for a group.
  package let actionLimit: Int

  package init(
    number: RequestNumber, oldestOpen: UInt64, condition: FleetCursor?,
    operations: [FleetOperation],
    effect: FleetEffect? = nil, actionLimit: Int = ScopeSettings.maximumActions
  ) {
    self.number = number
    self.oldestOpen = oldestOpen
    self.condition = condition
    self.operations = operations
    self.effect = effect
    self.actionLimit = actionLimit
  }
}

/// Changes of the store that belong together.
package struct FleetChangeSet: Hashable, Sendable {
  package struct Change: Hashable, Sendable {
    /// A key, or `!` and a button's id.
    package let key: UTF8String
    /// What the fleet has, to be kept; nil if nothing.
    package let committed: StateValue?
    /// The same with the daemon's own pending changes, to be shown.
    package let shown: StateValue?

    package init(key: UTF8String, committed: StateValue?, shown: StateValue?) {
      self.key = key
      self.committed = committed
      self.shown = shown
    }
  }

  package var changes: [Change]
  /// Removes the scope's keys that are not named.
  package var replacesAll = false
  /// How far the values go, in which history; nil if that stays as it is.
  package var place: Place?

  package struct Place: Hashable, Sendable {
    package let id: Chain
    package let cursor: FleetCursor
    /// The hash of the values' prefixes; nil from a version that took nothing else.
    package let coverage: UInt64?

    package init(id: Chain, cursor: FleetCursor, coverage: UInt64? = nil) {
      self.id = id
      self.cursor = cursor
      self.coverage = coverage
    }
  }
}

/// A change of the outbox on disk.
package enum OutboxChange: Hashable, Sendable {
  /// Adds the request, or replaces the one with its number.
  case put(JournaledRequest)
  case remove(RequestNumber)
}

/// An accepted change that is dropped.
package struct Rejection: Hashable, Sendable {
  package enum Reason: String, Hashable, Sendable {
    /// Another daemon changed a key first.
    case conflict
    /// The engine lost the history that it was made in, and a key has another value now.
    case history
    /// An operation is no longer possible.
    case invalid
    /// The engine has forgotten whether it was applied.
    case doubtful
    /// The journal's record of it is unreadable; whether the fleet had it is unknown.
    case unreadable
    /// The delivery had passed to another consumer.
    case lost
    /// As many actions as may wait for a group were waiting.
    case actionsFull
  }

  /// The number that the client knows.
  package let number: RequestNumber
  /// The number under which the journal had it, which is now the report's.
  package let row: RequestNumber
  package let operations: [StateOperation]
  package let reason: Reason

  package init(
    number: RequestNumber, row: RequestNumber, operations: [StateOperation], reason: Reason
  ) {
    self.number = number
    self.row = row
    self.operations = operations
    self.reason = reason
  }
}

package enum ScopeAnswer: Hashable, Sendable {
  /// It is in the outbox.
  case accepted(RequestNumber)
  /// The fleet has it as of this revision.
  case applied(RequestNumber, revision: UInt64)
  case conflict(UTF8String?)
  case invalid(index: Int)
  /// The fleet is out of reach, and the change may not wait. It has not been applied.
  case unavailable
  case readOnly
  /// It exceeds this limit, by the operation with this index if one operation does.
  case exceeds(ScopeLimit, index: Int? = nil)
  /// The connection was lost; ask with the number how it ended.
  case timedOut(RequestNumber)
  case cancelled
  /// The engine has forgotten whether it was applied.
  case doubtful
  /// The delivery is no longer this daemon's.
  case lost
  case actionsFull
}

/// Bounds of the outbox and of what the engine takes at once, with the names of the limits.
package enum ScopeLimit: String, Hashable, Sendable {
  /// Changes that wait for the fleet, and their bytes.
  case fleetQueue, fleetQueueBytes
  /// Bytes of all changes that are not stable yet.
  case fleetKeptBytes
  /// The operations of a change, and the bytes of its keys and resulting values.
  case fleetOperations, fleetBytes
  case fleetValueBytes
  case fleetActionBytes
}

extension ScopeSettings {
  package subscript(limit: ScopeLimit) -> Int {
    switch limit {
    case .fleetQueue: maximumChanges
    case .fleetQueueBytes: maximumQueueBytes
    case .fleetKeptBytes: maximumKeptBytes
    case .fleetOperations: ScopeSettings.maximumOperations
    case .fleetBytes: ScopeSettings.engineRequestBytes
    case .fleetValueBytes: ScopeSettings.engineValueBytes
    case .fleetActionBytes: FleetEffect.maximumTextBytes
    }
  }
}
