import ButtonModel

extension ScopeLink {
  /// Applies entries of the log as one change set.
  mutating func take(_ entries: [LogEntry], _ now: UInt64, _ values: Values) {
    switch phase {
    case .snapshot: return stage(entries, now, values)
    case .tail: return addToTail(entries, now)
    case .live: break
    case .offline, .asking, .foreign, .refused: return
    }
    for entry in entries {
      guard let cursor, entry.revision > cursor.revision else { continue }
      if let violation = tooLarge(entry) { return refuse(violation, now) }
      guard let next = follows(entry, cursor) else { return broken(entry, cursor, now) }
      let own = outbox.ordinal(of: entry.request)
      // A request is settled by its own entry: another one at its revision is another history.
      if settings.rules.apply(.answersDoNotSettle),
        let answered = outbox.answered(at: entry.revision),
        answered != own
      {
        return join(now)
      }
      do throws(Violation) {
        for (key, value) in try reader.lines(of: entry, settings) {
          overlay.commit(key, value)
          turn.commit(key, value)
        }
      } catch {
        return refuse(error, now)
      }
      self.cursor = next
      turn.hasMoved = true
      if let own, settings.rules.apply(.entriesSettle) { settle(own, entry.revision, now) }
      if !settings.rules.apply(.answersDoNotSettle),
        let answered = outbox.answered(at: entry.revision)
      {
        settle(answered, entry.revision, now)
      }
    }
    settleAwaited(now)
  }

  /// Takes in entries that the daemon missed. They are applied when the last of them is there, or with
  /// what ends the session.
  private mutating func addToTail(_ entries: [LogEntry], _ now: UInt64) {
    for entry in entries {
      guard let cursor = tail?.cursor, entry.revision > cursor.revision else { continue }
      if let violation = tooLarge(entry) { return refuse(violation, now) }
      guard let next = follows(entry, cursor) else { return broken(entry, cursor, now) }
      do throws(Violation) {
        for (key, value) in try reader.lines(of: entry, settings) { tail?.add(key, value) }
      } catch {
        return refuse(error, now)
      }
      tail?.advance(to: next)
      if let own = outbox.ordinal(of: entry.request) { tail?.settle(own) }
    }
    guard let tail else { return }
    if tail.cursor.revision >= goal {
      becomeLive(now)
    } else if tail.bytes > settings.maximumSnapshotBytes {
      finishTail(now)
      self.tail = TailStage(tail.cursor)
    }
  }

  /// Applies what the tail phase has brought so far as one change set.
  mutating func finishTail(_ now: UInt64) {
    guard let tail else { return }
    self.tail = nil
    if tail.cursor == cursor { return }
    for (key, value) in tail.values {
      overlay.commit(key, value)
      turn.commit(key, value)
    }
    cursor = tail.cursor
    turn.hasMoved = true
    if settings.rules.apply(.entriesSettle) {
      for (ordinal, revision) in tail.settled { settle(ordinal, revision, now) }
    }
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
    reply(ordinal, .applied(request.origin, revision: revision))
  }

  /// What had no effect is settled once the values that it found are there.
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

  /// Takes a request's operations off what its keys show.
  mutating func hide(_ ordinal: Outbox.Ordinal) {
    for key in outbox[ordinal].keys {
      overlay.remove(ordinal, from: key)
      turn.touch(key)
    }
  }

  /// Answers the client that waits for a request.
  mutating func reply(_ ordinal: Outbox.Ordinal, _ answer: ScopeAnswer) {
    guard let ticket = outbox[ordinal].ticket else { return }
    outbox.update(ordinal) {
      $0.ticket = nil
      if case .applied = answer { $0.wasAnswered = true }
    }
    turn.answer(ticket, answer)
  }

  /// Keeps a request in the journal as it is now, or not at all.
  mutating func keep(_ ordinal: Outbox.Ordinal) {
    let request = outbox[ordinal]
    if let kept = request.kept {
      turn.journal(.put(kept))
    } else if request.isShown {
      turn.journal(.remove(request.number))
    }
  }
}
