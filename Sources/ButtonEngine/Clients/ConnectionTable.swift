/// The engine's data about a connection: its subscriptions, and whether its socket accepts bytes.
struct Connection {
  /// The indices of its subscriptions to buttons.
  var buttons: [Int] = []
  /// The indices of its subscriptions to state.
  var state: [Int] = []
  /// The socket's buffer is full.
  fileprivate(set) var isBlocked = false
  /// It is in the list of connections to catch up.
  var isLagging = false
}

/// The engine's data about connections, indexed by their small ids.
final class ConnectionTable {
  private var entries: [Connection?] = []
  /// The number of connections whose socket buffer is full.
  private(set) var blockedCount = 0
  /// The connections to catch up between two frames.
  private var lagging: [ConnectionID] = []

  /// Whether any connection waits to catch up.
  var hasLagging: Bool { !lagging.isEmpty }

  /// Adds a connection to those that catch up between two frames.
  func lag(_ connection: ConnectionID) {
    if self[connection]?.isLagging == true { return }
    self[connection, default: Connection()].isLagging = true
    lagging.append(connection)
  }

  /// Removes and returns the connections that wait to catch up.
  func takeLagging() -> [ConnectionID] {
    defer { lagging.removeAll(keepingCapacity: true) }
    return lagging
  }

  /// Notes that a connection no longer waits to catch up; returns its data.
  func endLagging(_ connection: ConnectionID) -> Connection? {
    guard self[connection] != nil else { return nil }
    self[connection]?.isLagging = false
    return self[connection]
  }

  /// Puts back the connections that a turn did not reach; the next turn begins with them.
  func putBackLagging(_ connections: ArraySlice<ConnectionID>) {
    lagging = Array(connections) + lagging
  }

  /// The data of a connection; nil if it has none.
  subscript(id: ConnectionID) -> Connection? {
    get { Int(id.rawValue) < entries.count ? entries[Int(id.rawValue)] : nil }
    _modify {
      makeRoom(for: id)
      yield &entries[Int(id.rawValue)]
    }
  }

  /// The data of a connection; set to `fresh` first if it has none.
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

  /// Whether a connection's socket buffer is full. Called for each delivery, so it looks at no
  /// entry while no connection is blocked.
  @inline(__always)
  func isBlocked(_ id: ConnectionID) -> Bool {
    blockedCount > 0 && self[id]?.isBlocked == true
  }

  /// Notes that a connection's socket buffer is full.
  func block(_ id: ConnectionID) {
    if isBlocked(id) { return }
    blockedCount += 1
    self[id, default: Connection()].isBlocked = true
  }

  /// Notes that a connection's socket accepts bytes again; false if it was not blocked.
  func unblock(_ id: ConnectionID) -> Bool {
    guard isBlocked(id) else { return false }
    blockedCount -= 1
    self[id]?.isBlocked = false
    return true
  }

  /// Removes a connection and returns its data.
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
