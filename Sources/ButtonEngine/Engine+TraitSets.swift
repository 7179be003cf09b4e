import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// The place of a trait set, which is in use until it is released as often; the buttons that are
  /// meant get looks in it.
  func acquireTraitSet(_ traits: Traits, for match: Match) throws(EngineError) -> Int {
    let index: Int
    if let found = traitSets.firstIndex(where: { $0?.traits == traits }) {
      index = found
    } else {
      if traitSets.count(where: { $0 != nil }) >= settings.maximumTraitSets {
        throw .limitExceeded(limit: "traitSets", value: settings.maximumTraitSets, index: nil)
      }
      let set = TraitSet(id: nextTraitSetID, traits: traits)
      nextTraitSetID += 1
      index = traitSets.firstIndex { $0 == nil } ?? traitSets.count
      if index == traitSets.count { traitSets.append(set) } else { traitSets[index] = set }
    }
    traitSets[index]?.uses += 1
    if index > 0 { drawMissing(match, index) }
    return index
  }

  /// Gives a trait set up; the default set stays.
  func releaseTraitSet(_ index: Int) {
    traitSets[index]?.uses -= 1
    if index > 0, traitSets[index]?.uses == 0 { traitSets[index] = nil }
  }

  /// Draws the buttons that are meant and have no look in these traits yet, and has the plugins asked of
  /// those that they made nothing of for these traits.
  private func drawMissing(_ match: Match, _ index: Int) {
    guard let set = traitSets[index] else { return }
    for (_, slot) in slots(matching: match) {
      guard let record = records[Int(slot.rawValue)],
        !set.looks.contains(slot) || set.substitutes[slot] != nil,
        traitSets[0]?.looks.contains(slot) == true
      else { continue }
      if lacksAnswer(record, set) {
        markDirty(slot, record, .traits)
      } else {
        showLook(slot, record, set, revision: 0)
      }
    }
  }
}
