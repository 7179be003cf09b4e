import ButtonModel
import ButtonProtocol
import ButtonStore

/// Finds the changes that bring subscribers from the looks they hold to the current ones.
final class ChangeFinder {
  private let budget: TurnBudget
  private let buttons: ButtonTable
  private let traitSets: TraitSetTable
  private var tombstones: Tombstones

  init(_ context: EngineContext, buttons: ButtonTable, traitSets: TraitSetTable) {
    budget = context.budget
    self.buttons = buttons
    self.traitSets = traitSets
    tombstones = Tombstones(capacity: context.settings.maximumTombstones)
  }

  /// Remembers a button that was removed or hidden or has left its group.
  func recordRemoval(_ entry: Tombstones.Entry) { tombstones.append(entry) }

  /// Whether removals after a serial are forgotten: a client with that cursor needs a snapshot.
  func isForgotten(_ serial: UInt64) -> Bool { serial < tombstones.forgottenSerial }

  /// Finds the last change up to and including a frame; nil if removals since are forgotten.
  func serial(upTo frame: UInt64, traitSet: Int) -> UInt64? {
    if let forgotten = tombstones.forgottenTick, frame < forgotten { return nil }
    var steps = 0
    defer { budget.work &+= steps &* WorkCost.step }
    return max(
      traitSets[traitSet]?.looks.serial(upTo: frame, &steps) ?? 0,
      tombstones.serial(upTo: frame, &steps))
  }

  /// The changes after `cursor`, oldest first, with removals after `goneAfter`; without any if that
  /// is nil. A search that exceeds `bound`, in cost or in bytes found, ends early: `cut` is then
  /// the last change of the complete part.
  func changes(
    _ matcher: Matcher, _ traitSet: Int, after cursor: UInt64, from slot: ButtonSlot? = nil,
    goneAfter: UInt64?, for holder: ReceiverKnowledge, within bound: SearchBound
  ) -> (found: [LookChange], cut: LookCut?) {
    let match = matcher.match
    var found: [LookChange] = []
    var cut: LookCut?
    if match.isExact || cursor == 0 && matcher.hasPrefixes,
      let slots = buttons.slots(matching: match, allowance: match.isExact ? .max : bound.work)
    {
      appendShown(slots, traitSet, after: cursor, for: holder, to: &found)
    } else {
      cut = appendShown(
        matcher, traitSet, after: cursor, from: slot, for: holder, within: bound, to: &found)
    }
    if let goneAfter {
      cut = appendRemoved(
        matcher, traitSet, after: goneAfter, cut: cut, within: bound, to: &found)
    }
    return (found, cut)
  }

  /// Returns buttons whose looks have changed for members that were sent everything up to `serial`.
  func changedButtons(of entry: ButtonSubscription, after serial: UInt64) -> [ButtonSlot] {
    var found: [LookChange] = []
    _ = appendChanges(entry, after: serial, goneAfter: serial, within: .none, to: &found)
    return found.compactMap { change in
      if case .shown(let slot) = change.what { slot } else { nil }
    }
  }

  /// Appends the changes for members in step, and returns the cut as `changes` does.
  func appendChanges(
    _ entry: ButtonSubscription, after cursor: UInt64, goneAfter: UInt64?,
    within bound: SearchBound, to found: inout [LookChange]
  ) -> LookCut? {
    guard goneAfter != nil, entry.changes.isComplete else {
      let (all, cut) = changes(
        entry.matcher, entry.traitSet, after: cursor, goneAfter: goneAfter, for: entry.holder,
        within: bound)
      found = all
      return cut
    }
    if entry.changes.gone.isEmpty {
      appendShown(
        entry.changes.slots, entry.traitSet, after: cursor, for: entry.holder, to: &found)
      return nil
    }
    // The slot of a removed button may be in use by another one.
    let slots = entry.changes.slots.filter { buttons.matches(entry.matcher, $0) }
    appendShown(slots, entry.traitSet, after: cursor, for: entry.holder, to: &found)
    appendRemoved(entry.changes.gone.reversed(), entry.matcher, entry.traitSet, to: &found)
    return nil
  }

  private func appendShown(
    _ slots: [ButtonSlot], _ traitSet: Int, after cursor: UInt64, for holder: ReceiverKnowledge,
    to found: inout [LookChange]
  ) {
    guard let set = traitSets[traitSet] else { return }
    for slot in slots {
      guard let serial = set.looks.changeSerial(of: slot, after: cursor, for: holder) else {
        continue
      }
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

  /// Appends matching looks, oldest first, within the bound; returns the cut.
  private func appendShown(
    _ matcher: Matcher, _ traitSet: Int, after cursor: UInt64, from slot: ButtonSlot?,
    for holder: ReceiverKnowledge, within bound: SearchBound, to found: inout [LookChange]
  ) -> LookCut? {
    guard let set = traitSets[traitSet] else { return nil }
    let search = budget.beginSearch(bound.work)
    defer { budget.end(search) }
    var room = bound.bytes
    var last: LookCut?
    var cut: LookCut?
    let isEverything = matcher.match.isEverything
    set.looks.forEach(after: cursor, from: slot, for: holder) { slot, serial in
      // One at least, so that every search makes progress.
      if last != nil, budget.work >= search.end || room <= 0 {
        cut = last
        return false
      }
      budget.work &+= WorkCost.step / 3
      if isEverything || buttons.matches(matcher, slot) {
        found.append(LookChange(serial: serial, what: .shown(slot)))
        room -= set.looks.appearanceBytes(of: slot)
      }
      last = LookCut(serial: serial, slot: slot)
      return true
    }
    return cut
  }

  /// Appends removed buttons, and drops what is behind the cut from `found`.
  private func appendRemoved(
    _ matcher: Matcher, _ traitSet: Int, after cursor: UInt64, cut: LookCut?,
    within bound: SearchBound, to found: inout [LookChange]
  ) -> LookCut? {
    if !tombstones.isNews(after: cursor) { return cut }
    var candidates: [Tombstones.Entry] = []
    tombstones.forEach(after: cursor) { entry in
      if entry.serial <= cut?.serial ?? .max { candidates.append(entry) }
    }
    budget.work &+= candidates.count &* WorkCost.step / 3
    let search = budget.beginSearch(bound.work)
    defer { budget.end(search) }
    var cut = cut
    var meant: [Tombstones.Entry] = []
    for entry in candidates.reversed() {
      let wasMeant = entry.id.bytes.withUnsafeBytes {
        matcher.matches(id: $0, group: entry.group, work: &budget.work)
      }
      if wasMeant { meant.append(entry) }
      if budget.work >= search.end, entry.serial != candidates.first?.serial {
        cut = LookCut(serial: entry.serial, slot: nil)
        found.removeAll { $0.serial > entry.serial }
        break
      }
    }
    appendRemoved(meant.reversed(), matcher, traitSet, to: &found)
    return cut
  }

  /// Appends buttons that no longer match, given newest first.
  private func appendRemoved(
    _ entries: some Sequence<Tombstones.Entry>, _ matcher: Matcher, _ traitSet: Int,
    to found: inout [LookChange]
  ) {
    let shown = found.count
    var seen = Set<UTF8String>()
    var removed: [LookChange] = []
    for entry in entries {
      if let slot = buttons.slot(of: entry.id), buttons.matches(matcher, slot),
        !isGone(slot, traitSet)
      {
        continue
      }
      if seen.insert(entry.id).inserted {
        removed.append(LookChange(serial: entry.serial, what: .removed(entry.id)))
      }
    }
    if removed.isEmpty { return }
    found.append(contentsOf: removed.reversed())
    if shown > 0 { found.sort { $0.serial < $1.serial } }
  }

  /// Whether a matching button is gone for subscribers: it is hidden or not drawn again yet.
  private func isGone(_ slot: ButtonSlot, _ traitSet: Int) -> Bool {
    buttons[slot]?.wasHidden == true && traitSets[traitSet]?.looks.contains(slot) != true
  }
}
