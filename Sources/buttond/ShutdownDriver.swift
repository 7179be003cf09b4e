import ButtonEngine
import Glibc
import Logging
import PluginHost
import SourceHost
import UVLoop

/// Receives the signals, and performs what ``Shutdown`` decides.
final class ShutdownDriver {
  /// A signal ended the start.
  struct StartGivenUp: Error {}

  private let log: DaemonLog
  private let engine: Engine
  private let clients: ClientListener
  private let host: PluginHost
  private let sources: SourceHost
  private let persistence: Persistence?
  private let manager: ServiceManager?
  private let loop: Loop
  private var shutdown = Shutdown()
  private var signals: [Signal] = []
  private var timer: Timer?
  private var sourcesHaveStopped = false
  private var pluginsHaveStopped = false
  /// Releases what else runs on the loop.
  private var leave: () -> Void = {}

  init(
    _ clients: ClientListener, _ plugins: PluginBridge, _ sources: SourceHost,
    _ persistence: Persistence?, _ manager: ServiceManager?, log: DaemonLog
  ) {
    self.clients = clients
    self.sources = sources
    self.persistence = persistence
    self.manager = manager
    self.log = log
    engine = plugins.engine
    host = plugins.host
    loop = plugins.loop
  }

  var phase: Shutdown.Phase { shutdown.phase }

  /// Lets signals wait until ``start(onHangup:leave:)``.
  static func holdSignals() {
    var held = sigset_t()
    sigemptyset(&held)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&held, number) }
    sigprocmask(SIG_BLOCK, &held, nil)
  }

  /// Ends the daemon on SIGTERM and SIGINT from now on, and handles SIGHUP; `leave` is called last.
  func start(onHangup: @escaping () -> Void, leave: @escaping () -> Void) throws(UVError) {
    self.leave = leave
    for number in [SIGTERM, SIGINT] {
      signals.append(try Signal(number, on: loop) { [unowned self] in stop() })
    }
    signals.append(try Signal(SIGHUP, on: loop, onHangup))
    // They were held; the process that started the daemon may have blocked others.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  func started() { handle(.started) }

  /// Throws if a signal has ended the start.
  func checkStart() throws(StartGivenUp) {
    if phase == .ending { throw StartGivenUp() }
  }

  /// As a signal does.
  func stop() { handle(.signal) }

  /// Goes on as soon as everything is published, sent and kept.
  func turnEnded() {
    switch phase {
    case .starting, .running, .ending: return
    case .draining, .keeping: handle(.turnEnded(work))
    }
  }

  private var work: Shutdown.Work {
    Shutdown.Work(
      isPublished: engine.isSettled && !clients.hasUnsentOutput,
      isKept: persistence?.isIdle ?? true)
  }

  private func handle(_ event: Shutdown.Event) {
    for action in shutdown.handle(event, at: loop.now) { perform(action) }
  }

  private func perform(_ action: Shutdown.Action) {
    switch action {
    case .giveUpStart:
      log.info("stopping before the start is over")
      manager?.stopping()
    case .drain:
      clients.stopReading()
      log.info("stopping")
      manager?.stopping()
      sources.stop { [self] in
        sourcesHaveStopped = true
        endWhenAllHaveStopped()
      }
      persistence?.cancelBackup()
      engine.hurryJournal()
    case .setTimer(let time): setTimer(time)
    case .reportUnpublished:
      log.notice("stops although not everything could be published in time")
    case .end:
      persistence?.reportLoss()
      clients.close()
      host.stop { [self] in
        pluginsHaveStopped = true
        endWhenAllHaveStopped()
      }
    case .exit(let reason): exitAtOnce(because: reason)
    }
  }

  private func endWhenAllHaveStopped() {
    guard sourcesHaveStopped, pluginsHaveStopped else { return }
    if let persistence { persistence.close(then: closeHandles) } else { closeHandles() }
  }

  private func closeHandles() {
    for signal in signals { signal.close() }
    timer?.close()
    manager?.stopTimer()
    leave()
  }

  private func setTimer(_ time: UInt64) {
    do throws(UVError) {
      if timer == nil {
        timer = try Timer(on: loop) { [unowned self] in handle(.timerFired(work)) }
      }
      try timer?.start(after: time)
    } catch {
      log.error("cannot set the timer of the stop: \(error)")
      handle(.timerFailed)
    }
  }

  /// The kernel ends the workers with the daemon.
  private func exitAtOnce(because reason: Shutdown.Reason) -> Never {
    switch reason {
    case .secondSignal: log.warning("second signal received, exiting immediately")
    case .hang: log.error("shutdown timed out; exiting with work unfinished")
    case .noTimer: break
    }
    persistence?.reportLoss()
    clients.abandon()
    _exit(1)
  }
}
