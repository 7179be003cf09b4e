import ButtonModel
import ButtonProtocol
import PluginChannel
import Supervision
import UVLoop

/// One version of a plugin: its files, its supervisor, the process that it controls, and its
/// batches.
final class PluginVersion: WorkerProcessOwner {
  /// Batches at the worker at a time: one to work on and one to go on with.
  private static let batchesAhead = 2

  /// Unique among all versions of all plugins.
  let number: UInt32
  let plugin: InstalledPlugin
  /// What the worker loads; set before it starts.
  var copy: PluginCopy?
  private(set) var supervisor: Supervisor

  private let loop: Loop
  private unowned let lane: PluginLane
  private unowned let host: PluginHost
  private var process: WorkerProcess?
  private(set) var sandbox: SandboxListing?
  /// The batches at the worker, the oldest first.
  private var sent: [SentBatch] = []
  /// The batch answered last: a plugin can forge an answer and still be at the batch.
  private var answeredLast: SentBatch?
  /// The last answer may still turn out to be forged: until the next frame, send or exit.
  private var isAnswerNew = false
  /// Waiting until the worker has fewer.
  private var queued: [SentBatch] = []
  /// The earliest time that the host has been given since it last asked for ``wakeAt``.
  private var toldWake: UInt64 = 0
  private var updates = UpdateLimiter()
  private var unasked = UnaskedBudget()
  private var logLimiter = LineLimiter(bytesPerSecond: WorkerProcess.logBytesPerSecond)

  init(
    _ number: UInt32, _ plugin: InstalledPlugin, copy: PluginCopy?, after old: PluginStatus?,
    in lane: PluginLane, of host: PluginHost
  ) {
    self.number = number
    self.plugin = plugin
    self.copy = copy
    self.lane = lane
    self.host = host
    loop = host.loop
    let limits = plugin.manifest.limits
    supervisor = Supervisor(
      figures: host.settings.figures, startTimeout: limits.startTimeout,
      batchBudget: limits.batchBudget,
      restarts: old?.restarts ?? 0, deaths: old?.deaths ?? 0)
  }

  /// Nothing is known about the files yet.
  var isFresh: Bool { copy == nil && supervisor.isUnverified }

  /// When to call `wake`; nil for never.
  var wakeAt: UInt64? {
    switch (supervisor.wakeAt, updates.wakeAt) {
    case (let one?, let other?): min(one, other)
    case (let one, let other): one ?? other
    }
  }

  /// The worker's channel has data that the loop has not handled yet.
  var isHeldUp: Bool { process?.isHeldUp == true }

  /// The host asks for ``wakeAt`` now, and knows of no other time.
  func forgetToldWake() { toldWake = 0 }

  func wake(at now: UInt64) {
    let isDue = supervisor.wakeAt.map { $0 <= now } ?? false
    handle(isDue && isHeldUp ? .heldUp : .timerFired)
    for handle in updates.due(at: now) { lane.requestsUpdate(self, of: handle) }
    let count = updates.takeCoalesced()
    if count > 0 { log("\(count) update request(s) beyond 60 a second were put together", .debug) }
  }

  /// Drops the batch if there is no worker, whose death has been or will be reported.
  func send(_ batch: SentBatch) {
    guard supervisor.takesBatches else { return }
    clearSuspects()
    if queued.isEmpty, sent.count < PluginVersion.batchesAhead {
      handOver(batch)
    } else {
      queued.append(batch)
    }
  }

  /// Hands an event to the supervisor and performs its actions; `jitter` matters for events after
  /// which the worker is restarted.
  func handle(_ event: Supervisor.Event, jitter: Double = 0) {
    let now = loop.hrtime
    act(on: supervisor.handle(event, at: now, jitter: jitter), at: now)
  }

  /// Releases the process, if there is one, without a report.
  func release() {
    process?.kill()
    process?.release()
    process = nil
  }

  // MARK: Acting

  private func act(on actions: [Supervisor.Action], at now: UInt64) {
    for action in actions { perform(action) }
    guard let time = supervisor.wakeAt, time < toldWake || toldWake <= now else { return }
    toldWake = time
    host.wake(at: time)
  }

  private func perform(_ action: Supervisor.Action) {
    switch action {
    case .requestStart(let isUrgent): host.start(self, isUrgent: isUrgent)
    case .endStart: host.endStart(of: self)
    case .spawn: spawn()
    case .sendStop:
      queued.removeAll()
      if process?.send(.stop) != true { process?.kill() }
    case .kill: process?.kill()
    case .becameReady: lane.becameReady(self)
    case .becameDown(let report): lane.becameDown(self, report)
    case .statusChanged: lane.statusChanged(self)
    case .recordQuarantine(let message): host.quarantine(self, because: message)
    case .liftQuarantine: host.liftQuarantine(of: self)
    case .stopped: lane.lose(self)
    }
  }

  private func spawn() {
    guard let copy else { preconditionFailure("a version is started before its files") }
    sent.removeAll()
    answeredLast = nil
    isAnswerNew = false
    queued.removeAll()
    unasked = UnaskedBudget()
    let process: WorkerProcess
    do throws(UVError) {
      process = try WorkerProcess(
        host.settings.workerPath, for: plugin.manifest.id, on: loop, owner: self)
    } catch {
      return handle(.spawnFailed("\(error)"), jitter: .random(in: -1...1))
    }
    self.process = process
    handle(.spawned(pid: process.pid))
    _ = process.send(
      .load, payload: LoadFrame(plugin, copy, sandbox: host.settings.sandbox).payload)
  }

  private func sendQueued() {
    while process != nil, !queued.isEmpty, sent.count < PluginVersion.batchesAhead {
      guard handOver(queued.takeFirst()) else { return }
    }
  }

  /// False if the worker takes no more.
  @discardableResult
  private func handOver(_ batch: SentBatch) -> Bool {
    guard let process else { return false }
    guard process.send(batch.type, sequence: batch.sequence, payload: batch.payload) else {
      handle(.refused("takes nothing from its channel"))
      return false
    }
    sent.append(batch)
    unasked.batchSent()
    let now = loop.hrtime
    supervisor.handleSent(batch.sequence, count: batch.count, at: now)
    act(on: [], at: now)
    return true
  }

  // MARK: The worker's news

  func worker(_ worker: WorkerProcess, didReceive frame: FrameSplitter.Frame) {
    guard worker === process else { return }
    clearSuspects()
    do throws(MalformedFrame) {
      switch frame.header.type {
      case .answer, .gestureAnswer: answered(frame)
      case .hello: greeted(try HelloFrame(payload: frame.payload))
      case .log, .update: try receiveUnasked(frame)
      case .failed: gaveUp(try FailedFrame(payload: frame.payload))
      case .load, .batch, .gesture, .stop:
        handle(.refused("sent a \(frame.header.type) frame, which only the daemon sends"))
      case .note:
        handle(.refused("sent an unsolicited note frame"))
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

  func worker(_ worker: WorkerProcess, didExit exit: ProcessExit) {
    guard worker === process else { return }
    let reading = worker.status
    let blamed = blamed(by: reading)
    if blamed == nil { clearSuspects() }
    process = nil
    sandbox = nil
    let detail = reading?.trappedCall.map { TrappedCall(number: $0).description }
    handle(
      .exited(exit, blamed: blamed, detail: detail),
      jitter: .random(in: -1...1))
  }

  /// Clears the buttons of a successfully answered batch of suspicion.
  private func clearSuspects() {
    guard isAnswerNew else { return }
    isAnswerNew = false
    guard supervisor.hasSuspects, let batch = answeredLast else { return }
    handle(.cleared(batch.handles))
  }

  private func blamed(by reading: StatusReading?) -> UInt64? {
    reading?.blamed(among: [answeredLast].compactMap(\.self) + sent)
  }

  // MARK: Frames

  private func answered(_ frame: FrameSplitter.Frame) {
    let sequence = frame.header.sequence
    guard sequence == supervisor.expectedAnswer else {
      // The supervisor drops an answer that is no longer expected; any other breaks the protocol.
      return handle(.answered(sequence: sequence))
    }
    guard let batch = sent.first, batch.answerType == frame.header.type else {
      return handle(.refused("answered batch \(sequence) with a \(frame.header.type) frame"))
    }
    answeredLast = sent.takeFirst()
    isAnswerNew = true
    let now = loop.hrtime
    act(on: supervisor.handleAnswered(sequence, at: now), at: now)
    if !queued.isEmpty { sendQueued() }
    lane.answered(self, batch, payload: frame.payload)
  }

  private func greeted(_ hello: HelloFrame) {
    let manifest = plugin.manifest
    if let difference = hello.difference(from: manifest) {
      handle(.gaveUp(difference))
      process?.kill()
    } else {
      sandbox = SandboxListing(
        mode: host.settings.sandbox, layers: hello.sandbox.names,
        landlockABI: Int(hello.landlockABI))
      handle(.hello)
    }
  }

  private func gaveUp(_ failure: FailedFrame) {
    // People know the plugin's own files, not the copies.
    let path = copy?.libraryPath ?? plugin.libraryPath
    handle(.gaveUp(failure.printable.replacing(path, with: plugin.libraryPath)))
  }

  private func receiveUnasked(_ frame: FrameSplitter.Frame) throws(MalformedFrame) {
    guard unasked.take(frame.payload.count, now: loop.hrtime) else {
      let most = UnaskedBudget.bytesPerSecond >> 10
      return handle(.refused("sent more than \(most) KiB in a second unasked"))
    }
    if frame.header.type == .log {
      log(try LogFrame(payload: frame.payload))
    } else {
      requestedUpdate(try UpdateFrame(payload: frame.payload))
    }
  }

  private func requestedUpdate(_ update: UpdateFrame) {
    if updates.request(update.handle, at: loop.hrtime) {
      lane.requestsUpdate(self, of: update.handle)
    } else if let time = updates.wakeAt {
      host.wake(at: time)
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

  private func log(_ message: String, _ level: PluginLogLevel) { lane.log(message, level) }
}

@available(*, unavailable)
extension PluginVersion: Sendable {}
