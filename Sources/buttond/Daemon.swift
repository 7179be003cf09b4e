import ButtonEngine
import ButtonProtocol
import ButtonService
import CPlatform
import DaemonConfiguration
import Glibc
import Logging
import PluginHost
import SourceHost
import StateDatabase
import UVLoop

/// The one place that sees all parts: makes, connects and starts them in order, and runs the loop
/// until they have ended.
final class Daemon {
  let loop: Loop
  let log: DaemonLog
  let service: Service
  let configuration: RunningConfiguration
  let clients: ClientListener
  let plugins: PluginBridge
  let sources: SourceBridge
  /// Nil if nothing is kept.
  let persistence: Persistence?
  /// Nil without a service manager.
  let manager: ServiceManager?
  let ending: ShutdownDriver
  private let turns: TurnRunner
  private let isForReplay: Bool

  init(_ options: DaemonOptions, _ layout: InstalledLayout) throws {
    ShutdownDriver.holdSignals()
    let activated = try ActivatedSocket.take()
    let loader = ConfigurationLoader(layout, definesNothing: options.isForReplay)
    let loaded = try options.configurationPath.map { try loader.load($0) } ?? LoadedConfiguration()
    let settings = loaded.settings
    log = DaemonLog(options, settings)
    let folder = try Daemon.stateFolder(options, configured: settings.state)
    let access = AccessList(owner: geteuid(), rules: settings.access)
    loop = try Loop()
    manager = try ServiceManager.ofEnvironment(on: loop, log: log)
    let descriptors = try DescriptorReserve.raisingLimit()
    var engineSettings = EngineSettings(settings)
    engineSettings.tellsTime = !options.isForReplay
    let pluginSettings = try PluginHostSettings(options, settings, layout)
    engineSettings.gestureDeadline = pluginSettings.figures.pressTime
    let engine = Engine(settings: engineSettings, epoch: Daemon.makeEpoch())
    service = Service(engine: engine, version: DaemonArguments.version)
    configuration = try RunningConfiguration(
      loaded, from: options.configurationPath, loader: loader, engine: engine, service: service)
    let socket =
      if let activated {
        try ListeningSocket(activated, on: loop)
      } else {
        try ListeningSocket(
          at: options.socketPath, configured: settings.socket,
          isOpenToOthers: access.isOpenToOthers, on: loop)
      }
    clients = ClientListener(on: socket, access, service, descriptors, log: log, loop: loop)
    let host = PluginHost(on: loop, settings: pluginSettings)
    plugins = PluginBridge(host, service, log: log, loop: loop)
    let feeds = SourceHost(on: loop, settings: try SourceHostSettings(settings, layout))
    sources = SourceBridge(feeds, service, log: log, loop: loop)
    let (loop, log) = (loop, log)
    persistence = folder.map {
      Persistence(in: $0, acceptsLoss: options.acceptsDataLoss, of: engine, log: log, loop: loop)
    }
    ending = ShutdownDriver(clients, plugins, feeds, persistence, manager, log: log)
    isForReplay = options.isForReplay
    turns = TurnRunner(clients, plugins, persistence, ending, log: log)
  }

  /// Runs until a signal; false if something that was to be kept is lost.
  func run() throws -> Bool {
    do {
      try start()
    } catch is ShutdownDriver.StartGivenUp {
      abandonStart()
      return true
    } catch {
      abandonStart()
      throw error
    }
    ButtondCommand.write("listening on \(clients.path)\n", to: 1)
    csystem_trim_memory()
    loop.run()
    clients.release()
    loop.close()
    return persistence?.isIntact ?? true
  }

  /// Restores everything to its state before the start.
  private func abandonStart() {
    clients.release()
    manager?.stopTimer()
    persistence?.abandon()
    loop.close()
  }

  private func start() throws {
    try ending.start(
      onHangup: { [unowned self] in reload() },
      leave: { [unowned self] in
        clients.endLog()
        turns.close()
        loop.stop()
      })
    let settings = configuration.settings
    if let persistence {
      manager?.starting()
      try persistence.open(settings.durability ?? .relaxed)
    }
    try ending.checkStart()
    try clients.open(stallTimeout: UInt64(settings.limits.stallTimeout))
    try turns.start()
    plugins.install()
    try persistence?.restore(unless: ending.checkStart)
    if let fleet = settings.fleet, isForReplay {
      service.fleetReplay = FleetReplay(fleet.settings(settings.limits), service)
    } else if let fleet = settings.fleet, !fleet.scopes.isEmpty {
      service.fleet = try Fleet(fleet, settings, service, on: loop)
      service.fleet?.start()
      log.warn(service.fleet?.complaints ?? [])
    }
    log.warn(try configuration.defineAll())
    acceptReloads()
    persistence?.acceptBackups(from: service)
    clients.noteErrorsIfWanted()
    clients.warnIfUnreachable()
    try ending.checkStart()
    try plugins.host.start()
    try sources.start(settings.sources)
    try clients.start()
    logStart()
    ending.started()
    manager?.ready(at: clients.path)
    if configuration.isReloadAwaited { reload() }
  }

  private func logStart() {
    let plugins = plugins.host.plugins.map { $0.shortName ?? $0.manifest.id }
    log.info(
      "buttond \(DaemonArguments.version) has started",
      metadata: [
        "configuration": "\(configuration.path ?? "none")",
        "plugins": "\(plugins.isEmpty ? "none" : plugins.joined(separator: ","))",
        "socket": "\(clients.path)", "user": "\(AccountName.text(ofUser: geteuid()))",
      ])
  }

  /// Locked; nil if nothing is to be kept.
  private static func stateFolder(
    _ options: DaemonOptions, configured: String?
  ) throws -> StateFolder? {
    if options.isEphemeral { return nil }
    guard let path = options.stateFolderPath(configured: configured) else {
      throw DaemonError(
        "there is no place to keep state, as HOME is not set: name one with --state, or keep nothing"
          + " with --ephemeral")
    }
    return try StateFolder(path)
  }

  /// 16 random hexadecimal digits.
  private static func makeEpoch() -> String {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
