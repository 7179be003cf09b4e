import CLibuv
import Glibc

/// A TCP connection for a program that has nothing else to do: each call waits, but never for long.
package final class TCPConnection {
  private let descriptor: Int32

  /// Connects; this call and each later one wait for that many seconds at most.
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

  /// Sends all of some bytes.
  package func send(_ bytes: [UInt8]) throws(Errno) {
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw TCPConnection.failure
    }
  }

  /// What comes until that is enough, the other end has closed, or there are that many bytes or
  /// more.
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

  /// Why a call failed: one that waited too long says so in the words of another error.
  private static var failure: Errno {
    Errno(errno == EAGAIN || errno == EINPROGRESS ? ETIMEDOUT : errno)
  }
}
