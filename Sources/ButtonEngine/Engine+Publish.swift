import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

extension Engine {
  /// Gives every look that changed since the last frame to everybody who watches it, as one frame.
  func publish(now: UInt64) {
    if serial > publishedSerial {
      tick += 1
      statistics.frames += 1
      publishedSerial = serial
      for place in subscriptions.general { publish(place, now: now, force: false) }
      for place in subscriptions.takeTouched() { publish(place, now: now, force: false) }
    }
    if subscriptions.waiting.isEmpty { return }
    let waiting = subscriptions.waiting
    subscriptions.waiting.removeAll(keepingCapacity: true)
    for place in waiting { publish(place, now: now, force: false) }
  }

  /// Sends the members of a subscription what changed since they were sent something.
  private func publish(_ place: Int, now: UInt64, force: Bool) {
    guard let entry = subscriptions.buttons[place], entry.cursor < publishedSerial else { return }
    if now < entry.nextDue {
      if !subscriptions.waiting.contains(place) { subscriptions.waiting.append(place) }
      return
    }
    let lines = updateLines(place, after: entry.cursor, isSnapshot: false)
    if lines.isEmpty {
      subscriptions.buttons[place]?.cursor = publishedSerial
      return
    }
    subscriptions.buttons[place]?.cursor = publishedSerial
    subscriptions.buttons[place]?.nextDue = now &+ entry.spec.minimumInterval
    deliver(lines, place, from: entry.cursor)
  }

  /// Sends the same lines to all members in step; one that cannot take bytes falls behind instead.
  private func deliver(_ lines: [SharedLine], _ place: Int, from cursor: UInt64) {
    guard let count = subscriptions.buttons[place]?.members.count else { return }
    var receivers: [ConnectionID] = []
    receivers.reserveCapacity(count)
    var stragglers: [ConnectionID] = []
    for index in 0..<count {
      guard let member = subscriptions.buttons[place]?.members[index] else { continue }
      if connections[member.connection.rawValue]?.isBlocked == true {
        if member.cursor == nil {
          subscriptions.buttons[place]?.members[index].cursor = cursor
          subscriptions.buttons[place]?.hasStragglers = true
        }
      } else if member.cursor != nil {
        stragglers.append(member.connection)
      } else {
        receivers.append(member.connection)
      }
    }
    if !receivers.isEmpty {
      for line in lines { actions.append(.deliver(line, to: receivers)) }
    }
    for connection in stragglers { catchUp(connection, place) }
  }

  /// Sends one member that fell behind the newest look of everything that changed meanwhile.
  func catchUp(_ connection: ConnectionID, _ place: Int) {
    guard
      let index = subscriptions.buttons[place]?.members.firstIndex(where: {
        $0.connection == connection
      }), let cursor = subscriptions.buttons[place]?.members[index].cursor,
      let shared = subscriptions.buttons[place]?.cursor
    else { return }
    subscriptions.buttons[place]?.members[index].cursor =
      shared == publishedSerial ? nil : publishedSerial
    let isForgotten = cursor < tombstones.forgottenSerial
    for line in updateLines(place, after: isForgotten ? 0 : cursor, isSnapshot: isForgotten) {
      actions.append(.deliver(line, to: [connection]))
    }
  }

  /// The lines of `buttons.updated` that bring a client from a serial to the newest frame; none when
  /// nothing it watches has changed.
  private func updateLines(
    _ place: Int, after cursor: UInt64, isSnapshot: Bool
  ) -> [SharedLine] {
    guard let entry = subscriptions.buttons[place] else { return [] }
    let changes = changes(
      entry.matcher, entry.traitSet, after: cursor, withTombstones: !isSnapshot)
    if changes.slots.isEmpty, changes.removed.isEmpty, !isSnapshot { return [] }
    var lines: [SharedLine] = []
    var next = 0
    var isFirst = true
    repeat {
      writer.removeAll(keepingCapacity: true)
      writer.beginNotification("buttons.updated")
      writer.beginObject()
      writer.key("subscription")
      writer.string(entry.name)
      if isFirst, isSnapshot { writer.member("snapshot", true) }
      writeMark()
      next = writeRecords(changes.slots, from: next, entry.traitSet)
      let isLast = next == changes.slots.count
      writeRemoved(isLast ? changes.removed : [])
      if !isLast { writer.member("more", true) }
      writer.endObject()
      writer.endObject()
      lines.append(SharedLine(copying: writer.bytes))
      isFirst = false
    } while next < changes.slots.count
    return lines
  }

  /// The members that say when: tick and revision.
  func writeMark() {
    writer.key("tick")
    writer.int(tick)
    writer.key("revision")
    writer.int(frame.revision)
  }

  /// What a client must be told to come from a serial to the present: looks, oldest change first, and
  /// ids that are gone.
  func changes(
    _ matcher: Matcher, _ traitSet: Int, after cursor: UInt64, withTombstones: Bool
  ) -> (slots: [ButtonSlot], removed: [UTF8String]) {
    var found: [ButtonSlot] = []
    if matcher.match.isExact {
      var withSerial: [(serial: UInt64, slot: ButtonSlot)] = []
      for id in matcher.match.ids {
        guard let slot = slots[id], let look = traitSets[traitSet]?.looks[slot],
          look.serial > cursor
        else { continue }
        withSerial.append((look.serial, slot))
      }
      if withSerial.count > 1 { withSerial.sort { $0.serial < $1.serial } }
      found = withSerial.map(\.slot)
    } else {
      traitSets[traitSet]?.looks.forEach(after: cursor) { slot, _ in
        if matches(matcher, slot) { found.append(slot) }
        return true
      }
      found.reverse()
    }
    var removed: [UTF8String] = []
    if withTombstones {
      tombstones.forEach(after: cursor) { entry in
        let wasMeant = entry.id.bytes.withUnsafeBytes {
          matcher.matches(id: $0, group: entry.group.map { UTF8String($0) })
        }
        guard wasMeant else { return }
        if let slot = slots[entry.id], matches(matcher, slot) { return }
        removed.append(entry.id)
      }
      if removed.count > 1 { removed = Set(removed).sorted() }
    }
    return (found, removed)
  }

  func matches(_ matcher: Matcher, _ slot: ButtonSlot) -> Bool {
    guard let record = records[Int(slot.rawValue)] else { return false }
    return record.id.bytes.withUnsafeBytes {
      matcher.matches(id: $0, group: record.group)
    }
  }

  /// Appends `buttons` with as many records as the longest line takes, at least one, and returns the
  /// place of the first that is left.
  func writeRecords(_ slots: [ButtonSlot], from first: Int, _ traitSet: Int) -> Int {
    writer.key("buttons")
    writer.beginArray()
    var next = first
    while next < slots.count {
      let start = writer.count
      writeRecord(slots[next], traitSet)
      if writer.count > settings.maximumFrameBytes - Engine.tailRoom, next > first {
        writer.truncate(to: start)
        break
      }
      next += 1
    }
    writer.endArray()
    return next
  }

  /// Bytes kept for what follows the records in a line.
  private static let tailRoom = 4_096

  /// Appends `removed`.
  func writeRemoved(_ ids: [UTF8String]) {
    writer.key("removed")
    writer.beginArray()
    for id in ids { id.bytes.withUnsafeBytes { writer.string($0) } }
    writer.endArray()
  }

  private func writeRecord(_ slot: ButtonSlot, _ traitSet: Int) {
    guard let record = records[Int(slot.rawValue)], let look = traitSets[traitSet]?.looks[slot]
    else { return }
    writer.beginObject()
    writer.key("id")
    record.id.bytes.withUnsafeBytes { writer.string($0) }
    writer.key("appearance")
    look.appearance.withUnsafeBytes { writer.value(raw: $0) }
    if let status = record.status {
      writer.key("status")
      status.lookStatus.write(into: &writer)
    }
    if look.lateRevision != 0, look.lateRevision != frame.revision, look.tick == tick {
      writer.key("revision")
      writer.int(look.lateRevision)
    }
    writer.endObject()
  }
}
