import ButtonModel

extension PluginHost {
  /// Makes ready what the host keeps on disk: the copies that workers load, and the quarantine list.
  func openState() {
    if let folder = settings.stateFolder {
      let (list, warning) = QuarantineFile(folder: folder).read()
      quarantine = list
      if let warning { delegate?.pluginHost(didLog: warning, level: .warning) }
    } else {
      do throws(FileError) {
        let place = try TemporaryPlace()
        cache = PluginCache(folder: place.path)
        temporaryPlace = place
      } catch {
        // Every plugin will say that it cannot be copied.
        delegate?.pluginHost(didLog: "plugins have no place for copies: \(error)", level: .error)
      }
    }
  }

  /// Removes what was for this life of the daemon alone.
  func closeState() {
    temporaryPlace?.remove()
  }

  /// Removes copies that no version uses, when no files are being read.
  func sweepIfQuiet() {
    guard isToBeSwept, !isStopping, discoveries == 0, !cache.folder.isEmpty,
      !lanes.contains(where: { $0.isTaking || $0.isChanged })
    else { return }
    isToBeSwept = false
    let inUse = Set(lanes.flatMap(\.versions).compactMap { $0.copy?.hash })
    files.add({ [cache] in cache.sweep(keeping: inUse) }, then: {})
  }

  // MARK: Quarantine

  func version(_ version: PluginVersion, isQuarantinedBecause why: String) {
    guard let hash = version.copy?.hash else { return }
    let entry = QuarantineList.Entry(
      hash: hash, plugin: version.plugin.manifest.id, message: why)
    if quarantine.add(entry) { writeQuarantine() }
  }

  func versionIsForgiven(_ version: PluginVersion) {
    if let hash = version.copy?.hash, quarantine.remove(hash) { writeQuarantine() }
  }

  /// Lifts the quarantine of all files of a plugin.
  func forgive(_ plugin: String) {
    let hashes = quarantine.entries.filter { $0.plugin == plugin }.map(\.hash)
    for hash in hashes { _ = quarantine.remove(hash) }
    if !hashes.isEmpty { writeQuarantine() }
  }

  private func writeQuarantine() {
    guard let folder = settings.stateFolder else { return }
    isToBeWritten = true
    if isWriting { return }
    isWriting = true
    isToBeWritten = false
    let list = quarantine
    files.add(
      { () -> String? in
        do throws(FileError) {
          try QuarantineFile(folder: folder).write(list)
          return nil
        } catch {
          return "the quarantine list cannot be written: \(error)"
        }
      },
      then: { [weak self] failure in
        guard let self else { return }
        isWriting = false
        if let failure { delegate?.pluginHost(didLog: failure, level: .error) }
        if isToBeWritten { writeQuarantine() }
      })
  }
}
