import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

extension Engine {
  /// Gives every look that changed since the last frame to everybody who watches it, as one frame.
  func publish(now: UInt64) {
    if serial == publishedSerial { return }
    tick += 1
    statistics.frames += 1
    let before = publishedSerial
    publishedSerial = serial
    subscriptions.takeTouched { publish($0, before: before, now: now) }
    for set in traitSets { set?.looks.endFrame() }
    if !frameStatuses.isEmpty { frameStatuses = [:] }
  }

  /// Sends what a rate has held back until now.
  func publishHeldBack(now: UInt64) {
    for place in subscriptions.takeDue(now: now) {
      publish(place, before: publishedSerial, now: now)
    }
  }

  /// Sends the members of a subscription what changed since they were sent something; `before` is the
  /// serial that the frame before this one ended with.
  private func publish(_ place: Int, before: UInt64, now: UInt64) {
    guard let entry = subscriptions.buttons[place], entry.cursor < publishedSerial else { return }
    if now < entry.nextDue {
      subscriptions.holdBack(entry, at: place)
      if entry.spec.form == .delta { keepHeldLooks(of: entry, after: before) }
      return
    }
    if hasSaidEnough { return postpone(entry) }
    let cursor = entry.cursor
    let (receivers, stragglers) = partition(entry)
    var rest: SentPart?
    // With nobody to read them, no lines are made.
    let isSent = !receivers.isEmpty && sendUpdate(entry, after: cursor, to: receivers, rest: &rest)
    entry.cursor = publishedSerial
    entry.changes.removeAll()
    if !entry.heldLooks.isEmpty { dropHeldLooks(of: entry) }
    if isSent, entry.minimumInterval > 0 { entry.nextDue = now &+ entry.minimumInterval }
    if let rest {
      for connection in receivers { wasSent(rest, connection, place) }
    }
    for connection in stragglers { catchUp(connection, place) }
  }

  /// The members in step, who are sent the same lines, and those who have to be brought up to date by
  /// themselves; one that cannot take bytes falls behind instead.
  private func partition(
    _ entry: SubscriptionTable.Buttons
  ) -> (receivers: [ConnectionID], stragglers: [ConnectionID]) {
    let isInStep = entry.members.indices.allSatisfy { index in
      entry.members[index].cursor == nil
        && !connections.isBlocked(entry.members[index].connection)
    }
    if isInStep { return (entry.everybody, []) }
    var receivers: [ConnectionID] = []
    receivers.reserveCapacity(entry.members.count)
    var stragglers: [ConnectionID] = []
    for index in entry.members.indices {
      let member = entry.members[index]
      if connections.isBlocked(member.connection) {
        if member.cursor == nil { entry.members[index].cursor = entry.cursor }
      } else if member.cursor != nil {
        stragglers.append(member.connection)
      } else {
        receivers.append(member.connection)
      }
    }
    return (receivers, stragglers)
  }

  /// Brings the connections whose sockets take bytes again up to date, a part of it in each turn.
  func catchUpLagging() {
    if lagging.isEmpty { return }
    let list = lagging
    lagging.removeAll(keepingCapacity: true)
    isCatchingUp = true
    defer {
      isCatchingUp = false
      if !catchUps.isEmpty { catchUps.removeAll() }
    }
    for (index, connection) in list.enumerated() {
      if hasSaidEnough {
        // Those are the first in the next turn.
        lagging = Array(list[index...]) + lagging
        break
      }
      guard connections[connection.rawValue] != nil else { continue }
      connections[connection.rawValue]?.isLagging = false
      guard let entry = connections[connection.rawValue], !entry.isBlocked else { continue }
      for place in entry.buttons {
        if hasSaidEnough {
          lag(connection)
          break
        }
        catchUp(connection, place)
      }
      // With something uncommitted, the commit brings them up to date.
      if store.hasUncommittedWrites { continue }
      for place in entry.state { catchUpState(connection, place) }
    }
  }

  /// Notes that a connection is to be brought up to date between two frames.
  func lag(_ connection: ConnectionID) {
    if connections[connection.rawValue]?.isLagging == true { return }
    connections[connection.rawValue, default: Connection()].isLagging = true
    lagging.append(connection)
  }

  /// Sends one member that is not in step with the others the newest look of what changed since it
  /// was sent something, or as much of that as one line takes.
  func catchUp(_ connection: ConnectionID, _ place: Int) {
    guard let entry = subscriptions.buttons[place],
      let member = entry.place(of: connection).map({ entry.members[$0] }),
      let cursor = member.cursor
    else { return }
    let part = CatchUp(
      place: place, cursor: cursor, slot: member.slot,
      goneAfter: max(cursor, member.snapshotSerial),
      isPartial: member.isPartial)
    let sent = catchUps[part] ?? prepare(part, entry)
    if isCatchingUp { catchUps[part] = sent }
    if let line = sent.line { actions.append(.deliver(line, to: [connection])) }
    wasSent(sent, connection, place)
  }

  private func prepare(_ part: CatchUp, _ entry: SubscriptionTable.Buttons) -> SentPart {
    let isForgotten = part.goneAfter < tombstones.forgottenSerial
    let (changes, cut) = changes(
      entry.matcher, entry.traitSet, after: isForgotten ? 0 : part.cursor,
      from: isForgotten ? nil : part.slot, goneAfter: isForgotten ? nil : part.goneAfter,
      for: part.isPartial ? .part : entry.holder, within: boundOfPart)
    var next = 0
    var line: SharedLine?
    if !changes.isEmpty || isForgotten || part.isPartial && cut == nil {
      line = updateLine(
        entry, changes, from: &next, isCut: cut != nil, isSnapshot: isForgotten, heldUpTo: nil,
        room: roomOfPart)
      chargePart(line?.bytes.count ?? 0)
    }
    return SentPart(changes, cut: cut, upTo: next, isSnapshot: isForgotten, line: line)
  }

  /// Notes how much of the changes a connection has been sent; if not all, the rest follows.
  func wasSent(_ part: SentPart, _ connection: ConnectionID, _ place: Int) {
    guard let entry = subscriptions.buttons[place],
      let index = entry.place(of: connection)
    else { return }
    subscriptions.lift(entry, to: publishedSerial)
    entry.members[index].isPartial = part.rest != nil
    if part.isSnapshot { entry.members[index].snapshotSerial = publishedSerial }
    if let rest = part.rest {
      entry.members[index].cursor = rest.serial
      entry.members[index].slot = rest.slot
      lag(connection)
    } else {
      entry.members[index].cursor = entry.cursor == publishedSerial ? nil : publishedSerial
    }
  }

  /// Sends the lines of `buttons.updated` that bring clients from a serial to the newest frame; false
  /// when nothing they watch has changed. Of very long frames it is the beginning; the rest follows
  /// part by part as clients read.
  private func sendUpdate(
    _ entry: SubscriptionTable.Buttons, after cursor: UInt64, to receivers: [ConnectionID],
    rest: inout SentPart?
  ) -> Bool {
    let isForgotten = cursor < tombstones.forgottenSerial
    var changes: [LookChange] = []
    swap(&changes, &changeScratch)
    defer {
      changes.empty(keepingUpTo: 4_096)
      changeScratch = changes
    }
    let cut = appendChanges(
      entry, after: isForgotten ? 0 : cursor, goneAfter: isForgotten ? nil : cursor,
      within: SearchBound(work: searchAllowance, bytes: .max), to: &changes)
    if changes.isEmpty, !isForgotten, cut == nil { return false }
    var next = 0
    var lines = 0
    repeat {
      let line = updateLine(
        entry, changes, from: &next, isCut: cut != nil, isSnapshot: isForgotten && lines == 0,
        heldUpTo: isForgotten ? nil : cursor, room: settings.maximumFrameBytes - Engine.tailRoom)
      actions.append(.deliver(line, to: receivers))
      lines += 1
    } while next < changes.count && lines < Engine.partsAtOnce
    if next < changes.count || cut != nil {
      rest = SentPart(changes, cut: cut, upTo: next, isSnapshot: isForgotten, line: nil)
    }
    return true
  }

  /// Lines of one frame that are sent without waiting for clients to read: as many may lie in memory
  /// for one that does not.
  private static let partsAtOnce = 4

  /// One `buttons.updated` with as many of the changes as fit, for those who hold, up to a serial,
  /// exactly what there was; nil for others.
  private func updateLine(
    _ entry: SubscriptionTable.Buttons, _ changes: [LookChange], from next: inout Int,
    isCut: Bool, isSnapshot: Bool, heldUpTo cursor: UInt64?, room: Int
  ) -> SharedLine {
    writer.removeAll(keepingCapacity: true)
    entry.head.withUnsafeBytes { writer.raw($0) }
    if isSnapshot { writer.member("snapshot", true) }
    writeMark()
    next = writeChanges(
      changes, from: next, isCut: isCut, entry, heldUpTo: cursor, room: room)
    writer.endObject()
    writer.endObject()
    return finishLine()
  }

  /// The members that say when: tick and revision.
  func writeMark() {
    writer.key("tick")
    writer.int(tick)
    writer.key("revision")
    writer.int(frame.revision)
  }

  /// Appends `buttons` and `removed` with as many changes as there is room for, at least one,
  /// and `more` if some are left, or there are others behind the cut; returns the place of the first
  /// that is left.
  func writeChanges(
    _ changes: [LookChange], from first: Int, isCut: Bool, _ entry: SubscriptionTable.Buttons,
    heldUpTo cursor: UInt64?, room: Int
  ) -> Int {
    var removed: [UTF8String] = []
    var removedBytes = 0
    var next = first
    writer.key("buttons")
    writer.beginArray()
    loop: while next < changes.count {
      switch changes[next].what {
      case .shown(let slot):
        let start = writer.count
        writeRecord(slot, entry.traitSet, heldUpTo: cursor, patchesFor: entry)
        if writer.count + removedBytes > room, next > first {
          writer.truncate(to: start)
          break loop
        }
      case .removed(let id):
        removedBytes += id.bytes.count + 3
        if writer.count + removedBytes > room, next > first { break loop }
        removed.append(id)
      }
      next += 1
    }
    writer.endArray()
    writer.key("removed")
    writer.beginArray()
    for id in removed { writer.string(id) }
    writer.endArray()
    if next < changes.count || isCut { writer.member("more", true) }
    return next
  }

  /// Bytes kept for what surrounds the records in a line.
  static let tailRoom = 1_024

  /// Appends a button's record; for those who hold, by their cursor, exactly the look before, with
  /// what tells how to come from that to this.
  func writeRecord(
    _ slot: ButtonSlot, _ traitSet: Int, heldUpTo cursor: UInt64? = nil,
    patchesFor entry: SubscriptionTable.Buttons? = nil
  ) {
    guard let record = records[Int(slot.rawValue)], let set = traitSets[traitSet],
      set.looks.contains(slot)
    else { return }
    // Fetched once: every look into the table counts references.
    write(
      set.looks[existing: slot], set.status(of: slot, record), of: slot, record, heldUpTo: cursor,
      patchesFor: entry)
  }

  private func write(
    _ look: LookTable.Look, _ status: ButtonStatus?, of slot: ButtonSlot, _ record: ButtonRecord,
    heldUpTo cursor: UInt64?, patchesFor entry: SubscriptionTable.Buttons?
  ) {
    writer.beginObject()
    writer.key("id")
    writer.string(record.id)
    var isPatch = false
    if let entry, let cursor, entry.form == .delta {
      isPatch = writePatch(slot, record, look, entry, heldUpTo: cursor)
    }
    if !isPatch {
      writer.key("appearance")
      look.appearance.withUnsafeBytes { writer.raw($0) }
    }
    if let status { writer.member("status", status.lookStatus) }
    if let cursor, let transaction = look.transaction, transaction.isFor(cursor) {
      writer.key("transaction")
      transaction.text.withUnsafeBytes { writer.raw($0) }
    }
    let revision = look.revision
    if revision != 0, revision < frame.revision, look.tick == tick {
      writer.member("revision", revision)
    }
    writer.endObject()
  }
}
