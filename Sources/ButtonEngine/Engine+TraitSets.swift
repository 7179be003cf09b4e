import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// The place of a trait set, which is in use until it is released as often.
  func acquireTraitSet(_ traits: Traits) throws(EngineError) -> Int {
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
    return index
  }

  /// Gives a trait set up; the default set stays.
  func releaseTraitSet(_ index: Int) {
    traitSets[index]?.uses -= 1
    if index > 0, traitSets[index]?.uses == 0 { traitSets[index] = nil }
  }

  /// Draws the buttons that are meant and have no look in these traits yet, and has the plugins asked of
  /// those that they made nothing of for these traits: of the buttons behind `after` at most `limit`, and
  /// within `allowance`; returns the id behind which it stopped.
  func drawMissing(
    _ match: Match, _ index: Int, after: UTF8String? = nil, limit: Int = .max,
    allowance: Int = .max
  ) -> UTF8String? {
    guard index > 0, let set = traitSets[index] else { return nil }
    var count = 0
    var end: UTF8String?
    let stop = forEachButton(match, after: after, allowance: allowance) { slot in
      guard let record = records[Int(slot.rawValue)] else { return true }
      count += 1
      if !set.looks.contains(slot) || set.substitutes[slot] != nil,
        traitSets[0]?.looks.contains(slot) == true
      {
        work &+= Engine.workOfLook
        if lacksAnswer(record, set) {
          markDirty(slot, record, .traits)
        } else {
          showLook(slot, record, set, revision: 0)
        }
      }
      if count < limit { return true }
      end = record.id
      return false
    }
    return stop ?? end
  }
}
