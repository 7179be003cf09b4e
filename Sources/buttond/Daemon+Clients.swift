import ButtonService
import Logging
import ButtonEngine
import ButtonProtocol
import ButtonSocket
import Glibc
import JSONRPC
import UVLoop

extension Daemon: SocketServerDelegate {
  func socketServer(
    _ server: SocketServer, shouldAccept credentials: PeerCredentials
  ) -> SharedLine? {
    guard credentials.uid == geteuid() || credentials.uid == 0 else {
      log.notice("refused a client", metadata: ["uid": "\(credentials.uid)"])
      return service.refusal(
        ProtocolError(.forbidden, "user \(credentials.uid) has no role on this daemon"))
    }
    if server.connectionCount >= service.limits.connections {
      log.warning("refused a client: the limit of connections is reached")
      return service.refusal(
        .limitExceeded(
          "connections", value: service.limits.connections,
          "the daemon has \(service.limits.connections) connections; close one"))
    }
    return nil
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

  func socketServer(_ server: SocketServer, didBlock connection: SocketConnection) {
    engine.connectionBlocked(ConnectionID(rawValue: connection.id))
  }

  func socketServer(_ server: SocketServer, didDrain connection: SocketConnection) {
    engine.connectionDrained(ConnectionID(rawValue: connection.id))
  }

  func socketServer(_ server: SocketServer, didClose connection: SocketConnection) {
    service.close(ConnectionID(rawValue: connection.id))
  }

  func socketServer(_ server: SocketServer, didFail error: UVError) {
    log.error("a client could not connect: \(error)")
  }
}
