import ButtonModel

extension ScopeLink {
  mutating func attached(_ now: UInt64) {
    if case .refused = phase { return }
    join(now)
  }

  /// Opens a session by asking for this daemon's place in the history.
  mutating func join(_ now: UInt64) {
    leave(now)
    phase = .asking
    joinAsked = now
    turn.ask(.join(session: session, cursor, Array(outbox.lives.keys)))
  }

  mutating func lost(_ now: UInt64) {
    leave(now)
    switch phase {
    case .offline, .asking, .snapshot, .tail, .live: phase = .offline
    case .foreign, .refused: break
    }
  }

  /// Ends the session: whatever it still reports is ignored.
  private mutating func leave(_ now: UInt64) {
    finishTail(now)
    session &+= 1
    stage = nil
    joinAsked = nil
    inFlight = 0
    // The values are of a history that may be gone: the next join completes the overlay.
    overlayIsIncomplete = false
    turn.dropRequests()
    if awaySince == nil {
      awaySince = now
      answerDue = now + settings.answerTimeout
    }
  }

  mutating func joined(_ reply: JoinReply, _ now: UInt64, _ values: Values) {
    switch phase {
    case .snapshot, .tail, .live: return verify(reply, now)
    case .asking: break
    case .offline, .foreign, .refused: return
    }
    if let id, id != reply.id {
      phase = .foreign
      return
    }
    id = reply.id
    // What the engine has, it had when it was asked.
    verified = joinAsked ?? now
    joinAsked = nil
    if let cursor, reply.verdict == .tail, isNear(cursor, reply), coverage == settings.coverage {
      phase = .tail
      nextVerify = now + settings.verifyEvery
      resume(reply.numbers, reply.verdict, nil, now, values)
      turn.ask(.tail(session: session, cursor))
      catchUp(with: reply.head.revision, now)
    } else {
      if reply.verdict == .fork { noteFork(at: cursor?.revision ?? 0, reply.head.revision) }
      phase = .snapshot
      stage = SnapshotStage(reply, of: cursor)
      turn.ask(.snapshot(session: session, after: reply.head.revision))
    }
  }

  /// The log is shorter than a snapshot.
  private func isNear(_ cursor: FleetCursor, _ reply: JoinReply) -> Bool {
    guard reply.head.revision >= cursor.revision else { return false }
    let distance = reply.head.revision - cursor.revision
    return distance <= max(settings.longestTail, UInt64(max(0, reply.keyCount)))
  }

  mutating func take(
    _ fields: [SnapshotField], _ head: FleetCursor?, _ now: UInt64, _ values: Values
  ) {
    guard phase == .snapshot else { return }
    for field in fields {
      do throws(Violation) {
        if let (key, value) = try reader.line(of: field, settings, passing: &foreignKeys) {
          stage?.add(page: key, value, revision: field.revision)
        }
      } catch {
        return refuse(error, now)
      }
      if let bytes = stage?.bytes, bytes > settings.maximumSnapshotBytes {
        return refuse(Violation(.tooLarge, revision: field.revision), now)
      }
    }
    if let head {
      stage?.finishPages(at: head)
      nextVerify = now + settings.verifyEvery
      finishSnapshot(now, values)
    }
  }

  mutating func stage(_ entries: [LogEntry], _ now: UInt64, _ values: Values) {
    guard var stage else { return }
    self.stage = nil
    for entry in entries where entry.revision > stage.cursor.revision {
      if let violation = tooLarge(entry) { return refuse(violation, now) }
      let lines: [ScopeReader.Line]
      do throws(Violation) {
        lines = try reader.lines(of: entry, settings, passing: &foreignKeys)
      } catch {
        return refuse(error, now)
      }
      guard let next = follows(entry, stage.cursor) else { return broken(entry, stage.cursor, now) }
      for (key, value) in lines { stage.add(log: key, value, revision: entry.revision) }
      if outbox.ordinal(of: entry.request) != nil {
        stage.settle(entry.request, at: entry.revision)
      }
      stage.advance(to: next)
    }
    self.stage = stage
    finishSnapshot(now, values)
  }

  private mutating func finishSnapshot(_ now: UInt64, _ values: Values) {
    guard let stage, stage.isComplete else { return }
    // The engine has lost a part of its history meanwhile.
    guard stage.isSound else { return join(now) }
    self.stage = nil
    cursor = stage.cursor
    coverage = settings.coverage
    turn.hasMoved = true
    turn.replacesAll = true
    for (key, value) in stage.values { turn.commit(key, value) }
    resume(stage.numbers, stage.isFork ? .fork : .trimmed, stage, now, values)
    becomeLive(now)
  }

  mutating func becomeLive(_ now: UInt64) {
    finishTail(now)
    phase = .live
    awaySince = nil
    answerDue = nil
    nextVerify = now + settings.verifyEvery
    if isStale {
      isStale = false
      turn.mark(isStale: false)
    }
  }

  mutating func refuse(_ violation: Violation, _ now: UInt64) {
    leave(now)
    phase = .refused(violation)
  }

  /// No request can make an entry of this size, whatever it contains.
  func tooLarge(_ entry: LogEntry) -> Violation? {
    entry.changes.bytes.count > settings.maximumEntryBytes
      ? Violation(.tooLarge, revision: entry.revision, request: entry.request) : nil
  }

  /// The cursor after one more entry; nil if the entry does not follow.
  func follows(_ entry: LogEntry, _ cursor: FleetCursor) -> FleetCursor? {
    guard entry.revision == cursor.revision + 1 else { return nil }
    if settings.rules.apply(.entriesFollow) {
      guard cursor.chain.adding(entry.request, entry.changes) == entry.chain else { return nil }
    }
    return FleetCursor(entry.revision, entry.chain)
  }

  /// The log does not continue from the cursor: trimmed meanwhile, or the engine has lost a part of
  /// its history. Joining again shows which; an engine that reports each time that all is well
  /// breaks the rules.
  mutating func broken(_ entry: LogEntry, _ cursor: FleetCursor, _ now: UInt64) {
    breakCount = breakRevision == cursor.revision ? breakCount + 1 : 1
    breakRevision = cursor.revision
    if breakCount < 4 { return join(now) }
    refuse(Violation(.brokenChain, revision: entry.revision, request: entry.request), now)
  }

  /// Takes over another history, or continues where content was refused.
  mutating func adopt(_ now: UInt64) {
    switch phase {
    case .foreign:
      id = nil
      cursor = nil
      for life in Array(outbox.lives.keys) { abandon(life, isLost: true, now) }
    case .refused: breakCount = 0
    case .offline, .asking, .snapshot, .tail, .live: return
    }
    join(now)
  }
}
