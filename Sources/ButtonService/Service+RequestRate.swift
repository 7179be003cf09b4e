import ButtonEngine
import ButtonModel
import ButtonProtocol

extension Service {
  /// Waits are no shorter than this many nanoseconds, so that resuming many costs little.
  private static let shortestWait: UInt64 = 10_000_000

  /// When ``resumeThrottled(now:)`` is to be called; nil while no connection has to wait.
  package var wakeTime: UInt64? { throttled.isEmpty ? nil : throttledUntil }

  /// Counts requests of a connection; one that sends more than it may is not read from until it may
  /// again. Nothing that it has sent is lost.
  func charge(_ count: Int, to session: Session, now: UInt64) {
    guard limits.requestRate > 0 else { return }
    let wait = session.allowance.take(count, requestRate, now: now)
    guard wait > 0, !session.holds.contains(.rate) else { return }
    throttleCount += 1
    let until = now + max(wait, Service.shortestWait)
    throttledUntil = throttled.isEmpty ? until : min(throttledUntil, until)
    throttled.append(session.connection)
    hold(session, for: .rate)
  }

  /// Has the connections read from again whose time has come.
  package func resumeThrottled(now: UInt64) {
    guard let wakeTime, wakeTime <= now else { return }
    let rate = limits.requestRate > 0 ? requestRate : nil
    var shortest = UInt64.max
    throttled.removeAll { connection in
      // Another connection may have got the number meanwhile.
      guard let session = session(connection), session.holds.contains(.rate) else { return true }
      let wait = rate.map { session.allowance.wait($0, now: now) } ?? 0
      if wait > 0 {
        shortest = min(shortest, wait)
        return false
      }
      release(session, from: .rate)
      return true
    }
    if shortest < .max { throttledUntil = now + max(shortest, Service.shortestWait) }
  }

  private var requestRate: TokenBucket.Rate {
    TokenBucket.Rate(perSecond: Double(limits.requestRate))
  }

  /// The most requests that a batch may have.
  var batchLimit: (name: String, value: Int) {
    let rate = limits.requestRate
    return rate > 0 && rate < limits.batchRequests
      ? ("requestRate", rate) : ("batchRequests", limits.batchRequests)
  }
}
