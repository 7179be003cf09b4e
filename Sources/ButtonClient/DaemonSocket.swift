import ButtonProtocol
import CPlatform
import Glibc

/// A socket that is connected to a daemon. It moves the bytes of a `ClientCore` and never blocks.
package struct DaemonSocket: Sendable {
  /// What is polled; the owner calls `close`.
  package let descriptor: Int32

  /// The most that is read at once, in bytes.
  package static let readBytes = 64 << 10

  /// Connects to the daemon that listens at a path; waits, where it must, for one that accepts nothing
  /// just now, unless that is not wanted.
  package init(connectingTo path: SocketPath, waits: Bool = true) throws(ClientError) {
    descriptor = csystem_connect_unix(path.text, waits ? -1 : 0)
    guard descriptor >= 0 else { throw Self.unreachable(path, -descriptor) }
  }

  /// The same for at most that many milliseconds; nil when the daemon has accepted nothing by then.
  package init?(connectingTo path: SocketPath, within milliseconds: UInt64) throws(ClientError) {
    descriptor = csystem_connect_unix(path.text, Int32(clamping: milliseconds))
    if descriptor == -EAGAIN { return nil }
    guard descriptor >= 0 else { throw Self.unreachable(path, -descriptor) }
  }

  /// Closes the socket.
  package func close() { Glibc.close(descriptor) }

  /// Says that nothing more is sent.
  package func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends what the daemon takes. When it takes nothing any more, the rest is dropped: what it sent
  /// before is still read, and tells why.
  package func send(from core: inout ClientCore) {
    while !core.outbound.isEmpty {
      let count = core.outbound.withBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count >= 0 {
        core.outbound.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        core.outbound.removeAll()
      }
    }
  }

  /// Gives the core what has come, or the end of the connection; reads once, into `buffer`.
  package func receive(into core: inout ClientCore, through buffer: UnsafeMutableRawBufferPointer) {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      core.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    } else if count == 0 {
      core.lose(ClientError(.connectionLost, "the daemon went away"))
    } else if errno != EAGAIN, errno != EINTR {
      core.lose(
        ClientError(.connectionLost, "the daemon went away: \(ClientError.systemMessage())"))
    }
  }

  private static func unreachable(_ path: SocketPath, _ reason: Int32) -> ClientError {
    switch reason {
    case ENOENT, ECONNREFUSED:
      ClientError(
        .noDaemon,
        "no daemon at \(path.text): start its service (`buttonctl doctor` says what is wrong), or for a "
          + "trial `buttond --ephemeral"
          + (path.isDefault ? "`" : " --socket \(path.text)`"))
    case EACCES:
      if let folder = SocketFolders.firstUnenterable(to: path.text) {
        ClientError(
          .noDaemon,
          "this user may not enter \(folder), on the way to \(path.text): the daemon needs a socket in "
            + "a folder that is open to all who may connect")
      } else {
        ClientError(
          .noDaemon,
          "this user may not open \(path.text): the configuration's `access` names who may connect")
      }
    default:
      ClientError(
        .noDaemon,
        "cannot connect to the daemon at \(path.text): \(ClientError.systemMessage(reason))")
    }
  }
}
