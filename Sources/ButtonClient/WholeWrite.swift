import Glibc

/// Writes bytes until the descriptor has taken all of them.
package enum WholeWrite {
  /// Returns 0, or errno. With `waits`, it waits while a nonblocking descriptor has no room.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, waits: Bool = true
  ) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN, waits {
        var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&output, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, waits: Bool = true
  ) -> Int32 {
    bytes.withUnsafeBytes { write($0, to: descriptor, waits: waits) }
  }
}
