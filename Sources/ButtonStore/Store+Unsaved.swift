package import ButtonModel

/// Which keys differ from what is saved elsewhere: by key, however often each changes.
extension Store {
  /// Hands out every key that changed since the last call, with or without a value.
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

  /// Notes that a key that was handed out has not been saved after all.
  package func putBackUnsaved(_ name: UnsafeRawBufferPointer) {
    let key = intern(name)
    let line = line(key)
    line.pointee.flags.insert(.saved)
    if !line.pointee.flags.contains(.unsaved) { noteUnsaved(key, line) }
  }

  /// Notes that the values of an absent key are derived from now on: they are never saved.
  package func beginDeriving(_ key: KeyID) {
    precondition(value(of: key) == nil, "a key with a value is not derived")
    line(key).pointee.flags.insert(.unkept)
  }

  /// Removes the value of a derived key; from now on its values are saved like any other's.
  package func endDeriving(_ key: KeyID, revision: UInt64) {
    _ = write(key, nil, revision: revision)
    line(key).pointee.flags.remove(.unkept)
  }

  /// Restores a key's saved value at the start.
  package func restore(_ name: UnsafeRawBufferPointer, _ value: StateValue, changedAt: UInt64) {
    let key = intern(name)
    _ = write(key, value, revision: changedAt)
    line(key).pointee.flags.insert(.saved)
  }

  /// True when the key's removal must still be saved or reported.
  func awaitsRemoval(_ line: UnsafeMutablePointer<KeyLine>) -> Bool {
    line.pointee.flags.isSuperset(of: [.unsaved, .saved])
  }

  /// Adds the key to the unsaved list unless it is listed already or volatile.
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

  /// Notes that a key that was never saved is gone again.
  func forgetUnsaved(_ line: UnsafeMutablePointer<KeyLine>) {
    guard line.pointee.flags.contains(.unsaved) else { return }
    line.pointee.flags.remove(.unsaved)
    unsavedCount -= 1
  }

  /// Removes stale entries from the list.
  private func dropStaleUnsaved() {
    var kept = 0
    for index in 0..<unsaved.count {
      let id = unsaved.base[index]
      let line = keys.at(Int(id))
      // Without the flag, the second entry of a key is passed over.
      guard line.pointee.flags.contains(.unsaved) else { continue }
      line.pointee.flags.remove(.unsaved)
      unsaved.base[kept] = id
      kept += 1
    }
    unsaved.truncate(to: kept)
    for index in 0..<kept { keys.at(Int(unsaved.base[index])).pointee.flags.insert(.unsaved) }
  }
}
