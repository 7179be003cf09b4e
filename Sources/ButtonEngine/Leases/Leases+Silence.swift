import ButtonModel
import ButtonStore

extension Leases {
  /// When to call ``expire(now:)``; nil if nothing is scheduled.
  var nextDeadline: UInt64? { firstDeadline }

  /// Marks the keys of holders that were silent for too long as lost; returns who fed any.
  ///
  /// A holder is judged in the turn after its time is up, once what it sent until then was read. If
  /// that turn comes late, because the daemon was stopped or busy, the holder gets the delay on
  /// top, or its time once more if that is less: it may have been stopped as well.
  func expire(now: UInt64, _ effect: inout ChangeEffect) -> [TimedChange] {
    firstDeadline = nil
    var silences: [TimedChange] = []
    for index in holds.indices {
      guard let deadline = holds[index]?.deadline else { continue }
      if now < deadline {
        noteDeadline(deadline)
      } else if holds[index]?.reprievedUntil == nil, let silentAfter = holds[index]?.silentAfter {
        let end = now &+ min(now &- deadline, silentAfter)
        holds[index]?.reprievedUntil = end
        noteDeadline(end)
      } else {
        holds[index]?.isSilent = true
        for leased in holds[index]?.keys ?? [] { setLost(leased, true, &effect) }
        if let silence = holds[index].flatMap(silence) { silences.append(silence) }
      }
    }
    return silences
  }

  /// While unread, a holder is not silent; when it is read again, what it has sent comes first.
  func setUnread(_ holder: LeaseHolder, _ isUnread: Bool) {
    for hold in holdsOfHolder[holder] ?? [] {
      holds[hold]?.isUnread = isUnread
      holds[hold]?.reprievedUntil = nil
      if let deadline = holds[hold]?.deadline { noteDeadline(deadline) }
    }
  }

  func noteDeadline(_ deadline: UInt64) { firstDeadline = min(firstDeadline ?? .max, deadline) }
}
