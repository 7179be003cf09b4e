import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// The place of a trait set, which a client uses until it releases it as often.
  func acquireTraitSet(
    _ traits: Traits, _ connection: ConnectionID
  ) throws(EngineError) -> Int {
    let user = clients.user(of: connection)
    let index: Int
    if let found = traitSets.firstIndex(where: { $0?.traits == traits }) {
      index = found
      if index > 0, traitSets[index]?.users[user] == nil { try checkShare(of: connection) }
    } else {
      try checkShare(of: connection)
      let count = traitSets.count { $0 != nil }
      if count >= settings.maximumTraitSets {
        throw .limitExceeded(limit: "traitSets", value: settings.maximumTraitSets, index: nil)
      }
      try checkLooks(of: definitionBytes, inTraitSets: count + 1)
      let set = TraitSet(id: nextTraitSetID, traits: traits)
      nextTraitSetID += 1
      index = traitSets.firstIndex { $0 == nil } ?? traitSets.count
      if index == traitSets.count { traitSets.append(set) } else { traitSets[index] = set }
    }
    if index > 0 { traitSets[index]?.users[user, default: 0] += 1 }
    return index
  }

  /// A client gives a trait set up; one that nobody uses goes, except for the default set.
  func releaseTraitSet(_ index: Int, _ connection: ConnectionID) {
    guard index > 0, let set = traitSets[index] else { return }
    let user = clients.user(of: connection)
    let left = (set.users[user] ?? 1) - 1
    set.users[user] = left > 0 ? left : nil
    if set.users.isEmpty { traitSets[index] = nil }
  }

  /// Refuses a user one trait set more than its share, so that others find some left.
  private func checkShare(of connection: ConnectionID) throws(EngineError) {
    if clients.isPrivileged(connection) { return }
    let user = clients.user(of: connection)
    let limit = settings.maximumUserTraitSets
    guard traitSets.count(where: { $0?.users[user] != nil }) >= limit else { return }
    throw .limitExceeded(limit: "userTraitSets", value: limit, index: nil)
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
