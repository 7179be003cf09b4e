import Glibc

/// A connection to a gateway on which every wait ends.
final class GatewayLine {
  /// How long it may take, in seconds: the gateway itself waits 5 for the daemon.
  private static let patience = 7

  /// Why there is no answer.
  struct Failure: Error {
    /// In words.
    let reason: String

    /// The reason of a failed call of the system.
    static var ofSystem: Failure {
      Failure(
        reason: errno == EAGAIN || errno == EINPROGRESS
          ? "no answer within \(patience) s" : String(cString: strerror(errno)))
    }
  }

  private let descriptor: Int32

  init(to address: ListeningAddress) throws(Failure) {
    descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .ofSystem }
    var limit = timeval(tv_sec: GatewayLine.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    guard address.connect(descriptor) == 0 else { throw .ofSystem }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func send(_ bytes: some Sequence<UInt8>) throws(Failure) {
    let bytes = Array(bytes)
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw .ofSystem
    }
  }

  /// What comes next, empty at the end.
  func receive() throws(Failure) -> ArraySlice<UInt8> {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count >= 0 else { throw .ofSystem }
    return chunk[..<count]
  }
}
