import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonService
import DaemonConfiguration
import Glibc
import Logging
import PluginHost
import UVLoop

extension Daemon {
  /// The environment variable with figures of supervision other than the documented ones, for tests:
  /// `backoffMs=1,probeIntervalMs=500`.
  static let figuresVariable = "BUTTOND_PLUGIN_FIGURES"

  /// What the plugin host is to work with.
  static func hostSettings(
    _ options: DaemonOptions, _ settings: DaemonSettings, _ layout: InstalledLayout
  ) throws -> PluginHostSettings {
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let plugins = settings.plugins
    return PluginHostSettings(
      folders: (options.usesInstalledPlugins ? layout.pluginFolders : []) + plugins.paths
        + options.pluginFolders,
      workerPath: layout.workerPath, disabled: Set(plugins.disabled),
      figures: try figures(plugins.limits),
      startsAtOnce: plugins.limits.startsAtOnce ?? StartQueue.capacity(processors: processors),
      stateFolder: options.stateFolderPath(configured: settings.state),
      sandbox: settings.sandbox)
  }

  private static func figures(
    _ limits: PluginLimits
  ) throws(SupervisionFigures.FigureError) -> SupervisionFigures {
    var figures = SupervisionFigures()
    for (name, value) in limits.figures { try figures.set(name, to: value) }
    guard let text = getenv(figuresVariable) else { return figures }
    for part in String(cString: text).split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      let value = pair.count == 2 ? Double(pair[1]) : nil
      try figures.set(pair.first ?? "", to: value ?? .nan)
    }
    return figures
  }
}

extension Daemon: PluginHostDelegate {
  /// Tells the engine of every plugin that was found, in the order of their lanes.
  func installPlugins() {
    host.delegate = self
    service.pluginControl = self
    for refusal in host.refusals {
      log.error("plugin refused: \(refusal.message)", metadata: ["folder": "\(refusal.folder)"])
    }
    for plugin in host.plugins {
      _ = engine.pluginInstalled(plugin.descriptor, now: loop.hrtime)
    }
  }

  func pluginDidBecomeReady(_ lane: UInt16) {
    engine.pluginStatusChanged(LaneID(rawValue: lane), host.status(of: lane))
    engine.laneReady(LaneID(rawValue: lane), now: loop.hrtime)
  }

  func plugin(_ lane: UInt16, didAnswer sequence: UInt32, payload: UnsafeRawBufferPointer) {
    engine.answer(LaneID(rawValue: lane), sequence: sequence, payload: payload)
  }

  func plugin(
    _ lane: UInt16, didAnswerGesture sequence: UInt32, payload: UnsafeRawBufferPointer
  ) {
    engine.gestureAnswer(
      LaneID(rawValue: lane), sequence: sequence, payload: payload, now: loop.hrtime)
  }

  func plugin(
    _ lane: UInt16, didGoDown report: DownReport, status: PluginStatus
  ) {
    var suspect: UInt64?
    var poisoned: UInt64?
    switch report.blame {
    case .suspected(let handle): suspect = handle
    case .poisoned(let handle): poisoned = handle
    case nil: break
    }
    logBlame(suspect ?? poisoned, isPoisoned: poisoned != nil, lane)
    engine.laneDown(
      LaneID(rawValue: lane), status: status, isHung: report.reason == .hung, suspect: suspect,
      poisoned: poisoned, now: loop.hrtime)
  }

  /// Says which button a plugin's worker died on, and what becomes of that button.
  private func logBlame(_ handle: UInt64?, isPoisoned: Bool, _ lane: UInt16) {
    guard let id = handle.flatMap({ engine.buttonID(handle: $0) }) else { return }
    log.warning(
      isPoisoned
        ? "a button was fatal again; it has its fallback look until it is redefined"
        : "a button was fatal; it is tried once more, alone",
      metadata: [
        "plugin": "\(host.plugins[Int(lane) - 1].manifest.id)", "button": "\(Excerpt(id.string))",
      ])
  }

  func plugin(_ lane: UInt16, statusDidChange status: PluginStatus) {
    engine.pluginStatusChanged(LaneID(rawValue: lane), status)
    service.pluginChanged(LaneID(rawValue: lane))
  }

  func plugin(_ lane: UInt16, didRequestUpdateOf handle: UInt64) {
    engine.updateRequested(LaneID(rawValue: lane), handle: handle)
  }

  func plugin(_ lane: UInt16, didLog message: String, level: PluginLogLevel) {
    let name = host.plugins[Int(lane) - 1].manifest.id
    log.log(level: level.level, "\(message)", metadata: ["plugin": "\(name)"])
  }

  func plugin(_ lane: UInt16, wasAdded plugin: InstalledPlugin) {
    log.info("plugin found", metadata: ["plugin": "\(plugin.manifest.id)"])
    let id = engine.pluginInstalled(plugin.descriptor, now: loop.hrtime)
    precondition(id.rawValue == lane, "host and engine count lanes alike")
    service.pluginChanged(id)
  }

  func plugin(_ lane: UInt16, wasReplacedBy plugin: InstalledPlugin) {
    log.info(
      "plugin replaced by version \(plugin.manifest.version)",
      metadata: ["plugin": "\(plugin.manifest.id)"])
    let id = LaneID(rawValue: lane)
    if host.takesBatches(lane) {
      engine.trialTookOver(id, plugin.descriptor, now: loop.hrtime)
    } else {
      engine.pluginReplaced(id, plugin.descriptor, now: loop.hrtime)
    }
  }

  func plugin(_ lane: UInt16, beganTrialOf plugin: InstalledPlugin) {
    trial(lane, engine.trialBegan(LaneID(rawValue: lane), plugin.descriptor))
  }

  func plugin(
    _ lane: UInt16, trialDidAnswer sequence: UInt32, payload: UnsafeRawBufferPointer
  ) {
    let id = LaneID(rawValue: lane)
    trial(lane, engine.trialAnswer(id, sequence: sequence, payload: payload))
  }

  func pluginDidEndTrial(_ lane: UInt16) { engine.trialEnded(LaneID(rawValue: lane)) }

  private func trial(_ lane: UInt16, _ progress: TrialProgress) {
    switch progress {
    case .goesOn: break
    case .passed: host.trialPassed(lane)
    case .failed(let why): host.trialFailed(lane, because: why)
    }
  }

  func pluginHost(didLog message: String, level: PluginLogLevel) {
    log.log(level: level.level, "\(message)")
  }
}

extension PluginLogLevel {
  /// The level in swift-log's words.
  fileprivate var level: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}

extension Daemon: PluginControl {
  func detail(of lane: LaneID) -> PluginDetail { host.detail(of: lane.rawValue) }

  func reload(_ lane: LaneID, then: @escaping (PluginReload) -> Void) {
    host.reload(lane.rawValue) { outcome in
      switch outcome {
      case .replaced: then(.replaced)
      case .unchanged: then(.unchanged)
      case .refused(let why): then(.refused(why))
      }
    }
  }

  func reset(_ lane: LaneID) {
    host.reset(lane.rawValue)
    engine.pluginIsForgiven(lane)
  }

  func enable(_ lane: LaneID) { host.enable(lane.rawValue) }

  func whenSettled(_ lane: LaneID, then: @escaping () -> Void) -> Bool {
    host.whenSettled(lane.rawValue, then: then)
  }

  func disable(_ lane: LaneID) { host.disable(lane.rawValue) }

  func whenKept(then: @escaping (String?) -> Void) -> Bool { host.whenKept(then: then) }
}
