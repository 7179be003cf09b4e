import Glibc
import RESP
import TestSupport

/// Ports of this machine.
enum TCPPort {
  /// A port that nobody listened on a moment ago.
  static func free() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutableBytes(of: &address) { bytes in
      let name = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      return bind(descriptor, name, length) + getsockname(descriptor, name, &length)
    }
    guard result == 0 else { throw TestFailure("no port: errno \(errno)") }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// A server at a port, asked with redis-cli.
struct TestRedisPort {
  private let port: UInt16

  init(_ port: UInt16) throws { self.port = port }

  func ask(_ words: String...) throws -> String {
    try Program.run("/usr/bin/redis-cli", ["-p", "\(port)"] + words).output
  }
}
