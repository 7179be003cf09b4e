import PluginHost
import Supervision

/// A supervisor and the time it is told, for tests that play a plugin's life.
struct Timeline {
  var supervisor: Supervisor
  /// Nanoseconds.
  private(set) var now: UInt64 = 1_000_000_000
  private var sequence: UInt32 = 0

  /// A plugin that was found and verified, and waits for its turn.
  init(
    _ figures: SupervisionFigures = SupervisionFigures(), startTimeout: UInt64? = nil,
    batchBudget: UInt64? = nil
  ) {
    supervisor = Supervisor(
      figures: figures, startTimeout: startTimeout, batchBudget: batchBudget)
    tell(.verified)
  }

  /// Lets time pass.
  mutating func pass(milliseconds: UInt64) {
    now += milliseconds * .millisecond
  }

  /// Reports an event at this moment.
  @discardableResult
  mutating func tell(_ event: Supervisor.Event, jitter: Double = 0) -> [Supervisor.Action] {
    supervisor.handle(event, at: now, jitter: jitter)
  }

  /// Starts the worker, to its hello.
  mutating func start() {
    tell(.admitted)
    tell(.spawned(pid: 100))
    tell(.hello)
  }

  /// Has a batch sent.
  mutating func send(_ count: Int = 1) {
    sequence += 1
    tell(.batchSent(sequence: sequence, count: count))
  }

  /// Has a batch of buttons answered.
  mutating func answer(_ count: Int = 1) {
    send(count)
    tell(.answered(sequence: sequence))
  }

  /// Has the worker die by a fault of its own.
  @discardableResult
  mutating func die(on button: UInt64? = nil, jitter: Double = 0) -> [Supervisor.Action] {
    tell(.exited(.signal(11), blamed: button), jitter: jitter)
  }

  /// Waits until the supervisor wants to be woken, and wakes it; returns the milliseconds waited.
  @discardableResult
  mutating func wake() -> UInt64? {
    guard let time = supervisor.wakeAt else { return nil }
    let waited = time > now ? time - now : 0
    now = max(now, time)
    tell(.timerFired)
    return waited / .millisecond
  }

  /// The milliseconds until the supervisor wants to be woken.
  var untilWake: UInt64? { supervisor.wakeAt.map { ($0 - now) / .millisecond } }

  /// Crashes until the quarantine; the worker had never answered well.
  mutating func crashIntoQuarantine() {
    while supervisor.phase != .quarantined {
      if supervisor.phase == .backoff { wake() }
      start()
      die()
    }
  }
}

extension [Supervisor.Action] {
  /// What the lane is told of a worker's end.
  var report: DownReport? {
    for case .becameDown(let report) in self { return report }
    return nil
  }
}
