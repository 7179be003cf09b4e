package import ButtonModel
import Supervision
package import UVLoop

/// All plugins of a daemon: finds them, runs a worker for each, and carries batches to them and
/// answers back.
///
/// Plugins are numbered from 1 in the order in which they are found; this number is their lane.
package final class PluginHost {
  /// Set it before `start`; it must outlive the host.
  package unowned var delegate: (any PluginHostDelegate)?
  package let refusals: [PluginRefusal]

  let loop: Loop
  let settings: PluginHostSettings
  let files: SerialWorkQueue
  var lanes: [PluginLane] = []
  var cache: PluginCache
  var temporaryPlace: TemporaryPlace?
  var watch: FolderWatch?
  /// New folders being read.
  var discoveries = 0
  /// New folders still to be read.
  var newFolders: [String] = []
  var hasRefusedForRoom = false
  /// Folders to be read again, because descriptors, memory or room were short.
  var postponed = FolderSettling(
    settleTime: PluginHost.postponement, settleTimeCap: PluginHost.postponement)
  /// The shortage has been logged since the last folder was read.
  var hasSaidPostponed = false
  /// Unused copies may exist.
  var isToBeSwept = true
  private(set) lazy var quarantined = kept(QuarantineList.self)
  private(set) lazy var disabled = kept(DisabledList.self)
  /// When a list that could not be written is tried again.
  private var keepAgainAt: UInt64?
  private(set) var isStopping = false
  private var versions: [UInt32: PluginVersion] = [:]
  private var lastVersion: UInt32 = 0
  private var starts: StartQueue
  private var timer: WakeTimer?
  private var whenStopped: (() -> Void)?

  /// Reads the manifests in the settings' folders; runs nothing yet.
  package init(on loop: Loop, settings: PluginHostSettings) {
    self.loop = loop
    self.settings = settings
    files = SerialWorkQueue(on: loop)
    starts = StartQueue(capacity: settings.startsAtOnce)
    cache = PluginCache(folder: settings.stateFolder.map { "\($0)/cache" } ?? "")
    let scan = PluginFolders(settings.folders).scan()
    refusals = scan.refusals
    for (index, plugin) in scan.plugins.enumerated() {
      lanes.append(PluginLane(LaneID(index: index), plugin, host: self))
    }
  }

  /// In the order of their lanes.
  package var plugins: [InstalledPlugin] { lanes.map(\.plugin) }

  package func status(of lane: LaneID) -> PluginStatus { self[lane].inForce.supervisor.status }

  package func takesBatches(_ lane: LaneID) -> Bool { self[lane].inForce.supervisor.takesBatches }

  /// Starts a worker for every plugin that is neither disabled nor quarantined.
  package func start() throws(UVError) {
    timer = try WakeTimer(on: loop) { [weak self] in self?.timerFired() }
    openState()
    try watchFolders()
    for lane in lanes {
      if isDisabled(lane.plugin) { lane.inForce.handle(.disable) }
      take(lane)
    }
    if temporaryPlace != nil { files.add({ TemporaryPlace.removeThoseLeft() }, then: {}) }
  }

  /// Sends a batch of which `items` buttons must be answered. Without a worker it is dropped:
  /// `didGoDown` has come, or will.
  package func send(
    _ payload: [UInt8], sequence: UInt32, items: Int, to lane: LaneID
  ) {
    self[lane].inForce.send(SentBatch(sequence: sequence, count: items, payload: payload))
  }

  /// Counts as a batch of one button.
  package func send(gesture payload: [UInt8], sequence: UInt32, to lane: LaneID) {
    self[lane].inForce.send(
      SentBatch(isGesture: true, sequence: sequence, count: 1, payload: payload))
  }

  /// A lane's worker sent an invalid answer: it is killed and restarted as after a crash.
  package func refuse(_ lane: LaneID, because why: String) {
    self[lane].inForce.handle(.refused(why))
  }

  /// A button was redefined or removed: forgets its deaths.
  package func forgetDeaths(on handle: UInt64, in lane: LaneID) {
    self[lane].inForce.handle(.redefined(handle))
  }

  /// Forgets a plugin's deaths and poisoned buttons, lifts its quarantine, and starts it.
  package func reset(_ lane: LaneID) {
    let lane = self[lane]
    forgive(lane.plugin.manifest.id)
    lane.inForce.handle(.reset)
    if lane.inForce.isFresh { take(lane) }
  }

  /// Lets a disabled plugin run; for this life of the host if the configuration disables it.
  package func enable(_ lane: LaneID) {
    let lane = self[lane]
    disabled.change { $0.remove(lane.plugin.manifest.id) }
    lane.inForce.handle(.enable)
  }

  /// Calls `then` once all requests so far are on disk, or with the reason why they cannot be
  /// written. False, without a call, if they are already, or if nothing is kept.
  package func whenKept(then: @escaping (String?) -> Void) -> Bool {
    let isLater = disabled.whenKept { [self] failure in
      if failure != nil || !quarantined.whenKept(then: then) { then(failure) }
    }
    return isLater || quarantined.whenKept(then: then)
  }

  /// Calls `then` once a plugin runs or will not, or after two seconds. False, without a call, if
  /// that is so already.
  package func whenSettled(_ lane: LaneID, then: @escaping () -> Void) -> Bool {
    let lane = self[lane]
    if lane.isSettled { return false }
    lane.wait(until: loop.hrtime + PluginHost.settlingTime, then: then)
    return true
  }

  private static let settlingTime = 2_000 * UInt64.millisecond
  private static let postponement = 1_000 * UInt64.millisecond

  /// Stops a plugin until it is enabled, also in later lives of the host.
  package func disable(_ lane: LaneID) {
    let lane = self[lane]
    disabled.change { $0.add(lane.plugin.manifest.id) }
    lane.endTrial(because: "the plugin was disabled")
    lane.inForce.handle(.disable)
  }

  /// Ends every worker; calls `then` when no process is left and no work on files is in progress.
  package func stop(then: @escaping () -> Void) {
    precondition(!isStopping, "stopped twice")
    isStopping = true
    whenStopped = then
    watch?.close()
    watch = nil
    keepAgain()
    for version in versions.values.sorted(by: { $0.number < $1.number }) { version.handle(.stop) }
    finishStopping()
  }

  subscript(lane: LaneID) -> PluginLane {
    precondition(lanes.indices.contains(lane.index), "there is no lane \(lane)")
    return lanes[lane.index]
  }

  private func kept<List: StateList>(_: List.Type) -> PersistentList<List> {
    PersistentList(in: settings.stateFolder, files) { [weak self] failure in
      guard let self else { return }
      delegate?.pluginHost(didLog: failure, level: .error)
      let time = loop.hrtime + settings.figures.restarts.backoffCap
      keepAgainAt = time
      wake(at: time)
    }
  }

  private func admit(_ admitted: [UInt32]) {
    for number in admitted { versions[number]?.handle(.admitted) }
  }

  private func timerFired() {
    let now = loop.hrtime
    for folder in postponed.settled(at: now) { folderChanged(folder) }
    if let time = postponed.wakeAt { wake(at: time) }
    if let time = keepAgainAt, time <= now { keepAgain() }
    if let time = keepAgainAt { wake(at: time) }
    for lane in lanes {
      if let time = lane.wakeAt, time <= now { lane.wake(at: now) }
    }
    for lane in lanes {
      if let time = lane.takeWakeAt() { wake(at: time) }
    }
  }

  private func keepAgain() {
    keepAgainAt = nil
    disabled.writeAgain()
    quarantined.writeAgain()
  }

  private func finishStopping() {
    guard isStopping, versions.isEmpty, whenStopped != nil else { return }
    timer?.close()
    timer = nil
    let then = whenStopped
    whenStopped = nil
    files.finish { [self] in
      closeState()
      then?()
    }
  }
}

extension PluginHost {
  /// Makes a version without a worker that continues another one's status.
  func makeVersion(
    of plugin: InstalledPlugin, copy: PluginCopy?, after old: PluginStatus?, for lane: PluginLane
  ) -> PluginVersion {
    lastVersion += 1
    let version = PluginVersion(
      lastVersion, plugin, copy: copy, after: old, in: lane, of: self)
    versions[lastVersion] = version
    return version
  }

  /// Starts a version's worker when its turn comes.
  func start(_ version: PluginVersion, isUrgent: Bool) {
    // It may have to stop meanwhile.
    guard version.supervisor.phase == .verified else { return }
    admit(starts.request(version.number, isUrgent: isUrgent))
  }

  func endStart(of version: PluginVersion) {
    admit(starts.ended(version.number))
  }

  func lose(_ version: PluginVersion) {
    version.release()
    versions[version.number] = nil
    isToBeSwept = true
    sweepIfQuiet()
    finishStopping()
  }

  /// The time is the loop's, in nanoseconds.
  func wake(at time: UInt64) { timer?.wake(at: time) }
}

@available(*, unavailable)
extension PluginHost: Sendable {}
