import Glibc
import NIOCore
import RedisEngine
import TestSupport
import Testing

/// Over TLS an engine must be who its address says.
@Suite(.enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"))
struct EncryptionTests {
  private func error(_ address: String, authority: String? = nil) async throws -> EngineError? {
    var options = EngineOptions(try EngineAddress(address))
    options.authority = authority
    options.connectTimeout = .seconds(10)
    do {
      try await EngineConnection.connect(options).close()
      return nil
    } catch let error as EngineError {
      return error
    }
  }

  @Test func theNameIsCompared() async throws {
    let certificates = try Certificates(for: "DNS:localhost")
    let port = try freePort()
    let server = try RedisServer(certificates.arguments(port: port))
    let authority = certificates.authority
    #expect(try await error("rediss://localhost:\(port)", authority: authority) == nil)
    let other = try await error("rediss://127.0.0.1:\(port)", authority: authority)
    #expect(other?.code == .certificate)
    let unknown = try await error("rediss://localhost:\(port)")
    #expect(unknown?.code == .certificate)
    #expect(unknown?.advice.contains("--ca") == true)
    let plain = try await error("redis://localhost:\(port)")
    #expect(plain?.code == .closed)
    #expect(plain?.advice.contains("rediss://") == true)
    withExtendedLifetime(server) {}
  }

  @Test func anotherNameIsRefused() async throws {
    let certificates = try Certificates(for: "DNS:engine.example")
    let port = try freePort()
    let server = try RedisServer(certificates.arguments(port: port))
    let error = try await error("rediss://localhost:\(port)", authority: certificates.authority)
    #expect(error?.code == .certificate)
    withExtendedLifetime(server) {}
  }

  @Test func anAddressCanBeTheName() async throws {
    let certificates = try Certificates(for: "IP:127.0.0.1")
    let port = try freePort()
    let server = try RedisServer(certificates.arguments(port: port))
    let authority = certificates.authority
    #expect(try await error("rediss://127.0.0.1:\(port)", authority: authority) == nil)
    withExtendedLifetime(server) {}
  }

  @Test func aPortWithoutTLSIsNoted() async throws {
    let port = try freePort()
    let server = try RedisServer(["--port", "\(port)", "--bind", "127.0.0.1"])
    #expect(try await error("redis://localhost:\(port)") == nil)
    let error = try await error("rediss://localhost:\(port)")
    // A greeting without a newline in it is only the beginning of a command there.
    #expect(error?.code == .handshake || error?.code == .silent)
    #expect(error?.advice.contains("TLS") == true)
    withExtendedLifetime(server) {}
  }

  @Test func theAuthorityMustBeReadable() async throws {
    let error = try await error("rediss://localhost:1", authority: "/nowhere/ca.pem")
    #expect(error?.code == .certificate)
    #expect(error?.place == "/nowhere/ca.pem")
  }

  /// A port that nobody listened on a moment ago.
  private func freePort() throws -> UInt16 {
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
