package import ButtonModel
package import ButtonProtocol
import ButtonStore
import JSONRPC

/// A request for the present looks.
package struct GetRequest: Sendable {
  package var match: Match
  package var traits: Traits
  package var limit: Int?
  package var after: UTF8String?

  package init(match: Match, traits: Traits, limit: Int? = nil, after: UTF8String? = nil) {
    self.match = match
    self.traits = traits
    self.limit = limit
    self.after = after
  }
}

/// A request for looks from now on.
package struct SubscribeRequest: Sendable {
  package var spec: SubscriptionSpec
  package var since: TickMark?

  package init(spec: SubscriptionSpec, since: TickMark? = nil) {
    self.spec = spec
    self.since = since
  }
}

extension Engine {
  /// Answers with the looks of what is meant, once none of them is about to change.
  package func get(_ request: GetRequest, ticket: Ticket, now: UInt64) throws(EngineError) {
    let set = try acquireTraitSet(request.traits)
    enqueue(ticket, .get(request), set, now: now)
  }

  /// Answers with the looks of what is meant, once none of them is about to change, and sends every
  /// later change.
  package func subscribe(
    _ request: SubscribeRequest, ticket: Ticket, now: UInt64
  ) throws(EngineError) {
    let set = try acquireTraitSet(request.spec.traits)
    enqueue(ticket, .subscribe(request), set, now: now)
  }

  /// Ends a connection's subscription; false when it has none of that name.
  package func unsubscribe(_ name: String, _ connection: ConnectionID) -> Bool {
    if let place = subscriptions.buttonPlace(named: name),
      connections[connection.rawValue]?.buttons.contains(place) == true
    {
      connections[connection.rawValue]?.buttons.removeAll { $0 == place }
      leaveButtons(place, connection)
      return true
    }
    if let place = subscriptions.statePlace(named: name),
      connections[connection.rawValue]?.state.contains(place) == true
    {
      connections[connection.rawValue]?.state.removeAll { $0 == place }
      leaveState(place, connection)
      return true
    }
    return false
  }

  /// How many subscriptions a connection has.
  package func subscriptionCount(_ connection: ConnectionID) -> Int {
    connections[connection.rawValue].map { $0.buttons.count + $0.state.count } ?? 0
  }

  /// A connection is gone: what it watched and what it waits for go with it.
  package func connectionClosed(_ connection: ConnectionID) {
    for snapshot in pendingSnapshots where snapshot.ticket.connection == connection {
      releaseTraitSet(snapshot.traitSet)
    }
    pendingSnapshots.removeAll { $0.ticket.connection == connection }
    barriers.removeAll { $0.ticket.connection == connection }
    guard let entry = connections.removeValue(forKey: connection.rawValue) else { return }
    for place in entry.buttons { leaveButtons(place, connection) }
    for place in entry.state { leaveState(place, connection) }
  }

  /// A connection's socket takes no more bytes: from now on it falls behind instead of being queued for.
  package func connectionBlocked(_ connection: ConnectionID) {
    connections[connection.rawValue, default: Connection()].isBlocked = true
  }

  /// A connection's socket has taken everything: it is brought up to date.
  package func connectionDrained(_ connection: ConnectionID) {
    guard let entry = connections[connection.rawValue], entry.isBlocked else { return }
    connections[connection.rawValue]?.isBlocked = false
    for place in entry.buttons { catchUp(connection, place) }
    for place in entry.state { catchUpState(connection, place) }
  }

  /// The number of connections whose socket takes no bytes.
  package var blockedConnectionCount: Int { connections.values.count { $0.isBlocked } }

  private func enqueue(_ ticket: Ticket, _ kind: PendingSnapshot.Kind, _ set: Int, now: UInt64) {
    pendingSnapshots.append(
      PendingSnapshot(
        ticket: ticket, kind: kind, traitSet: set, deadline: now + settings.frameDeadline,
        startingDeadline: now + settings.startingDeadline))
  }

  private func leaveButtons(_ place: Int, _ connection: ConnectionID) {
    subscriptions.buttons[place]?.members.removeAll { $0.connection == connection }
    guard let entry = subscriptions.buttons[place], entry.members.isEmpty else { return }
    for id in entry.spec.match.ids {
      guard let slot = slots[id] else { continue }
      records[Int(slot.rawValue)]?.watchers.removeAll { $0 == place }
    }
    releaseTraitSet(entry.traitSet)
    subscriptions.removeButtons(at: place)
  }

  // MARK: Trait sets

  private func acquireTraitSet(_ traits: Traits) throws(EngineError) -> Int {
    if let index = traitSets.firstIndex(where: { $0?.traits == traits }) {
      traitSets[index]?.uses += 1
      return index
    }
    if traitSets.count(where: { $0 != nil }) >= settings.maximumTraitSets {
      throw .limitExceeded(limit: "traitSets", value: settings.maximumTraitSets, index: nil)
    }
    let set = TraitSet(id: nextTraitSetID, traits: traits)
    nextTraitSetID += 1
    let index = traitSets.firstIndex { $0 == nil } ?? traitSets.count
    if index == traitSets.count { traitSets.append(set) } else { traitSets[index] = set }
    traitSets[index]?.uses = 1
    for slot in records.indices {
      guard let record = records[slot] else { continue }
      let id = ButtonSlot(rawValue: UInt32(slot))
      if lacksAnswer(record, set.id) {
        store.markDirty(id)
      } else if traitSets[0]?.looks[id] != nil {
        showLook(id, record, traitSet: index, lateRevision: 0)
      }
    }
    return index
  }

  private func lacksAnswer(_ record: ButtonRecord, _ set: UInt64) -> Bool {
    record.answers.contains { $0.pass(for: set) == nil }
  }

  func releaseTraitSet(_ index: Int) {
    traitSets[index]?.uses -= 1
    if index > 0, traitSets[index]?.uses == 0 { traitSets[index] = nil }
  }

  // MARK: Snapshots

  /// Answers the requests for looks whose buttons have settled or whose time is up.
  func answerSnapshots(now: UInt64) {
    if pendingSnapshots.isEmpty { return }
    var waiting: [PendingSnapshot] = []
    for snapshot in pendingSnapshots {
      if isReady(snapshot, now: now) { answer(snapshot) } else { waiting.append(snapshot) }
    }
    pendingSnapshots = waiting
  }

  private func isReady(_ snapshot: PendingSnapshot, now: UInt64) -> Bool {
    if ledger.total == 0, store.dirtyCount == 0, !store.hasUncommittedWrites { return true }
    let matcher: Matcher
    switch snapshot.kind {
    case .get(let request): matcher = Matcher(request.match)
    case .subscribe(let request): matcher = Matcher(request.spec.match)
    }
    var isWaiting = false
    var isStarting = false
    for (_, slot) in slots(matching: matcher.match) {
      guard let record = records[Int(slot.rawValue)] else { continue }
      if record.phase == .settled, !store.isDirty(slot) { continue }
      isWaiting = true
      if let stage = record.currentStage, lanes[lane(stage.lane)].isStarting {
        isStarting = true
      }
    }
    if !isWaiting { return !store.hasUncommittedWrites }
    return now >= (isStarting ? snapshot.startingDeadline : snapshot.deadline)
  }

  private func answer(_ snapshot: PendingSnapshot) {
    switch snapshot.kind {
    case .get(let request):
      showMissing(request.match, snapshot.traitSet)
      actions.append(.answered(snapshot.ticket, .success(getResult(request, snapshot.traitSet))))
      releaseTraitSet(snapshot.traitSet)
    case .subscribe(let request):
      showMissing(request.spec.match, snapshot.traitSet)
      enter(request, snapshot)
    }
  }

  /// Buttons that still have no look at all are drawn without their plugin, and say so.
  private func showMissing(_ match: Match, _ traitSet: Int) {
    if ledger.total == 0 { return }
    for (_, slot) in slots(matching: match) {
      guard let record = records[Int(slot.rawValue)], traitSets[traitSet]?.looks[slot] == nil
      else { continue }
      showLooks(slot, record, lateRevision: 0)
      if let stage = record.currentStage {
        setStatus(slot, record, status(ofLane: lane(stage.lane), record))
      }
    }
    publish(now: 0)
  }

  private func getResult(_ request: GetRequest, _ traitSet: Int) -> [UInt8] {
    let matcher = Matcher(request.match)
    var found = slots(matching: matcher.match).filter { traitSets[traitSet]?.looks[$0.slot] != nil }
    found.sort { $0.id < $1.id }
    if let after = request.after { found.removeAll { $0.id <= after } }
    let limited = request.limit.map { Array(found.prefix($0)) } ?? found
    writer.removeAll(keepingCapacity: true)
    writer.beginObject()
    writer.member("epoch", epoch)
    writeMark()
    let next = writeRecords(limited.map(\.slot), from: 0, traitSet)
    if next < found.count, next > 0 {
      writer.key("next")
      found[next - 1].id.bytes.withUnsafeBytes { writer.string($0) }
    }
    writer.endObject()
    return [UInt8](writer.bytes)
  }

  /// Makes a connection a member of a subscription and answers with where it starts.
  private func enter(_ request: SubscribeRequest, _ snapshot: PendingSnapshot) {
    let connection = snapshot.ticket.connection
    let (place, isNew) = subscriptions.place(
      of: request.spec, traitSet: snapshot.traitSet, cursor: publishedSerial)
    guard let entry = subscriptions.buttons[place] else { return }
    if isNew {
      for id in entry.spec.match.ids {
        guard let slot = slots[id] else { continue }
        records[Int(slot.rawValue)]?.watchers.append(place)
      }
    } else {
      releaseTraitSet(snapshot.traitSet)
    }
    let isMember = connections[connection.rawValue]?.buttons.contains(place) == true
    if isMember {
      subscriptions.buttons[place]?.members.removeAll { $0.connection == connection }
    } else {
      connections[connection.rawValue, default: Connection()].buttons.append(place)
    }
    subscriptions.buttons[place]?.members.append(
      SubscriptionTable.Member(
        connection: connection,
        cursor: entry.cursor == publishedSerial ? nil : publishedSerial))
    let cursor = isMember ? nil : resumeCursor(request.since, entry.traitSet)
    answerSubscribe(snapshot.ticket, place, from: cursor)
  }

  /// The serial from which a client can go on; nil when it needs a snapshot.
  private func resumeCursor(_ since: TickMark?, _ traitSet: Int) -> UInt64? {
    guard let since, since.epoch == epoch, since.tick <= tick else { return nil }
    if let forgotten = tombstones.forgottenTick, since.tick < forgotten { return nil }
    let looks = traitSets[traitSet]?.looks.serial(upTo: since.tick) ?? 0
    return max(looks, tombstones.serial(upTo: since.tick))
  }

  private func answerSubscribe(_ ticket: Ticket, _ place: Int, from cursor: UInt64?) {
    guard let entry = subscriptions.buttons[place] else { return }
    let changes = changes(
      entry.matcher, entry.traitSet, after: cursor ?? 0, withTombstones: cursor != nil)
    writer.removeAll(keepingCapacity: true)
    writer.beginObject()
    writer.member("subscription", entry.name)
    writer.member("epoch", epoch)
    writeMark()
    writer.member("snapshot", cursor == nil)
    var next = writeRecords(changes.slots, from: 0, entry.traitSet)
    writeRemoved(next == changes.slots.count ? changes.removed : [])
    if next < changes.slots.count { writer.member("more", true) }
    writer.endObject()
    actions.append(.answered(ticket, .success([UInt8](writer.bytes))))
    while next < changes.slots.count {
      writer.removeAll(keepingCapacity: true)
      writer.beginNotification("buttons.updated")
      writer.beginObject()
      writer.member("subscription", entry.name)
      writeMark()
      next = writeRecords(changes.slots, from: next, entry.traitSet)
      let isLast = next == changes.slots.count
      writeRemoved(isLast ? changes.removed : [])
      if !isLast { writer.member("more", true) }
      writer.endObject()
      writer.endObject()
      actions.append(.deliver(SharedLine(copying: writer.bytes), to: [ticket.connection]))
    }
  }
}
