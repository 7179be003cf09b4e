import ButtonModel
import ButtonProtocol
import Supervision
import UVLoop

/// One plugin in the daemon: its version in force, a newer one on trial, if any, and older ones
/// that are stopping.
final class PluginLane {
  /// A newer version that must prove itself.
  struct Trial {
    let version: PluginVersion
    /// In nanoseconds.
    let deadline: UInt64
  }

  let id: LaneID
  var folder: String
  /// Get the outcome of the reload in progress.
  var replies: [(PluginReload) -> Void] = []
  /// The same for the next reload.
  var nextReplies: [(PluginReload) -> Void] = []
  /// The files are being read.
  var isTaking = false
  /// The plugin's folder did not exist at the last look.
  var isGone = false
  /// The files are to be read again after the reload in progress.
  var isChanged = false
  private(set) var trial: Trial?
  /// Called when the version in force is settled, or at a deadline.
  private var waiters: [(deadline: UInt64, then: () -> Void)] = []
  private(set) var retired: [PluginVersion] = []
  private var current: PluginVersion?
  private unowned let host: PluginHost

  init(_ id: LaneID, _ plugin: InstalledPlugin, host: PluginHost) {
    self.id = id
    self.host = host
    folder = plugin.folder
    current = host.makeVersion(of: plugin, copy: nil, after: nil, for: self)
  }

  /// The version that clients see.
  var inForce: PluginVersion {
    guard let current else { preconditionFailure("a lane has a version from its beginning") }
    return current
  }

  var plugin: InstalledPlugin { inForce.plugin }

  /// All versions that have not ended.
  var versions: [PluginVersion] { [inForce] + (trial.map { [$0.version] } ?? []) + retired }

  private var delegate: (any PluginHostDelegate)? { host.delegate }

  /// When to call `wake`; nil for never.
  var wakeAt: UInt64? {
    let times = versions.map(\.wakeAt) + [trial?.deadline, waiters.first?.deadline]
    return times.compactMap(\.self).min()
  }

  /// Returns the time for a host that has forgotten all earlier ones.
  func takeWakeAt() -> UInt64? {
    for version in versions { version.forgetToldWake() }
    return wakeAt
  }

  func wake(at now: UInt64) {
    for version in versions {
      if let time = version.wakeAt, time <= now { version.wake(at: now) }
    }
    if let trial, trial.deadline <= now { endTrial(because: "did not prove itself in time") }
    tellWaiters(at: now)
  }

  /// Nothing more will happen to the version in force for now.
  var isSettled: Bool { !isTaking && !isChanged && inForce.supervisor.isSettled }

  /// Calls `then` once it is settled, at the latest at `deadline`; deadlines must not decrease.
  func wait(until deadline: UInt64, then: @escaping () -> Void) {
    waiters.append((deadline, then))
    host.wake(at: deadline)
  }

  func tellWaiters(at now: UInt64 = 0) {
    guard !waiters.isEmpty else { return }
    let due = isSettled ? waiters : waiters.filter { $0.deadline <= now }
    waiters.removeFirst(due.count)
    for waiter in due { waiter.then() }
  }

  // MARK: Versions

  /// Puts another version in force, running or not, and retires the previous one.
  func putInForce(_ version: PluginVersion) {
    if version === trial?.version { trial = nil }
    let old = inForce
    current = version
    retire(old)
  }

  func begin(_ trial: Trial) {
    self.trial = trial
    host.wake(at: trial.deadline)
    trial.version.handle(.verified)
  }

  /// Ends the trial, if there is one; the version in force stays.
  func endTrial(because why: String) {
    guard let version = trial?.version else { return }
    trial = nil
    retire(version)
    refuse(why)
  }

  /// Reports why newer files are not used.
  func refuse(_ why: String) {
    log("not reloaded, the version in force stays: \(why)", .error)
    inForce.handle(.notReplaced("not reloaded: \(why)"))
    host.trialEnded(in: self, .refused(why))
  }

  private func retire(_ version: PluginVersion) {
    retired.append(version)
    version.handle(.stop)
  }

  // MARK: What versions say

  func becameReady(_ version: PluginVersion) {
    if version === inForce {
      delegate?.pluginDidBecomeReady(id)
    } else if version === trial?.version {
      delegate?.plugin(id, beganTrialOf: version.plugin)
    }
  }

  func becameDown(_ version: PluginVersion, _ report: DownReport) {
    if version === inForce {
      log(report)
      delegate?.plugin(id, didGoDown: report, status: version.supervisor.status)
    } else if version === trial?.version {
      endTrial(because: report.message)
    }
  }

  func statusChanged(_ version: PluginVersion) {
    guard version === inForce else { return }
    delegate?.plugin(id, statusDidChange: version.supervisor.status)
    tellWaiters()
  }

  /// 0 means all of the plugin's buttons.
  func requestsUpdate(_ version: PluginVersion, of handle: UInt64) {
    if version === inForce { delegate?.plugin(id, didRequestUpdateOf: handle) }
  }

  /// The payload is valid during the call.
  func answered(_ version: PluginVersion, _ batch: SentBatch, payload: UnsafeRawBufferPointer) {
    if version === inForce {
      if batch.isGesture {
        delegate?.plugin(id, didAnswerGesture: batch.sequence, payload: payload)
      } else {
        delegate?.plugin(id, didAnswer: batch.sequence, payload: payload)
      }
    } else if version === trial?.version {
      delegate?.plugin(id, trialDidAnswer: batch.sequence, payload: payload)
    }
  }

  func lose(_ version: PluginVersion) {
    retired.removeAll { $0 === version }
    host.lose(version)
  }

  func log(_ message: String, _ level: PluginLogLevel) {
    delegate?.plugin(id, didLog: message, level: level)
  }

  private func log(_ report: DownReport) {
    let (message, level): (String, PluginLogLevel) =
      switch report.reason {
      case .starting, .disabled: (report.message, .info)
      case .crashed, .hung: (report.message, .warning)
      case .quarantined: ("quarantined, it died too often: \(report.message)", .error)
      case .failed where isGone: (report.message, .info)
      case .failed: ("cannot be used: \(report.message)", .error)
      }
    log(message, level)
  }
}

@available(*, unavailable)
extension PluginLane: Sendable {}
