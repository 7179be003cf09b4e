import ButtonEngine
import ButtonProtocol
import ButtonService
import ButtonSocket
import DaemonConfiguration
import JSONRPC
import Logging
import UVLoop

extension ClientListener: SocketServerDelegate {
  /// Reserved for the daemon's user and root; at most half of all connections.
  private static let keptConnections = 16
  /// The same for descriptors, at most an eighth of all.
  private var keptDescriptors: Int {
    min(ClientListener.keptConnections, descriptors.limit / 8)
  }

  func socketServer(_ server: SocketServer, shouldAccept peer: SocketPeer) -> SharedLine? {
    guard let role = role(of: peer) else {
      counters.refused += 1
      lines.log(.notice, "refused a client of another user", about: peer)
      return line { Service.refuseStranger(into: &$0) }
    }
    let limit = service.limits.connections
    let kept = role == .admin ? 0 : min(ClientListener.keptConnections, limit / 2)
    guard server.connectionCount < limit - kept else {
      counters.refused += 1
      lines.log(.warning, "refused a client: the limit of connections is reached", about: peer)
      return line { service.refuseConnection(into: &$0) }
    }
    guard descriptors.admits(peer.descriptor, keeping: role == .admin ? 0 : keptDescriptors) else {
      counters.refused += 1
      lines.log(.warning, "refused a client: the limit of open files is reached", about: peer)
      return line { Service.refuseConnection(atOpenFiles: descriptors.limit, into: &$0) }
    }
    let open = service.engine.clients.connectionCount(ofUser: peer.credentials.uid)
    guard role == .admin || open < service.limits.userConnections else {
      counters.refused += 1
      lines.log(
        .warning, "refused a client: its user has as many connections as it may", about: peer)
      return line { service.refuseUserConnection(into: &$0) }
    }
    return nil
  }

  /// What the configuration allows a process; nil if it may not connect.
  private func role(of peer: SocketPeer) -> Role? {
    access.role(uid: peer.credentials.uid, gid: peer.credentials.gid) {
      do throws(UVError) { return try peer.groups() } catch {
        lines.log(.error, "the groups of a client are not known: \(error)", about: peer)
        return []
      }
    }
  }

  private func line(_ body: (inout JSONWriter) -> Void) -> SharedLine {
    var writer = JSONWriter()
    body(&writer)
    return SharedLine(copying: UnsafeRawBufferPointer(rebasing: writer.bytes.dropLast()))
  }

  /// Logs a line about a connection with its client's name.
  func note(
    _ level: Logger.Level, _ message: @autoclosure () -> String, about connection: SocketConnection
  ) {
    lines.log(
      level, message(), about: connection.peer,
      named: service.clientName(of: ConnectionID(rawValue: connection.id)))
  }

  func socketServer(_ server: SocketServer, didAccept connection: SocketConnection) {
    // A process's groups can become unreadable between two calls.
    guard let role = role(of: connection.peer) else { return connection.close() }
    counters.accepted += 1
    service.open(
      ConnectionID(rawValue: connection.id), role: role, user: connection.credentials.uid)
    note(.debug, "a client connected in the role \(role.rawValue)", about: connection)
  }

  /// Checks an open connection against the current access rules: one whose rights shrank gets an
  /// error and is closed. Only new connections get more rights.
  func review(_ connection: SocketConnection) {
    let id = ConnectionID(rawValue: connection.id)
    guard let held = service.role(of: id) else { return }
    let role = role(of: connection.peer)
    if let role, role >= held { return }
    note(.notice, "closed a client whose rights ended", about: connection)
    connection.respond { Service.refuseFormerRole(role, into: &$0) }
    connection.closeAfterOutput()
    // Nothing more is done for it, even if its socket takes no bytes.
    service.close(id)
  }

  func socketServer(
    _ server: SocketServer, didReceive line: UnsafeRawBufferPointer,
    from connection: SocketConnection
  ) {
    let now = loop.now * 1_000_000
    connection.respond {
      service.receive(
        line, from: ConnectionID(rawValue: connection.id), now: now, into: &$0)
    }
  }

  func socketServerHasTime(_ server: SocketServer) -> Bool { service.hasTime }

  func socketServer(_ server: SocketServer, willReadOn connection: SocketConnection) {
    let now = loop.now * 1_000_000
    connection.respond {
      service.resume(ConnectionID(rawValue: connection.id), now: now, into: &$0)
    }
  }

  func socketServer(
    _ server: SocketServer, didReceiveTooLongLineFrom connection: SocketConnection
  ) {
    note(.notice, "closed a client that sent too long a line", about: connection)
    connection.respond { service.refuseTooLongLine(into: &$0) }
    connection.closeAfterOutput()
  }

  func socketServer(_ server: SocketServer, didEnd connection: SocketConnection) {
    service.connectionEnded(ConnectionID(rawValue: connection.id))
  }

  func socketServer(_ server: SocketServer, didBlock connection: SocketConnection) {
    service.connectionBlocked(ConnectionID(rawValue: connection.id))
  }

  func socketServer(_ server: SocketServer, didDrain connection: SocketConnection) {
    service.connectionDrained(ConnectionID(rawValue: connection.id))
  }

  func socketServer(_ server: SocketServer, didClose connection: SocketConnection) {
    note(.debug, "a client is gone", about: connection)
    service.close(ConnectionID(rawValue: connection.id))
  }

  func socketServer(_ server: SocketServer, didStall connection: SocketConnection) {
    counters.stalled += 1
    note(
      .warning, "closed a client that took no bytes for the time that stallTimeout gives it",
      about: connection)
  }

  func socketServer(
    _ server: SocketServer, willShed connection: SocketConnection
  ) -> SharedLine {
    counters.shed += 1
    note(
      .warning,
      "closed a client: clients left more in memory than clientBytes allows, and this one's user the"
        + " most",
      about: connection)
    return line { service.refuseClientBytes(into: &$0) }
  }

  func socketServer(
    _ server: SocketServer, keptBytesOf connection: SocketConnection?
  ) -> Int {
    guard let connection else { return keptBytes }
    return service.engine.clients.bytes(of: ConnectionID(rawValue: connection.id))
  }

  func socketServer(_ server: SocketServer, didFail error: UVError) { lines.log(failure: error) }
}
