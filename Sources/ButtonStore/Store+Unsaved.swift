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

  /// Notes that what was handed out of a key has not been saved after all.
  package func putBackUnsaved(_ name: UnsafeRawBufferPointer) {
    let key = intern(name)
    let line = line(key)
    line.pointee.flags.insert(.saved)
    if !line.pointee.flags.contains(.unsaved) { noteUnsaved(key, line) }
  }

  /// Gives a key, at the start, the value that was saved of it.
  package func restore(_ name: UnsafeRawBufferPointer, _ value: StateValue, changedAt: UInt64) {
    let key = intern(name)
    _ = write(key, value, revision: changedAt)
    line(key).pointee.flags.insert(.saved)
  }

  /// True when somebody has still to be told that the key is gone.
  func awaitsRemoval(_ line: UnsafeMutablePointer<KeyLine>) -> Bool {
    line.pointee.flags.isSuperset(of: [.unsaved, .saved])
  }

  /// Puts a key that is on no list yet on that of the unsaved, unless it is none to be kept.
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

  /// Notes that a key of which nothing is saved is gone again.
  func forgetUnsaved(_ line: UnsafeMutablePointer<KeyLine>) {
    guard line.pointee.flags.contains(.unsaved) else { return }
    line.pointee.flags.remove(.unsaved)
    unsavedCount -= 1
  }

  /// Rids the list of entries that count for nothing any more.
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
