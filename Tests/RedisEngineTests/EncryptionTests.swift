import NIOCore
import RedisEngine
import TestSupport
import Testing

/// Over TLS an engine must be who its address says.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"),
  .enabled(if: RedisServer.hasTLS, "only scripts/soak has an engine that was built without TLS"))
struct EncryptionTests {
  private func error(_ address: String, authority: String? = nil) async throws -> RedisEngineError?
  {
    var options = EngineOptions(try EngineAddress(address))
    options.authority = authority
    options.connectTimeout = .seconds(10)
    do {
      try await EngineConnection.connect(options).close()
      return nil
    } catch let error as RedisEngineError {
      return error
    }
  }

  @Test func theNameIsCompared() async throws {
    let certificates = try Certificates(for: "DNS:localhost")
    let port = try FreePort.find()
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
    let port = try FreePort.find()
    let server = try RedisServer(certificates.arguments(port: port))
    let error = try await error("rediss://localhost:\(port)", authority: certificates.authority)
    #expect(error?.code == .certificate)
    withExtendedLifetime(server) {}
  }

  @Test func anAddressCanBeTheName() async throws {
    let certificates = try Certificates(for: "IP:127.0.0.1")
    let port = try FreePort.find()
    let server = try RedisServer(certificates.arguments(port: port))
    let authority = certificates.authority
    #expect(try await error("rediss://127.0.0.1:\(port)", authority: authority) == nil)
    withExtendedLifetime(server) {}
  }

  @Test func aPortWithoutTLSIsNoted() async throws {
    let port = try FreePort.find()
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
}
