import ButtonModel
import ButtonProtocol

/// The trait sets in use, by index; the first is the default set.
final class TraitSetTable {
  private let context: EngineContext
  private(set) var all: [TraitSet?] {
    didSet { ids = all.compactMap { $0?.id } }
  }
  /// In the order in which batches list them.
  private(set) var ids = [TraitSet.defaultID]
  private var nextID = TraitSet.defaultID + 1

  init(_ context: EngineContext) {
    self.context = context
    all = [TraitSet(id: TraitSet.defaultID, traits: context.settings.traits)]
  }

  var count: Int { ids.count }

  @inline(__always)
  subscript(index: Int) -> TraitSet? { all[index] }

  /// Throws if the looks of all definitions, one for each trait set, could exceed the limit.
  func checkLooks(of bytes: Int, inTraitSets count: Int) throws(EngineError) {
    let limit = context.settings.limits.definitionsBytes
    guard bytes > limit / max(1, count) else { return }
    throw context.settings.limits.exceeded(\.definitionsBytes)
  }

  /// Counts a use, which the client must release.
  func acquire(
    _ traits: Traits, _ connection: ConnectionID, definitionBytes: Int
  ) throws(EngineError) -> Int {
    let user = context.clients.user(of: connection)
    let index: Int
    if let found = all.firstIndex(where: { $0?.traits == traits }) {
      index = found
      if index > 0, all[index]?.users[user] == nil { try checkShare(of: connection) }
    } else {
      try checkShare(of: connection)
      let limits = context.settings.limits
      if count >= limits.traitSets { throw limits.exceeded(\.traitSets) }
      try checkLooks(of: definitionBytes, inTraitSets: count + 1)
      let set = TraitSet(id: nextID, traits: traits)
      nextID += 1
      index = all.firstIndex { $0 == nil } ?? all.count
      if index == all.count { all.append(set) } else { all[index] = set }
    }
    if index > 0 { all[index]?.users[user, default: 0] += 1 }
    return index
  }

  /// Removes the set after its last use, except the default set.
  func release(_ index: Int, _ connection: ConnectionID) {
    guard index > 0, let set = all[index] else { return }
    let user = context.clients.user(of: connection)
    let left = (set.users[user] ?? 1) - 1
    set.users[user] = left > 0 ? left : nil
    if set.users.isEmpty { all[index] = nil }
  }

  private func checkShare(of connection: ConnectionID) throws(EngineError) {
    if context.clients.isPrivileged(connection) { return }
    let user = context.clients.user(of: connection)
    let limit = context.settings.limits.userTraitSets
    guard all.count(where: { $0?.users[user] != nil }) >= limit else { return }
    throw context.settings.limits.exceeded(\.userTraitSets)
  }
}
