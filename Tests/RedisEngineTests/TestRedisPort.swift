import Glibc
import RESP
import TestSupport

/// A server at a port, asked with redis-cli.
struct TestRedisPort {
  private let port: UInt16

  init(_ port: UInt16) throws { self.port = port }

  func ask(_ words: String...) throws -> String {
    try Program.run("/usr/bin/redis-cli", ["-p", "\(port)"] + words).output
  }
}
