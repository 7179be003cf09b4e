import ButtonProtocol

/// What a connection may do at the most.
public enum ClientRole: String, Hashable, Sendable {
  /// Read and subscribe.
  case read
  /// Also press buttons.
  case press
  /// Also change state and buttons.
  case write
  /// Also control plugins and the daemon.
  case admin
}

/// What a daemon says of itself when a connection begins.
public struct ServerDescription: Hashable, Sendable {
  /// The daemon's version.
  public let version: String
  /// The version of the protocol.
  public let protocolVersion: Int
  /// What this connection may do.
  public let role: ClientRole
  /// The names of what the daemon is able to do.
  public let capabilities: [String]
  /// One start of the daemon.
  public let epoch: String

  init(_ hello: HelloResponse) {
    version = hello.version
    protocolVersion = hello.protocolVersion
    role = ClientRole(rawValue: hello.role.rawValue) ?? .read
    capabilities = hello.capabilities
    epoch = hello.epoch
  }
}

extension ButtonClient {
  /// Connects, introduces this program by a name, and goes on when the daemon goes away and comes back.
  ///
  /// Subscriptions go on from the last frame or change that has come, and the next element says so by
  /// its `resumed`. Requests that are made meanwhile wait for the next daemon, at most as long as
  /// `patience`, and then throw `unanswered`; of those under way the ones that only read are made again,
  /// and the others throw `connectionLost`, since they may have been done. Layouts are reported again.
  /// Presses are over, and keys under a lease are lost until they are written.
  ///
  /// The daemon is looked for first after some 50 ms and at last every two seconds. `role` lowers what
  /// the connection may do; `require` names capabilities without which this program cannot go on. With
  /// `outlivesDaemon` false, the end of the connection is the end of the client.
  public convenience init(
    named name: String, at path: SocketPath? = nil, role: ClientRole? = nil,
    require: [String] = [], patience: Duration = .seconds(30), outlivesDaemon: Bool = true
  ) async throws(ClientError) {
    let place: SocketPath
    if let path { place = path } else { place = try SocketPath.standard() }
    let milliseconds: Double = patience / .milliseconds(1)
    // A clock's time has room for this much more.
    try self.init(path: place, patience: UInt64(min(max(0, milliseconds), 0x1p62)))
    let hello = HelloRequest(
      client: name, require: require, role: role.flatMap { Role(rawValue: $0.rawValue) })
    do throws(ClientError) {
      _ = try await answer { $0.introduce(hello, outlives: outlivesDaemon) }.get()
    } catch {
      close()
      throw error
    }
  }

  /// What the daemon said of itself when the present connection began, or the last one while there is
  /// none; nil for a client that was made without a name.
  public var server: ServerDescription? {
    connection.withState { $0.core.server }.map { ServerDescription($0) }
  }
}
