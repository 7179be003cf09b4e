package import ButtonModel
package import ButtonProtocol
import UVLoop

extension PluginHost {
  /// Reads a plugin's files again and, if they are valid and new, runs them in place of the old
  /// ones; otherwise the old ones stay. `then` gets the outcome.
  package func reload(_ lane: LaneID, then: @escaping (PluginReload) -> Void = { _ in }) {
    let lane = self[lane]
    lane.nextReplies.append(then)
    take(lane)
  }

  /// Reads a lane's files, after any work on them in progress.
  func take(_ lane: PluginLane) {
    lane.isChanged = true
    guard !lane.isTaking, lane.trial == nil, !isStopping else { return }
    lane.isChanged = false
    lane.isTaking = true
    lane.replies = lane.nextReplies
    lane.nextReplies = []
    let folder = lane.folder
    files.add(
      { [cache, settings] () -> Result<TakenPlugin, TakeRefusal> in
        Result { () throws(TakeRefusal) in try cache.take(folder, among: settings.folders) }
      }, then: { [weak self] result in self?.took(result, for: lane) })
  }

  private func took(_ result: Result<TakenPlugin, TakeRefusal>, for lane: PluginLane) {
    lane.isTaking = false
    if isStopping { return }
    watchInner(lane.folder, asReadIn: result)
    switch result {
    case .success: lane.isGone = false
    case .failure(let refusal): lane.isGone = refusal.isGone
    }
    switch result {
    case .success(let taken):
      hasSaidPostponed = false
      took(taken, for: lane)
    case .failure(let refusal) where refusal.isPassing:
      postpone(lane.folder, because: refusal)
      end(lane, .refused(refusal.description))
    case .failure(let refusal) where refusal.isGone && !lane.inForce.isFresh:
      loseFiles(of: lane, because: refusal.description)
    case .failure(let refusal) where lane.inForce.isFresh:
      lane.inForce.handle(.unverified(refusal.description))
      end(lane, .refused(refusal.description))
    case .failure(let refusal): lane.refuse(refusal.description)
    }
    sweepIfQuiet()
  }

  private func took(_ taken: TakenPlugin, for lane: PluginLane) {
    let old = lane.inForce
    let id = old.plugin.manifest.id
    let plugin = withoutTakenName(taken.plugin, lane)
    guard plugin.manifest.id == id else {
      return lane.refuse(
        "\(lane.folder)/\(Manifest.fileName): id: was \(id) and is \(plugin.manifest.id) now; "
          + "use another folder for that")
    }
    if old.copy == taken.copy, old.plugin == plugin { return end(lane, .unchanged) }
    if old.isFresh, old.plugin == plugin {
      old.copy = taken.copy
      return verify(old, in: lane)
    }
    let quarantine = quarantine.message(for: taken.copy.hash)
    if old.supervisor.isInService, let quarantine {
      return lane.refuse(
        "these files died too often before, and are quarantined: \(quarantine); "
          + "plugins.reset lifts that")
    }
    let new = makeVersion(
      of: plugin, copy: taken.copy, after: old.supervisor.status, for: lane)
    if old.supervisor.isInService {
      let deadline = loop.hrtime + settings.figures.trialTime
      return lane.begin(PluginLane.Trial(version: new, deadline: deadline))
    }
    if old.supervisor.isOff { new.handle(.disable) }
    replace(old, with: new, in: lane)
    verify(new, in: lane)
  }

  /// Runs a version whose files are there, unless they were quarantined.
  func verify(_ version: PluginVersion, in lane: PluginLane) {
    if let hash = version.copy?.hash, let why = quarantine.message(for: hash) {
      version.handle(.quarantinedBefore(why))
    }
    version.handle(.verified)
    end(lane, .replaced)
  }

  /// Runs nothing of the plugin until its files are back.
  private func loseFiles(of lane: PluginLane, because why: String) {
    if lane.inForce.copy == nil { return end(lane, .refused(why)) }
    let old = lane.inForce
    let gone = makeVersion(
      of: old.plugin, copy: nil, after: old.supervisor.status, for: lane)
    if old.supervisor.isOff { gone.handle(.disable) }
    lane.putInForce(gone)
    gone.handle(.unverified(why))
    end(lane, .refused(why))
  }

  /// Puts another version in force; no version runs.
  private func replace(_ old: PluginVersion, with new: PluginVersion, in lane: PluginLane) {
    lane.putInForce(new)
    delegate?.plugin(lane.id, wasReplacedBy: new.plugin)
    delegate?.plugin(
      lane.id, didGoDown: DownReport(.starting, "new files"), status: new.supervisor.status)
    delegate?.plugin(lane.id, statusDidChange: new.supervisor.status)
  }

  /// Removes a short name that another plugin has.
  func withoutTakenName(_ plugin: InstalledPlugin, _ lane: PluginLane?) -> InstalledPlugin {
    let isTaken = lanes.contains { other in
      other !== lane && plugin.shortName != nil && other.plugin.shortName == plugin.shortName
    }
    return InstalledPlugin(
      manifest: plugin.manifest, folder: plugin.folder, libraryPath: plugin.libraryPath,
      shortName: isTaken ? nil : plugin.shortName)
  }

  // MARK: Trials

  /// The version on trial is put in force and takes batches.
  package func trialPassed(_ lane: LaneID) {
    let lane = self[lane]
    guard let new = lane.trial?.version else { return }
    lane.putInForce(new)
    delegate?.plugin(lane.id, wasReplacedBy: new.plugin)
    delegate?.plugin(lane.id, statusDidChange: new.supervisor.status)
    end(lane, .replaced)
  }

  package func trialFailed(_ lane: LaneID, because why: String) {
    self[lane].endTrial(because: why)
  }

  package func sendTrial(
    _ payload: [UInt8], sequence: UInt32, items: Int, to lane: LaneID
  ) {
    self[lane].trial?.version.send(
      SentBatch(sequence: sequence, count: items, payload: payload))
  }

  /// The version in force stays, whether there was a trial or not.
  func trialEnded(in lane: PluginLane, _ outcome: PluginReload) {
    delegate?.pluginDidEndTrial(lane.id)
    end(lane, outcome)
  }

  /// Reports a reload's outcome to those who asked, and begins the next one if there is one.
  private func end(_ lane: PluginLane, _ outcome: PluginReload) {
    let replies = lane.replies
    lane.replies = []
    for reply in replies { reply(outcome) }
    if lane.isChanged { take(lane) }
    lane.tellWaiters()
  }
}
