import ButtonModel

extension ScopeLink {
  /// Sends what can be sent, in the order of the numbers.
  mutating func pump(_ values: Values) {
    guard phase == .live, !settings.isReadOnly else { return }
    sendNext = max(sendNext, outbox.all.lowerBound)
    while inFlight < settings.window, sendNext < outbox.all.upperBound {
      let ordinal = sendNext
      if outbox[ordinal].isDone || outbox[ordinal].outcome != nil {
        sendNext += 1
        continue
      }
      var condition: FleetCursor?
      if outbox[ordinal].seen != nil, !outbox[ordinal].isThere, !outbox[ordinal].operations.isEmpty
      {
        guard isReady(outbox[ordinal], ordinal) else { return }
        if outbox[ordinal].isRecomputed { recompute(ordinal, values) }
        condition = self.condition(of: outbox[ordinal])
      }
      send(ordinal, condition)
      sendNext += 1
    }
  }

  /// A conditional request waits for earlier ones of this daemon that change its keys.
  private func isReady(_ request: OutboxRequest, _ ordinal: Outbox.Ordinal) -> Bool {
    guard let cursor, request.notBefore <= cursor.revision else { return false }
    return overlay.isFirst(ordinal, of: request.keys)
  }

  /// The place after which nobody may have changed the keys. It is later than what the writer had read
  /// if only requests that the writer saw changed them since.
  private func condition(of request: OutboxRequest) -> FleetCursor? {
    guard let base = request.base else { return cursor }
    let isUnchanged = request.keys.allSatisfy { (overlay[$0]?.foreign ?? 0) <= base.revision }
    return isUnchanged ? cursor : base
  }

  /// Merges what is wanted into what the fleet has now.
  private mutating func recompute(_ ordinal: Outbox.Ordinal, _ values: Values) {
    guard outbox[ordinal].attempts > 0 else { return }
    var now: [UTF8String: StateValue?] = [:]
    var operations: [StateOperation] = []
    for operation in outbox[ordinal].wanted {
      let key = operation.key
      let old = now[key] ?? committed(key, values)
      guard case .success(let new) = overlay.compute(operation.kind, old) else { continue }
      now[key] = .some(new)
      operations.append(StateOperation(key: key, kind: new.map { .set($0) } ?? .remove))
    }
    outbox.update(ordinal) {
      $0.operations = operations
      $0.base = cursor
    }
    for key in now.keys { overlay.clearForeign(key) }
  }

  private mutating func send(_ ordinal: Outbox.Ordinal, _ condition: FleetCursor?) {
    outbox.update(ordinal) {
      $0.wasSent = true
      $0.isInFlight = true
    }
    inFlight += 1
    let request = outbox[ordinal]
    let submission = Submission(
      number: request.number,
      oldestOpen: outbox.lives[request.number.life]?.first ?? 1,
      condition: condition,
      operations: request.operations.compactMap { FleetOperation($0) })
    turn.ask(.submit(session: session, submission))
  }
}
