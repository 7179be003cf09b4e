import Glibc

/// Writes bytes to a descriptor until it has taken all of them, also where it takes none at times.
enum WholeWrite {
  /// Writes them; 0, or the errno of what went wrong.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wish, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
