package import ButtonModel
package import ButtonProtocol
import ButtonStore
import JSONRPC

extension Engine {
  /// Makes a connection a subscriber to state and returns the result object: what it must know to
  /// start, or to go on from `since`.
  package func subscribeState(
    _ spec: StateSubscriptionSpec, since: RevisionMark?, _ connection: ConnectionID
  ) -> [UInt8] {
    let place = subscriptions.place(of: spec, cursor: committedRevision)
    let isMember = connections[connection.rawValue]?.state.contains(place) == true
    if isMember {
      subscriptions.state[place]?.members.removeAll { $0.connection == connection }
    } else {
      connections[connection.rawValue, default: Connection()].state.append(place)
    }
    subscriptions.state[place]?.members.append(
      SubscriptionTable.Member(connection: connection, cursor: revision))
    var cursor: UInt64?
    if let since, !isMember, since.epoch == epoch, since.revision <= revision,
      since.revision >= store.forgottenAt
    {
      cursor = since.revision
    }
    writer.removeAll(keepingCapacity: true)
    writer.beginObject()
    writer.member("subscription", spec.name)
    writer.member("snapshot", cursor == nil)
    writer.member("epoch", epoch)
    writer.member("revision", revision)
    writeValues(cursor.map { keys(spec, changedAfter: $0) } ?? presentKeys(spec))
    writer.endObject()
    return [UInt8](writer.bytes)
  }

  /// Visits the keys with a value that are meant, in order of their names and behind `after`, until
  /// `body` says false.
  package func forEachKey(
    _ spec: StateSubscriptionSpec, after: UTF8String?,
    _ body: (UTF8String, StateValue) -> Bool
  ) {
    var keys = presentKeys(spec).map { (name: store.name(of: $0), key: $0) }
    keys.sort { $0.name < $1.name }
    for (name, key) in keys {
      if let after, name <= after { continue }
      guard let value = store.value(of: key) else { continue }
      if !body(name, value) { return }
    }
  }

  /// Tells the subscribers to state what the newest commit changed.
  func publishState() {
    for place in subscriptions.state.indices {
      guard let entry = subscriptions.state[place] else { continue }
      publishState(entry, place)
    }
  }

  /// Brings one member that fell behind up to date.
  func catchUpState(_ connection: ConnectionID, _ place: Int) {
    guard let entry = subscriptions.state[place],
      let index = entry.members.firstIndex(where: { $0.connection == connection }),
      let cursor = entry.members[index].cursor
    else { return }
    sendState(entry, to: connection, after: cursor)
    subscriptions.state[place]?.members[index].cursor =
      entry.cursor == committedRevision ? nil : committedRevision
  }

  func leaveState(_ place: Int, _ connection: ConnectionID) {
    subscriptions.state[place]?.members.removeAll { $0.connection == connection }
    if subscriptions.state[place]?.members.isEmpty == true { subscriptions.removeState(at: place) }
  }

  private func publishState(_ entry: SubscriptionTable.State, _ place: Int) {
    var changed: [KeyID] = []
    for change in 0..<store.committedChangeCount {
      let key = store.committedChange(change)
      if covers(entry.spec, key) { changed.append(key) }
    }
    let before = entry.cursor
    subscriptions.state[place]?.cursor = committedRevision
    if changed.isEmpty { return }
    var receivers: [ConnectionID] = []
    for (index, member) in entry.members.enumerated() {
      if connections[member.connection.rawValue]?.isBlocked == true {
        if member.cursor == nil { subscriptions.state[place]?.members[index].cursor = before }
      } else if let cursor = member.cursor {
        sendState(entry, to: member.connection, after: cursor)
        subscriptions.state[place]?.members[index].cursor = nil
      } else {
        receivers.append(member.connection)
      }
    }
    if receivers.isEmpty { return }
    actions.append(.deliver(stateLine(entry.name, changed), to: receivers))
  }

  private func sendState(
    _ entry: SubscriptionTable.State, to connection: ConnectionID, after revision: UInt64
  ) {
    let changed = keys(entry.spec, changedAfter: revision)
    if changed.isEmpty { return }
    actions.append(.deliver(stateLine(entry.name, changed), to: [connection]))
  }

  private func stateLine(_ name: String, _ keys: [KeyID]) -> SharedLine {
    writer.removeAll(keepingCapacity: true)
    writer.beginNotification("state.changed")
    writer.beginObject()
    writer.member("subscription", name)
    writer.member("revision", committedRevision)
    writeValues(keys)
    writer.endObject()
    writer.endObject()
    return SharedLine(copying: writer.bytes)
  }

  /// Appends `values` and `removed` for some keys.
  private func writeValues(_ keys: [KeyID]) {
    writer.key("values")
    writer.beginObject()
    for key in keys {
      guard let value = store.value(of: key) else { continue }
      store.withName(of: key) { writer.key($0) }
      writer.value(value)
    }
    writer.endObject()
    writer.key("removed")
    writer.beginArray()
    for key in keys where store.value(of: key) == nil {
      store.withName(of: key) { writer.string($0) }
    }
    writer.endArray()
  }

  private func presentKeys(_ spec: StateSubscriptionSpec) -> [KeyID] {
    var found: [KeyID] = []
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
    return found
  }

  private func keys(_ spec: StateSubscriptionSpec, changedAfter revision: UInt64) -> [KeyID] {
    var found: [KeyID] = []
    store.keys(changedAfter: revision) { key in
      if covers(spec, key) { found.append(key) }
    }
    return found
  }

  private func covers(_ spec: StateSubscriptionSpec, _ key: KeyID) -> Bool {
    if spec.keys == nil, spec.under == nil { return true }
    return store.withName(of: key) { name in
      if let keys = spec.keys, keys.contains(where: { $0.bytes.elementsEqual(name) }) {
        return true
      }
      guard let under = spec.under?.bytes, name.starts(with: under) else { return false }
      return name.count == under.count || name[under.count] == UInt8(ascii: ".")
    }
  }
}
