import Glibc

/// Bytes on their way to the daemon that the socket has not taken yet.
struct Outbound {
  private var bytes: [UInt8] = []
  private var sent = 0

  /// Whether everything has been taken.
  var isEmpty: Bool { sent == bytes.count }

  /// Adds a line.
  mutating func append(_ line: [UInt8]) {
    bytes.append(contentsOf: line)
  }

  /// Gives the socket what it takes without waiting; false when the peer is gone.
  mutating func send(to socket: Int32) -> Bool {
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        Glibc.send(
          socket, all.baseAddress.map { $0 + sent }, all.count - sent,
          Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        return true
      } else if errno != EINTR {
        return false
      }
    }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 64 << 10)
    sent = 0
    return true
  }
}
