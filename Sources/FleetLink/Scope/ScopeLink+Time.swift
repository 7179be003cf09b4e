import ButtonModel

extension ScopeLink {
  mutating func tick(_ now: UInt64) {
    if phase == .live, let time = roomCheck, time <= now { retry(now) }
    if isVerifying, now >= nextVerify, joinAsked == nil {
      joinAsked = now
      decidedWhenAsked = outbox.lives.mapValues(\.decided)
      turn.ask(.join(session: session, logCursor, Array(outbox.lives.keys)))
    }
    if let joinDeadline, now >= joinDeadline {
      // A hanging link does not report it. It is asked again, in case it recovers.
      let asked = joinAsked
      join(now)
      awaySince = asked
      answerDue = asked.map { $0 + settings.answerTimeout }
    }
    guard let awaySince else { return }
    if !isStale, now >= awaySince + settings.grace {
      isStale = true
      turn.mark(isStale: true)
    }
    if let answerDue, now >= answerDue {
      self.answerDue = nil
      timeOut()
    }
  }

  /// When a live scope counts as out of reach because a join is not answered.
  private var joinDeadline: UInt64? {
    guard phase == .live, let joinAsked else { return nil }
    return max(joinAsked, heard) + settings.joinTimeout
  }

  /// The history is checked now and then: also before the scope is live, as the engine may lose the
  /// revision that it waits for. A snapshot does not know that revision before its last page.
  private var isVerifying: Bool {
    phase == .live || phase == .tail || stage?.target != nil
  }

  /// Answers those who wait for a lost connection, and gives up their requests unless they are
  /// shown: once the connection is back, the engine reports whether it had them.
  private mutating func timeOut() {
    for ordinal in outbox.all {
      let request = outbox[ordinal]
      guard request.ticket != nil else { continue }
      reply(ordinal, .timedOut(request.origin))
      if !request.isShown, request.isPending, request.outcome == nil {
        withdraw(ordinal, .cancelled)
      }
    }
  }

  /// The answer to the check whether the history still holds.
  mutating func verify(_ reply: JoinReply, _ now: UInt64) {
    guard let asked = joinAsked else { return }
    joinAsked = nil
    nextVerify = now + settings.verifyEvery
    if settings.rules.apply(.continuityIsVerified) {
      guard reply.id == id, reply.verdict == .tail, hasAll(reply) else { return join(now) }
    }
    switch phase {
    case .tail: catchUp(with: min(goal, reply.head.revision), now)
    case .live:
      verified = asked
      forgetStable()
    case .offline, .asking, .snapshot, .foreign, .refused: break
    }
  }

  /// The engine still has what this daemon counted on when it asked: the log, which comes on
  /// another connection, may be ahead of the answer.
  private func hasAll(_ reply: JoinReply) -> Bool {
    if let target = stage?.target { return target.revision <= reply.head.revision }
    return decidedWhenAsked.allSatisfy { $1 <= reply.numbers[$0] ?? 0 }
  }

  /// The scope is live once the log has reached this revision.
  mutating func catchUp(with head: UInt64, _ now: UInt64) {
    goal = head
    if let cursor = logCursor, cursor.revision >= goal { becomeLive(now) }
  }

  /// Forgets requests after which the history has held long enough, in whatever session. When room
  /// is needed it suffices that the engine has them on its disk, for half of what may be kept.
  mutating func forgetStable(pressed isPressed: Bool = false) {
    while let first = outbox.first {
      let since = max(first.settledAt, startedAt)
      let isSafe =
        verified > since + settings.stableAfter
        || (isPressed && first.isSynced && outbox.bytes > settings.maximumKeptBytes / 2)
      guard first.isDone || (first.isSettled && isSafe) else { break }
      let life = first.number.life
      if first.isJournaled { turn.journal(.remove(first.number)) }
      _ = outbox.removeFirst()
      if life != self.life, let range = outbox.lives[life], range.first > range.last {
        outbox.end(life)
      }
    }
  }

  /// The next deadline; nil if it has not changed.
  mutating func newDeadline() -> (time: UInt64?, Void)? {
    var times: [UInt64] = []
    if isVerifying, joinAsked == nil { times.append(nextVerify) }
    if let joinDeadline { times.append(joinDeadline) }
    if phase == .live, let time = roomCheck { times.append(time) }
    if let awaySince {
      if !isStale { times.append(awaySince + settings.grace) }
      if let answerDue { times.append(answerDue) }
    }
    let time = times.min()
    if time == wakeTime { return nil }
    wakeTime = time
    return (time, ())
  }
}
