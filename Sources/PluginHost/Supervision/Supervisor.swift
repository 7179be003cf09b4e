package import ButtonModel
import Supervision

/// Decides when one plugin's worker is started, killed, restarted or given up: events in, actions
/// out.
///
/// It touches no process and no clock: every event comes with the time, in nanoseconds, and
/// `wakeAt` says when it needs `timerFired`.
package struct Supervisor {
  package internal(set) var phase = Phase.discovered
  /// What clients are sent.
  package internal(set) var status = PluginStatus(state: .starting)
  /// When `timerFired` is due; nil for never. May change with every event.
  package private(set) var wakeAt: UInt64?

  let figures: SupervisionFigures
  let startTimeout: UInt64
  let batchBudget: UInt64?

  var isVerified = false
  /// What becomes of the plugin when its present process has ended.
  var wish = Wish.run
  /// A restart would not help; only `reset` lifts it.
  var hasFailed = false
  var restarts: RestartPolicy
  var poison = PoisonRecord()

  var deadline: UInt64?
  private var holdsStart = false
  var batches = BatchesOut()
  /// The current deadline has been extended.
  var isReprieved = false
  private var readySince: UInt64 = 0
  private var hasRun = false
  /// The present process has said hello; `hasServed`: any process has.
  private(set) var hasSaidHello = false
  private(set) var hasServed = false

  enum Wish { case run, beOff, stop }

  /// The times are the manifest's, in nanoseconds; `restarts` and `deaths` are those of earlier
  /// versions.
  package init(
    figures: SupervisionFigures = SupervisionFigures(), startTimeout: UInt64? = nil,
    batchBudget: UInt64? = nil, restarts: Int = 0, deaths: Int = 0
  ) {
    self.figures = figures
    self.startTimeout = figures.startDeadline(asked: startTimeout)
    self.batchBudget = batchBudget
    self.restarts = RestartPolicy(figures: figures.restarts)
    status.restarts = restarts
    status.deaths = deaths
  }

  private var nextWake: UInt64? {
    switch phase {
    case .ready: return healthyAt
    case .busy:
      guard let deadline = batches.deadline(figures, budget: batchBudget) else { return healthyAt }
      return min(deadline, healthyAt ?? deadline)
    case .discovered, .verified, .spawning, .stopping, .dying, .backoff, .quarantined, .failed,
      .disabled, .stopped:
      return deadline
    }
  }

  /// When the past no longer counts, if the worker lives that long; nil if it is clean, or it has
  /// yet to answer a batch well.
  private var healthyAt: UInt64? {
    guard batches.hasAnsweredWell, hasFailed || !restarts.isClean else { return nil }
    return readySince + figures.restarts.healthyTime
  }

  /// The sequence number that the next answer must have; nil if no answer is due.
  package var expectedAnswer: UInt32? { phase == .busy ? batches.expectedAnswer : nil }

  /// Nothing is known about its files.
  package var isUnverified: Bool { !isVerified && !isHeldBack }

  package var isOff: Bool { wish == .beOff }

  package var takesBatches: Bool { phase == .ready || phase == .busy }

  /// Report answered buttons with `cleared`.
  package var hasSuspects: Bool { poison.hasSuspects }

  /// Not to be tried again until they are redefined.
  package var poisonedButtons: [UInt64] { poison.poisoned }

  /// `jitter` (−1…1, random) varies the wait before a restart.
  package mutating func handle(
    _ event: Event, at now: UInt64, jitter: Double = 0
  ) -> [Action] {
    let actions = actions(after: event, now, jitter)
    wakeAt = nextWake
    return actions
  }

  private mutating func actions(
    after event: Event, _ now: UInt64, _ jitter: Double
  ) -> [Action] {
    switch event {
    case .batchSent(let sequence, let count): batchSent(sequence, count, now)
    case .answered(let sequence): return answered(sequence, now)
    case .cleared(let handles): poison.answered(handles)
    case .redefined(let handle): poison.forget(handle)
    case .quarantinedBefore(let why): quarantinedBefore(why, now)
    case .verified: return verified()
    case .unverified(let why): return unverified(why)
    case .admitted: return admitted(now)
    case .spawned(let pid): return spawned(pid)
    case .spawnFailed(let why): return spawnFailed(why, now, jitter)
    case .hello: return hello(now)
    case .refused(let why): return kill(.refused(why))
    case .gaveUp(let why): return gaveUp(why, now)
    case .channelClosed: return expectExit(.channelClosed, by: now + figures.channelGrace)
    case .exited(let exit, let blamed, let detail):
      return exited(exit, blamed, detail, now, jitter)
    case .timerFired: return timerFired(now)
    case .heldUp: return heldUp(now)
    case .reset: return reset()
    case .notReplaced(let why): return notReplaced(why)
    case .enable: return enable()
    case .disable: return end(.beOff, now)
    case .stop: return end(.stop, now)
    }
    return []
  }

  /// As ``handle(_:at:jitter:)`` with `batchSent`.
  package mutating func handleSent(_ sequence: UInt32, count: Int, at now: UInt64) {
    batchSent(sequence, count, now)
    wakeAt = nextWake
  }

  /// As ``handle(_:at:jitter:)`` with `answered`.
  package mutating func handleAnswered(_ sequence: UInt32, at now: UInt64) -> [Action] {
    let actions = answered(sequence, now)
    wakeAt = nextWake
    return actions
  }

  // MARK: Starting

  private mutating func verified() -> [Action] {
    if hasFailed { return [] }
    isVerified = true
    guard phase == .discovered else { return [] }
    guard let probeAt = restarts.probeAt else { return requestStart(isUrgent: false) }
    return beQuarantined(until: probeAt, status.lastError ?? "", nil)
  }

  private mutating func quarantinedBefore(_ why: String, _ now: UInt64) {
    guard !isVerified else { return }
    status.lastError = why
    restarts.quarantine(at: now)
  }

  private mutating func unverified(_ why: String) -> [Action] {
    status.lastError = why
    condemn()
    return phase == .discovered ? fail(why) : []
  }

  mutating func requestStart(isUrgent: Bool) -> [Action] {
    phase = .verified
    deadline = nil
    if !isHeldBack { status.state = hasRun ? .restarting : .starting }
    return [.statusChanged, .requestStart(isUrgent: isUrgent)]
  }

  private mutating func admitted(_ now: UInt64) -> [Action] {
    guard phase == .verified else { return [.endStart] }
    phase = .spawning
    hasSaidHello = false
    holdsStart = true
    deadline = now + startTimeout
    isReprieved = false
    batches = BatchesOut()
    return [.spawn]
  }

  private mutating func spawned(_ pid: Int32) -> [Action] {
    status.pid = pid
    if hasRun { status.restarts += 1 }
    hasRun = true
    return [.statusChanged]
  }

  private mutating func spawnFailed(
    _ why: String, _ now: UInt64, _ jitter: Double
  ) -> [Action] {
    status.lastError = why
    let actions = endStart()
    guard wish == .run else { return actions + settle() }
    let decision = restarts.couldNotStart(at: now, jitter: jitter)
    return actions + follow(decision, DownReport(.crashed, why), now)
  }

  private mutating func hello(_ now: UInt64) -> [Action] {
    switch phase {
    case .spawning:
      phase = .ready
      hasSaidHello = true
      deadline = nil
      hasServed = true
      readySince = now
      status.state = .running
      return [.becameReady, .statusChanged] + endStart()
    case .ready, .busy: return kill(.refused("said hello twice"))
    case .discovered, .verified, .stopping, .dying, .backoff, .quarantined, .failed, .disabled,
      .stopped:
      return []
    }
  }

  mutating func endStart() -> [Action] {
    guard holdsStart else { return [] }
    holdsStart = false
    return [.endStart]
  }

  // MARK: Batches

  private mutating func batchSent(_ sequence: UInt32, _ count: Int, _ now: UInt64) {
    precondition(takesBatches, "a batch was sent to a worker that takes none")
    batches.sent(sequence, count: count, at: now)
    phase = .busy
  }

  private mutating func answered(_ sequence: UInt32, _ now: UInt64) -> [Action] {
    // It finishes its batch before it gets to the request to stop.
    if phase == .stopping { return [] }
    guard sequence == expectedAnswer else {
      let due = expectedAnswer.map { "\($0)" } ?? "none"
      return kill(.refused("answered batch \(sequence) where \(due) was due"))
    }
    batches.answered(at: now)
    isReprieved = false
    if batches.isEmpty { phase = .ready }
    return forgetPastIfHealthy(now)
  }

  mutating func forgetPastIfHealthy(_ now: UInt64) -> [Action] {
    guard let healthyAt, now >= healthyAt else { return [] }
    return forgive()
  }

  // MARK: Dying

  /// Decides what follows only when the process is gone.
  mutating func kill(_ cause: Cause) -> [Action] {
    switch phase {
    case .spawning, .ready, .busy:
      phase = .dying(cause)
      deadline = nil
      return [.kill]
    case .stopping:
      deadline = nil
      return [.kill]
    case .discovered, .verified, .dying, .backoff, .quarantined, .failed, .disabled, .stopped:
      return []
    }
  }

  private mutating func expectExit(_ cause: Cause, by time: UInt64) -> [Action] {
    guard phase == .spawning || takesBatches else { return [] }
    phase = .dying(cause)
    deadline = time
    return []
  }

  /// Only a start can say that a restart is useless; what a plugin does later concerns a button.
  private mutating func gaveUp(_ why: String, _ now: UInt64) -> [Action] {
    if hasSaidHello { return kill(.refused("gave up: \(why)")) }
    return expectExit(.gaveUp(why), by: now + figures.stopGrace)
  }

  var isQuarantined: Bool { restarts.isQuarantined }

  /// Does not simply run even if its files are valid.
  var isHeldBack: Bool { hasFailed || isQuarantined }

  // MARK: Waiting

  /// A restart would not help, whatever was held against it before.
  private mutating func condemn() {
    hasFailed = true
    restarts.liftQuarantine()
  }

  mutating func fail(_ message: String) -> [Action] {
    condemn()
    phase = .failed
    status.state = .failed
    return [.becameDown(DownReport(.failed, message)), .statusChanged]
  }

  mutating func forgive() -> [Action] {
    hasFailed = false
    return restarts.forget() ? [.liftQuarantine] : []
  }

  mutating func askToStop(_ now: UInt64) -> [Action] {
    phase = .stopping
    deadline = now + figures.stopGrace
    return [.sendStop]
  }

  /// Off or gone, without a process.
  mutating func settle() -> [Action] {
    deadline = nil
    switch wish {
    case .run: preconditionFailure("a plugin that is to run cannot settle")
    case .beOff:
      phase = .disabled
      status.state = .disabled
      return [.becameDown(DownReport(.disabled, "the plugin is disabled")), .statusChanged]
    case .stop:
      phase = .stopped
      return [.stopped]
    }
  }
}
