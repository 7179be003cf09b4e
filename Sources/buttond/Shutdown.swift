/// Decides how the daemon ends: no more requests, everything that is due is published and kept, then
/// clients and workers go, and the state database is closed.
///
/// Events and time in, actions out; times are milliseconds of any monotonic clock.
struct Shutdown {
  /// How far the end has come.
  enum Phase: Hashable {
    /// What was kept is being read; nobody can connect yet.
    case starting
    case running
    /// Nothing is read any more; what was read is being published and kept.
    case draining
    /// Publishing has had its time; what was read is being kept.
    case keeping
    /// Clients and workers are gone or going.
    case ending
  }

  /// What it hears.
  enum Event: Hashable {
    /// The start is over.
    case started
    /// A signal asks for the end.
    case signal
    /// A turn has ended, or the time for publishing has.
    case turnEnded(Work)
    /// The timer fired that was set last.
    case timerFired(Work)
    /// The timer cannot be set.
    case timerFailed
  }

  /// What remains to do for clients.
  struct Work: Hashable {
    /// All changes are in frames, and these were sent.
    var isPublished: Bool
    /// All changes are on the disk, as far as they can be written.
    var isKept: Bool
  }

  /// What it wants done, in this order.
  enum Action: Hashable {
    /// End the start at its next step.
    case giveUpStart
    /// Read no more requests, and hurry with what was read.
    case drain
    /// Send `timerFired` after this many milliseconds, and at no other time.
    case setTimer(UInt64)
    /// Say that clients do not get all that is due.
    case reportUnpublished
    /// End clients and workers, close the state database, and let go of the loop.
    case end
    /// Leave without waiting for anything.
    case exit(Reason)
  }

  /// Why nothing is waited for.
  enum Reason: Hashable {
    case secondSignal, hang, noTimer
  }

  /// From the first signal to the end of publishing.
  static let drainTime: UInt64 = 1_000
  /// From the first signal to the moment from which on another one ends the daemon at once. Some send a
  /// signal twice at the same moment, to the process and to its group.
  static let patience: UInt64 = 500
  /// From the first signal to the end, whatever hangs.
  static let totalTime: UInt64 = 4_500

  private(set) var phase = Phase.starting
  /// When the first signal came.
  private var began: UInt64 = 0

  /// Takes one event at time `now`.
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

  /// The rest of the time for all of it, at least a millisecond.
  private func rest(_ now: UInt64) -> UInt64 {
    Shutdown.totalTime - min(now - began, Shutdown.totalTime - 1)
  }
}
