package import ButtonModel
package import ButtonProtocol
import ButtonStore
import JSONRPC

extension Engine {
  /// Makes a connection a subscriber to state and returns the result object: what it must know to
  /// start, or to go on from `since`. What does not fit a line follows as `state.changed`.
  package func subscribeState(
    _ spec: StateSubscriptionSpec, since: RevisionMark?, _ connection: ConnectionID
  ) -> [UInt8] {
    work &+= (spec.keys?.count ?? 0) &* Engine.workOfWatchedName
    let place = subscriptions.place(of: spec, cursor: committedRevision)
    let isMember = connections[connection.rawValue]?.state.contains(place) == true
    if isMember {
      subscriptions.state[place]?.members.removeAll { $0.connection == connection }
      dropHeldLines(place, connection)
    } else {
      connections[connection.rawValue, default: Connection()].state.append(place)
      clients.keep(Engine.bytes(of: spec), for: connection)
    }
    var cursor: UInt64?
    if let since, !isMember, since.epoch == epoch, since.revision <= revision,
      since.revision >= store.forgottenAt
    {
      cursor = since.revision
    }
    let keys = cursor.map { self.keys(spec, changedAfter: $0) } ?? presentKeys(spec)
    writer.removeAll(keepingCapacity: true)
    writer.beginObject()
    writer.member("subscription", spec.name)
    writer.member("snapshot", cursor == nil)
    writer.member("epoch", epoch)
    writer.member("revision", revision)
    let start = writer.count
    var walk: SubscriptionTable.StateWalk?
    if writeValues(keys) < keys.count {
      writer.truncate(to: start)
      var parts = SubscriptionTable.StateWalk(after: cursor, revision: revision)
      if !writePart(spec, &parts) { walk = parts }
    }
    writer.endObject()
    let result = [UInt8](writer.bytes)
    // What is uncommitted is in the answer; the commit may find that nothing changed.
    let isInStep = walk == nil && !store.hasUncommittedWrites
    subscriptions.state[place]?.members.append(
      SubscriptionTable.Member(
        connection: connection, cursor: isInStep ? nil : revision, walk: walk))
    if !isInStep { subscriptions.state[place]?.hasStragglers = true }
    if walk != nil { lag(connection) }
    return result
  }

  /// Visits the keys with a value that are meant, in order of their names and behind `after`, until
  /// `body` says false.
  package func forEachKey(
    _ spec: StateSubscriptionSpec, after: UTF8String?,
    _ body: (UTF8String, StateValue) -> Bool
  ) {
    guard spec.keys == nil else {
      let keys = presentKeys(spec).map { (name: store.name(of: $0), key: $0) }
      for (name, key) in keys.sorted(by: { $0.name < $1.name }) {
        if let after, name <= after { continue }
        work &+= Engine.workOfValue
        guard let value = store.value(of: key), body(name, value) else { return }
      }
      return
    }
    var cursor = store.keysInOrder(under: spec.under, after: after)
    while let key = store.next(&cursor) {
      work &+= Engine.workOfValue
      guard let value = store.value(of: key), body(store.name(of: key), value) else { return }
    }
  }

  /// Tells the subscribers to state what the newest commit changed.
  func publishState() {
    if subscriptions.hasStateSubscriptions {
      for change in 0..<store.committedChangeCount {
        let key = store.committedChange(change)
        store.withName(of: key) { name in
          if !ThemeKey.isName(name) { subscriptions.noteChange(of: key, named: name) }
        }
      }
    }
    for place in subscriptions.state.indices {
      guard let entry = subscriptions.state[place] else { continue }
      if !entry.changed.isEmpty || entry.hasStragglers {
        var changed: [KeyID] = []
        swap(&changed, &entry.changed)
        publishState(entry, place, changed)
      }
      entry.cursor = committedRevision
    }
  }

  /// Brings one member that fell behind up to date, or a part of the way; nothing may be uncommitted.
  func catchUpState(_ connection: ConnectionID, _ place: Int) {
    guard let entry = subscriptions.state[place],
      let index = entry.members.firstIndex(where: { $0.connection == connection })
    else { return }
    catchUpState(entry, place, index)
  }

  func leaveState(_ place: Int, _ connection: ConnectionID) {
    guard let entry = subscriptions.state[place] else { return }
    entry.members.removeAll { $0.connection == connection }
    clients.release(Engine.bytes(of: entry.spec), for: connection)
    dropHeldLines(place, connection)
    if subscriptions.state[place]?.members.isEmpty == true { subscriptions.removeState(at: place) }
  }

  private func publishState(
    _ entry: SubscriptionTable.State, _ place: Int, _ changed: [KeyID]
  ) {
    var receivers: [ConnectionID] = []
    var hasStragglers = false
    for (index, member) in entry.members.enumerated() {
      if connections.isBlocked(member.connection) {
        if member.cursor == nil, !changed.isEmpty {
          subscriptions.state[place]?.members[index].cursor = entry.cursor
        }
        hasStragglers = hasStragglers || member.cursor != nil || !changed.isEmpty
      } else if hasSaidEnough, member.cursor != nil || !changed.isEmpty {
        if member.cursor == nil { entry.members[index].cursor = entry.cursor }
        hasStragglers = true
        lag(member.connection)
      } else if member.cursor != nil {
        catchUpState(entry, place, index)
        hasStragglers = hasStragglers || entry.members[index].cursor != nil
      } else {
        receivers.append(member.connection)
      }
    }
    subscriptions.state[place]?.hasStragglers = hasStragglers
    if receivers.isEmpty || changed.isEmpty { return }
    for line in stateLines(entry.name, changed) { deliverState(line, to: receivers, place) }
  }

  /// As many `state.changed` as keys that were committed just now take.
  private func stateLines(_ name: String, _ keys: [KeyID]) -> [SharedLine] {
    var lines: [SharedLine] = []
    var next = 0
    while next < keys.count {
      lines.append(
        stateLine(name, committedRevision) { next = writeValues(keys, from: next) })
    }
    return lines
  }

  /// One `state.changed`, whose values and removed keys `body` appends.
  func stateLine(_ name: String, _ revision: UInt64, _ body: () -> Void) -> SharedLine {
    writer.removeAll(keepingCapacity: true)
    writer.beginNotification("state.changed")
    writer.beginObject()
    writer.member("subscription", name)
    writer.member("revision", revision)
    body()
    writer.endObject()
    writer.endObject()
    return finishLine()
  }

  /// Appends `values` and `removed` for as many keys as the longest line takes, at least one, and
  /// `more` if some are left or are not in the list; returns the place of the first that is.
  func writeValues(_ keys: [KeyID], from first: Int = 0, isAll: Bool = true) -> Int {
    let room = settings.maximumFrameBytes - Engine.tailRoom
    var removed: [KeyID] = []
    var removedBytes = 0
    var next = first
    writer.key("values")
    writer.beginObject()
    while next < keys.count {
      let start = writer.count
      if let value = store.value(of: keys[next]) {
        store.withName(of: keys[next]) { writer.key($0) }
        value.write(into: &writer)
      } else {
        removedBytes += store.withName(of: keys[next]) { $0.count } + 3
        removed.append(keys[next])
      }
      if writer.count + removedBytes > room, next > first {
        if writer.count > start { writer.truncate(to: start) } else { removed.removeLast() }
        break
      }
      next += 1
    }
    writer.endObject()
    writer.key("removed")
    writer.beginArray()
    for key in removed { store.withName(of: key) { writer.string($0) } }
    writer.endArray()
    if next < keys.count || !isAll { writer.member("more", true) }
    work &+= (next - first) &* Engine.workOfValue
    return next
  }

  private func presentKeys(_ spec: StateSubscriptionSpec) -> [KeyID] {
    var found: [KeyID] = []
    work &+= (spec.keys?.count ?? 0) &* Engine.workOfName
    for name in spec.keys ?? [] {
      if let key = store.key(named: name), store.value(of: key) != nil { found.append(key) }
    }
    if spec.keys == nil || spec.under != nil {
      var cursor =
        if let under = spec.under {
          under.bytes.withUnsafeBytes { store.keysInOrder(under: $0) }
        } else {
          store.keysInOrder()
        }
      while let key = store.next(&cursor) { found.append(key) }
    }
    var seen = KeySet()
    found.removeAll { !seen.insert($0) }
    work &+= found.count &* Engine.workOfStep
    return found
  }

  func keys(_ spec: StateSubscriptionSpec, changedAfter revision: UInt64) -> [KeyID] {
    var found: [KeyID] = []
    store.keys(changedAfter: revision) { key in
      if covers(spec, key) { found.append(key) }
      work &+= Engine.workOfStep
    }
    return found
  }

  func covers(_ spec: StateSubscriptionSpec, _ key: KeyID) -> Bool {
    store.withName(of: key) { name in
      if ThemeKey.isName(name) { return false }
      if spec.keys == nil, spec.under == nil { return true }
      if spec.names(name) { return true }
      guard let under = spec.under?.bytes, name.starts(with: under) else { return false }
      return name.count == under.count || name[under.count] == UInt8(ascii: ".")
    }
  }
}
