package import ButtonModel
package import UVLoop

/// All plugins of a daemon: finds them, runs a worker for each, and carries batches to them and
/// answers back.
///
/// Plugins are numbered from 1 in the order in which they were found; this number is their lane.
package final class PluginHost: PluginLaneOwner {
  /// Hears what the workers do; to be set before `start`.
  package weak var delegate: (any PluginHostDelegate)?
  /// The folders that are not used, and why.
  package let refusals: [PluginRefusal]

  let workerPath: String
  private let loop: Loop
  private let settings: PluginHostSettings
  private var lanes: [PluginLane] = []
  private var starts: StartQueue
  private var timer: Timer?
  /// When the timer fires; `max` when it is stopped.
  private var timerIsSetTo = UInt64.max
  private var whenStopped: (() -> Void)?
  private var isStopping = false
  private var lanesLeft = 0

  /// Reads the manifests in the settings' folders; runs nothing yet.
  package init(on loop: Loop, settings: PluginHostSettings) {
    self.loop = loop
    self.settings = settings
    workerPath = settings.workerPath
    starts = StartQueue(capacity: settings.startsAtOnce)
    let scan = PluginFolders(settings.folders).scan()
    refusals = scan.refusals
    for (index, plugin) in scan.plugins.enumerated() {
      lanes.append(
        PluginLane(
          UInt16(index + 1), plugin, figures: settings.figures, on: loop, owner: self))
    }
  }

  /// The plugins in order of their lanes.
  package var plugins: [InstalledPlugin] { lanes.map(\.plugin) }

  /// The lane of the plugin that an id or a short name stands for.
  package func lane(named name: String) -> UInt16? {
    let byID = lanes.first { $0.plugin.manifest.id == name }
    return (byID ?? lanes.first { $0.plugin.shortName == name })?.id
  }

  /// How a lane's worker is doing.
  package func status(of lane: UInt16) -> PluginStatus { self[lane].supervisor.status }

  /// The buttons of a lane that killed its worker twice, and wait for a new definition.
  package func poisonedButtons(of lane: UInt16) -> [UInt64] {
    self[lane].supervisor.poisonedButtons
  }

  /// Starts a worker for every plugin that is not disabled.
  package func start() throws(UVError) {
    timer = try Timer(on: loop) { [weak self] in self?.wake() }
    for lane in lanes {
      if isDisabled(lane.plugin) { lane.handle(.disable) }
      verify(lane)
    }
  }

  /// Sends a batch to a lane; `items` is how many of its buttons must be answered. Without a worker
  /// it is dropped: `didGoDown` has come, or will.
  package func send(
    _ payload: [UInt8], sequence: UInt32, items: Int, to lane: UInt16
  ) {
    self[lane].send(SentBatch(sequence: sequence, count: items, payload: payload))
  }

  /// Sends a gesture's event to a lane, where it counts as a batch of one button.
  package func send(gesture payload: [UInt8], sequence: UInt32, to lane: UInt16) {
    self[lane].send(SentBatch(isGesture: true, sequence: sequence, count: 1, payload: payload))
  }

  /// A lane's worker answered what it must not: it is killed, and restarted as after a crash.
  package func refuse(_ lane: UInt16, because why: String) {
    self[lane].handle(.refused(why))
  }

  /// A button got a new definition or is gone: its deaths are forgotten.
  package func buttonWasRedefined(_ handle: UInt64, in lane: UInt16) {
    self[lane].handle(.redefined(handle))
  }

  /// Forgets a plugin's deaths and poisoned buttons, lifts its quarantine, and starts it.
  package func reset(_ lane: UInt16) {
    let lane = self[lane]
    lane.handle(.reset)
    if lane.supervisor.phase == .discovered { verify(lane) }
  }

  /// Lets a disabled plugin run again.
  package func enable(_ lane: UInt16) { self[lane].handle(.enable) }

  /// Stops a plugin until it is enabled.
  package func disable(_ lane: UInt16) { self[lane].handle(.disable) }

  /// Reads a plugin's files again and, if they are in order, runs them in place of the old ones. A
  /// library that fails its manifest's check is logged, and the old one goes on.
  package func reload(_ lane: UInt16) throws(ManifestError) {
    let lane = self[lane]
    let old = lane.plugin
    let new = try PluginFolders(settings.folders).read(
      old.folder, keepsShortName: old.shortName != nil)
    guard new.manifest.id == old.manifest.id else {
      throw ManifestError(
        .invalid, file: "\(old.folder)/\(Manifest.fileName)", path: "id",
        "was \(old.manifest.id) and is \(new.manifest.id) now; restart the daemon for that")
    }
    check(new) { [weak self, weak lane] refusal in
      guard let self, let lane, !isStopping else { return }
      if let refusal {
        delegate?.plugin(lane.id, didLog: "not reloaded: \(refusal)", level: .error)
        return
      }
      if new != lane.plugin { delegate?.plugin(lane.id, wasReplacedBy: new) }
      lane.replace(with: new)
    }
  }

  /// Ends every worker; `then` runs when no process is left.
  package func stop(then: @escaping () -> Void) {
    precondition(!isStopping, "stopped twice")
    isStopping = true
    whenStopped = then
    lanesLeft = lanes.count
    for lane in lanes { lane.handle(.stop) }
    if lanes.isEmpty { finishStopping() }
  }

  // MARK: Lanes

  func laneRequestsStart(_ lane: PluginLane, isUrgent: Bool) {
    admit(starts.request(lane.id, isUrgent: isUrgent))
  }

  func laneEndsStart(_ lane: PluginLane) {
    admit(starts.ended(lane.id))
  }

  func laneDidStop(_ lane: PluginLane) {
    lanesLeft -= 1
    if lanesLeft == 0 { finishStopping() }
  }

  func lane(_ lane: PluginLane, wakesAt time: UInt64) {
    guard time < timerIsSetTo, let timer, !timer.isClosing else { return }
    let now = loop.now * .millisecond
    let delay = time > now ? (time - now + .millisecond - 1) / .millisecond : 0
    do throws(UVError) {
      try timer.start(after: delay)
      timerIsSetTo = time
    } catch {
      preconditionFailure("a timer that is open can be started")
    }
  }

  private subscript(lane: UInt16) -> PluginLane {
    precondition(lane >= 1 && lane <= lanes.count, "there is no lane \(lane)")
    return lanes[Int(lane) - 1]
  }

  private func admit(_ admitted: [UInt16]) {
    for lane in admitted { self[lane].handle(.admitted) }
  }

  private func isDisabled(_ plugin: InstalledPlugin) -> Bool {
    settings.disabled.contains(plugin.manifest.id)
      || plugin.shortName.map(settings.disabled.contains) ?? false
  }

  /// Starts a plugin once its library is what the manifest says, if that says anything.
  private func verify(_ lane: PluginLane) {
    check(lane.plugin) { [weak lane] refusal in
      lane?.handle(refusal.map { .unverified($0) } ?? .verified)
    }
  }

  /// Compares a plugin's library with its manifest; `then` gets what is wrong, at once where there
  /// is nothing to compare with.
  private func check(_ plugin: InstalledPlugin, then: @escaping (String?) -> Void) {
    guard let expected = plugin.manifest.sha256(for: .current) else { return then(nil) }
    let path = plugin.libraryPath
    loop.offload({ LibraryCheck.refusal(of: path, expecting: expected) }, then: then)
  }

  private func wake() {
    timerIsSetTo = .max
    let now = loop.hrtime
    for lane in lanes {
      if let time = lane.wakeAt, time <= now { lane.wake(at: now) }
    }
    for lane in lanes {
      if let time = lane.wakeAt { self.lane(lane, wakesAt: time) }
    }
  }

  private func finishStopping() {
    for lane in lanes { lane.release() }
    timer?.close()
    timer = nil
    let then = whenStopped
    whenStopped = nil
    then?()
  }
}

@available(*, unavailable)
extension PluginHost: Sendable {}
