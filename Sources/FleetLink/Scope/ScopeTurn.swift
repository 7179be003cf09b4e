import ButtonModel

/// The effects of one event, put in order at its end: the store first, then the journal, then
/// answers, then the engine.
struct ScopeTurn {
  /// What the fleet now has of keys that changed.
  private var committed: [UTF8String: StateValue?] = [:]
  /// The keys to show, in order, and whether they must be folded.
  private var touched: [UTF8String] = []
  private var needsFold: [UTF8String: Bool] = [:]
  var replacesAll = false
  var hasMoved = false
  private var outboxChanges: [OutboxChange] = []
  private var answers: [ScopeAction] = []
  private var requests: [ScopeAction] = []

  mutating func commit(_ key: UTF8String, _ value: StateValue?) {
    committed[key] = .some(value)
    touch(key)
  }

  /// A key may show another value: its pending requests have changed, or one was added at the end.
  mutating func touch(_ key: UTF8String, fold: Bool = true) {
    if let known = needsFold[key] {
      if fold, !known { needsFold[key] = true }
    } else {
      needsFold[key] = fold
      touched.append(key)
    }
  }

  mutating func journal(_ change: OutboxChange) { outboxChanges.append(change) }
  mutating func answer(_ ticket: UInt64, _ answer: ScopeAnswer) {
    answers.append(.answer(ticket: ticket, answer))
  }
  mutating func reject(_ rejection: Rejection) { answers.append(.reject(rejection)) }
  mutating func mark(isStale: Bool) { answers.append(.mark(isStale: isStale)) }
  mutating func ask(_ action: ScopeAction) { requests.append(action) }

  /// Drops requests of a session that is over.
  mutating func dropRequests() { requests = [] }

  /// Returns the actions and starts an empty turn.
  mutating func finish(
    _ overlay: inout Overlay, _ outbox: Outbox, place: FleetChangeSet.Place?
  ) -> [ScopeAction] {
    var actions: [ScopeAction] = []
    if !touched.isEmpty || hasMoved || replacesAll {
      var set = FleetChangeSet(changes: [], replacesAll: replacesAll, place: hasMoved ? place : nil)
      set.changes.reserveCapacity(touched.count)
      for key in touched {
        if let change = change(of: key, &overlay, outbox) { set.changes.append(change) }
      }
      if set.replacesAll || set.place != nil || !set.changes.isEmpty { actions.append(.apply(set)) }
    }
    if !outboxChanges.isEmpty { actions.append(.journal(outboxChanges)) }
    actions += answers
    actions += requests
    self = ScopeTurn()
    return actions
  }

  private func change(
    of key: UTF8String, _ overlay: inout Overlay, _ outbox: Outbox
  ) -> FleetChangeSet.Change? {
    if let pending = overlay[key] {
      let shown = needsFold[key] == true ? overlay.fold(key, outbox) : pending.shown
      return FleetChangeSet.Change(key: key, committed: pending.committed, shown: shown)
    }
    guard let value = committed[key] else { return nil }
    return FleetChangeSet.Change(key: key, committed: value, shown: value)
  }
}
