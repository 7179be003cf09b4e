import Glibc

/// Wakes a thread that polls: whoever rings makes `descriptor` readable.
struct Bell: Sendable {
  /// What the sleeper polls for reading.
  let descriptor: Int32

  private let rope: Int32

  /// A new bell; nil when no descriptors are left.
  init?() {
    var ends: [Int32] = [0, 0]
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    guard socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 else { return nil }
    (descriptor, rope) = (ends[0], ends[1])
  }

  /// Wakes the sleeper, now or when it next goes to sleep.
  func ring() {
    // If the buffer is full, it has rung already.
    _ = withUnsafeBytes(of: UInt8(1)) { send(rope, $0.baseAddress, 1, Int32(MSG_NOSIGNAL)) }
  }

  /// Stops the ringing.
  func silence() {
    var rings = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &rings, rings.count) == rings.count {}
  }

  /// Gives the descriptors back.
  func close() {
    Glibc.close(descriptor)
    Glibc.close(rope)
  }
}
