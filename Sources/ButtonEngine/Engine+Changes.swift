import ButtonModel
import ButtonProtocol
import ButtonStore

/// What subscribers have to be told to come from what they hold to what is on show.
extension Engine {
  /// What a client must be told to come from a serial to the present, oldest change first; without
  /// `goneAfter` it holds nothing that could be gone.
  ///
  /// A search that costs more than `allowance`, `searchAllowance` without it, ends early: `cut` is then the
  /// serial up to which all changes were found.
  func changes(
    _ matcher: Matcher, _ traitSet: Int, after cursor: UInt64, goneAfter: UInt64?,
    for holder: LookTable.Holder, allowance: Int? = nil
  ) -> (found: [LookChange], cut: UInt64?) {
    let match = matcher.match
    var found: [LookChange] = []
    var cut: UInt64?
    if match.isExact || cursor == 0 && matcher.hasPrefixes,
      let slots = slots(
        matching: match, allowance: match.isExact ? .max : allowance ?? searchAllowance)
    {
      appendShown(slots, traitSet, after: cursor, for: holder, to: &found)
    } else {
      cut = appendShown(
        matcher, traitSet, after: cursor, for: holder, allowance: allowance ?? searchAllowance,
        to: &found)
    }
    if let goneAfter {
      cut = appendRemoved(
        matcher, after: goneAfter, cut: cut, allowance: allowance ?? searchAllowance, to: &found)
    }
    return (found, cut)
  }

  /// The buttons whose looks are news to the members of a subscription that hold what there was at a
  /// serial.
  func changedButtons(of entry: SubscriptionTable.Buttons, after serial: UInt64) -> [ButtonSlot] {
    var found: [LookChange] = []
    _ = appendChanges(entry, after: serial, goneAfter: serial, allowance: .max, to: &found)
    return found.compactMap { change in
      if case .shown(let slot) = change.what { slot } else { nil }
    }
  }

  /// The same as ``changes(_:_:after:goneAfter:for:allowance:)`` for the members in step of a
  /// subscription; returns the cut.
  func appendChanges(
    _ entry: SubscriptionTable.Buttons, after cursor: UInt64, goneAfter: UInt64?,
    allowance: Int? = nil, to found: inout [LookChange]
  ) -> UInt64? {
    guard goneAfter != nil, entry.changes.isComplete else {
      let (all, cut) = changes(
        entry.matcher, entry.traitSet, after: cursor, goneAfter: goneAfter, for: entry.holder,
        allowance: allowance)
      found = all
      return cut
    }
    if entry.changes.gone.isEmpty {
      appendShown(
        entry.changes.slots, entry.traitSet, after: cursor, for: entry.holder, to: &found)
      return nil
    }
    // Another button may be in the slot of one that is gone.
    let slots = entry.changes.slots.filter { matches(entry.matcher, $0, work: &work) }
    appendShown(slots, entry.traitSet, after: cursor, for: entry.holder, to: &found)
    appendRemoved(entry.changes.gone.reversed(), entry.matcher, to: &found)
    return nil
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

  /// Adds the looks that are meant, the oldest first, until that has cost `allowance`; returns the cut.
  private func appendShown(
    _ matcher: Matcher, _ traitSet: Int, after cursor: UInt64, for holder: LookTable.Holder,
    allowance: Int, to found: inout [LookChange]
  ) -> UInt64? {
    // Newest first.
    var candidates: [LookChange] = []
    traitSets[traitSet]?.looks.forEach(after: cursor, for: holder) { slot, serial in
      candidates.append(LookChange(serial: serial, what: .shown(slot)))
    }
    candidates.reverse()
    let start = work
    defer { searchWork &+= work &- start }
    work &+= candidates.count &* Engine.workOfStep / 3
    if matcher.match.isEverything {
      found = candidates
      return nil
    }
    let end = allowance == .max ? Int.max : work &+ allowance
    for change in candidates {
      guard case .shown(let slot) = change.what else { continue }
      if matches(matcher, slot, work: &work) { found.append(change) }
      if work >= end { return change.serial == candidates.last?.serial ? nil : change.serial }
    }
    return nil
  }

  /// The same for buttons that are gone; nothing is left in `found` that comes after the cut.
  private func appendRemoved(
    _ matcher: Matcher, after cursor: UInt64, cut: UInt64?, allowance: Int,
    to found: inout [LookChange]
  ) -> UInt64? {
    if !tombstones.isNews(after: cursor) { return cut }
    var candidates: [Tombstones.Entry] = []
    tombstones.forEach(after: cursor) { entry in
      if entry.serial <= cut ?? .max { candidates.append(entry) }
    }
    let start = work
    defer { searchWork &+= work &- start }
    work &+= candidates.count &* Engine.workOfStep / 3
    let end = allowance == .max ? Int.max : work &+ allowance
    var cut = cut
    var meant: [Tombstones.Entry] = []
    for entry in candidates.reversed() {
      let wasMeant = entry.id.bytes.withUnsafeBytes {
        matcher.matches(id: $0, group: entry.group, work: &work)
      }
      if wasMeant { meant.append(entry) }
      if work >= end, entry.serial != candidates.first?.serial {
        cut = entry.serial
        found.removeAll { $0.serial > entry.serial }
        break
      }
    }
    appendRemoved(meant.reversed(), matcher, to: &found)
    return cut
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
