import ButtonStore

/// A part of the engine that keeps ids of keys from one turn to the next.
protocol KeyHolder: AnyObject {
  /// Whether work under way keeps more ids than it ``holds(_:)``; none is given back meanwhile.
  var keepsIDsForNow: Bool { get }

  func holds(_ key: KeyID) -> Bool

  /// These may stand for other names from now on.
  func wereGivenBack(_ keys: [KeyID])
}

extension KeyHolder {
  var keepsIDsForNow: Bool { false }

  func holds(_ key: KeyID) -> Bool { false }

  func wereGivenBack(_ keys: [KeyID]) {}
}

/// Gives back the ids of keys that nothing uses any more, so that names that come and go take no
/// memory.
///
/// It asks every part that keeps ids. An id that is stored for longer than a turn belongs to one of
/// these parts, or to the store as a dependency of a button; any other may stand for another name
/// in the next turn.
final class KeyRecycler {
  private let store: Store
  private let holders: [any KeyHolder]
  /// Up to this number, unused keys are left alone.
  private let fewKeys: Int
  /// Above this number of keys, looking for unused ones is worthwhile.
  private var threshold: Int

  init(_ context: EngineContext, holders: [any KeyHolder]) {
    store = context.store
    self.holders = holders
    fewKeys = context.settings.unusedKeys
    threshold = fewKeys
  }

  /// If there are many keys and no part is at work on some.
  func recycle() {
    guard store.listedKeyCount > threshold, !store.hasUncommittedWrites,
      !holders.contains(where: \.keepsIDsForNow)
    else { return }
    var freed: [KeyID] = []
    store.recycleUnused { key in
      if holders.contains(where: { $0.holds(key) }) { return false }
      freed.append(key)
      return true
    }
    for holder in holders { holder.wereGivenBack(freed) }
    threshold = max(fewKeys, 2 * store.listedKeyCount)
  }
}
