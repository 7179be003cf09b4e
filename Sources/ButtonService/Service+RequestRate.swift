import ButtonEngine
import ButtonModel
import ButtonProtocol

extension Service {
  /// In nanoseconds; bounds the cost of resuming many connections.
  private static let shortestWait: UInt64 = 10_000_000

  /// When ``resumeThrottled(now:)`` or the fleet must be called; nil while nothing is due.
  package var wakeTime: UInt64? {
    let wake = min(throttled.isEmpty ? .max : throttledUntil, fleetWakeTime)
    return wake == .max ? nil : wake
  }

  /// Does not read from a connection that exceeds its rate. Nothing that it has sent is lost.
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

  package func resumeThrottled(now: UInt64) {
    guard !throttled.isEmpty, throttledUntil <= now else { return }
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

  var batchLimit: (name: String, value: Int) {
    let rate = limits.requestRate
    return rate > 0 && rate < limits.batchRequests
      ? ("requestRate", rate) : ("batchRequests", limits.batchRequests)
  }
}
