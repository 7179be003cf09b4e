import Glibc
import Synchronization

/// Notices SIGINT, SIGTERM and SIGHUP instead of dying of them, so that there is time to clear up.
///
/// There is one in a process, for as long as it lives.
final class Interruption {
  /// Becomes readable with the first of these signals, and stays so.
  let descriptor: Int32

  private static let bell = Atomic<Int32>(-1)

  /// Begins to notice.
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

  /// Whether one of the signals has come.
  var hasCome: Bool {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wish, 1, 0) > 0
  }
}
