import ButtonModel
import UVLoop

/// What a lane needs of the host it belongs to.
protocol PluginLaneOwner: AnyObject {
  var workerPath: String { get }
  var sandbox: SandboxMode { get }
  var delegate: (any PluginHostDelegate)? { get }
  func makeVersion(
    of plugin: InstalledPlugin, copy: PluginCopy?, after old: PluginStatus?, for lane: PluginLane
  ) -> PluginVersion
  func version(_ version: PluginVersion, requestsStart isUrgent: Bool)
  func versionEndsStart(_ version: PluginVersion)
  func version(_ version: PluginVersion, isQuarantinedBecause why: String)
  func versionIsForgiven(_ version: PluginVersion)
  func lane(_ lane: PluginLane, didLose version: PluginVersion)
  func lane(_ lane: PluginLane, didEndTrial outcome: ReloadOutcome)
  /// Something is due at a time, by the loop's clock in nanoseconds.
  func lane(_ lane: PluginLane, wakesAt time: UInt64)
}

/// One plugin in the daemon: the version in force, the newer one that is being tried, if there is one,
/// and older ones that are on their way out.
final class PluginLane: PluginVersionOwner {
  /// A newer version that has still to prove itself.
  struct Trial {
    let version: PluginVersion
    /// When the proof must be there, in nanoseconds.
    let deadline: UInt64
  }

  let id: LaneID
  /// The folder that the plugin's files are read from.
  var folder: String
  /// Whom to tell what became of a reload that is under way.
  var replies: [(ReloadOutcome) -> Void] = []
  /// The same for the reload after it.
  var nextReplies: [(ReloadOutcome) -> Void] = []
  /// The files are being read.
  var isTaking = false
  /// The plugin's folder was not there when it was looked for last.
  var isGone = false
  /// The files are to be read again, after what is under way.
  var isChanged = false
  private(set) var trial: Trial?
  /// Whom to tell when it is clear what becomes of the version in force, and until when they wait.
  private var waiters: [(deadline: UInt64, then: () -> Void)] = []
  private(set) var retired: [PluginVersion] = []
  private var current: PluginVersion?
  private unowned let owner: any PluginLaneOwner

  init(_ id: LaneID, _ plugin: InstalledPlugin, owner: any PluginLaneOwner) {
    self.id = id
    self.owner = owner
    folder = plugin.folder
    current = owner.makeVersion(of: plugin, copy: nil, after: nil, for: self)
  }

  /// The version that clients see.
  var inForce: PluginVersion {
    guard let current else { preconditionFailure("a lane has a version from its beginning") }
    return current
  }

  /// The plugin as it is in force.
  var plugin: InstalledPlugin { inForce.plugin }

  /// All versions that have not ended.
  var versions: [PluginVersion] { [inForce] + (trial.map { [$0.version] } ?? []) + retired }

  var workerPath: String { owner.workerPath }
  var sandbox: SandboxMode { owner.sandbox }

  /// When `wake` is to be called; nil when nothing is waited for.
  var wakeAt: UInt64? {
    let times = versions.map(\.wakeAt) + [trial?.deadline, waiters.first?.deadline]
    return times.compactMap(\.self).min()
  }

  /// The same for a host that knows of no earlier time any more.
  func takeWakeAt() -> UInt64? {
    for version in versions { version.forgetToldWake() }
    return wakeAt
  }

  /// Does what is due.
  func wake(at now: UInt64) {
    for version in versions {
      if let time = version.wakeAt, time <= now { version.wake(at: now) }
    }
    if let trial, trial.deadline <= now { endTrial(because: "did not prove itself in time") }
    tellWaiters(at: now)
  }

  /// Whether nothing more is to be expected of the version in force for now.
  var isSettled: Bool { !isTaking && !isChanged && inForce.supervisor.isSettled }

  /// Calls `then` once it is settled, or at a time all the same; times do not go back.
  func wait(until deadline: UInt64, then: @escaping () -> Void) {
    waiters.append((deadline, then))
    owner.lane(self, wakesAt: deadline)
  }

  /// Calls whoever has waited long enough.
  func tellWaiters(at now: UInt64 = 0) {
    guard !waiters.isEmpty else { return }
    let due = isSettled ? waiters : waiters.filter { $0.deadline <= now }
    waiters.removeFirst(due.count)
    for waiter in due { waiter.then() }
  }

  // MARK: Versions

  /// Puts another version in force, whether it runs already or not; the one before is on its way out.
  func putInForce(_ version: PluginVersion) {
    if version === trial?.version { trial = nil }
    let old = inForce
    current = version
    retire(old)
  }

  /// Starts a newer version beside the one in force.
  func begin(_ trial: Trial) {
    self.trial = trial
    owner.lane(self, wakesAt: trial.deadline)
    trial.version.handle(.verified)
  }

  /// Ends the trial, if there is one, for a reason; the version in force stays.
  func endTrial(because why: String) {
    guard let version = trial?.version else { return }
    trial = nil
    retire(version)
    refuse(why)
  }

  /// Says everywhere why newer files are not used.
  func refuse(_ why: String) {
    owner.delegate?.plugin(
      id, didLog: "not reloaded, the version in force stays: \(why)", level: .error)
    inForce.handle(.notReplaced("not reloaded: \(why)"))
    owner.lane(self, didEndTrial: .refused(why))
  }

  private func retire(_ version: PluginVersion) {
    retired.append(version)
    version.handle(.stop)
  }

  // MARK: What versions want

  func version(_ version: PluginVersion, perform request: PluginVersion.Request) {
    switch request {
    case .start(let isUrgent): owner.version(version, requestsStart: isUrgent)
    case .endStart: owner.versionEndsStart(version)
    case .wake(let time): owner.lane(self, wakesAt: time)
    case .log(let message, let level): owner.delegate?.plugin(id, didLog: message, level: level)
    case .stopped:
      retired.removeAll { $0 === version }
      owner.lane(self, didLose: version)
    case .recordQuarantine(let why): owner.version(version, isQuarantinedBecause: why)
    case .liftQuarantine: owner.versionIsForgiven(version)
    case .becameReady, .becameDown, .statusChanged, .update:
      if version === inForce {
        performInForce(request)
      } else if version === trial?.version {
        performOnTrial(request)
      }
    }
  }

  func version(
    _ version: PluginVersion, didAnswer batch: SentBatch, payload: UnsafeRawBufferPointer
  ) {
    let sequence = batch.sequence
    if version === inForce {
      if batch.isGesture {
        owner.delegate?.plugin(id, didAnswerGesture: sequence, payload: payload)
      } else {
        owner.delegate?.plugin(id, didAnswer: sequence, payload: payload)
      }
    } else if version === trial?.version {
      owner.delegate?.plugin(id, trialDidAnswer: sequence, payload: payload)
    }
  }

  private func performInForce(_ request: PluginVersion.Request) {
    switch request {
    case .becameReady: owner.delegate?.pluginDidBecomeReady(id)
    case .becameDown(let report):
      log(report)
      owner.delegate?.plugin(id, didGoDown: report, status: inForce.supervisor.status)
    case .statusChanged:
      owner.delegate?.plugin(id, statusDidChange: inForce.supervisor.status)
      tellWaiters()
    case .update(let handle): owner.delegate?.plugin(id, didRequestUpdateOf: handle)
    case .start, .endStart, .wake, .log, .stopped, .recordQuarantine, .liftQuarantine: break
    }
  }

  private func performOnTrial(_ request: PluginVersion.Request) {
    switch request {
    case .becameReady: owner.delegate?.plugin(id, beganTrialOf: trial?.version.plugin ?? plugin)
    case .becameDown(let report): endTrial(because: report.message)
    case .start, .endStart, .wake, .log, .stopped, .recordQuarantine, .liftQuarantine,
      .statusChanged, .update:
      break
    }
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
    owner.delegate?.plugin(id, didLog: message, level: level)
  }
}

@available(*, unavailable)
extension PluginLane: Sendable {}
