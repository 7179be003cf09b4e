import Glibc
import Synchronization

/// Ports of this machine.
package enum FreePort {
  /// Below those that the system gives to whoever connects, so that none of them is taken before a test listens there.
  private static let range: Range<UInt16> = 20_000..<32_000
  private static let next = Atomic<UInt16>(UInt16.random(in: range))

  /// A TCP port of 127.0.0.1 on which no program listens, and that no other test gets.
  package static func find() throws -> UInt16 {
    for _ in range {
      let number = next.wrappingAdd(1, ordering: .relaxed).oldValue % UInt16(range.count)
      let port = range.lowerBound + number
      if isFree(port) { return port }
    }
    throw TestFailure("no port from \(range.lowerBound) on is free")
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var isReused: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
