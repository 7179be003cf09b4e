import ButtonEngine
import ButtonModel
import Logging
import PluginHost
import UVLoop

extension Daemon: PluginHostDelegate {
  /// Tells the engine of every plugin that was found, in the order of their lanes.
  func installPlugins() {
    host.delegate = self
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
    engine.answer(
      LaneID(rawValue: lane), sequence: sequence, payload: payload, now: loop.hrtime)
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
    engine.laneDown(
      LaneID(rawValue: lane), status: status, isHung: report.reason == .hung, suspect: suspect,
      poisoned: poisoned, now: loop.hrtime)
  }

  func plugin(_ lane: UInt16, statusDidChange status: PluginStatus) {
    engine.pluginStatusChanged(LaneID(rawValue: lane), status)
  }

  func plugin(_ lane: UInt16, didRequestUpdateOf handle: UInt64) {
    engine.updateRequested(LaneID(rawValue: lane), handle: handle)
  }

  func plugin(_ lane: UInt16, didLog message: String, level: PluginLogLevel) {
    let name = host.plugins[Int(lane) - 1].manifest.id
    log.log(level: level.level, "\(message)", metadata: ["plugin": "\(name)"])
  }

  func plugin(_ lane: UInt16, wasReplacedBy plugin: InstalledPlugin) {
    log.info("plugin replaced", metadata: ["plugin": "\(plugin.manifest.id)"])
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
