/// A connection's subscriptions, and whether its socket accepts bytes.
struct Connection {
  /// Indices of its subscriptions.
  var buttons: [Int] = []
  var state: [Int] = []
  /// Its socket's buffer is full.
  fileprivate(set) var isBlocked = false
  var isLagging = false
}

/// Connections, indexed by their small ids.
final class ConnectionTable {
  private var entries: [Connection?] = []
  private(set) var blockedCount = 0
  /// The connections to catch up between two frames.
  private var lagging: [ConnectionID] = []

  var hasLagging: Bool { !lagging.isEmpty }

  func lag(_ connection: ConnectionID) {
    if self[connection]?.isLagging == true { return }
    self[connection, default: Connection()].isLagging = true
    lagging.append(connection)
  }

  func takeLagging() -> [ConnectionID] {
    defer { lagging.removeAll(keepingCapacity: true) }
    return lagging
  }

  func endLagging(_ connection: ConnectionID) -> Connection? {
    guard self[connection] != nil else { return nil }
    self[connection]?.isLagging = false
    return self[connection]
  }

  /// Puts back the connections that a turn did not reach; the next turn begins with them.
  func putBackLagging(_ connections: ArraySlice<ConnectionID>) {
    lagging = Array(connections) + lagging
  }

  subscript(id: ConnectionID) -> Connection? {
    get { Int(id.rawValue) < entries.count ? entries[Int(id.rawValue)] : nil }
    _modify {
      makeRoom(for: id)
      yield &entries[Int(id.rawValue)]
    }
  }

  subscript(id: ConnectionID, default fresh: @autoclosure () -> Connection) -> Connection {
    get { self[id] ?? fresh() }
    _modify {
      makeRoom(for: id)
      var entry = entries[Int(id.rawValue)] ?? fresh()
      entries[Int(id.rawValue)] = nil
      defer { entries[Int(id.rawValue)] = entry }
      yield &entry
    }
  }

  /// Called for each delivery, so it looks at no entry while no connection is blocked.
  @inline(__always)
  func isBlocked(_ id: ConnectionID) -> Bool {
    blockedCount > 0 && self[id]?.isBlocked == true
  }

  func block(_ id: ConnectionID) {
    if isBlocked(id) { return }
    blockedCount += 1
    self[id, default: Connection()].isBlocked = true
  }

  /// False if it was not blocked.
  func unblock(_ id: ConnectionID) -> Bool {
    guard isBlocked(id) else { return false }
    blockedCount -= 1
    self[id]?.isBlocked = false
    return true
  }

  func remove(_ id: ConnectionID) -> Connection? {
    guard let entry = self[id] else { return nil }
    entries[Int(id.rawValue)] = nil
    if entry.isBlocked { blockedCount -= 1 }
    return entry
  }

  private func makeRoom(for id: ConnectionID) {
    while entries.count <= Int(id.rawValue) { entries.append(nil) }
  }
}
