import ButtonModel
import ButtonProtocol
import ButtonStore

/// What subscribers have to be told to come from what they hold to what is on show.
extension Engine {
  /// What a client must be told to come from a serial to the present, oldest change first; without
  /// `goneAfter` it holds nothing that could be gone.
  func changes(
    _ matcher: Matcher, _ traitSet: Int, after cursor: UInt64, goneAfter: UInt64?,
    for holder: LookTable.Holder
  ) -> [LookChange] {
    var found: [LookChange] = []
    let isNarrow = !matcher.match.isEverything && matcher.match.group == nil
    if matcher.match.isExact || isNarrow && cursor == 0 {
      appendShown(
        slots(matching: matcher.match), traitSet, after: cursor, for: holder, to: &found)
    } else {
      appendShown(matcher, traitSet, after: cursor, for: holder, to: &found)
    }
    if let goneAfter { appendRemoved(matcher, after: goneAfter, to: &found) }
    return found
  }

  /// The buttons whose looks are news to the members of a subscription that hold what there was at a
  /// serial.
  func changedButtons(of entry: SubscriptionTable.Buttons, after serial: UInt64) -> [ButtonSlot] {
    var found: [LookChange] = []
    appendChanges(entry, after: serial, goneAfter: serial, to: &found)
    return found.compactMap { change in
      if case .shown(let slot) = change.what { slot } else { nil }
    }
  }

  /// The same for the members in step of a subscription.
  func appendChanges(
    _ entry: SubscriptionTable.Buttons, after cursor: UInt64, goneAfter: UInt64?,
    to found: inout [LookChange]
  ) {
    guard goneAfter != nil, entry.changes.isComplete else {
      found = changes(
        entry.matcher, entry.traitSet, after: cursor, goneAfter: goneAfter, for: entry.holder)
      return
    }
    if entry.changes.gone.isEmpty {
      return appendShown(
        entry.changes.slots, entry.traitSet, after: cursor, for: entry.holder, to: &found)
    }
    // Another button may be in the slot of one that is gone.
    let slots = entry.changes.slots.filter { matches(entry.matcher, $0, work: &work) }
    appendShown(slots, entry.traitSet, after: cursor, for: entry.holder, to: &found)
    appendRemoved(entry.changes.gone.reversed(), entry.matcher, to: &found)
  }

  private func appendShown(
    _ slots: [ButtonSlot], _ traitSet: Int, after cursor: UInt64, for holder: LookTable.Holder,
    to found: inout [LookChange]
  ) {
    guard let set = traitSets[traitSet] else { return }
    for slot in slots {
      guard let serial = set.looks.news(slot, after: cursor, for: holder) else { continue }
      found.append(LookChange(serial: serial, what: .shown(slot)))
    }
    guard found.count > 1 else { return }
    found.sort { $0.serial < $1.serial }
    // No two looks have the same serial, but a button may have been named more than once.
    var kept = 1
    for index in 1..<found.count where found[index].serial != found[kept - 1].serial {
      if index != kept { found[kept] = found[index] }
      kept += 1
    }
    found.removeLast(found.count - kept)
  }

  private func appendShown(
    _ matcher: Matcher, _ traitSet: Int, after cursor: UInt64, for holder: LookTable.Holder,
    to found: inout [LookChange]
  ) {
    traitSets[traitSet]?.looks.forEach(after: cursor, for: holder) { slot, serial in
      if matches(matcher, slot, work: &work) {
        found.append(LookChange(serial: serial, what: .shown(slot)))
      }
    }
    found.reverse()
  }

  private func appendRemoved(
    _ matcher: Matcher, after cursor: UInt64, to found: inout [LookChange]
  ) {
    if !tombstones.isNews(after: cursor) { return }
    var meant: [Tombstones.Entry] = []
    tombstones.forEach(after: cursor) { entry in
      let wasMeant = entry.id.bytes.withUnsafeBytes {
        matcher.matches(id: $0, group: entry.group, work: &work)
      }
      if wasMeant { meant.append(entry) }
    }
    appendRemoved(meant, matcher, to: &found)
  }

  /// Adds those, the newest first, that were meant and are not any more.
  private func appendRemoved(
    _ entries: some Sequence<Tombstones.Entry>, _ matcher: Matcher,
    to found: inout [LookChange]
  ) {
    let shown = found.count
    var seen = Set<UTF8String>()
    var removed: [LookChange] = []
    for entry in entries {
      if let slot = slots[entry.id], matches(matcher, slot, work: &work) { continue }
      if seen.insert(entry.id).inserted {
        removed.append(LookChange(serial: entry.serial, what: .removed(entry.id)))
      }
    }
    if removed.isEmpty { return }
    found.append(contentsOf: removed.reversed())
    if shown > 0 { found.sort { $0.serial < $1.serial } }
  }

  private func matches(_ matcher: Matcher, _ slot: ButtonSlot, work: inout Int) -> Bool {
    guard let record = records[Int(slot.rawValue)] else { return false }
    return record.id.bytes.withUnsafeBytes {
      matcher.matches(id: $0, group: record.group, work: &work)
    }
  }
}
