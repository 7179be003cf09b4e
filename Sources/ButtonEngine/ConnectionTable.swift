/// What the engine keeps of clients' connections, by their numbers, which are small.
struct ConnectionTable {
  private var entries: [Connection?] = []

  /// What is kept of a connection; nil when there is nothing.
  subscript(id: UInt32) -> Connection? {
    get { Int(id) < entries.count ? entries[Int(id)] : nil }
    _modify {
      makeRoom(for: id)
      yield &entries[Int(id)]
    }
  }

  /// What is kept of a connection, which begins with `fresh` when there is nothing.
  subscript(id: UInt32, default fresh: @autoclosure () -> Connection) -> Connection {
    get { self[id] ?? fresh() }
    _modify {
      makeRoom(for: id)
      var entry = entries[Int(id)] ?? fresh()
      entries[Int(id)] = nil
      defer { entries[Int(id)] = entry }
      yield &entry
    }
  }

  /// True when a connection's socket takes no bytes.
  @inline(__always)
  func isBlocked(_ id: ConnectionID) -> Bool {
    let index = Int(id.rawValue)
    return index < entries.count && entries[index]?.isBlocked == true
  }

  /// The number of connections whose socket takes no bytes.
  var blockedCount: Int { entries.count { $0?.isBlocked == true } }

  /// Forgets a connection; returns what was kept of it.
  mutating func removeValue(forKey id: UInt32) -> Connection? {
    guard let entry = self[id] else { return nil }
    entries[Int(id)] = nil
    return entry
  }

  private mutating func makeRoom(for id: UInt32) {
    while entries.count <= Int(id) { entries.append(nil) }
  }
}
