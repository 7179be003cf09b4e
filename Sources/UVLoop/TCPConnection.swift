import CLibuv
import Glibc

/// A TCP connection for a program that has nothing else to do: calls block for a limited time.
package final class TCPConnection {
  private let descriptor: Int32

  /// This call and each later one wait at most `seconds`.
  package init(
    to address: ListenAddress, port: UInt16, patience seconds: Int
  ) throws(Errno) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw TCPConnection.failure }
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    guard address.connect(descriptor, port: port) == 0 else { throw TCPConnection.failure }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func send(_ bytes: [UInt8]) throws(Errno) {
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw TCPConnection.failure
    }
  }

  /// Reads until `isEnough`, the peer's end, or at least `most` bytes.
  package func receive(
    atMost most: Int, until isEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < most, !isEnough(bytes) {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count >= 0 else { throw TCPConnection.failure }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// The system reports a timeout as another error.
  private static var failure: Errno {
    Errno(errno == EAGAIN || errno == EINPROGRESS ? ETIMEDOUT : errno)
  }
}
