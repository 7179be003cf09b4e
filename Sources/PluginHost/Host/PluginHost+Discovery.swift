import ButtonModel
import Supervision
import UVLoop

extension PluginHost {
  func watchFolders() throws(UVError) {
    guard settings.watchesFolders else { return }
    watch = try FolderWatch(
      settings.folders, figures: settings.figures, on: loop,
      settled: { [weak self] in self?.folderChanged($0) },
      failed: { [weak self] what in
        self?.delegate?.pluginHost(
          didLog: "not all changes of plugins will be noticed, ask for reloads: \(what)",
          level: .warning)
      })
  }

  /// Also watches the folders below a plugin's folder, if they are known.
  func watchInner(_ folder: String, asReadIn result: Result<TakenPlugin, TakeRefusal>) {
    let folders: [String]? =
      switch result {
      case .success(let taken): taken.innerFolders
      case .failure(let refusal): refusal.innerFolders
      }
    if let folders { watch?.watch(folders, of: folder) }
  }

  func postpone(_ folder: String, because refusal: TakeRefusal) {
    wake(at: postponed.changed(folder, at: loop.hrtime))
    if hasSaidPostponed { return }
    hasSaidPostponed = true
    delegate?.pluginHost(
      didLog: "\(refusal); it is read again every second until that works", level: .warning)
  }

  func folderChanged(_ folder: String) {
    if isStopping { return }
    if let lane = lanes.first(where: { $0.folder == folder }) { return take(lane) }
    // A folder without a manifest is not a plugin yet.
    guard PluginFile.isFile("\(folder)/\(Manifest.fileName)") else { return }
    guard !newFolders.contains(folder) else { return }
    newFolders.append(folder)
    discoverNext()
  }

  /// Reads the next new folder, one at a time.
  private func discoverNext() {
    guard discoveries == 0, !newFolders.isEmpty else { return }
    let folder = newFolders.removeFirst()
    guard lanes.count < PluginFolders.maximumPlugins else {
      newFolders = []
      return refuseForRoom(folder)
    }
    discoveries += 1
    files.add(
      { [cache, settings] () -> Result<TakenPlugin, TakeRefusal> in
        Result { () throws(TakeRefusal) in try cache.take(folder, among: settings.folders) }
      }, then: { [weak self] result in self?.discovered(result, in: folder) })
  }

  private func discovered(_ result: Result<TakenPlugin, TakeRefusal>, in folder: String) {
    discoveries -= 1
    if isStopping { return }
    watchInner(folder, asReadIn: result)
    do throws(TakeRefusal) {
      try add(try result.get())
    } catch  where error.isPassing {
      postpone(folder, because: error)
    } catch {
      delegate?.pluginHost(didLog: "plugin refused: \(error)", level: .error)
    }
    discoverNext()
    sweepIfQuiet()
  }

  /// Logs once that there are too many plugins.
  private func refuseForRoom(_ folder: String) {
    if hasRefusedForRoom { return }
    hasRefusedForRoom = true
    delegate?.pluginHost(
      didLog: "plugin refused: \(folder): \(PluginFolders.isFull); nor are further ones looked at",
      level: .error)
  }

  /// Makes a lane for a new plugin, or moves the lane of a plugin whose folder was renamed.
  private func add(_ taken: TakenPlugin) throws(TakeRefusal) {
    let plugin = taken.plugin
    if let known = lanes.first(where: { $0.plugin.manifest.id == plugin.manifest.id }) {
      guard !PluginFile.isFolder(known.folder) || known.folder == plugin.folder else {
        throw TakeRefusal(
          description: "\(plugin.folder): the id \(plugin.manifest.id) is taken by the plugin in "
            + known.folder)
      }
      known.folder = plugin.folder
      return take(known)
    }
    guard lanes.count < PluginFolders.maximumPlugins else {
      throw TakeRefusal(description: "\(plugin.folder): \(PluginFolders.isFull)")
    }
    let lane = PluginLane(LaneID(index: lanes.count), withoutTakenName(plugin, nil), host: self)
    lanes.append(lane)
    delegate?.plugin(lane.id, wasAdded: lane.plugin)
    if isDisabled(lane.plugin) { lane.inForce.handle(.disable) }
    lane.inForce.copy = taken.copy
    verify(lane.inForce, in: lane)
  }
}
