import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonService
import Logging
import PluginHost
import Supervision
import UVLoop

/// Connects the plugin host and the rest: plugins' events go to the engine and the log, clients'
/// requests about plugins to the host.
final class PluginBridge {
  let loop: Loop
  let engine: Engine
  let host: PluginHost
  private let service: Service
  private let log: DaemonLog

  init(_ host: PluginHost, _ service: Service, log: DaemonLog, loop: Loop) {
    self.host = host
    self.service = service
    self.log = log
    self.loop = loop
    engine = service.engine
  }

  /// Reports all plugins to the engine, in the order of their lanes.
  func install() {
    host.delegate = self
    service.pluginControl = host
    for refusal in host.refusals {
      log.error("plugin refused: \(refusal.message)", metadata: ["folder": "\(refusal.folder)"])
    }
    for plugin in host.plugins {
      _ = engine.pluginInstalled(plugin.descriptor, now: loop.hrtime)
    }
  }
}

extension PluginBridge: PluginHostDelegate {
  func pluginDidBecomeReady(_ lane: LaneID) {
    engine.pluginStatusChanged(lane, host.status(of: lane))
    engine.laneReady(lane)
  }

  func plugin(_ lane: LaneID, didAnswer sequence: UInt32, payload: UnsafeRawBufferPointer) {
    engine.answer(lane, sequence: sequence, payload: payload)
  }

  func plugin(
    _ lane: LaneID, didAnswerGesture sequence: UInt32, payload: UnsafeRawBufferPointer
  ) {
    engine.gestureAnswer(lane, sequence: sequence, payload: payload, now: loop.hrtime)
  }

  func plugin(
    _ lane: LaneID, didGoDown report: DownReport, status: PluginStatus
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
      lane, status: status, isHung: report.reason == .hung, suspect: suspect,
      poisoned: poisoned, now: loop.hrtime)
    // The engine does this for a button that it knows; this one is gone already.
    if let handle = suspect ?? poisoned, engine.buttonID(handle: handle) == nil {
      host.forgetDeaths(on: handle, in: lane)
    }
  }

  /// Logs which button a plugin's worker died on, and what becomes of it.
  private func logBlame(_ handle: UInt64?, isPoisoned: Bool, _ lane: LaneID) {
    guard let id = handle.flatMap({ engine.buttonID(handle: $0) }) else { return }
    log.warning(
      isPoisoned
        ? "a button was fatal again; it has its fallback look until it is redefined"
        : "a button was fatal; it is tried once more, alone",
      metadata: [
        "plugin": "\(host.plugins[lane.index].manifest.id)", "button": "\(Excerpt(id.string))",
      ])
  }

  func plugin(_ lane: LaneID, statusDidChange status: PluginStatus) {
    engine.pluginStatusChanged(lane, status)
    service.pluginChanged(lane)
  }

  func plugin(_ lane: LaneID, didRequestUpdateOf handle: UInt64) {
    engine.updateRequested(lane, handle: handle)
  }

  func plugin(_ lane: LaneID, didLog message: String, level: PluginLogLevel) {
    let name = host.plugins[lane.index].manifest.id
    log.log(level: level.level, "\(message)", metadata: ["plugin": "\(name)"])
  }

  func plugin(_ lane: LaneID, wasAdded plugin: InstalledPlugin) {
    log.info("plugin found", metadata: ["plugin": "\(plugin.manifest.id)"])
    let id = engine.pluginInstalled(plugin.descriptor, now: loop.hrtime)
    precondition(id == lane, "host and engine count lanes alike")
    service.pluginChanged(id)
  }

  func plugin(_ lane: LaneID, wasReplacedBy plugin: InstalledPlugin) {
    log.info(
      "plugin replaced by version \(plugin.manifest.version)",
      metadata: ["plugin": "\(plugin.manifest.id)"])
    if host.takesBatches(lane) {
      engine.trialTookOver(lane, plugin.descriptor, now: loop.hrtime)
    } else {
      engine.pluginReplaced(lane, plugin.descriptor, now: loop.hrtime)
    }
  }

  func plugin(_ lane: LaneID, beganTrialOf plugin: InstalledPlugin) {
    trial(lane, engine.trialBegan(lane, plugin.descriptor))
  }

  func plugin(
    _ lane: LaneID, trialDidAnswer sequence: UInt32, payload: UnsafeRawBufferPointer
  ) {
    trial(lane, engine.trialAnswer(lane, sequence: sequence, payload: payload))
  }

  func pluginDidEndTrial(_ lane: LaneID) { engine.trialEnded(lane) }

  private func trial(_ lane: LaneID, _ progress: TrialProgress) {
    switch progress {
    // The engine decides when a version that has passed takes over.
    case .goesOn, .passed: break
    case .failed(let why): host.trialFailed(lane, because: why)
    }
  }

  func pluginHost(didLog message: String, level: PluginLogLevel) {
    log.log(level: level.level, "\(message)")
  }
}

extension PluginHost: PluginControl {}
