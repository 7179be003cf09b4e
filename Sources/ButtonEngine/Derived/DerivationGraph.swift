import ButtonModel
import ButtonStore

/// Which keys are derived, and which of them read which.
struct DerivationGraph {
  /// The readers of a key, including some that are no longer defined.
  private struct Readers {
    var entries: [DerivedKey] = []
    var goneCount = 0
  }

  private(set) var keys = KeyMap<DerivedKey>()
  private(set) var byteCount = 0
  private var readers = KeyMap<Readers>()

  /// Whether derived keys read the key, or did recently.
  func reads(_ key: KeyID) -> Bool { readers.contains(key) }

  /// Perhaps with some that are no longer defined.
  @inline(__always)
  func readers(of key: KeyID) -> [DerivedKey] { readers[key]?.entries ?? [] }

  // MARK: Definitions

  /// The key must have no definition.
  mutating func insert(_ entry: DerivedKey) {
    entry.isDefined = true
    byteCount += entry.byteCount
    keys[entry.key] = entry
    for input in entry.reads {
      if !readers.contains(input) { readers[input] = Readers() }
      readers[input]?.entries.append(entry)
    }
  }

  /// Ends a definition. It stays among the readers of its keys until ``sweep(_:)``.
  mutating func retire(_ entry: DerivedKey) {
    entry.isDefined = false
    byteCount -= entry.byteCount
    keys[entry.key] = nil
    for input in entry.reads { readers[input]?.goneCount += 1 }
  }

  /// Undoes ``retire(_:)``.
  mutating func reinstate(_ entry: DerivedKey) {
    entry.isDefined = true
    byteCount += entry.byteCount
    keys[entry.key] = entry
    for input in entry.reads { readers[input]?.goneCount -= 1 }
  }

  /// Drops ended definitions from lists of readers in which they are the majority.
  mutating func sweep(_ entry: DerivedKey) {
    for input in entry.reads {
      guard let list = readers[input], 2 * list.goneCount > list.entries.count else { continue }
      let rest = list.entries.filter(\.isDefined)
      readers[input] = rest.isEmpty ? nil : Readers(entries: rest)
    }
  }

  // MARK: Ranks

  /// New ranks for the changed keys and all that depend on them, each above those of its inputs;
  /// throws if a key depends on itself.
  func ranks(
    after changed: [KeyID], _ store: Store, _ budget: TurnBudget
  ) throws(DerivationCycle) -> [(entry: DerivedKey, rank: Int)] {
    var affected: [DerivedKey] = []
    defer {
      for entry in affected { (entry.unranked, entry.newRank) = (-1, -1) }
    }
    func add(_ entry: DerivedKey) {
      guard entry.unranked < 0 else { return }
      entry.unranked = 0
      affected.append(entry)
    }
    for key in changed { if let entry = keys[key] { add(entry) } }
    var next = 0
    while next < affected.count {
      for reader in readers(of: affected[next].key) where reader.isDefined { add(reader) }
      next += 1
    }
    budget.work &+= affected.count &* WorkCost.lookup
    for entry in affected {
      for input in entry.inputs where (keys[input]?.unranked ?? -1) >= 0 { entry.unranked += 1 }
    }
    var ready = affected.filter { $0.unranked == 0 }
    next = 0
    while next < ready.count {
      let entry = ready[next]
      next += 1
      entry.newRank =
        1
        + entry.inputs.reduce(-1) { most, input in
          guard let read = keys[input] else { return most }
          return max(most, read.newRank < 0 ? read.rank : read.newRank)
        }
      for reader in readers(of: entry.key) where reader.isDefined {
        reader.unranked -= 1
        if reader.unranked == 0 { ready.append(reader) }
      }
    }
    if ready.count < affected.count {
      throw cycle(among: affected.filter { $0.newRank < 0 }, store)
    }
    return affected.map { ($0, $0.newRank) }
  }

  /// A path from a key back to itself. Each of these keys reads another of them.
  private func cycle(among unranked: [DerivedKey], _ store: Store) -> DerivationCycle {
    var next: [KeyID: DerivedKey] = [:]
    for entry in unranked { next[entry.key] = entry }
    var path: [KeyID] = []
    var places: [KeyID: Int] = [:]
    var entry = unranked[0]
    while places[entry.key] == nil {
      places[entry.key] = path.count
      path.append(entry.key)
      guard let input = entry.inputs.lazy.compactMap({ next[$0] }).first else {
        preconditionFailure("a key without a rank reads another one")
      }
      entry = input
    }
    let start = places[entry.key] ?? 0
    return DerivationCycle(path: (path[start...] + [entry.key]).map { store.name(of: $0) })
  }
}

/// Keys that would depend on each other in a circle.
struct DerivationCycle: Error {
  /// Each key reads the next; the last is the first again.
  let path: [UTF8String]
}
