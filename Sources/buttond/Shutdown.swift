/// Decides how the daemon ends: no more requests, everything due is published and kept, then
/// clients and workers go, and the state database is closed.
///
/// Events and time in, actions out; times are milliseconds of any monotonic clock.
struct Shutdown {
  enum Phase: Hashable {
    /// State is being restored; nobody can connect yet.
    case starting
    case running
    /// Nothing is read any more; what was read is being published and kept.
    case draining
    /// The time for publishing is over; what was read is being kept.
    case keeping
    /// Clients and workers are gone or going.
    case ending
  }

  enum Event: Hashable {
    case started
    case signal
    /// A turn has ended, or the time for publishing has.
    case turnEnded(Work)
    /// The timer that was set last.
    case timerFired(Work)
    case timerFailed
  }

  /// What remains to do for clients.
  struct Work: Hashable {
    /// All changes are in frames, and these were sent.
    var isPublished: Bool
    /// All changes are on disk, as far as they can be written.
    var isKept: Bool
  }

  /// What to do, in this order.
  enum Action: Hashable {
    /// End the start at its next step.
    case giveUpStart
    /// Read no more requests, and hurry with what was read.
    case drain
    /// Send `timerFired` after this many milliseconds, and at no other time.
    case setTimer(UInt64)
    case reportUnpublished
    /// End clients and workers, close the state database, and release the loop.
    case end
    /// Exit without waiting for anything.
    case exit(Reason)
  }

  enum Reason: Hashable {
    case secondSignal, hang, noTimer
  }

  /// The time from the first signal to the end of publishing.
  static let drainTime: UInt64 = 1_000
  /// The time from the first signal until another one ends the daemon at once. Some tools send a
  /// signal twice at the same moment, to the process and to its group.
  static let patience: UInt64 = 500
  /// The time from the first signal to the end, whatever hangs.
  static let totalTime: UInt64 = 4_500

  private(set) var phase = Phase.starting
  private var began: UInt64 = 0

  mutating func handle(_ event: Event, at now: UInt64) -> [Action] {
    switch event {
    case .started:
      if phase == .starting { phase = .running }
      return []
    case .signal: return signal(now)
    case .turnEnded(let work): return proceed(work, now)
    case .timerFired(let work): return timerFired(work, now)
    case .timerFailed:
      switch phase {
      case .starting, .running: return []
      case .draining:
        phase = .ending
        return [.end]
      case .keeping, .ending: return [.exit(.noTimer)]
      }
    }
  }

  private mutating func signal(_ now: UInt64) -> [Action] {
    switch phase {
    case .starting:
      phase = .ending
      began = now
      return [.giveUpStart]
    case .running:
      phase = .draining
      began = now
      return [.drain, .setTimer(Shutdown.drainTime)]
    case .draining, .keeping, .ending:
      return now >= began + Shutdown.patience ? [.exit(.secondSignal)] : []
    }
  }

  private mutating func proceed(_ work: Work, _ now: UInt64) -> [Action] {
    switch phase {
    case .draining: work.isPublished && work.isKept ? end(now) : []
    case .keeping: work.isKept ? end(now) : []
    case .starting, .running, .ending: []
    }
  }

  private mutating func timerFired(_ work: Work, _ now: UInt64) -> [Action] {
    guard phase == .draining else { return [.exit(.hang)] }
    phase = .keeping
    let report: [Action] = work.isPublished ? [] : [.reportUnpublished]
    return report + [.setTimer(rest(now))] + proceed(work, now)
  }

  private mutating func end(_ now: UInt64) -> [Action] {
    phase = .ending
    return [.setTimer(rest(now)), .end]
  }

  /// The rest of the total time, at least a millisecond.
  private func rest(_ now: UInt64) -> UInt64 {
    Shutdown.totalTime - min(now - began, Shutdown.totalTime - 1)
  }
}
