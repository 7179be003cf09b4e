import ButtonEngine
import ButtonProtocol
import ButtonService
import ButtonSocket
import Glibc
import JSONRPC
import Logging
import UVLoop

extension Daemon: SocketServerDelegate {
  func socketServer(
    _ server: SocketServer, shouldAccept credentials: PeerCredentials
  ) -> SharedLine? {
    guard credentials.uid == geteuid() || credentials.uid == 0 else {
      log.notice("refused a client of another user", metadata: ["uid": "\(credentials.uid)"])
      return line { Service.refuseStranger(into: &$0) }
    }
    guard server.connectionCount < service.limits.connections else {
      log.warning("refused a client: the limit of connections is reached")
      return line { service.refuseConnection(into: &$0) }
    }
    return nil
  }

  private func line(_ body: (inout JSONWriter) -> Void) -> SharedLine {
    var writer = JSONWriter()
    body(&writer)
    return SharedLine(copying: UnsafeRawBufferPointer(rebasing: writer.bytes.dropLast()))
  }

  func socketServer(_ server: SocketServer, didAccept connection: SocketConnection) {
    service.open(ConnectionID(rawValue: connection.id), role: .admin)
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

  func socketServer(
    _ server: SocketServer, didReceiveTooLongLineFrom connection: SocketConnection
  ) {
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
    service.close(ConnectionID(rawValue: connection.id))
  }

  func socketServer(_ server: SocketServer, didStall connection: SocketConnection) {
    log.warning(
      "closed a client that took no bytes for the time that stallTimeout gives it",
      metadata: [
        "pid": "\(connection.credentials.pid)", "uid": "\(connection.credentials.uid)",
      ])
  }

  func socketServer(_ server: SocketServer, didFail error: UVError) {
    log.error("a client could not connect: \(error)")
  }
}
