import ButtonModel

extension ScopeLink {
  mutating func accept(_ change: ScopeChange, _ now: UInt64, _ values: Values) {
    guard !settings.isReadOnly else { return turn.answer(change.ticket, .readOnly) }
    guard change.operations.count <= ScopeSettings.maximumOperations else {
      return turn.answer(change.ticket, .exceeds(.fleetOperations))
    }
    if case .action(_, let text)? = change.effect, text.bytes.count > FleetEffect.maximumTextBytes {
      return turn.answer(change.ticket, .exceeds(.fleetActionBytes))
    }
    let classes =
      change.operations.map { settings.keyClass(of: $0) }
      + (change.effect.map { [settings.keyClass(of: $0)] } ?? [])
    let keyClass = classes.max() ?? .count
    guard keyClass != .refuse || phase == .live else {
      return turn.answer(change.ticket, .unavailable)
    }
    var request = OutboxRequest(
      outbox.next(of: life), change.operations, keyClass, effect: change.effect)
    if let objection = compute(&request, isConditional: change.isConditional, values) {
      return turn.answer(change.ticket, objection)
    }
    if limit(exceededBy: request) == .fleetKeptBytes { forgetStable(pressed: true) }
    if let limit = limit(exceededBy: request) {
      return turn.answer(change.ticket, .exceeds(limit))
    }
    request.forks = forks
    let waits = keyClass == .refuse || change.waitsForFleet
    if waits {
      request.ticket = change.ticket
      if awaySince != nil, answerDue == nil { answerDue = now + settings.answerTimeout }
    }
    if !waits, !change.isConditional, let earlier = coalesce(request) {
      return turn.answer(change.ticket, .accepted(earlier))
    }
    let keys = request.keys
    let ordinal = outbox.append(request)
    for key in keys {
      let shown = request.isShown ? shownValue(of: key, after: request, values) : nil
      overlay.add(ordinal, to: key, committed: values(key))
      guard request.isShown else { continue }
      overlay.show(shown, at: key)
      turn.touch(key, fold: false)
    }
    keep(ordinal)
    if !waits { turn.answer(change.ticket, .accepted(request.number)) }
  }

  /// Tries the operations on what is shown: merges become sets, and a conditional request remembers
  /// what it saw. Returns the answer if one is impossible, or if the engine would refuse the
  /// request.
  private func compute(
    _ request: inout OutboxRequest, isConditional: Bool, _ values: Values
  ) -> ScopeAnswer? {
    var bytes = 0
    var now: [UTF8String: StateValue?] = [:]
    var seen: [JournaledRequest.Sight] = []
    var hasMerge = false
    for (index, operation) in request.wanted.enumerated() {
      let key = operation.key
      let old: StateValue?
      if let known = now[key] {
        old = known
      } else {
        let shown = overlay[key]?.shown ?? values(key)
        seen.append(JournaledRequest.Sight(key: key, value: shown))
        old = base(for: operation, shown)
      }
      guard case .success(let new) = overlay.compute(operation.kind, old) else {
        return .invalid(index: index)
      }
      let size = new?.fleetBytes ?? 0
      if size > ScopeSettings.engineValueBytes { return .exceeds(.fleetValueBytes, index: index) }
      bytes += key.bytes.count + size
      if bytes > ScopeSettings.engineRequestBytes { return .exceeds(.fleetBytes) }
      if case .merge = operation.kind {
        hasMerge = true
        request.operations[index] = StateOperation(key: key, kind: new.map { .set($0) } ?? .remove)
      }
      now[key] = .some(new)
    }
    let mergesBlindly = hasMerge && request.keyClass != .overwrite
    if isConditional || mergesBlindly || request.keyClass == .yield { request.seen = seen }
    return nil
  }

  /// The value that an operation is tried on: what is shown or, if the operation is impossible on
  /// that, what the key will have once the fleet has the requests that are not shown yet.
  private func base(for operation: StateOperation, _ shown: StateValue?) -> StateValue? {
    guard case .failure = overlay.compute(operation.kind, shown),
      let awaited = overlay.awaited(operation.key, outbox)
    else { return shown }
    return awaited
  }

  private func limit(exceededBy request: OutboxRequest) -> ScopeLimit? {
    let size = request.bytes
    if outbox.pendingChanges + request.changes > settings.maximumChanges { return .fleetQueue }
    if outbox.pendingBytes + size > settings.maximumQueueBytes { return .fleetQueueBytes }
    return outbox.bytes + size > settings.maximumKeptBytes ? .fleetKeptBytes : nil
  }

  private func shownValue(
    of key: UTF8String, after request: OutboxRequest, _ values: Values
  ) -> StateValue? {
    let value = overlay[key].map(\.shown) ?? values(key)
    return overlay.applying(request.operations, to: value, of: key)
  }

  /// Puts the values into an earlier unsent request that sets the same keys: its first condition
  /// and the last values count.
  private mutating func coalesce(_ request: OutboxRequest) -> RequestNumber? {
    guard request.isShown, request.isPlain, request.effect == nil else { return nil }
    let keys = Set(request.keys)
    guard let key = keys.first, let last = overlay[key]?.queue.last else { return nil }
    let earlier = outbox[last]
    guard !earlier.wasSent, earlier.number.life == life, earlier.keyClass == request.keyClass,
      earlier.isPlain, earlier.effect == nil, earlier.ticket == nil, earlier.withdrawal == nil,
      Set(earlier.keys) == keys, keys.allSatisfy({ overlay[$0]?.queue.last == last })
    else { return nil }
    outbox.update(last) {
      $0.wanted = request.wanted
      $0.operations = request.operations
    }
    for key in keys { turn.touch(key) }
    keep(last)
    return earlier.origin
  }

  mutating func cancel(_ number: RequestNumber) {
    guard let ordinal = ordinal(known: number) else { return }
    let request = outbox[ordinal]
    guard request.isPending, request.outcome == nil, request.withdrawal == nil else { return }
    withdraw(ordinal, .cancelled)
  }

  /// Nil once it is forgotten.
  package func outcome(of number: RequestNumber) -> RequestStatus? {
    guard let ordinal = ordinal(known: number) else { return nil }
    let request = outbox[ordinal]
    guard request.isSettled else { return .pending }
    if case .ok(let revision)? = request.outcome { return .applied(revision: revision) }
    if case .same(let revision)? = request.outcome, !request.isVoid {
      return .applied(revision: revision)
    }
    return .dropped
  }

  private func ordinal(known number: RequestNumber) -> Outbox.Ordinal? {
    if let ordinal = outbox.ordinal(of: number), !outbox[ordinal].isVoid {
      return ordinal
    }
    // Its content may have another number now.
    return outbox.all.last { outbox[$0].origin == number }
  }
}

package enum RequestStatus: Hashable, Sendable {
  case pending
  case applied(revision: UInt64)
  case dropped
}
