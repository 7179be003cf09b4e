import Glibc
import Synchronization

/// Catches SIGINT, SIGTERM and SIGHUP, so that there is time to clean up.
///
/// There is one in a process, for the process's life.
final class Interruption {
  /// Becomes readable with the first of these signals, and stays so.
  let descriptor: Int32

  private static let bell = Atomic<Int32>(-1)

  init() throws(ToolError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    descriptor = ends[0]
    Interruption.bell.store(ends[1], ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in
        var byte: UInt8 = 1
        _ = write(Interruption.bell.load(ordering: .relaxed), &byte, 1)
      }
    }
  }

  var hasCome: Bool {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wish, 1, 0) > 0
  }
}
