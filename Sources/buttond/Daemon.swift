import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonService
import ButtonSocket
import CSystem
import DaemonConfiguration
import Glibc
import JSONRPC
import Logging
import PluginHost
import StateDatabase
import UVLoop

/// The one place that sees all parts: what sockets and workers say goes to the service and the
/// engine, and what these want done is done here, once a turn.
final class Daemon {
  let loop: Loop
  private(set) var log: Logger
  let engine: Engine
  let service: Service
  let host: PluginHost
  let configuration: RunningConfiguration
  /// What the start has still to define.
  private var loaded: LoadedConfiguration?
  let options: DaemonOptions
  let stateFolder: StateFolder?
  private(set) var journal: StateDatabaseQueue?
  let socket: ListeningSocket
  /// Who may connect.
  var access: AccessList
  var clients = ClientCounters()
  var logLimiter = LogLimiter()
  var logTimer: Timer?
  var heapCare = HeapCare()
  var heapTimer: Timer?
  /// Who started the daemon and wants to hear how it is doing.
  let manager: ServiceManager?
  var server: SocketServer?
  private(set) var prepare: LoopHook?
  private(set) var timer: KernelTimer?
  private var timerTime: UInt64?
  private(set) var signals: [Signal] = []
  var phase = StopPhase.starting
  /// A reload was asked for before the start was over.
  var isReloadAwaited = false
  /// Everything is kept that was to be kept.
  var endsClean = true
  /// When the first signal came, and what ends the patience with everything that hangs.
  var stoppingSince: UInt64 = 0
  var stopTimer: Timer?
  private var actions: [EngineAction] = []
  /// Backups that clients wait for.
  var backupRequests: [BackupRequest] = []

  /// A daemon by its command line and the configuration that this names.
  init(_ options: DaemonOptions, _ layout: InstalledLayout) throws {
    self.options = options
    let activated = try ActivatedSocket.take()
    let loader = ConfigurationLoader(layout)
    let loaded = try options.configurationPath.map { try loader.load($0) } ?? LoadedConfiguration()
    self.loaded = loaded
    let settings = loaded.settings
    log = Logger(label: "buttond") { label in
      StandardErrorLog(
        label: label, level: Daemon.logLevel(options, settings),
        format: options.logFormat ?? settings.logging.format ?? .text)
    }
    stateFolder = try Daemon.stateFolder(options, configured: settings.state)
    access = AccessList(owner: geteuid(), rules: settings.access)
    loop = try Loop()
    manager = try ServiceManager.ofEnvironment(on: loop, log: log)
    try Loop.raiseDescriptorLimit()
    engine = Engine(settings: EngineSettings(settings), epoch: Daemon.makeEpoch())
    service = Service(
      engine: engine, limits: settings.limits.general, version: DaemonArguments.version)
    configuration = RunningConfiguration(
      loaded, from: options.configurationPath, loader: loader, engine: engine, service: service)
    if let activated {
      socket = try ListeningSocket(activated, on: loop)
    } else {
      socket = try ListeningSocket(
        at: options.socketPath, configured: settings.socket,
        isOpenToOthers: access.isOpenToOthers, on: loop)
    }
    host = PluginHost(on: loop, settings: try Daemon.hostSettings(options, settings, layout))
  }

  /// Has the log say as much as the configuration in force wants, if the command line wants nothing.
  func setLogLevel() {
    log.logLevel = Daemon.logLevel(options, configuration.settings)
    noteErrorsIfWanted()
  }

  private static func logLevel(
    _ options: DaemonOptions, _ settings: DaemonSettings
  ) -> Logger.Level {
    (options.logLevel ?? settings.logging.level ?? .info).level
  }

  /// Runs until a signal stops it; false when something that was to be kept is lost.
  func run() throws -> Bool {
    do {
      try start()
    } catch is StartGivenUp {
      socket.release()
      abandonStart()
      return true
    } catch {
      socket.release()
      abandonStart()
      throw error
    }
    ButtondCommand.write("listening on \(socket.path)\n", to: 1)
    csystem_forget_start()
    loop.run()
    socket.release()
    loop.close()
    return endsClean
  }

  /// Leaves everything as it was before the start.
  private func abandonStart() {
    manager?.stopTimer()
    if let journal, !journal.isBusy {
      journal.close(at: journal.opening.revision) { _ in }
    }
    loop.close()
  }

  private func start() throws {
    for number in [SIGTERM, SIGINT] {
      signals.append(try Signal(number, on: loop) { [self] in stop() })
    }
    signals.append(try Signal(SIGHUP, on: loop) { [self] in reload() })
    unblockSignals()
    if stateFolder != nil { manager?.starting() }
    let journal = try stateFolder.map { try openJournal(in: $0) }
    self.journal = journal
    try checkStart()
    let server = try SocketServer(
      socket.server, on: loop, maximumLineBytes: service.limits.maxLineBytes,
      stallTimeout: configuration.settings.limits.stallTimeout / 1_000_000,
      memoryLimit: service.limits.clientBytes, delegate: self)
    self.server = server
    service.setAccepting = { [unowned self] id, isAccepting in
      guard let connection = self.server?.connection(id.rawValue) else { return }
      if isAccepting { connection.resume() } else { connection.pause() }
    }
    service.closeAnswered = { [unowned self] id in
      self.server?.connection(id.rawValue)?.closeAfterOutput()
    }
    prepare = try LoopHook(.prepare, on: loop) { [self] in endTurn() }
    try prepare?.start()
    prepare?.isReferenced = false
    timer = try KernelTimer(on: loop) { [self] in timerTime = nil }
    timer?.isReferenced = false
    installPlugins()
    if let journal { try restoreState(from: journal) }
    if let loaded { logWarnings(try configuration.defineButtons(of: loaded)) }
    loaded = nil
    acceptReloads()
    acceptBackups()
    noteErrorsIfWanted()
    warnOfUnreachableSocket()
    service.additionalFigures = { [unowned self] in figures }
    try checkStart()
    try host.start()
    try server.start()
    phase = .running
    manager?.ready(at: socket.path)
    if isReloadAwaited { reload() }
  }

  /// Lets every signal through, also when whoever started the daemon had blocked them.
  private func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  /// What happens right before the loop would block: the tick, and everything it wants done.
  private func endTurn() {
    if phase == .ending { return }
    let now = loop.hrtime
    service.beginTurn()
    service.resumeThrottled(now: now)
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    engine.wallClockMilliseconds = UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec / 1_000_000)
    engine.turnEnded(now: now)
    if !backupRequests.isEmpty { backUpIfWanted() }
    perform()
    service.resumePresses()
    flush()
    setTimer()
    endIfDrained()
  }

  /// Sends what the turn has brought, and holds what is kept for clients to the limit.
  private func flush() {
    guard let server else { return }
    let heldBack = heldBackBytes
    server.keptBytes = engine.clientBytes + heldBack
    server.flush()
    let inSockets = server.clientBytes
    engine.noteOtherBytes(inSockets + heldBack)
    let kept = server.keptBytes + inSockets + engine.storedBytes
    if heapCare.isTrimDue(keeping: kept) { trimLater() }
  }

  private func perform() {
    while engine.takeActions(&actions) {
      if actions.count == 1 {
        // Moved, not copied: it is what most turns do.
        perform(actions.removeLast(), isAlone: true)
      } else {
        for action in actions { perform(action, isAlone: false) }
        actions.empty()
      }
    }
  }

  /// Does one thing; `isAlone` says that the turn has no other.
  private func perform(_ action: EngineAction, isAlone: Bool) {
    switch action {
    case .sendBatch(let lane, let sequence, let items, let payload):
      host.send(payload, sequence: sequence, items: items, to: lane)
    case .sendGesture(let lane, let sequence, let payload):
      host.send(gesture: payload, sequence: sequence, to: lane)
    case .sendTrial(let lane, let sequence, let items, let payload):
      host.sendTrial(payload, sequence: sequence, items: items, to: lane)
    case .deliver(let line, let connections): deliver(line, to: connections, isAlone: isAlone)
    case .performed(let definition, let client, let revision):
      service.tell(definition, client: client, revision: revision) { line, connections in
        deliver(line, to: connections, isAlone: false)
      }
    case .answered(let ticket, let result):
      server?.connection(ticket.connection.rawValue)?.respond {
        service.answer(ticket, result, into: &$0)
      }
    case .journal(let group): keep(group)
    case .forgetDeaths(let handle, let lane): host.forgetDeaths(on: handle, in: lane)
    case .violation(let lane, let message): host.refuse(lane, because: message)
    }
  }

  private func deliver(_ line: SharedLine, to connections: [ConnectionID], isAlone: Bool) {
    guard let server else { return }
    for id in connections {
      guard let connection = server.connection(id.rawValue) else { continue }
      if isAlone { connection.sendNow(line) } else { connection.send(line) }
    }
  }

  /// Makes sure that a turn ends when the engine wants one to. A timer that is set to an earlier time is
  /// left alone: a turn too many costs less than moving it with every frame.
  private func setTimer() {
    guard var wake = engine.wakeTime ?? service.wakeTime else { return }
    if let other = service.wakeTime { wake = min(wake, other) }
    let milliseconds = (wake + 999_999) / 1_000_000
    if let timerTime, timerTime <= milliseconds { return }
    timerTime = milliseconds
    let now = loop.now
    do {
      try timer?.start(after: milliseconds > now ? milliseconds - now : 0)
    } catch {
      log.critical("cannot set the timer: \(error)")
      stop()
    }
  }

  /// A random text of 16 hexadecimal digits.
  private static func makeEpoch() -> String {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
