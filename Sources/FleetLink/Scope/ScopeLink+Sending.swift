import ButtonModel

extension ScopeLink {
  /// Sends what can be sent, in the order of the numbers.
  mutating func pump(_ now: UInt64) {
    guard phase == .live, !settings.isReadOnly else { return }
    sendNext = max(sendNext, outbox.all.lowerBound)
    while inFlight < settings.window, sendNext < outbox.all.upperBound {
      let ordinal = sendNext
      if outbox[ordinal].isDone || outbox[ordinal].outcome != nil {
        sendNext += 1
        continue
      }
      let isConditional = outbox[ordinal].seen != nil && !outbox[ordinal].isThere
      if isConditional {
        guard isReady(outbox[ordinal], ordinal) else { return }
        judge(ordinal)
      }
      send(ordinal, isConditional && !outbox[ordinal].isVoid ? cursor : nil, now)
      sendNext += 1
    }
  }

  /// A conditional request waits for earlier ones of this daemon that change its keys, except for
  /// actions without room, which may wait for ever.
  private func isReady(_ request: OutboxRequest, _ ordinal: Outbox.Ordinal) -> Bool {
    guard let cursor, request.notBefore <= cursor.revision else { return false }
    return overlay.isFirst(ordinal, of: request.keys, outbox)
  }

  /// The request holds if its keys have the values that its writer saw, in whatever history; from
  /// the cursor on, the engine judges. A merge that is not shown is recomputed instead.
  private mutating func judge(_ ordinal: Outbox.Ordinal) {
    let request = outbox[ordinal]
    if request.isRecomputed { return recompute(ordinal) }
    let broken = request.seen?.filter { overlay[$0.key]?.committed != $0.value } ?? []
    if broken.isEmpty { return }
    let isBehindAction = broken.contains { sawAction(request, at: $0.key) }
    withdraw(
      ordinal,
      .rejected(isBehindAction ? .actionsFull : request.forks == forks ? .conflict : .history))
  }

  /// A request was based on what an action shows at a key while it waits for room, or has just been
  /// sent again to find some.
  private func sawAction(_ request: OutboxRequest, at key: UTF8String) -> Bool {
    overlay[key]?.queue.all.contains {
      let other = outbox[$0]
      return other.accepted < request.accepted && other.isShown && other.effect != nil
    } ?? false
  }

  /// Merges what is wanted into what the fleet has now.
  private mutating func recompute(_ ordinal: Outbox.Ordinal) {
    var now: [UTF8String: StateValue?] = [:]
    var operations: [StateOperation] = []
    for operation in outbox[ordinal].wanted {
      let key = operation.key
      let old = now[key] ?? overlay[key]?.committed
      guard case .success(let new) = overlay.compute(operation.kind, old) else { continue }
      now[key] = .some(new)
      operations.append(StateOperation(key: key, kind: new.map { .set($0) } ?? .remove))
    }
    outbox.update(ordinal) { $0.operations = operations }
  }

  private mutating func send(
    _ ordinal: Outbox.Ordinal, _ condition: FleetCursor?, _ now: UInt64
  ) {
    outbox.update(ordinal) {
      $0.wasSent = true
      if $0.sentAt == 0 { $0.sentAt = now }
      $0.isInFlight = true
    }
    inFlight += 1
    let request = outbox[ordinal]
    let submission = Submission(
      number: request.number,
      oldestOpen: outbox.lives[request.number.life]?.first ?? 1,
      condition: condition,
      operations: request.isQuestion
        ? [] : request.operations.compactMap { FleetOperation($0) },
      effect: request.isQuestion ? nil : request.effect, actionLimit: settings.maximumActions)
    turn.ask(.submit(session: session, submission))
  }
}
