import ButtonModel

extension ScopeLink {
  mutating func answered(
    _ number: RequestNumber, _ answer: EngineAnswer, _ now: UInt64, _ values: Values
  ) {
    guard phase == .tail || phase == .live, let ordinal = outbox.ordinal(of: number) else { return }
    if outbox[ordinal].isInFlight {
      outbox.update(ordinal) { $0.isInFlight = false }
      inFlight -= 1
    }
    if number == probe { roomCheck = answer.isFull ? now + settings.retryAfter : now }
    outbox.update(ordinal) {
      $0.isConfirmed = true
      // What the engine had before it was asked in this session may not be on its disk yet.
      if case .first = answer, settings.outcomesAreSynced { $0.isSynced = true }
    }
    // Its entry may have arrived before.
    if case .ok(let revision)? = outbox[ordinal].outcome, outbox[ordinal].isInValues {
      reply(ordinal, .applied(outbox[ordinal].origin, revision: revision))
    }
    guard outbox[ordinal].outcome == nil, !outbox[ordinal].isDone else { return }
    switch answer {
    case .gap: join(now)
    // The daemon, or a copy of its folder, had the outcome before, and it was stable.
    case .duplicate(nil): decide(ordinal, .ok(revision: cursor?.revision ?? 0), isGone: true, now)
    // Nothing was applied: the engine has lost it and this or an earlier question has used up its
    // number, or its values were there. What its writer saw decides again.
    case .first(let outcome) where outbox[ordinal].isQuestion,
      .duplicate(let outcome?) where outbox[ordinal].isQuestion && outcome.isSame:
      moveWithFollowers(ordinal)
      use(ordinal, outcome, now)
      if case .first = answer { join(now) }
    case .first(let outcome), .duplicate(let outcome?):
      decide(ordinal, outcome, isGone: false, now)
    }
    if overlayIsIncomplete { rebuildOverlay(from: nil, values) }
  }

  private mutating func decide(
    _ ordinal: Outbox.Ordinal, _ outcome: RequestOutcome, isGone: Bool, _ now: UInt64
  ) {
    let request = outbox[ordinal]
    switch outcome {
    case .ok(let revision):
      if isGone || request.isInValues { return conclude(ordinal, outcome, revision, now) }
      guard let cursor, revision > cursor.revision else {
        // Of a request that was given up, or of an earlier life, only the number is of interest.
        if request.isVoid { return conclude(ordinal, outcome, revision, now) }
        if !settings.rules.apply(.answersDoNotSettle) { return settle(ordinal, revision, now) }
        // The log is past it and has not shown it.
        return join(now)
      }
      outbox.update(ordinal) { $0.outcome = outcome }
    case .same(let revision):
      if request.withdrawal != nil { return confirm(ordinal, outcome, now) }
      if request.isInValues || request.operations.isEmpty || revision <= cursor?.revision ?? 0 {
        return conclude(ordinal, outcome, revision, now)
      }
      outbox.update(ordinal) { $0.outcome = outcome }
      awaitedRevisions.append((revision, ordinal))
    case .conflict(let key, let revision):
      if request.withdrawal != nil { return confirm(ordinal, outcome, now) }
      if request.isRecomputed, request.attempts < 3 {
        let moved = move(ordinal)
        outbox.update(moved) {
          $0.notBefore = revision
          $0.attempts += 1
        }
        return use(ordinal, outcome, now)
      }
      reject(ordinal, outcome, .conflict, .conflict(key), now)
    case .bad(let index):
      if request.withdrawal != nil { return confirm(ordinal, outcome, now) }
      reject(ordinal, outcome, .invalid, .invalid(index: index), now)
    case .lost:
      if request.withdrawal != nil { return confirm(ordinal, outcome, now) }
      reject(ordinal, outcome, .lost, .lost, now)
    case .full:
      if request.withdrawal != nil { return confirm(ordinal, outcome, now) }
      // An accepted change waits for room, unless later changes would have to wait with it.
      guard request.ticket == nil, request.isShown, request.seen == nil else {
        return reject(ordinal, outcome, .actionsFull, .actionsFull, now)
      }
      if request.isInValues { overlayIsIncomplete = true }
      outbox.update(ordinal) {
        $0.isInValues = false
        $0.needsRoom = true
      }
      if roomCheck == nil { roomCheck = now + settings.retryAfter }
      keep(ordinal)
    case .unknown, .fork:
      if request.withdrawal != nil { return confirm(ordinal, outcome, now) }
      moveWithFollowers(ordinal)
      use(ordinal, outcome, now)
      if outcome == .fork { join(now) }
    }
  }

  /// The values have the request's effect already, or it had none.
  private mutating func conclude(
    _ ordinal: Outbox.Ordinal, _ outcome: RequestOutcome, _ revision: UInt64, _ now: UInt64
  ) {
    hide(ordinal)
    outbox.update(ordinal) {
      $0.outcome = outcome
      $0.isInValues = true
      $0.settledAt = now
    }
    keep(ordinal)
    reply(ordinal, .applied(outbox[ordinal].origin, revision: revision))
  }

  /// The number of a withdrawn request is used up, so it can no longer be applied.
  private mutating func confirm(_ ordinal: Outbox.Ordinal, _ outcome: RequestOutcome, _ now: UInt64)
  {
    switch outbox[ordinal].withdrawal {
    case .cancelled: reply(ordinal, .cancelled)
    case .rejected(let reason): report(ordinal, reason, now)
    case nil: break
    }
    use(ordinal, outcome, now)
  }

  private mutating func reject(
    _ ordinal: Outbox.Ordinal, _ outcome: RequestOutcome, _ reason: Rejection.Reason,
    _ answer: ScopeAnswer, _ now: UInt64
  ) {
    if outbox[ordinal].ticket != nil {
      reply(ordinal, answer)
    } else {
      report(ordinal, reason, now)
    }
    use(ordinal, outcome, now)
  }

  mutating func report(_ ordinal: Outbox.Ordinal, _ reason: Rejection.Reason, _ now: UInt64) {
    let request = outbox[ordinal]
    hide(ordinal)
    outbox.update(ordinal) { $0.withdrawal = nil }
    if request.ticket != nil {
      switch reason {
      case .conflict, .history: reply(ordinal, .conflict(nil))
      case .invalid: reply(ordinal, .invalid(index: 0))
      case .doubtful, .unreadable: reply(ordinal, .doubtful)
      case .lost: reply(ordinal, .lost)
      case .actionsFull: reply(ordinal, .actionsFull)
      }
    } else if request.isShown || request.wasAnswered {
      rejections += 1
      // From now on its place in the journal is the report's.
      outbox.update(ordinal) {
        $0.wasReported = true
        $0.isJournaled = false
      }
      turn.reject(
        Rejection(
          number: request.origin, row: request.number, operations: request.wanted, reason: reason))
    }
  }

  /// The number is used up and the request has no effect. If the engine loses the number, it must
  /// be used up again, or all later numbers would be refused.
  private mutating func use(_ ordinal: Outbox.Ordinal, _ outcome: RequestOutcome, _ now: UInt64) {
    hide(ordinal)
    outbox.update(ordinal) {
      $0.empty()
      $0.withdrawal = nil
      $0.outcome = outcome
      $0.isInValues = true
      $0.settledAt = now
      if !settings.rules.apply(.refusedNumbersAreKept) { $0.isDone = true }
    }
    keep(ordinal)
  }

  /// Uses the number up without the request, unless the engine has it already; its answer says
  /// which.
  mutating func withdraw(_ ordinal: Outbox.Ordinal, _ withdrawal: OutboxRequest.Withdrawal) {
    hide(ordinal)
    outbox.update(ordinal) {
      $0.empty()
      $0.withdrawal = withdrawal
    }
    keep(ordinal)
  }

  /// Gives a request's content the next number, behind all others, and returns its new place; the
  /// caller must use up the old number.
  mutating func move(_ ordinal: Outbox.Ordinal) -> Outbox.Ordinal {
    var request = outbox[ordinal]
    let wasPending = request.isPending
    hide(ordinal)
    request.number = outbox.next(of: life)
    request.wasSent = false
    request.sentAt = 0
    request.isInFlight = false
    request.isThere = false
    request.isConfirmed = false
    request.isSynced = false
    request.outcome = nil
    request.isInValues = false
    request.keptRevision = nil
    request.needsRoom = false
    request.isJournaled = false
    outbox.update(ordinal) {
      $0.empty()
      $0.wanted = []
      $0.ticket = nil
      $0.withdrawal = nil
      $0.wasTimedOut = false
    }
    keep(ordinal)
    let moved = outbox.append(request)
    if wasPending {
      for key in request.keys { overlay.add(moved, to: key, committed: nil) }
    } else {
      overlayIsIncomplete = true
    }
    keep(moved)
    return moved
  }

  /// Sends the first request that found no room for its action again under a new number, as the old
  /// one is used up. The others follow one by one as long as there is room.
  mutating func retry(_ now: UInt64) {
    roomCheck = nil
    guard let first = outbox.firstWithoutRoom else { return }
    // Its answer sets another time.
    roomCheck = now + settings.retryAfter
    for ordinal in holdsUpOthers(now) ? outbox.allWithoutRoom : [first] {
      let moved = move(ordinal)
      probe = outbox[moved].number
      use(ordinal, .full, now)
    }
  }

  /// Requests that wait for room hold up more than their own size, which could be forgotten.
  private func holdsUpOthers(_ now: UInt64) -> Bool {
    guard let first = outbox.first, first.needsRoom else { return false }
    return now > first.sentAt + settings.stableAfter && outbox.bytes > 2 * outbox.pendingBytes
  }

  /// Gives a new number to a request whose condition the engine could not judge, and to those based
  /// on the values that it would leave.
  private mutating func moveWithFollowers(_ ordinal: Outbox.Ordinal) {
    var keys = Set(outbox[ordinal].keys)
    var moving = [ordinal]
    for next in outbox.all where next > ordinal {
      let request = outbox[next]
      guard request.isPending, !request.wasSent, request.seen != nil else { continue }
      let own = request.keys
      if keys.isDisjoint(with: own) { continue }
      keys.formUnion(own)
      moving.append(next)
    }
    for old in moving { _ = move(old) }
  }
}
