import ButtonEngine
import ButtonProtocol
import ButtonResolver
import ButtonService
import ButtonSocket
import Glibc
import JSONRPC
import Logging
import PluginHost
import UVLoop

/// The one place that sees all parts: what sockets and workers say goes to the service and the
/// engine, and what these want done is done here, once a turn.
final class Daemon {
  let loop: Loop
  let log: Logger
  let engine: Engine
  let service: Service
  let host: PluginHost
  private let socket: ListeningSocket
  private var server: SocketServer?
  private var prepare: Prepare?
  private var timer: Timer?
  private var timerTime: UInt64?
  private var signals: [Signal] = []
  private var isStopping = false
  private var actions: [EngineAction] = []

  init(_ options: DaemonOptions) throws {
    log = Logger(label: "buttond") { label in
      StandardErrorLog(label: label, level: options.logLevel.level, format: options.logFormat)
    }
    if !options.isEphemeral {
      log.warning("this version keeps state in memory only; it is gone when the daemon stops")
    }
    let layout = try InstalledLayout()
    loop = try Loop()
    _ = try ResourceLimit.raiseOpenFiles()
    engine = Engine(epoch: Daemon.makeEpoch())
    engine.setTheme(Theme.builtIn.tokens.map { ($0.path, $0.value) })
    service = Service(engine: engine, version: DaemonArguments.version)
    socket = try ListeningSocket(at: options.socketPath, on: loop)
    host = PluginHost(on: loop, settings: try Daemon.hostSettings(options, layout))
  }

  /// Runs until a signal stops it.
  func run() throws {
    let server = try SocketServer(
      socket.server, on: loop, maximumLineBytes: service.limits.maxLineBytes, delegate: self)
    self.server = server
    service.setAccepting = { [unowned self] id, isAccepting in
      guard let connection = self.server?.connection(id.rawValue) else { return }
      if isAccepting { connection.resume() } else { connection.pause() }
    }
    prepare = try Prepare(on: loop) { [unowned self] in endTurn() }
    try prepare?.start()
    prepare?.isReferenced = false
    timer = try Timer(on: loop) { [unowned self] in timerTime = nil }
    timer?.isReferenced = false
    for number in [SIGTERM, SIGINT] {
      signals.append(try Signal(number, on: loop) { [unowned self] in stop() })
    }
    unblockSignals()
    installPlugins()
    try host.start()
    try server.start()
    ButtondCommand.write("listening on \(socket.path)\n", to: 1)
    loop.run()
    socket.release()
    loop.close()
  }

  /// Lets every signal through, also when whoever started the daemon had blocked them.
  private func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  /// What happens right before the loop would block: the tick, and everything it wants done.
  private func endTurn() {
    if isStopping { return }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    engine.wallClockMilliseconds = UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec / 1_000_000)
    engine.turnEnded(now: loop.hrtime)
    perform()
    server?.flush()
    setTimer()
  }

  private func perform() {
    while !engine.actions.isEmpty {
      swap(&actions, &engine.actions)
      let isAlone = actions.count == 1
      for action in actions { perform(action, isAlone: isAlone) }
      actions.removeAll(keepingCapacity: true)
    }
  }

  /// Does one thing; `isAlone` says that the turn has no other.
  private func perform(_ action: EngineAction, isAlone: Bool) {
    switch action {
    case .sendBatch(let lane, let sequence, let items, let payload):
      host.send(payload, sequence: sequence, items: items, to: lane.rawValue)
    case .sendGesture(let lane, let sequence, let payload):
      host.send(gesture: payload, sequence: sequence, to: lane.rawValue)
    case .sendTrial(let lane, let sequence, let items, let payload):
      host.sendTrial(payload, sequence: sequence, items: items, to: lane.rawValue)
    case .deliver(let line, let connections): deliver(line, to: connections, isAlone: isAlone)
    case .performed(let definition, let client, let revision):
      service.tell(definition, client: client, revision: revision) { line, connections in
        deliver(line, to: connections, isAlone: false)
      }
    case .answered(let ticket, let result):
      server?.connection(ticket.connection.rawValue)?.respond {
        service.answer(ticket, result, into: &$0)
      }
    case .violation(let lane, let message):
      host.refuse(lane.rawValue, because: message)
    }
  }

  private func deliver(_ line: SharedLine, to connections: [ConnectionID], isAlone: Bool) {
    guard let server else { return }
    for id in connections {
      guard let connection = server.connection(id.rawValue) else { continue }
      if isAlone { connection.sendNow(line) } else { connection.send(line) }
    }
  }

  /// Makes sure that a turn ends when the engine wants one to.
  private func setTimer() {
    guard let wake = engine.wakeTime else {
      if timerTime != nil { timer?.stop() }
      timerTime = nil
      return
    }
    let milliseconds = (wake + 999_999) / 1_000_000
    if timerTime == milliseconds { return }
    timerTime = milliseconds
    let now = loop.now
    do {
      try timer?.start(after: milliseconds > now ? milliseconds - now : 0)
    } catch {
      log.critical("cannot set the timer: \(error)")
      stop()
    }
  }

  /// Publishes what is due, then ends every client, worker and handle.
  private func stop() {
    if isStopping { return }
    log.info("stopping")
    endTurn()
    isStopping = true
    server?.close()
    host.stop { [unowned self] in
      for signal in signals { signal.close() }
      prepare?.close()
      timer?.close()
      loop.stop()
    }
  }

  /// A random text of 16 hexadecimal digits.
  private static func makeEpoch() -> String {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
