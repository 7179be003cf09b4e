import ButtonStore

/// Walks the buttons that read some keys, and may pause while readers come and go. It goes
/// backwards: the last reader takes the place of one that goes, so none that stays is left out.
struct ReaderWalk {
  private var keys: [KeyID] = []
  /// The readers of the last key that are yet to visit.
  private var left = 0
  /// By slot; empty for a single key, whose readers read it once.
  private var isVisited: [Bool] = []

  var isEmpty: Bool { keys.isEmpty }

  /// Before the walk begins.
  mutating func add(_ more: [KeyID], _ store: Store) {
    keys += more
    left = keys.last.map { store.subscriberCount(of: $0) } ?? 0
    if keys.count > 1 { isVisited = Array(repeating: false, count: store.buttonCapacity) }
  }

  /// Returns a button that the walk comes to for the first time.
  mutating func step(_ store: Store) -> ButtonSlot? {
    guard let key = keys.last else { return nil }
    left = min(left, store.subscriberCount(of: key)) - 1
    if left < 0 {
      keys.removeLast()
      left = keys.last.map { store.subscriberCount(of: $0) } ?? 0
      if keys.isEmpty { isVisited = [] }
      return nil
    }
    let slot = store.reader(left, of: key)
    if isVisited.isEmpty { return slot }
    // A newer button finds out what is lost when it is drawn.
    guard slot.rawValue < isVisited.count, !isVisited[Int(slot.rawValue)] else { return nil }
    isVisited[Int(slot.rawValue)] = true
    return slot
  }
}
