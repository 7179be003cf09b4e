import CPlatform
import Glibc

/// The descriptors that connections leave for files, child processes, folder watches and so on.
///
/// The system gives the lowest free number, so a connection's number tells how many are in use.
package struct DescriptorReserve: Hashable, Sendable {
  /// The most descriptors kept; of few, a quarter is kept.
  private static let most = 64

  /// The process's limit of open descriptors.
  package let limit: Int

  /// The first number that a connection may not have.
  package let end: Int

  package init(limit: UInt64) {
    self.limit = Int(clamping: limit)
    end = self.limit - min(DescriptorReserve.most, self.limit / 4)
  }

  package static func raisingLimit() throws(UVError) -> DescriptorReserve {
    DescriptorReserve(limit: try Loop.raiseDescriptorLimit())
  }

  /// Whether a connection may have this number if `kept` more numbers are reserved.
  package func admits(_ descriptor: Int32, keeping kept: Int = 0) -> Bool {
    Int(descriptor) < end - kept
  }

  /// How many more connections fit now.
  package var room: Int {
    let next = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
    guard next >= 0 else { return 0 }
    close(next)
    return max(0, end - Int(next))
  }
}
