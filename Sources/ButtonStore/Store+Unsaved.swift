package import ButtonModel

/// Tracks which keys differ from what is saved elsewhere, once per key, however often it changes.
extension Store {
  /// Passes on every key that changed since the last call, with or without a value.
  package func takeUnsaved(_ body: (KeyID) -> Void) {
    for index in 0..<unsaved.count {
      let id = unsaved.base[index]
      let line = keys.at(Int(id))
      guard line.pointee.flags.contains(.unsaved) else { continue }
      line.pointee.flags.remove(.unsaved)
      let wasSaved = line.pointee.flags.contains(.saved)
      if line.pointee.value == nil {
        line.pointee.flags.remove(.saved)
        if wasSaved { body(KeyID(rawValue: id)) }
        listIfUnused(id)
      } else {
        line.pointee.flags.insert(.saved)
        body(KeyID(rawValue: id))
      }
    }
    unsaved.removeAll(keepingCapacity: 4_096)
    unsavedCount = 0
  }

  /// A key that was taken has not been saved after all.
  package func putBackUnsaved(_ name: UnsafeRawBufferPointer) {
    let key = intern(name)
    let line = line(key)
    line.pointee.flags.insert(.saved)
    if !line.pointee.flags.contains(.unsaved) { noteUnsaved(key, line) }
  }

  /// The absent key's values are derived from now on: they are never saved.
  package func beginDeriving(_ key: KeyID) {
    precondition(value(of: key) == nil, "a key with a value is not derived")
    line(key).pointee.flags.insert(.unkept)
  }

  /// Removes the derived value; later values are saved.
  package func endDeriving(_ key: KeyID, revision: UInt64) {
    _ = write(key, nil, revision: revision)
    line(key).pointee.flags.remove(.unkept)
  }

  /// Sets a saved value at the start.
  package func restore(_ name: UnsafeRawBufferPointer, _ value: StateValue, changedAt: UInt64) {
    let key = intern(name)
    _ = write(key, value, revision: changedAt)
    line(key).pointee.flags.insert(.saved)
  }

  /// The key's removal must still be saved or reported.
  func awaitsRemoval(_ line: UnsafeMutablePointer<KeyLine>) -> Bool {
    line.pointee.flags.isSuperset(of: [.unsaved, .saved])
  }

  /// Skips volatile keys. The key must not be listed.
  func noteUnsaved(_ key: KeyID, _ line: UnsafeMutablePointer<KeyLine>) {
    if withName(of: key, StateKey.isVolatile) {
      line.pointee.flags.insert(.unkept)
      return
    }
    line.pointee.flags.insert(.unsaved)
    unsavedCount += 1
    unsaved.append(key.rawValue)
    if unsaved.count > 2 * unsavedCount + 4_096 { dropStaleUnsaved() }
  }

  /// A key that was never saved is gone again.
  func forgetUnsaved(_ line: UnsafeMutablePointer<KeyLine>) {
    guard line.pointee.flags.contains(.unsaved) else { return }
    line.pointee.flags.remove(.unsaved)
    unsavedCount -= 1
  }

  private func dropStaleUnsaved() {
    var kept = 0
    for index in 0..<unsaved.count {
      let id = unsaved.base[index]
      let line = keys.at(Int(id))
      // Without the flag, a key's second entry is skipped.
      guard line.pointee.flags.contains(.unsaved) else { continue }
      line.pointee.flags.remove(.unsaved)
      unsaved.base[kept] = id
      kept += 1
    }
    unsaved.truncate(to: kept)
    for index in 0..<kept { keys.at(Int(unsaved.base[index])).pointee.flags.insert(.unsaved) }
  }
}
