import CPlatform
import Glibc

/// The part of a process's descriptors that connections leave for everything else: files, child
/// processes, watches of folders.
///
/// The system gives the lowest free number, so a connection's number says how many descriptors are in
/// use, for whatever.
package struct DescriptorReserve: Hashable, Sendable {
  /// The most that are kept back; of few descriptors it is a quarter.
  private static let most = 64

  /// How many descriptors the process may have open.
  package let limit: Int

  /// The first number that a connection may not have.
  package let end: Int

  /// The reserve under a limit.
  package init(limit: UInt64) {
    self.limit = Int(clamping: limit)
    end = self.limit - min(DescriptorReserve.most, self.limit / 4)
  }

  /// Raises the process's limit as far as that is allowed, and keeps a part back.
  package static func raisingLimit() throws(UVError) -> DescriptorReserve {
    DescriptorReserve(limit: try Loop.raiseDescriptorLimit())
  }

  /// Whether a connection with this number may stay, if `kept` more numbers are kept for others.
  package func admits(_ descriptor: Int32, keeping kept: Int = 0) -> Bool {
    Int(descriptor) < end - kept
  }

  /// How many more connections there is room for now.
  package var room: Int {
    let next = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
    guard next >= 0 else { return 0 }
    close(next)
    return max(0, end - Int(next))
  }
}
