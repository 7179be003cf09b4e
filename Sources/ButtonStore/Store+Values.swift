package import ButtonModel
internal import CPlatform

extension Store {
  /// The newest value or, with ``showsCommitted``, the committed one; nil if the key is absent.
  package func value(of key: KeyID) -> StateValue? {
    let line = line(key)
    if showsCommitted, line.pointee.flags.contains(.queued),
      let place = oldPlaces[key.rawValue]
    {
      return oldValues.at(place).pointee.value
    }
    return line.pointee.value
  }

  /// The newest value's part of `valueBytes`; nil if it is absent.
  package func storedBytes(of key: KeyID) -> Int? { line(key).pointee.value?.storedBytes }

  /// Sets or removes the value; returns whether that changed the newest value.
  ///
  /// Several writes may share a revision; the first that changes something makes it the store's.
  package func write(_ key: KeyID, _ value: StateValue?, revision: UInt64) -> Bool {
    if case .double(let number)? = value {
      precondition(number.isFinite, "a state value is a finite number")
    }
    let line = line(key)
    guard line.pointee.value != value else { return false }
    if value == nil || line.pointee.value == nil { willAppearOrDisappear(key, value) }
    valueBytes += (value?.storedBytes ?? 0) - (line.pointee.value?.storedBytes ?? 0)
    let old = exchange(&line.pointee.value, with: value)
    noteWrite(key, line, old)
    line.pointee.changedAt = revision
    if notesUnsaved {
      if value == nil, !line.pointee.flags.contains(.saved) {
        forgetUnsaved(line)
      } else if line.pointee.flags.isDisjoint(with: [.unsaved, .unkept]) {
        noteUnsaved(key, line)
      }
    }
    if revision > self.revision { self.revision = revision }
    return true
  }

  /// Sets or removes a value that is tracked but never counted or listed: not among the present
  /// keys, in order or as changed since a revision. Returns whether the newest value changed. Write
  /// a key always by this method or always by `write`.
  package func setHidden(_ key: KeyID, _ value: StateValue?) -> Bool {
    let line = line(key)
    precondition(line.pointee.changedAt == 0, "a listed key is written by `write`")
    guard line.pointee.value != value else { return false }
    let old = exchange(&line.pointee.value, with: value)
    noteWrite(key, line, old)
    return true
  }

  /// The revision of the last write that changed the value, even if a later one restored it; for an
  /// absent key that was forgotten, `forgottenAt`.
  package func changedAt(_ key: KeyID) -> UInt64 {
    let changedAt = line(key).pointee.changedAt
    return changedAt == 0 ? forgottenAt : changedAt
  }

  /// The commit in which the value last changed; 0 if none. An answer computed at commit s is stale
  /// if and only if a key it read has a later one.
  package func committedAt(_ key: KeyID) -> UInt64 { line(key).pointee.committedAt }

  package var hasUncommittedWrites: Bool { oldValues.count > 0 }

  package func isUncommitted(_ key: KeyID) -> Bool { line(key).pointee.flags.contains(.queued) }

  /// Calls `body` for each key written since the last commit.
  package func forEachUncommitted(_ body: (KeyID, _ committed: StateValue?) -> Void) {
    for index in 0..<oldValues.count {
      let old = oldValues.at(index)
      body(KeyID(rawValue: old.pointee.key), old.pointee.value)
    }
  }

  package var committedChangeCount: Int { changes.count }

  /// In order of the first write.
  package func committedChange(_ index: Int) -> KeyID { changes.at(index).pointee }

  /// Compares the written keys with their committed values and marks the readers of those that
  /// differ; returns how many do.
  package func commit() -> Int {
    forgetChanges()
    for index in 0..<oldValues.count {
      let old = oldValues.at(index)
      let line = keys.at(Int(old.pointee.key))
      line.pointee.flags.remove(.queued)
      if line.pointee.value == old.pointee.value {
        listIfUnused(old.pointee.key)
      } else {
        line.pointee.flags.insert(.changed)
        line.pointee.committedAt = commitSequence + 1
        changes.append(KeyID(rawValue: old.pointee.key))
        markSubscribers(of: line)
      }
    }
    oldValues.removeAll(keepingCapacity: 64)
    if changes.count > 0 { commitSequence += 1 }
    return changes.count
  }

  /// Visits the keys that changed after a revision, or all keys if it is nil, with or without a
  /// value. The changes are complete if the revision is not before `forgottenAt`.
  ///
  /// Visits `count` places from `first` on, until `body` returns false. Returns the next place, if
  /// any.
  package func keys(
    changedAfter revision: UInt64?, from first: Int = 0, atMost count: Int = .max,
    _ body: (KeyID) -> Bool
  ) -> Int? {
    let first = min(first, keys.count)
    let end = first + min(count, keys.count - first)
    for index in first..<end {
      let line = keys.base + index
      guard line.pointee.flags.contains(.live) else { continue }
      if let revision, line.pointee.changedAt <= revision { continue }
      if !body(KeyID(rawValue: UInt32(index))) { return index + 1 }
    }
    return end < keys.count ? end : nil
  }

  /// Remembers the committed value when the newest is first replaced.
  @inline(__always)
  private func noteWrite(
    _ key: KeyID, _ line: UnsafeMutablePointer<KeyLine>, _ old: StateValue?
  ) {
    if line.pointee.flags.contains(.queued) { return }
    line.pointee.flags.insert(.queued)
    if queue.isPassOpen { oldPlaces[key.rawValue] = oldValues.count }
    oldValues.append(OldValue(value: old, key: key.rawValue))
  }

  private func willAppearOrDisappear(_ key: KeyID, _ value: StateValue?) {
    let nameLength = names.name(of: key.rawValue).count
    if value == nil {
      presentKeyCount -= 1
      valueBytes -= nameLength
    } else {
      presentKeyCount += 1
      valueBytes += nameLength
      let line = line(key)
      if !line.pointee.flags.contains(.ordered) {
        line.pointee.flags.insert(.ordered)
        order.add(key.rawValue)
      }
    }
  }

  private func forgetChanges() {
    for index in 0..<changes.count {
      let id = changes.at(index).pointee.rawValue
      keys.at(Int(id)).pointee.flags.remove(.changed)
      listIfUnused(id)
    }
    changes.removeAll(keepingCapacity: 64)
  }

  private func markSubscribers(of line: UnsafeMutablePointer<KeyLine>) {
    guard let subscribers = line.pointee.subscribers else { return }
    let count = Int(line.pointee.subscriberCount)
    queue.reserve(count)
    let lines = buttons.base
    for index in 0..<count {
      if index + Store.prefetchDistance < count {
        csystem_prefetch(lines + Int(subscribers[index + Store.prefetchDistance]))
      }
      let slot = subscribers[index]
      let button = lines + Int(slot)
      if button.pointee.ticket == ButtonLine.clean {
        button.pointee.ticket = queue.appendReserved(slot)
      }
    }
  }

  /// In buttons.
  static var prefetchDistance: Int { 8 }
}

extension StateValue {
  /// The part of `valueBytes`: the bytes of a text or JSON, 8 for what is stored in place.
  package var storedBytes: Int {
    switch self {
    case .null, .bool, .int, .double: 8
    case .string(let text), .json(let text): text.bytes.count
    }
  }
}
