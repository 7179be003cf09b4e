package import ButtonModel

extension Store {
  /// A removed key when it was found unused.
  struct Removal {
    let key: UInt32
    let changedAt: UInt64
  }

  /// The number of keys, with or without a value.
  package var keyCount: Int { names.count }

  /// One more than the highest id ever used: the size of a table indexed by key.
  package var keyCapacity: Int { keys.count }

  package func key(named name: UnsafeRawBufferPointer) -> KeyID? {
    names.id(of: name, names.hash(name)).map(KeyID.init)
  }

  /// A new name becomes an absent key.
  package func intern(_ name: UnsafeRawBufferPointer) -> KeyID {
    let hash = names.hash(name)
    if let id = names.id(of: name, hash) { return KeyID(rawValue: id) }
    let id: UInt32
    if freeKeys.count > 0 {
      id = freeKeys.at(freeKeys.count - 1).pointee
      freeKeys.truncate(to: freeKeys.count - 1)
    } else {
      id = UInt32(keys.count)
      keys.append(KeyLine())
    }
    let line = keys.at(Int(id))
    line.pointee = KeyLine()
    line.pointee.flags = [.live, .listed]
    names.insert(name, hash, id: id)
    if marks.isInUse { marks.note(id, name) }
    internCount &+= 1
    neverWritten.append(id)
    return KeyID(rawValue: id)
  }

  package func key(named name: UTF8String) -> KeyID? {
    name.bytes.withUnsafeBytes { key(named: $0) }
  }

  package func intern(_ name: UTF8String) -> KeyID {
    name.bytes.withUnsafeBytes { intern($0) }
  }

  package func withName<R>(of key: KeyID, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows
    -> R
  {
    _ = line(key)
    return try body(names.name(of: key.rawValue))
  }

  package func name(of key: KeyID) -> UTF8String {
    withName(of: key) { UTF8String(copying: $0) }
  }

  /// False if it was freed or never assigned.
  package func isInUse(_ key: KeyID) -> Bool {
    key.rawValue < keys.count && keys.at(Int(key.rawValue)).pointee.flags.contains(.live)
  }

  /// Lists a key without value and readers for `recycleUnused`.
  func listIfUnused(_ id: UInt32) {
    let line = keys.at(Int(id))
    guard isUnused(line), !line.pointee.flags.contains(.listed) else { return }
    line.pointee.flags.insert(.listed)
    if line.pointee.changedAt == 0 {
      neverWritten.append(id)
    } else {
      removed.append(Removal(key: id, changedAt: line.pointee.changedAt))
    }
  }

  /// How many keys `recycleUnused` would look at: a reason to call it when this has grown.
  package var listedKeyCount: Int {
    neverWritten.count + max(0, removed.count - rememberedRemovals)
  }

  /// Frees ids of keys that have no value and no reader, and are neither uncommitted nor among the
  /// last commit's changes. If `mayGo` returns false, a key stays until the next call.
  ///
  /// No other call frees ids. Keys never written are freed at once; the newest `rememberedRemovals`
  /// removed ones stay, so that `changedAt` is exact for them.
  package func recycleUnused(_ mayGo: (KeyID) -> Bool = { _ in true }) {
    var kept = 0
    for index in 0..<neverWritten.count {
      let id = neverWritten.base[index]
      let line = keys.at(Int(id))
      if isUnused(line), line.pointee.changedAt == 0 {
        if mayGo(KeyID(rawValue: id)) {
          free(id)
        } else {
          neverWritten.base[kept] = id
          kept += 1
        }
      } else {
        line.pointee.flags.remove(.listed)
        listIfUnused(id)
      }
    }
    neverWritten.truncate(to: kept)
    if kept == 0 { neverWritten.removeAll(keepingCapacity: 64) }
    // In batches, because removing names from the order takes a pass over it.
    if removed.count > rememberedRemovals + rememberedRemovals / 4 { forgetRemovals(mayGo) }
  }

  /// The oldest ones beyond `rememberedRemovals`.
  private func forgetRemovals(_ mayGo: (KeyID) -> Bool) {
    let count = removed.count
    var surplus = count - rememberedRemovals
    var kept = 0
    var orderedWentAway = false
    var removedAgain = Slab<UInt32>()
    for index in 0..<count {
      let entry = removed.base[index]
      let line = keys.at(Int(entry.key))
      let isStillRemoved = isUnused(line)
      if isStillRemoved, line.pointee.changedAt == entry.changedAt {
        if surplus > 0, mayGo(KeyID(rawValue: entry.key)) {
          surplus -= 1
          forgottenAt = max(forgottenAt, entry.changedAt)
          orderedWentAway = orderedWentAway || line.pointee.flags.contains(.ordered)
          free(entry.key)
        } else {
          removed.base[kept] = entry
          kept += 1
        }
      } else {
        line.pointee.flags.remove(.listed)
        if isStillRemoved { removedAgain.append(entry.key) } else { surplus -= 1 }
      }
    }
    removed.truncate(to: kept)
    for index in 0..<removedAgain.count { listIfUnused(removedAgain.base[index]) }
    if orderedWentAway { order.removeFreed(keys) }
  }

  private func isUnused(_ line: UnsafeMutablePointer<KeyLine>) -> Bool {
    line.pointee.flags.isDisjoint(with: [.queued, .changed])
      && line.pointee.subscriberCount == 0 && line.pointee.value == nil && !awaitsRemoval(line)
  }

  private func free(_ id: UInt32) {
    let line = keys.at(Int(id))
    line.pointee.subscribers?.deallocate()
    line.pointee.setSubscribers(nil, capacityLog2: 0)
    if line.pointee.flags.contains(.unsaved) { unsavedCount -= 1 }
    line.pointee.flags = []
    names.remove(id: id)
    freeKeys.append(id)
  }
}
