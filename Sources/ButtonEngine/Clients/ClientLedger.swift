package import ButtonProtocol

/// Counts the bytes that the daemon keeps for its clients: for each connection, for each user, and in
/// all.
///
/// Code that keeps something calls ``keep(_:for:)``, and ``release(_:for:)`` when it is gone; where a
/// request can be refused, ``checkRoom(for:of:within:)`` comes first.
package final class ClientLedger {
  /// The most bytes that may be kept.
  package struct Limits: Hashable, Sendable {
    /// For one connection.
    package var connection = 16 << 20
    /// For all connections of a user.
    package var user = 64 << 20
    /// For all clients.
    package var all = 256 << 20

    package init() {}
  }

  private struct Account {
    var bytes = 0
    /// Its index in `users`.
    var user: UInt32 = 0
    /// It may use more than its share, as may a connection that was not opened.
    var isPrivileged = true
  }

  private struct User {
    let id: UInt32
    var bytes = 0
    var connections = 0
  }

  private var accounts: [Account] = []
  /// The first stands for connections that were not opened.
  private var users = [User(id: .max)]

  /// All that is kept.
  package private(set) var bytes = 0
  /// What others keep for clients and count themselves; it leaves less for the rest.
  package var otherBytes = 0

  /// A connection of a user begins.
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

  /// A connection has less rights from now on.
  package func endPrivilege(of connection: ConnectionID) {
    makeRoom(for: connection)
    accounts[Int(connection.rawValue)].isPrivileged = false
  }

  /// A connection is gone. What is kept for it beyond its end, such as a complete press whose style
  /// has not answered, counts for no user until it goes.
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

  /// Counts bytes that are kept for a client.
  package func keep(_ count: Int, for connection: ConnectionID) {
    makeRoom(for: connection)
    accounts[Int(connection.rawValue)].bytes += count
    users[Int(accounts[Int(connection.rawValue)].user)].bytes += count
    bytes += count
  }

  /// Counts bytes that are no longer kept for a client.
  package func release(_ count: Int, for connection: ConnectionID) { keep(-count, for: connection) }

  /// Refuses to keep more bytes for a client where that would exceed a limit.
  package func checkRoom(
    for count: Int, of connection: ConnectionID, within limits: Limits
  ) throws(EngineError) {
    makeRoom(for: connection)
    let account = accounts[Int(connection.rawValue)]
    if account.bytes + count > limits.connection {
      throw .limitExceeded(limit: "connectionBytes", value: limits.connection, index: nil)
    }
    if users[Int(account.user)].bytes + count > limits.user {
      throw .limitExceeded(limit: "userBytes", value: limits.user, index: nil)
    }
    if bytes + otherBytes + count > limits.all {
      throw .limitExceeded(limit: "clientBytes", value: limits.all, index: nil)
    }
  }

  /// How many connections a user has.
  package func connectionCount(ofUser id: UInt32) -> Int {
    users.dropFirst().first { $0.connections > 0 && $0.id == id }?.connections ?? 0
  }

  /// Bytes that are kept for a connection.
  package func bytes(of connection: ConnectionID) -> Int {
    Int(connection.rawValue) < accounts.count ? accounts[Int(connection.rawValue)].bytes : 0
  }

  /// A number for the user of a connection, the same for all of its connections.
  func user(of connection: ConnectionID) -> UInt32 {
    Int(connection.rawValue) < accounts.count ? accounts[Int(connection.rawValue)].user : 0
  }

  /// Whether a connection may use what is shared without regard to others.
  func isPrivileged(_ connection: ConnectionID) -> Bool {
    Int(connection.rawValue) < accounts.count
      && accounts[Int(connection.rawValue)].isPrivileged
  }

  private func makeRoom(for connection: ConnectionID) {
    while accounts.count <= Int(connection.rawValue) { accounts.append(Account()) }
  }
}

extension ClientLedger {
  /// Bytes that a subscription takes in memory, besides what its match does.
  package static let subscriptionBytes = 1_024

  /// Bytes that are kept for a member of a subscription to buttons, and for its entry in the index.
  package static func bytes(of spec: SubscriptionSpec) -> Int {
    subscriptionBytes + spec.match.keptBytes + spec.match.ids.count * WatcherIndex.bytesPerName
  }

  /// Bytes that a key takes in the index of those that are watched, besides its name.
  private static let bytesPerWatchedKey = WatcherIndex.bytesPerName + 4

  /// Bytes that are kept for a member of a subscription to state.
  package static func bytes(of spec: StateSubscriptionSpec) -> Int {
    subscriptionBytes + spec.keptBytes
      + (spec.keys?.count ?? 0) * bytesPerWatchedKey
  }
}
