import CPlatform
import Glibc
import TestSupport

/// A socket on which somebody else listens, and accepts nobody.
final class Listener {
  private let socket: Int32
  private var waiting: [Int32] = []

  init(at path: String) throws {
    socket = csystem_bind_unix(path, 0o600)
    guard socket >= 0, listen(socket, 8) == 0 else {
      throw TestFailure("cannot listen on \(path): \(socket)")
    }
  }

  deinit { for descriptor in waiting + [socket] { close(descriptor) } }

  /// Has so many wait there that no more can.
  func fill(_ path: String) throws {
    while true {
      let descriptor = csystem_connect_unix(path, 0)
      if descriptor == -EAGAIN { return }
      guard descriptor >= 0 else { throw TestFailure("cannot connect to \(path): \(descriptor)") }
      waiting.append(descriptor)
    }
  }
}
