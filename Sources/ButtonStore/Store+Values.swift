package import ButtonModel
internal import CPlatform

extension Store {
  /// The key's newest value, or the committed one where that is to be shown; nil if the key is absent.
  package func value(of key: KeyID) -> StateValue? {
    let line = line(key)
    if showsCommitted, line.pointee.flags.contains(.queued),
      let place = oldPlaces[key.rawValue]
    {
      return oldValues.at(place).pointee.value
    }
    return line.pointee.value
  }

  /// The bytes that the key's newest value counts for in `valueBytes`; nil if it is absent.
  package func storedBytes(of key: KeyID) -> Int? { line(key).pointee.value?.storedBytes }

  /// Sets or removes the key's value in the change set with a revision; returns whether that
  /// changed the newest value.
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

  /// Sets or removes a value that is tracked like any other but never counted or listed: not among
  /// the present keys, in order or as changed since a revision. Returns whether the newest value
  /// changed. A key must always be written by this method or always by `write`.
  package func setHidden(_ key: KeyID, _ value: StateValue?) -> Bool {
    let line = line(key)
    precondition(line.pointee.changedAt == 0, "a listed key is written by `write`")
    guard line.pointee.value != value else { return false }
    let old = exchange(&line.pointee.value, with: value)
    noteWrite(key, line, old)
    return true
  }

  /// The revision of the last write that changed the key's value, also when it was written back
  /// since; for an absent key that was forgotten, `forgottenAt`.
  package func changedAt(_ key: KeyID) -> UInt64 {
    let changedAt = line(key).pointee.changedAt
    return changedAt == 0 ? forgottenAt : changedAt
  }

  /// The commit in which the key's value last changed; 0 when in none.
  ///
  /// An answer computed at commit s is stale if and only if a key it read has a later one.
  package func committedAt(_ key: KeyID) -> UInt64 { line(key).pointee.committedAt }

  /// Whether something was written since the last commit.
  package var hasUncommittedWrites: Bool { oldValues.count > 0 }

  /// Whether the key was written since the last commit.
  package func isUncommitted(_ key: KeyID) -> Bool { line(key).pointee.flags.contains(.queued) }

  /// Calls `body` for every key written since the last commit, with its committed value.
  package func forEachUncommitted(_ body: (KeyID, _ committed: StateValue?) -> Void) {
    for index in 0..<oldValues.count {
      let old = oldValues.at(index)
      body(KeyID(rawValue: old.pointee.key), old.pointee.value)
    }
  }

  /// How many keys the last commit changed.
  package var committedChangeCount: Int { changes.count }

  /// One of the keys the last commit changed, in order of their first write.
  package func committedChange(_ index: Int) -> KeyID { changes.at(index).pointee }

  /// Compares every written key with its committed value and marks the readers of those that
  /// differ; returns how many differ.
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

  /// Visits the keys that changed after a revision, those without a value included; every key if there is
  /// no revision. None is missing when the revision is not before `forgottenAt`.
  ///
  /// Looks at `count` places from `first` on, until `body` returns false. Returns the place where to go
  /// on, nil after the last one.
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

  /// Remembers the committed value of a key whose newest value was replaced.
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

  /// How many buttons ahead a line is asked for.
  static var prefetchDistance: Int { 8 }
}

extension StateValue {
  /// What a value counts for in `valueBytes`: the bytes of a text or JSON, 8 for what is stored in place.
  package var storedBytes: Int {
    switch self {
    case .null, .bool, .int, .double: 8
    case .string(let text), .json(let text): text.bytes.count
    }
  }
}
