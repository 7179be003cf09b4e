/// What the engine keeps of a client's connection: what it watches and whether it can take bytes.
struct Connection {
  /// Indices of its subscriptions to buttons.
  var buttons: [Int] = []
  /// Indices of its subscriptions to state.
  var state: [Int] = []
  /// The socket takes no more bytes at the moment.
  fileprivate(set) var isBlocked = false
  /// Is on the list of those to be brought up to date.
  var isLagging = false
}

/// What the engine keeps of clients' connections, by their numbers, which are small.
final class ConnectionTable {
  private var entries: [Connection?] = []
  /// The number of connections whose socket takes no bytes.
  private(set) var blockedCount = 0
  /// Connections to be brought up to date between two frames.
  private var lagging: [ConnectionID] = []

  /// Whether connections wait to be brought up to date.
  var hasLagging: Bool { !lagging.isEmpty }

  /// Notes that a connection is to be brought up to date between two frames.
  func lag(_ connection: ConnectionID) {
    if self[connection]?.isLagging == true { return }
    self[connection, default: Connection()].isLagging = true
    lagging.append(connection)
  }

  /// Takes the connections that wait to be brought up to date.
  func takeLagging() -> [ConnectionID] {
    defer { lagging.removeAll(keepingCapacity: true) }
    return lagging
  }

  /// Notes that a connection is off the list; returns what is kept of it.
  func endLagging(_ connection: ConnectionID) -> Connection? {
    guard self[connection] != nil else { return nil }
    self[connection]?.isLagging = false
    return self[connection]
  }

  /// Puts back those that a turn did not reach, as the first of the next.
  func putBackLagging(_ connections: ArraySlice<ConnectionID>) {
    lagging = Array(connections) + lagging
  }

  /// What is kept of a connection; nil when there is nothing.
  subscript(id: ConnectionID) -> Connection? {
    get { Int(id.rawValue) < entries.count ? entries[Int(id.rawValue)] : nil }
    _modify {
      makeRoom(for: id)
      yield &entries[Int(id.rawValue)]
    }
  }

  /// What is kept of a connection, which begins with `fresh` when there is nothing.
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

  /// True when a connection's socket takes no bytes. Asked for each delivery, so it looks at no entry while
  /// all of them do.
  @inline(__always)
  func isBlocked(_ id: ConnectionID) -> Bool {
    blockedCount > 0 && self[id]?.isBlocked == true
  }

  /// Notes that a connection's socket takes no bytes.
  func block(_ id: ConnectionID) {
    if isBlocked(id) { return }
    blockedCount += 1
    self[id, default: Connection()].isBlocked = true
  }

  /// Notes that a connection's socket takes bytes again; false if it did before.
  func unblock(_ id: ConnectionID) -> Bool {
    guard isBlocked(id) else { return false }
    blockedCount -= 1
    self[id]?.isBlocked = false
    return true
  }

  /// Forgets a connection; returns what was kept of it.
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
