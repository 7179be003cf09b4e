import CPlatform
import Glibc
import TestSupport

/// A socket on which somebody else listens.
final class Listener {
  private let socket: Int32

  init(at path: String) throws {
    socket = csystem_bind_unix(path, 0o600)
    guard socket >= 0, listen(socket, 8) == 0 else {
      throw TestFailure("cannot listen on \(path): \(socket)")
    }
  }

  deinit { close(socket) }
}
