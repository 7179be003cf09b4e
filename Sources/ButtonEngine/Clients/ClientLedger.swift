package import ButtonProtocol

/// Counts the bytes that the daemon uses for clients: per connection, per user and in total.
///
/// Code that allocates for a client calls ``keep(_:for:)`` and later ``release(_:for:)``; if the
/// request can be refused, ``checkRoom(for:of:within:)`` first.
package final class ClientLedger {
  private struct Account {
    var bytes = 0
    /// Its index in `users`.
    var user: UInt32 = 0
    /// May exceed a user's share of resources such as trait sets, as may unopened connections.
    var isPrivileged = true
  }

  private struct User {
    let id: UInt32
    var bytes = 0
    var connections = 0
  }

  private var accounts: [Account] = []
  /// The first entry is for connections that were not opened.
  private var users = [User(id: .max)]

  package private(set) var bytes = 0
  /// Bytes for clients that are counted elsewhere; they reduce the room for the rest.
  package var otherBytes = 0

  package func open(_ connection: ConnectionID, user id: UInt32, isPrivileged: Bool) {
    var free: Int?
    var known: Int?
    for index in users.indices.dropFirst() {
      if users[index].connections == 0 {
        free = free ?? index
      } else if users[index].id == id {
        known = index
        break
      }
    }
    let user = known ?? free ?? users.count
    if user == users.count {
      users.append(User(id: id))
    } else if known == nil {
      users[user] = User(id: id)
    }
    users[user].connections += 1
    makeRoom(for: connection)
    assign(connection, to: user)
    accounts[Int(connection.rawValue)].isPrivileged = isPrivileged
  }

  /// Holds a connection to its user's share from now on.
  package func endPrivilege(of connection: ConnectionID) {
    makeRoom(for: connection)
    accounts[Int(connection.rawValue)].isPrivileged = false
  }

  /// Memory that outlives the connection, such as a completed press whose style has not answered,
  /// counts for no user until it is released.
  package func close(_ connection: ConnectionID) {
    guard Int(connection.rawValue) < accounts.count else { return }
    let user = Int(accounts[Int(connection.rawValue)].user)
    if user > 0 { users[user].connections -= 1 }
    assign(connection, to: 0)
    accounts[Int(connection.rawValue)].isPrivileged = true
  }

  private func assign(_ connection: ConnectionID, to user: Int) {
    let account = accounts[Int(connection.rawValue)]
    users[Int(account.user)].bytes -= account.bytes
    users[user].bytes += account.bytes
    accounts[Int(connection.rawValue)].user = UInt32(user)
  }

  package func keep(_ count: Int, for connection: ConnectionID) {
    makeRoom(for: connection)
    accounts[Int(connection.rawValue)].bytes += count
    users[Int(accounts[Int(connection.rawValue)].user)].bytes += count
    bytes += count
  }

  package func release(_ count: Int, for connection: ConnectionID) { keep(-count, for: connection) }

  /// Throws if `count` more bytes would exceed a limit.
  package func checkRoom(
    for count: Int, of connection: ConnectionID, within limits: Limits
  ) throws(EngineError) {
    makeRoom(for: connection)
    let account = accounts[Int(connection.rawValue)]
    if account.bytes + count > limits.connectionBytes { throw limits.exceeded(\.connectionBytes) }
    if users[Int(account.user)].bytes + count > limits.userBytes {
      throw limits.exceeded(\.userBytes)
    }
    if bytes + otherBytes + count > limits.clientBytes { throw limits.exceeded(\.clientBytes) }
  }

  package func connectionCount(ofUser id: UInt32) -> Int {
    users.dropFirst().first { $0.connections > 0 && $0.id == id }?.connections ?? 0
  }

  package func bytes(of connection: ConnectionID) -> Int {
    Int(connection.rawValue) < accounts.count ? accounts[Int(connection.rawValue)].bytes : 0
  }

  /// The index of the connection's user; 0 if it was not opened.
  func user(of connection: ConnectionID) -> UInt32 {
    Int(connection.rawValue) < accounts.count ? accounts[Int(connection.rawValue)].user : 0
  }

  func userID(of connection: ConnectionID) -> UInt32 { users[Int(user(of: connection))].id }

  func isPrivileged(_ connection: ConnectionID) -> Bool {
    Int(connection.rawValue) < accounts.count
      && accounts[Int(connection.rawValue)].isPrivileged
  }

  private func makeRoom(for connection: ConnectionID) {
    while accounts.count <= Int(connection.rawValue) { accounts.append(Account()) }
  }
}

extension ClientLedger {
  /// Per subscription, without its match.
  package static let subscriptionBytes = 1_024

  /// Includes the index entry.
  package static func bytes(of spec: SubscriptionSpec) -> Int {
    subscriptionBytes + spec.match.keptBytes + spec.match.ids.count * WatcherIndex.bytesPerName
  }

  /// The cost of a watched key in the index, without its name.
  private static let bytesPerWatchedKey = WatcherIndex.bytesPerName + 4

  package static func bytes(of spec: StateSubscriptionSpec) -> Int {
    subscriptionBytes + spec.keptBytes
      + (spec.keys?.count ?? 0) * bytesPerWatchedKey
  }
}
