import Glibc

/// Wakes a thread that polls: `signal` makes `descriptor` readable, `drain` makes it unreadable again.
struct WakeupPipe: Sendable {
  /// What the sleeping thread polls for reading.
  let descriptor: Int32

  private let writer: Int32

  /// A new pipe; nil when no descriptors are left.
  init?() {
    var ends: [Int32] = [0, 0]
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    guard socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 else { return nil }
    (descriptor, writer) = (ends[0], ends[1])
  }

  /// Wakes the thread, now or when it next goes to sleep.
  func signal() {
    // If the buffer is full, a signal is waiting already.
    _ = withUnsafeBytes(of: UInt8(1)) { send(writer, $0.baseAddress, 1, Int32(MSG_NOSIGNAL)) }
  }

  /// Takes all signals.
  func drain() {
    var signals = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &signals, signals.count) == signals.count {}
  }

  /// Closes both ends.
  func close() {
    Glibc.close(descriptor)
    Glibc.close(writer)
  }
}
