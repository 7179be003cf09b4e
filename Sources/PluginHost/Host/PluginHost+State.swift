import ButtonModel
import Supervision

extension PluginHost {
  /// Opens what the host keeps on disk: the copies that workers load, and its lists of plugins.
  func openState() {
    for warning in [quarantined.read(), disabled.read()].compactMap(\.self) {
      delegate?.pluginHost(didLog: warning, level: .warning)
    }
    guard settings.stateFolder == nil else { return }
    do throws(FileError) {
      let place = try TemporaryPlace()
      cache = PluginCache(folder: place.path)
      temporaryPlace = place
    } catch {
      // Every plugin will say that it cannot be copied.
      delegate?.pluginHost(didLog: "plugins have no place for copies: \(error)", level: .error)
    }
  }

  func closeState() {
    temporaryPlace?.remove()
  }

  /// Removes copies that no version uses, unless files are being read.
  func sweepIfQuiet() {
    guard isToBeSwept, !isStopping, discoveries == 0, !cache.folder.isEmpty,
      !lanes.contains(where: { $0.isTaking || $0.isChanged })
    else { return }
    isToBeSwept = false
    let inUse = Set(lanes.flatMap(\.versions).compactMap { $0.copy?.hash })
    files.add({ [cache] in cache.sweep(keeping: inUse) }, then: {})
  }

  var quarantine: QuarantineList { quarantined.list }

  func quarantine(_ version: PluginVersion, because why: String) {
    guard let hash = version.copy?.hash else { return }
    let plugin = version.plugin.manifest.id
    quarantined.change { _ = $0.add(.init(hash: hash, plugin: plugin, message: why)) }
  }

  func liftQuarantine(of version: PluginVersion) {
    guard let hash = version.copy?.hash else { return }
    quarantined.change { _ = $0.remove(hash) }
  }

  /// Lifts the quarantine of all of a plugin's files.
  func forgive(_ plugin: String) {
    quarantined.change { list in
      for entry in list.entries where entry.plugin == plugin { _ = list.remove(entry.hash) }
    }
  }

  /// The configuration or an earlier request disables the plugin.
  func isDisabled(_ plugin: InstalledPlugin) -> Bool {
    disabled.list.contains(plugin.manifest.id)
      || settings.disabled.contains(plugin.manifest.id)
      || plugin.shortName.map(settings.disabled.contains) ?? false
  }
}
