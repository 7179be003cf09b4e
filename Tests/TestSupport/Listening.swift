import CPlatform
import Glibc

/// Takes the next connection of a listening socket, one that waits; negative at the end of the socket.
///
/// `accept` would lend it to the programs that other tests start at the moment, which keep it open.
package func takeConnection(of listener: Int32) -> Int32 {
  let connection = csystem_accept(listener)
  if connection >= 0 { _ = fcntl(connection, F_SETFL, 0) }
  return connection
}
