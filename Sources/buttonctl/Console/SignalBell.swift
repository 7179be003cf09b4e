import ButtonClient
import Glibc
import Synchronization

/// Makes signals readable, so that they are dealt with between two other things.
///
/// There is one in a process, for as long as it lives.
final class SignalBell {
  /// Readable while there is a signal that was not taken.
  let descriptor: Int32

  private static let rope = Atomic<Int32>(-1)

  /// From now on these signals do nothing but ring.
  init(_ numbers: [Int32]) throws(ClientError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw ClientError(.unsendable, "no pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    SignalBell.rope.store(ends[1], ordering: .relaxed)
    for number in numbers {
      signal(number) { number in
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(SignalBell.rope.load(ordering: .relaxed), &byte, 1)
        errno = before
      }
    }
  }

  /// Takes the oldest signal; nil when there is none.
  func next() -> Int32? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
