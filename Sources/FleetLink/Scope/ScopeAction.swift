package import ButtonModel

/// What a scope wants done, in this order, before its next event.
package enum ScopeAction: Hashable, Sendable {
  /// Ask the engine whether it has the cursor, and for the last number of each life.
  case join(session: UInt32, FleetCursor?, [Life])
  /// Send all keys in pages, then the log after this revision.
  case snapshot(session: UInt32, after: UInt64)
  /// Send the log after this cursor.
  case tail(session: UInt32, FleetCursor)
  case submit(session: UInt32, Submission)
  /// Change the store as one change set, and keep values and cursor in one transaction.
  case apply(FleetChangeSet)
  /// Keep this of the outbox, in the same transaction as a change set beside it.
  case journal([OutboxChange])
  case answer(ticket: UInt64, ScopeAnswer)
  /// Report a change that was accepted and is dropped.
  case reject(Rejection)
  /// Mark the looks that read the scope's keys as stale, or as up to date again.
  case mark(isStale: Bool)
  /// Send a tick at this time, or never.
  case wake(at: UInt64?)
}

/// A request as it goes to the engine.
package struct Submission: Hashable, Sendable {
  package let number: RequestNumber
  /// The lowest number of the life of which the daemon may still ask the outcome.
  package let oldestOpen: UInt64
  package let condition: FleetCursor?
  /// Nothing, to use the number up.
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
  /// One key.
  package struct Change: Hashable, Sendable {
    /// The key, or `!` and the id of a button.
    package let key: UTF8String
    /// What the fleet has, to be kept; nil if nothing.
    package let committed: StateValue?
    /// The same with the daemon's own changes that wait, to be shown.
    package let shown: StateValue?

    package init(key: UTF8String, committed: StateValue?, shown: StateValue?) {
      self.key = key
      self.committed = committed
      self.shown = shown
    }
  }

  package var changes: [Change]
  /// Whether the scope's keys that are not named are removed.
  package var replacesAll = false
  /// How far the values go, and the name of the history; nil if that stays as it is.
  package var place: Place?

  /// A cursor with the name of its history.
  package struct Place: Hashable, Sendable {
    package let id: Chain
    package let cursor: FleetCursor
    /// What stands for the prefixes of the values; nil from a version that took nothing else.
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
  /// Add the request, or replace what was there under its number.
  case put(KeptRequest)
  case remove(RequestNumber)
}

/// An accepted change that is dropped.
package struct Rejection: Hashable, Sendable {
  /// Why.
  package enum Reason: String, Hashable, Sendable {
    /// Another daemon changed a key first.
    case conflict
    /// The engine lost the history that it was made in, and a key has another value now.
    case history
    /// An operation cannot be done any more.
    case invalid
    /// The engine has forgotten whether it was applied.
    case doubtful
    /// The journal's record of it cannot be read; whether the fleet had it is not known.
    case unreadable
    /// The delivery was another consumer's meanwhile.
    case lost
    /// As many actions as may wait for a group were waiting.
    case actionsFull
  }

  /// The number under which the client knows it.
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

/// How a change is answered.
package enum ScopeAnswer: Hashable, Sendable {
  /// It is in the outbox.
  case accepted(RequestNumber)
  /// The fleet has it as of this revision.
  case applied(RequestNumber, revision: UInt64)
  /// Another daemon changed this key first.
  case conflict(UTF8String?)
  /// The operation with this index cannot be done.
  case invalid(index: Int)
  /// The fleet is out of reach, and the change may not wait. It has not been applied.
  case unavailable
  /// This daemon may only read the scope.
  case readOnly
  /// It exceeds this limit, by the operation with this index if it is that of one.
  case exceeds(ScopeLimit, index: Int? = nil)
  /// The connection was lost; how it ends can be asked under the number.
  case timedOut(RequestNumber)
  /// It was given up before the fleet had it.
  case cancelled
  /// The engine has forgotten whether it was applied.
  case doubtful
  /// The delivery is no longer this daemon's.
  case lost
  /// As many actions as may wait for a group are waiting.
  case actionsFull
}

/// What bounds the outbox, and what the engine takes at once; the names are those of the limits.
package enum ScopeLimit: String, Hashable, Sendable {
  /// Changes that wait for the fleet, and bytes of them.
  case fleetQueue, fleetQueueBytes
  /// Bytes of all changes that are not stable yet.
  case fleetKeptBytes
  /// The operations of a change, and bytes of the keys and values that it makes.
  case fleetOperations, fleetBytes
  /// Bytes of one value.
  case fleetValueBytes
  /// Bytes of the text of an action.
  case fleetActionBytes
}

extension ScopeSettings {
  /// The most by a limit.
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
