import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonService
import Glibc
import Logging
import PluginHost
import UVLoop

/// Ends each turn of the loop: ticks the engine, performs what engine and service want, and wakes
/// the loop in time for the next turn.
final class TurnRunner {
  private let loop: Loop
  private let log: DaemonLog
  private let service: Service
  private let engine: Engine
  private let clients: ClientListener
  private let host: PluginHost
  private let persistence: Persistence?
  private let ending: ShutdownDriver
  private let heap: HeapTrimmer
  private var hook: LoopHook?
  private var timer: KernelTimer?
  /// Milliseconds; nil while it is not set.
  private var timerTime: UInt64?
  private var actions: [EngineAction] = []

  init(
    _ clients: ClientListener, _ plugins: PluginBridge, _ persistence: Persistence?,
    _ ending: ShutdownDriver, log: DaemonLog
  ) {
    self.clients = clients
    self.persistence = persistence
    self.ending = ending
    self.log = log
    service = clients.service
    engine = plugins.engine
    host = plugins.host
    loop = plugins.loop
    heap = HeapTrimmer(on: loop, log: log)
  }

  func start() throws(UVError) {
    let hook = try LoopHook(.prepare, on: loop) { [self] in endTurn() }
    self.hook = hook
    try hook.start()
    hook.isReferenced = false
    timer = try KernelTimer(on: loop) { [self] in timerTime = nil }
    timer?.isReferenced = false
    heap.start()
  }

  func close() {
    hook?.close()
    timer?.close()
    heap.close()
  }

  /// Runs right before the loop would block: the tick, and everything that it wants done.
  private func endTurn() {
    if ending.phase == .ending { return }
    let now = loop.hrtime
    service.beginTurn()
    service.resumeThrottled(now: now)
    if service.fleetWakeTime <= now { service.fleet?.turnEnded(now: now) }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    engine.wallClockMilliseconds = UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec / 1_000_000)
    engine.turnEnded(now: now)
    persistence?.turnEnded(isRunning: ending.phase == .running)
    perform()
    service.resumePresses()
    heap.turnEnded(keeping: clients.flush() + engine.storedBytes)
    setTimer()
    ending.turnEnded()
  }

  private func perform() {
    service.tellTimedChanges()
    let hasOutput = !service.output.isEmpty
    if hasOutput { sendOutput(isAlone: engine.actions.isEmpty) }
    while engine.takeActions(&actions) {
      if actions.count == 1 {
        // Moved, not copied: most turns do this.
        perform(actions.removeLast(), isAlone: !hasOutput)
      } else {
        for action in actions { perform(action, isAlone: false) }
        actions.empty()
      }
      sendOutput(isAlone: false)
    }
  }

  private func sendOutput(isAlone: Bool) {
    if service.output.isEmpty { return }
    let deliveries = service.output
    service.output.removeAll()
    for delivery in deliveries {
      clients.deliver(
        delivery.line, to: delivery.receivers, isAlone: isAlone && deliveries.count == 1)
    }
  }

  /// `isAlone`: the turn has no other action.
  private func perform(_ action: EngineAction, isAlone: Bool) {
    switch action {
    case .sendBatch(let lane, let sequence, let items, let payload):
      host.send(payload, sequence: sequence, items: items, to: lane)
    case .sendGesture(let lane, let sequence, let payload):
      host.send(gesture: payload, sequence: sequence, to: lane)
    case .sendTrial(let lane, let sequence, let items, let payload):
      host.sendTrial(payload, sequence: sequence, items: items, to: lane)
    case .takeOver(let lane): host.trialPassed(lane)
    case .deliver(let line, let connections):
      clients.deliver(line, to: connections, isAlone: isAlone)
    case .performed(let action):
      service.tell(action)
      sendOutput(isAlone: false)
    case .answered(let ticket, let result): clients.answer(ticket, result)
    case .journal(let group):
      guard let persistence else { preconditionFailure("only a journal is given groups") }
      persistence.keep(group)
    case .forgetDeaths(let handle, let lane): host.forgetDeaths(on: handle, in: lane)
    case .violation(let lane, let message): host.refuse(lane, because: message)
    }
  }

  /// Ensures that a turn ends when the engine needs one. A timer set to an earlier time is left
  /// alone: a turn too many costs less than moving it with every frame.
  private func setTimer() {
    let wake = min(engine.wakeTime ?? .max, service.wakeTime ?? .max)
    if wake == .max { return }
    let milliseconds = (wake + 999_999) / 1_000_000
    if let timerTime, timerTime <= milliseconds { return }
    timerTime = milliseconds
    let now = loop.now
    do {
      try timer?.start(after: milliseconds > now ? milliseconds - now : 0)
    } catch {
      log.log(level: .critical, "cannot set the timer: \(error)")
      ending.stop()
    }
  }
}
