package import ButtonModel
import ButtonStore

extension Engine {
  /// About buttons that were defined; those that are gone leave nothing to wait for.
  package func concern(buttons ids: [UTF8String]) -> Concern {
    Concern(buttons: ids.compactMap { slots[$0] })
  }

  /// About the press of a button and, where that `performs` its action, what the action changes.
  package func concern(pressOf id: UTF8String, performs: Bool) -> Concern {
    guard let slot = slots[id], let record = records[Int(slot.rawValue)] else { return Concern() }
    return concern(pressOf: slot, performing: performs ? record.definition.action : nil)
  }

  func concern(pressOf slot: ButtonSlot, performing action: Action?) -> Concern {
    let keys = action?.operations.compactMap { operation in
      operation.key.bytes.withUnsafeBytes { store.key(named: $0) }
    }
    return Concern(keys: keys ?? [], buttons: [slot])
  }

  /// Why a barrier cannot pass yet; nil when nothing is published any more that does not show what it
  /// is about. `oldest` is kept from barrier to barrier.
  func obstacle(
    to barrier: Barrier, tick: UInt64, _ oldest: inout [KeyID: Barrier.Obstacle?]
  ) -> Barrier.Obstacle? {
    guard let concern = barrier.concern else {
      return ledger.oldest.map { $0 <= tick ? .everything : nil } ?? nil
    }
    if ledger.total == 0 { return nil }
    if let known = barrier.obstacle, isInTheWay(known, tick) { return known }
    for slot in concern.buttons where isInTheWay(.button(slot), tick) { return .button(slot) }
    for key in concern.keys where store.isInUse(key) {
      let reader = oldest[key] ?? oldestReader(of: key)
      oldest[key] = .some(reader)
      if let reader, isInTheWay(reader, tick) { return reader }
    }
    return passUnderWay(of: concern, since: barrier.commit)
  }

  private func isInTheWay(_ obstacle: Barrier.Obstacle, _ tick: UInt64) -> Bool {
    switch obstacle {
    case .everything: return ledger.oldest.map { $0 <= tick } ?? false
    case .button(let slot):
      guard Int(slot.rawValue) < records.count, let record = records[Int(slot.rawValue)] else {
        return false
      }
      return record.phase != .settled && record.unsettledSince <= tick
    case .pass(let lane, let sequence):
      return self.lane(lane).outstanding.contains { $0.sequence == sequence }
    }
  }

  /// The button among those that read a key which has been unsettled for longest.
  private func oldestReader(of key: KeyID) -> Barrier.Obstacle? {
    var oldest: (slot: ButtonSlot, since: UInt64)?
    store.forEachReader(of: key) { slot in
      guard let record = records[Int(slot.rawValue)], record.phase != .settled,
        record.unsettledSince < oldest?.since ?? .max
      else { return }
      oldest = (slot, record.unsettledSince)
    }
    return oldest.map { .button($0.slot) }
  }

  /// A pass over a button that began before a commit, and may yet turn out to have read one of the
  /// keys as they were: its answer would be shown.
  private func passUnderWay(of concern: Concern, since commit: UInt64) -> Barrier.Obstacle? {
    for lane in lanes {
      guard let chunk = lane.outstanding.first(where: { $0.commit < commit }) else {
        continue
      }
      let reads = lane.reads
      if concern.keys.contains(where: { store.isInUse($0) && covers(reads, $0) }) {
        return .pass(lane: lane.id, sequence: chunk.sequence)
      }
    }
    return roundUnderWay(of: concern, since: commit).map { .button($0) }
  }

  /// A button of which an earlier lane has read one of the keys as they were, and a later one has still
  /// to answer.
  private func roundUnderWay(of concern: Concern, since commit: UInt64) -> ButtonSlot? {
    func isConcerned(_ slot: ButtonSlot) -> Bool {
      guard let record = records[Int(slot.rawValue)], record.stage > 0 else { return false }
      return record.round.contains { answer in
        answer.commit < commit && answer.keys.contains(where: concern.keys.contains)
      }
    }
    for lane in lanes {
      if let slot = lane.queue.first(where: isConcerned) { return slot }
      for chunk in lane.outstanding {
        if let item = chunk.items.first(where: { isConcerned($0.slot) }) { return item.slot }
      }
    }
    return nil
  }
}
