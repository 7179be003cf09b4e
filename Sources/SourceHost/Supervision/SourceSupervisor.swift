package import ButtonModel
import Supervision

/// Decides when a source's program is started, stopped, killed, restarted or quarantined: events
/// in, actions out.
///
/// It touches no process and no clock: every event comes with the time, in nanoseconds, and
/// `wakeAt` says when `timerFired` is due. `RestartPolicy` decides when a program that died is
/// restarted, as for plugins.
package struct SourceSupervisor {
  package private(set) var phase = Phase.idle
  package private(set) var status: SourceStatus
  /// When `timerFired` is due; nil for never. May change with every event.
  package var wakeAt: UInt64? { deadline ?? (phase == .running ? healthyAt : nil) }

  private let figures: SourceSupervisionFigures
  /// Nil for a continuous program.
  private let interval: UInt64?
  private var restarts: RestartPolicy
  private var deadline: UInt64?
  private var startedAt: UInt64 = 0
  /// The end of the wait after a death.
  private var backoffEnd: UInt64 = 0
  private var hasDelivered = false
  /// The next start follows a death.
  private var hasDied = false
  private var isToStop = false
  /// A running program is being ended to be restarted.
  private var isToRestart = false

  /// A source with an interval, in nanoseconds, is polled.
  package init(interval: UInt64?, figures: SourceSupervisionFigures = SourceSupervisionFigures()) {
    self.interval = interval
    self.figures = figures
    restarts = RestartPolicy(figures: figures.restarts)
    status = SourceStatus(.starting)
  }

  /// Nil if no start is planned.
  package var retryAt: UInt64? {
    switch phase {
    case .waiting, .backoff, .quarantined: deadline
    case .idle, .running, .stopping, .ending, .killing, .stopped: nil
    }
  }

  /// When earlier deaths are forgotten, if the program runs that long; nil without deaths, or if
  /// the source is polled, where each run decides.
  private var healthyAt: UInt64? {
    guard interval == nil, !restarts.isClean else { return nil }
    return startedAt + figures.restarts.healthyTime
  }

  /// `jitter` (−1…1, random) varies the wait before a restart.
  package mutating func handle(
    _ event: Event, at now: UInt64, jitter: Double = 0
  ) -> [Action] {
    switch event {
    case .start: return phase == .idle ? spawn(now) : []
    case .spawned(let pid):
      status.pid = pid
      return [.statusChanged]
    case .spawnFailed(let why): return isToStop ? settle() : couldNotStart(why, now, jitter)
    case .delivered:
      hasDelivered = true
      return []
    case .outputEnded:
      guard phase == .running else { return [] }
      phase = .ending(nil)
      deadline = now + figures.outputGrace
      return []
    case .refused(let why): return phase == .running ? kill(because: why, now) : []
    case .exited(let exit, let fault): return exited(exit, fault, now, jitter)
    case .timerFired: return timerFired(now)
    case .run: return interval == nil ? [] : startEarly(now)
    case .reset: return reset(now)
    case .stop: return stop(now)
    }
  }

  // MARK: Starting

  private mutating func spawn(_ now: UInt64) -> [Action] {
    phase = .running
    startedAt = now
    hasDelivered = false
    deadline = interval.map { now + figures.runDeadline(interval: $0) }
    if hasDied { status.restarts += 1 }
    hasDied = false
    status.state = .running
    return [.spawn]
  }

  private mutating func startEarly(_ now: UInt64) -> [Action] {
    switch phase {
    case .waiting, .backoff, .quarantined:
      // The interval of a polled source is part of the time in which deaths are counted.
      restarts.endWaiting(phase == .quarantined ? now : min(now, backoffEnd))
      return spawn(now)
    case .idle, .running, .stopping, .ending, .killing, .stopped: return []
    }
  }

  private mutating func reset(_ now: UInt64) -> [Action] {
    _ = restarts.forget()
    guard phase == .running, interval == nil else {
      return phase == .waiting ? [] : startEarly(now)
    }
    isToRestart = true
    return terminate(now)
  }

  // MARK: Ending

  private mutating func kill(because why: String?, _ now: UInt64) -> [Action] {
    phase = .killing(why)
    deadline = now + figures.killGrace
    return [.kill]
  }

  private mutating func stop(_ now: UInt64) -> [Action] {
    guard !isToStop else { return [] }
    isToStop = true
    switch phase {
    case .running, .ending: return terminate(now)
    case .killing, .stopping: return []
    case .idle, .waiting, .backoff, .quarantined: return settle()
    case .stopped: return []
    }
  }

  private mutating func terminate(_ now: UInt64) -> [Action] {
    phase = .stopping
    status.state = .stopping
    deadline = now + figures.stopGrace
    return [.terminate, .statusChanged]
  }

  private mutating func settle() -> [Action] {
    phase = .stopped
    deadline = nil
    return [.stopped]
  }

  private mutating func exited(
    _ exit: ProcessExit, _ fault: String?, _ now: UInt64, _ jitter: Double
  ) -> [Action] {
    let cause: String?
    switch phase {
    case .ending(let why), .killing(let why):
      // An exit code means that it ended before it was killed.
      if case .code = exit { cause = nil } else { cause = why }
    case .running, .stopping: cause = nil
    case .idle, .waiting, .backoff, .quarantined, .stopped: return []
    }
    status.pid = nil
    if isToStop { return settle() }
    if isToRestart {
      isToRestart = false
      return spawn(now)
    }
    if interval != nil, cause == nil, exit == .code(0), fault == nil { return succeeded(now) }
    let detail = fault.map { ": \($0)" } ?? ""
    let ending = interval != nil && exit == .code(0) ? fault ?? "\(exit)" : "\(exit)\(detail)"
    return died(cause ?? ending, now, jitter)
  }

  private mutating func succeeded(_ now: UInt64) -> [Action] {
    let wasQuarantined = restarts.forget()
    phase = .waiting
    status.state = .waiting
    deadline = nextRun(now)
    return (wasQuarantined ? [.recovered] : []) + [.statusChanged, .runEnded]
  }

  /// Missed runs are skipped.
  private func nextRun(_ now: UInt64) -> UInt64 { max(now, startedAt + (interval ?? 0)) }

  private mutating func died(_ why: String, _ now: UInt64, _ jitter: Double) -> [Action] {
    let before = forgetPastIfHealthy(now)
    status.deaths += 1
    hasDied = true
    return before
      + follow(
        restarts.died(at: now, hadServedWell: hasDelivered && interval == nil, jitter: jitter), why,
        now)
  }

  /// The daemon could make no process, which is not held against the program.
  private mutating func couldNotStart(
    _ why: String, _ now: UInt64, _ jitter: Double
  ) -> [Action] {
    follow(restarts.couldNotStart(at: now, jitter: jitter), why, now)
  }

  private mutating func follow(
    _ decision: RestartPolicy.Decision, _ why: String, _ now: UInt64
  ) -> [Action] {
    status.lastError = why
    deadline = nil
    let ended: [Action] = interval == nil ? [] : [.runEnded]
    switch decision {
    case .quarantine(let time):
      phase = .quarantined
      status.state = .quarantined
      deadline = time
      return [.died(why), .wasQuarantined(why), .statusChanged] + ended
    case .restart(let delay):
      backoffEnd = now + delay
      if delay == 0, interval == nil { return [.died(why)] + spawn(now) }
      phase = .backoff
      status.state = .restarting
      deadline = max(backoffEnd, interval == nil ? 0 : nextRun(now))
      return [.died(why), .statusChanged] + ended
    }
  }

  // MARK: Waiting

  private mutating func timerFired(_ now: UInt64) -> [Action] {
    guard let due = wakeAt, now >= due else { return [] }
    switch phase {
    case .running:
      guard let deadline, now >= deadline else { return forgetPastIfHealthy(now) }
      let limit = (deadline - startedAt) / 1_000_000
      return kill(because: "did not end within \(limit) ms", now)
    case .stopping: return kill(because: nil, now)
    case .ending(let why):
      return kill(because: why ?? "closed its output and did not exit", now)
    case .killing:
      deadline = now + figures.killGrace
      return [.killNow]
    case .waiting, .backoff, .quarantined: return startEarly(now)
    case .idle, .stopped: preconditionFailure("a phase without a deadline was woken")
    }
  }

  private mutating func forgetPastIfHealthy(_ now: UInt64) -> [Action] {
    guard let healthyAt, now >= healthyAt else { return [] }
    return restarts.forget() ? [.recovered, .statusChanged] : []
  }
}
