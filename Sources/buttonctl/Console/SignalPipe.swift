import ButtonClient
import Glibc
import Synchronization

/// Makes signals readable, so that a loop handles them between two other events.
///
/// A process makes one, and keeps it until it ends.
final class SignalPipe {
  /// Readable while a signal waits.
  let descriptor: Int32

  private static let writer = Atomic<Int32>(-1)

  /// From now on these signals only make the descriptor readable.
  init(_ numbers: [Int32]) throws(ClientError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw ClientError(.unsendable, "cannot open a pipe: \(ClientError.systemMessage())")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    SignalPipe.writer.store(ends[1], ordering: .relaxed)
    for number in numbers {
      signal(number) { number in
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(SignalPipe.writer.load(ordering: .relaxed), &byte, 1)
        errno = before
      }
    }
  }

  /// Takes the oldest signal; nil when none waits.
  func next() -> Int32? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
