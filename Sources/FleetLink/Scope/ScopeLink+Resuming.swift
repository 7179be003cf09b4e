import ButtonModel

extension ScopeLink {
  /// Decides for each kept request whether the engine has it, and what is sent again. `stage` is
  /// the snapshot that replaces the values, if there is one.
  mutating func resume(
    _ numbers: [Life: UInt64], _ verdict: JoinVerdict, _ stage: SnapshotStage?, _ now: UInt64,
    _ values: Values
  ) {
    for (life, range) in outbox.lives {
      let last = numbers[life] ?? 0
      outbox.limitDecided(life, to: last)
      // New numbers must follow the engine's.
      if life == self.life, last > range.last { beginLife() }
      if let restored = stage?.restored, last == 0 {
        resume(life, restoredTo: restored, isFork: verdict == .fork, now)
      } else if last + 1 < range.first {
        abandon(life, isLost: verdict == .fork, now)
      }
    }
    awaitedRevisions = []
    for ordinal in outbox.all where !outbox[ordinal].isDone {
      let number = outbox[ordinal].number
      let isThere = number.sequence <= numbers[number.life] ?? 0
      resume(ordinal, isThere, stage, now)
    }
    forgetStable()
    rebuildOverlay(from: stage, values)
    sendNext = outbox.all.lowerBound
  }

  /// The engine has the values of a restored history, but not the numbers: requests in the values
  /// are done, all others are sent under new numbers.
  private mutating func resume(
    _ life: Life, restoredTo revision: UInt64, isFork: Bool, _ now: UInt64
  ) {
    for ordinal in outbox.all where outbox[ordinal].number.life == life {
      let request = outbox[ordinal]
      guard request.isInValues, !request.isDone else { continue }
      if isFork {
        // This daemon was further.
        guard let own = request.ownRevision, own <= revision else { continue }
      }
      outbox.update(ordinal) { $0.isDone = true }
      keep(ordinal)
    }
    abandon(life, isLost: true, now)
  }

  private mutating func resume(
    _ ordinal: Outbox.Ordinal, _ isThere: Bool, _ stage: SnapshotStage?, _ now: UInt64
  ) {
    let before = outbox[ordinal].isInValues
    let entry = stage?.settled[outbox[ordinal].number]
    let rules = settings.rules
    outbox.update(ordinal) { request in
      request.isInFlight = false
      request.isThere = isThere
      request.isConfirmed = false
      request.needsRoom = false
      if let entry {
        request.isInValues = true
        request.outcome = .ok(revision: entry)
        request.settledAt = now
      } else if isThere {
        // An answer whose entry has not arrived may be of a history that is gone: it is asked for
        // again.
        if !request.isInValues {
          switch request.outcome {
          case .ok, .same: request.outcome = nil
          case nil, .conflict, .unknown, .fork, .bad, .lost, .full: break
          }
        }
        if stage != nil, rules.apply(.snapshotsSettle), !request.isInValues {
          request.isInValues = true
          request.settledAt = now
        }
      } else if request.outcome == nil || rules.apply(.requestsAreKept) {
        request.outcome = nil
        request.isInValues = false
        request.keptRevision = nil
        request.isSynced = false
      }
    }
    if rules.apply(.numbersStay) == false, isThere, outbox[ordinal].outcome == nil {
      _ = move(ordinal)
    }
    if outbox[ordinal].isInValues != before { keep(ordinal) }
    if awaitsOutcome(outbox[ordinal]) {
      // The engine is asked for it by its number.
      if isThere { outbox.update(ordinal) { $0.outcome = nil } }
      return
    }
    if let entry { reply(ordinal, .applied(outbox[ordinal].origin, revision: entry)) }
  }

  /// Recomputes after a join which requests wait for which keys.
  mutating func rebuildOverlay(from stage: SnapshotStage?, _ values: Values) {
    overlayIsIncomplete = false
    let before = overlay.reset()
    for ordinal in outbox.all where outbox[ordinal].isPending {
      for key in outbox[ordinal].keys {
        overlay.add(
          ordinal, to: key,
          committed: stage.map { $0.value(of: key) } ?? before[key].map(\.committed) ?? values(key))
        turn.touch(key)
      }
    }
    if stage == nil {
      for (key, old) in before where overlay[key] == nil { turn.commit(key, old.committed) }
    }
  }

  /// Gives up a life whose next number the engine no longer takes. What the engine's history
  /// certainly lacks is sent under new numbers; what it may have forgotten is reported.
  mutating func abandon(_ life: Life, isLost: Bool, _ now: UInt64) {
    if life == self.life { beginLife() }
    outbox.limitDecided(life, to: 0)
    for ordinal in outbox.all where outbox[ordinal].number.life == life && !outbox[ordinal].isDone {
      let request = outbox[ordinal]
      if isLost, !request.isVoid {
        _ = move(ordinal)
      } else if case .rejected(let reason)? = request.withdrawal {
        report(ordinal, reason, now)
      } else if request.isPending || request.withdrawal != nil {
        report(ordinal, .doubtful, now)
      }
      outbox.update(ordinal) {
        $0.isDone = true
        $0.needsRoom = false
      }
      keep(ordinal)
    }
    if let range = outbox.lives[life], range.first > range.last { outbox.end(life) }
  }

  private mutating func beginLife() {
    life = life.successor
    outbox.begin(life)
  }

  /// Restores a request from the journal; numbers missing there are used up.
  mutating func restore(_ kept: JournaledRequest) {
    let life = kept.number.life
    var missing = outbox.lives[life].map { $0.last + 1 } ?? kept.oldestOpen
    while missing < kept.number.sequence {
      _ = outbox.append(OutboxRequest(RequestNumber(life, missing), [], .refuse))
      missing += 1
    }
    var request = OutboxRequest(
      kept.number, kept.operations, kept.keyClass, effect: kept.effect)
    request.origin = kept.origin
    request.seen = kept.seen
    request.isInValues = kept.isInValues
    request.keptRevision = kept.revision
    request.wasSent = true
    request.isJournaled = true
    if let reason = kept.withdrawal {
      request.empty()
      request.withdrawal = .rejected(reason)
    } else if request.isVoid {
      // It was given up, and its client may ask how it ended.
      request.withdrawal = .cancelled
      request.wasTimedOut = true
    }
    request.wasAnswered = !request.isShown && !request.wasTimedOut
    _ = outbox.append(request)
  }
}
