import Glibc
import Synchronization
import TestSupport

/// A server that is no good broker: it accepts connections and does its worst.
final class HostileBroker: Sendable {
  enum Behaviour: Sendable {
    /// Accepts and never answers.
    case silent
    /// Sends these bytes to each connection, then closes it.
    case bytes([UInt8])
    /// Accepts the client, then sends the bytes again and again until the client goes.
    case flood([UInt8])
  }

  let port: UInt16
  private let listener: Int32
  private let accepted = Mutex(0)

  /// The packet that accepts a client.
  static let welcome: [UInt8] = [0x20, 0x02, 0x00, 0x00]

  init(behaviour: Behaviour) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
          && listen(descriptor, 16) == 0
      }
    }
    guard isBound else { throw TestFailure("no port: errno \(errno)") }
    port = UInt16(bigEndian: address.sin_port)
    if case .silent = behaviour { return }
    let run = Run(listener: listener, behaviour: behaviour, count: { [weak self] in self?.count() })
    var thread = pthread_t()
    let retained = Unmanaged.passRetained(run)
    pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Run>.fromOpaque(argument).takeRetainedValue().serve() }
        return nil
      }, retained.toOpaque())
    pthread_detach(thread)
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// How many connections came.
  var connections: Int { accepted.withLock { $0 } }

  private func count() { accepted.withLock { $0 += 1 } }

  private final class Run: Sendable {
    let listener: Int32
    let behaviour: Behaviour
    let count: @Sendable () -> Void

    init(listener: Int32, behaviour: Behaviour, count: @escaping @Sendable () -> Void) {
      self.listener = listener
      self.behaviour = behaviour
      self.count = count
    }

    func serve() {
      while true {
        let client = takeConnection(of: listener)
        guard client >= 0 else { return }
        count()
        switch behaviour {
        case .silent: break
        case .bytes(let bytes): _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        case .flood(let bytes):
          _ = send(client, welcome, welcome.count, Int32(MSG_NOSIGNAL))
          while send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
        }
        close(client)
      }
    }
  }
}
