import ButtonModel
import ButtonProtocol
import UVLoop

/// What a lane needs of the host it belongs to.
protocol PluginLaneOwner: AnyObject {
  var workerPath: String { get }
  var delegate: (any PluginHostDelegate)? { get }
  func laneRequestsStart(_ lane: PluginLane, isUrgent: Bool)
  func laneEndsStart(_ lane: PluginLane)
  func laneDidStop(_ lane: PluginLane)
  /// Something is due at a time, by the loop's clock in nanoseconds.
  func lane(_ lane: PluginLane, wakesAt time: UInt64)
}

/// One plugin in the daemon: its supervisor, the process that this one decides about, and the
/// batches on their way.
final class PluginLane: WorkerProcessOwner {
  /// How many batches are handed to the worker before the first is answered: one to work on and one
  /// to go on with.
  private static let batchesAhead = 2

  let id: UInt16
  private(set) var plugin: InstalledPlugin
  private(set) var supervisor: Supervisor

  private let loop: Loop
  private unowned let owner: any PluginLaneOwner
  private var process: WorkerProcess?
  /// Batches at the worker, the oldest first.
  private var sent: [SentBatch] = []
  /// Batches that wait until the worker has fewer.
  private var queued: [SentBatch] = []
  private var updates = UpdateLimiter()
  private var logLimiter = LineLimiter(bytesPerSecond: WorkerProcess.logBytesPerSecond)

  init(
    _ id: UInt16, _ plugin: InstalledPlugin, figures: SupervisionFigures, on loop: Loop,
    owner: any PluginLaneOwner
  ) {
    self.id = id
    self.plugin = plugin
    self.loop = loop
    self.owner = owner
    let limits = plugin.manifest.limits
    supervisor = Supervisor(
      figures: figures, startTimeout: limits.startTimeout, batchBudget: limits.batchBudget)
  }

  /// When `wake` is to be called; nil when nothing is waited for.
  var wakeAt: UInt64? {
    switch (supervisor.wakeAt, updates.wakeAt) {
    case (let one?, let other?): min(one, other)
    case (let one, let other): one ?? other
    }
  }

  /// Does what is due.
  func wake(at now: UInt64) {
    handle(.timerFired)
    for handle in updates.due(at: now) {
      owner.delegate?.plugin(id, didRequestUpdateOf: handle)
    }
    let count = updates.takeCoalesced()
    if count > 0 { log("\(count) update request(s) beyond 60 a second were put together", .debug) }
  }

  /// Takes a batch for the worker; it is dropped when there is none, whose death has been or will be
  /// reported.
  func send(_ batch: SentBatch) {
    guard supervisor.takesBatches else { return }
    queued.append(batch)
    sendQueued()
  }

  /// The plugin's files were read again: runs the new ones.
  func replace(with plugin: InstalledPlugin) {
    self.plugin = plugin
    let limits = plugin.manifest.limits
    handle(.replaced(startTimeout: limits.startTimeout, batchBudget: limits.batchBudget))
  }

  /// Hands an event to the supervisor and does what it decides; `jitter` matters to those events
  /// after which the worker is started again.
  func handle(_ event: Supervisor.Event, jitter: Double = 0) {
    let actions = supervisor.handle(event, at: loop.hrtime, jitter: jitter)
    for action in actions { perform(action) }
    if let time = supervisor.wakeAt { owner.lane(self, wakesAt: time) }
  }

  /// Lets go of the process, if it is still there, without a word.
  func release() {
    process?.release()
    process = nil
  }

  // MARK: Doing

  private func perform(_ action: Supervisor.Action) {
    switch action {
    case .requestStart(let isUrgent): owner.laneRequestsStart(self, isUrgent: isUrgent)
    case .endStart: owner.laneEndsStart(self)
    case .spawn: spawn()
    case .sendStop:
      queued.removeAll()
      if process?.send(.stop) != true { process?.kill() }
    case .kill: process?.kill()
    case .becameReady: owner.delegate?.pluginDidBecomeReady(id)
    case .becameDown(let report):
      log(report)
      owner.delegate?.plugin(id, didGoDown: report, status: supervisor.status)
    case .statusChanged: owner.delegate?.plugin(id, statusDidChange: supervisor.status)
    case .stopped: owner.laneDidStop(self)
    }
  }

  private func spawn() {
    sent.removeAll()
    queued.removeAll()
    let process: WorkerProcess
    do throws(UVError) {
      process = try WorkerProcess(
        owner.workerPath, for: plugin.manifest.id, on: loop, owner: self)
    } catch {
      return handle(.spawnFailed("\(error)"), jitter: .random(in: -1...1))
    }
    self.process = process
    handle(.spawned(pid: process.pid))
    _ = process.send(.load, payload: LoadFrame(plugin).payload)
  }

  private func sendQueued() {
    while let process, let batch = queued.first, sent.count < PluginLane.batchesAhead {
      queued.removeFirst()
      guard process.send(batch.type, sequence: batch.sequence, payload: batch.payload) else {
        return handle(.refused("takes nothing from its channel"))
      }
      sent.append(batch)
      handle(.batchSent(sequence: batch.sequence, count: batch.count))
    }
  }

  // MARK: The worker's news

  func worker(_ worker: WorkerProcess, didReceive frame: FrameSplitter.Frame) {
    guard worker === process else { return }
    do throws(MalformedFrame) {
      switch frame.header.type {
      case .answer, .gestureAnswer: answered(frame)
      case .hello: greeted(try HelloFrame(payload: frame.payload))
      case .log: log(try LogFrame(payload: frame.payload))
      case .update: requestedUpdate(try UpdateFrame(payload: frame.payload))
      case .failed: handle(.gaveUp(try FailedFrame(payload: frame.payload).printable))
      case .load, .batch, .gesture, .stop:
        handle(.refused("sent a \(frame.header.type) frame, which only the daemon sends"))
      }
    } catch {
      handle(.refused("\(error)"))
    }
  }

  func worker(_ worker: WorkerProcess, didBreak why: String) {
    guard worker === process else { return }
    handle(.refused(why))
  }

  func workerDidCloseChannel(_ worker: WorkerProcess) {
    guard worker === process else { return }
    handle(.channelClosed)
  }

  func worker(_ worker: WorkerProcess, didPrint line: String) {
    log(line, .info)
  }

  func worker(_ worker: WorkerProcess, didExit exit: WorkerExit) {
    guard worker === process else { return }
    let reading = worker.status
    process = nil
    let detail = reading?.trappedCall.map { "the plugin called system call \($0)" }
    handle(
      .exited(exit, blamed: reading?.blamed(among: sent), detail: detail),
      jitter: .random(in: -1...1))
  }

  // MARK: Frames

  private func answered(_ frame: FrameSplitter.Frame) {
    let sequence = frame.header.sequence
    guard sequence == supervisor.expectedAnswer else {
      // An answer that nobody waits for any more is dropped; any other breaks the protocol.
      return handle(.answered(sequence: sequence))
    }
    guard let batch = sent.first, batch.answerType == frame.header.type else {
      return handle(.refused("answered batch \(sequence) with a \(frame.header.type) frame"))
    }
    sent.removeFirst()
    if supervisor.hasSuspects { handle(.cleared(batch.handles)) }
    handle(.answered(sequence: sequence))
    sendQueued()
    if batch.isGesture {
      owner.delegate?.plugin(id, didAnswerGesture: sequence, payload: frame.payload)
    } else {
      owner.delegate?.plugin(id, didAnswer: sequence, payload: frame.payload)
    }
  }

  private func greeted(_ hello: HelloFrame) {
    let manifest = plugin.manifest
    if let difference = hello.difference(from: manifest) {
      handle(.gaveUp(difference))
      process?.kill()
    } else {
      handle(.hello)
    }
  }

  private func requestedUpdate(_ update: UpdateFrame) {
    if updates.request(update.handle, at: loop.hrtime) {
      owner.delegate?.plugin(id, didRequestUpdateOf: update.handle)
    } else if let time = updates.wakeAt {
      owner.lane(self, wakesAt: time)
    }
  }

  // MARK: Log

  private func log(_ frame: LogFrame) {
    let level: PluginLogLevel =
      switch frame.level {
      case .debug: .debug
      case .info: .info
      case .warning: .warning
      case .error: .error
      }
    for line in logLimiter.receive(line: frame.message.bytes, at: loop.hrtime) {
      log(line, level)
    }
  }

  private func log(_ report: DownReport) {
    switch report.reason {
    case .starting, .disabled: log(report.message, .info)
    case .crashed, .hung: log(report.message, .warning)
    case .quarantined: log("quarantined, it died too often: \(report.message)", .error)
    case .failed: log("cannot be used: \(report.message)", .error)
    }
  }

  private func log(_ message: String, _ level: PluginLogLevel) {
    owner.delegate?.plugin(id, didLog: message, level: level)
  }
}

@available(*, unavailable)
extension PluginLane: Sendable {}
