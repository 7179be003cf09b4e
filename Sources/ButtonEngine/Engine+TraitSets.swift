import ButtonModel
import ButtonStore

extension Engine {
  /// The place of a trait set, which is in use until it is released as often; a new one gets looks.
  func acquireTraitSet(_ traits: Traits) throws(EngineError) -> Int {
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
      let slot = ButtonSlot(rawValue: UInt32(slot))
      if traitSets[0]?.looks[slot] != nil {
        showLook(slot, record, traitSet: index, revision: 0)
      }
      if record.answers.contains(where: { $0.pass(for: set.id) == nil }) { store.markDirty(slot) }
    }
    return index
  }

  /// Gives a trait set up; the default set stays.
  func releaseTraitSet(_ index: Int) {
    traitSets[index]?.uses -= 1
    if index > 0, traitSets[index]?.uses == 0 { traitSets[index] = nil }
  }
}
