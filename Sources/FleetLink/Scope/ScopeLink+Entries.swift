import ButtonModel

extension ScopeLink {
  /// Takes the entries of one call as one change set. Those that the daemon missed while it was
  /// away are together one change set, applied with the last of them or when the session ends.
  mutating func take(_ entries: [LogEntry], _ now: UInt64, _ values: Values) {
    switch phase {
    case .snapshot: return stage(entries, now, values)
    case .tail, .live: break
    case .offline, .asking, .foreign, .refused: return
    }
    for entry in entries {
      guard let cursor = logCursor, entry.revision > cursor.revision else { continue }
      if let violation = tooLarge(entry) { return refuse(violation, now) }
      // The content before the chain: a link replaces invalid text.
      let lines: [ScopeReader.Line]
      do throws(Violation) {
        lines = try reader.lines(of: entry, settings, passing: &foreignKeys)
      } catch {
        return refuse(error, now)
      }
      guard let next = follows(entry, cursor) else { return broken(entry, cursor, now) }
      let own = outbox.ordinal(of: entry.request)
      let answered = outbox.answered(at: entry.revision)
      // A request is settled by its own entry: another one at its revision is another history.
      if settings.rules.apply(.answersDoNotSettle), let answered, answered != own {
        return join(now)
      }
      if tail == nil { tail = TailStage(cursor) }
      for (key, value) in lines { tail?.add(key, value) }
      tail?.advance(to: next)
      if let own, settings.rules.apply(.entriesSettle) { tail?.settle(own) }
      if !settings.rules.apply(.answersDoNotSettle), let answered { tail?.settle(answered) }
    }
    if phase == .live {
      finishTail(now)
    } else if let cursor = logCursor, cursor.revision >= goal {
      becomeLive(now)
    } else if let tail, tail.bytes > settings.maximumSnapshotBytes {
      finishTail(now)
    }
  }

  /// How far the log has been read.
  var logCursor: FleetCursor? { stage?.cursor ?? tail?.cursor ?? cursor }

  /// Applies what has been read of the log as one change set.
  mutating func finishTail(_ now: UInt64) {
    guard let tail else { return }
    self.tail = nil
    for (key, value) in tail.changes {
      overlay.commit(key, value)
      turn.commit(key, value)
    }
    cursor = tail.cursor
    turn.hasMoved = true
    for (ordinal, revision) in tail.settled { settle(ordinal, revision, now) }
    settleAwaited(now)
  }

  /// The values have a request's effect.
  mutating func settle(_ ordinal: Outbox.Ordinal, _ revision: UInt64, _ now: UInt64) {
    let request = outbox[ordinal]
    guard !request.isInValues else { return }
    if request.sentAt > 0, now >= request.sentAt { roundTrips.note(now - request.sentAt) }
    hide(ordinal)
    outbox.update(ordinal) {
      $0.outcome = .ok(revision: revision)
      $0.isInValues = true
      $0.settledAt = now
    }
    keep(ordinal)
    if !awaitsOutcome(request) { reply(ordinal, .applied(request.origin, revision: revision)) }
  }

  /// The values have a request's effect, but its client must wait for the outcome.
  func awaitsOutcome(_ request: OutboxRequest) -> Bool {
    settings.answersByOutcome && request.ticket != nil && !request.isConfirmed
  }

  /// Requests without effect are settled once the values that they found have arrived.
  mutating func settleAwaited(_ now: UInt64) {
    guard !awaitedRevisions.isEmpty, let cursor else { return }
    for (revision, ordinal) in awaitedRevisions where revision <= cursor.revision {
      hide(ordinal)
      outbox.update(ordinal) {
        $0.isInValues = true
        $0.settledAt = now
      }
      keep(ordinal)
      reply(ordinal, .applied(outbox[ordinal].origin, revision: revision))
    }
    awaitedRevisions.removeAll { $0.revision <= cursor.revision }
  }

  /// Removes a request's operations from what its keys show.
  mutating func hide(_ ordinal: Outbox.Ordinal) {
    for key in outbox[ordinal].keys {
      overlay.remove(ordinal, from: key)
      turn.touch(key)
    }
  }

  mutating func reply(_ ordinal: Outbox.Ordinal, _ answer: ScopeAnswer) {
    guard let ticket = outbox[ordinal].ticket else { return }
    outbox.update(ordinal) {
      $0.ticket = nil
      switch answer {
      case .applied: $0.wasAnswered = true
      case .timedOut: $0.wasTimedOut = true
      case .accepted, .conflict, .invalid, .unavailable, .readOnly, .exceeds, .cancelled, .doubtful,
        .lost, .actionsFull:
        break
      }
    }
    // Unanswered, it need not outlive the daemon, and is not in the journal yet.
    if !outbox[ordinal].isJournaled { keep(ordinal) }
    turn.answer(ticket, answer)
  }

  /// Updates or removes a request's record in the journal.
  mutating func keep(_ ordinal: Outbox.Ordinal) {
    let request = outbox[ordinal]
    if let kept = request.kept {
      outbox.update(ordinal) { $0.isJournaled = true }
      turn.journal(.put(kept))
    } else if request.isJournaled {
      outbox.update(ordinal) { $0.isJournaled = false }
      turn.journal(.remove(request.number))
    }
  }
}
