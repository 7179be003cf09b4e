import Glibc
import NIOCore
import RESP
import RedisEngine
import TestSupport
import Testing

/// Each way in which an engine is not what a fleet needs has a sentence that says so.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"))
struct EngineErrorTests {
  /// All that `fleet init` does; the error that ended it.
  private func error(
    _ options: EngineOptions, silence: TimeAmount = .seconds(60)
  ) async throws -> RedisEngineError? {
    var options = options
    options.connectTimeout = .seconds(60)
    options.silence = silence
    do {
      let connection = try await EngineConnection.connect(options)
      defer { connection.close() }
      _ = try await connection.checkFitness()
      _ = try await connection.installLibrary()
      _ = try await connection.makeScope(try #require(ScopeKeys("s")))
      return nil
    } catch let error as RedisEngineError {
      return error
    }
  }

  @Test func anEngineThatWantsAPasswordGetsIt() async throws {
    let server = try RedisServer(["--requirepass", "sesame"])
    #expect(try await error(server.options())?.code == .authentication)
    #expect(try await error(server.options(secret: "simsim"))?.code == .authentication)
    #expect(
      try await error(server.options(user: "nobody", secret: "sesame"))?.code == .authentication)
    #expect(try await error(server.options(secret: "sesame")) == nil)
    #expect(try await error(server.options(user: "default", secret: "sesame")) == nil)
  }

  @Test func aUserWithoutRightsIsToldWhichAreMissing() async throws {
    let server = try RedisServer()
    try server.connect().ask("ACL", "SETUSER", "till", "on", ">x", "+ping", "+auth", "+info")
    let error = try await error(server.options(user: "till", secret: "x"))
    #expect(error?.code == .forbidden)
    #expect(error?.message.contains("till may not do FUNCTION LIST") == true)
  }

  @Test func aReplicaIsNoPrimary() async throws {
    let server = try RedisServer(["--replicaof", "127.0.0.1", "1"])
    // It logs each time it misses its primary.
    server.ignoreLog()
    let error = try await error(server.options())
    #expect(error?.code == .notPrimary)
    #expect(error?.advice == "name the primary, 127.0.0.1:1")
    let connection = try await EngineConnection.connect(server.options())
    defer { connection.close() }
    // One that becomes a replica meanwhile.
    await #expect(throws: RedisEngineError.self, "it is a replica") {
      try await connection.installLibrary()
    }
  }

  @Test func aSentinelIsNoEngine() async throws {
    let port = try FreePort.find()
    let folder = TemporaryFolder()
    let file = folder.write("port \(port)\nbind 127.0.0.1\ndir \(folder.path)\n", to: "s.conf")
    let sentinel = try RedisServer(sentinel: file, in: folder)
    let options = EngineOptions(try EngineAddress("redis://127.0.0.1:\(port)"))
    let error = try await error(options)
    #expect(error?.message == "it is a Sentinel")
    withExtendedLifetime(sentinel) {}
  }

  @Test func anEngineMustKeepWhatItIsGiven() async throws {
    let server = try RedisServer()
    let client = try server.connect()
    try client.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    #expect(try await error(server.options())?.code == .notDurable)
    try client.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
    try client.ask("CONFIG", "SET", "appendonly", "no")
    #expect(try await error(server.options())?.code == .notDurable)
    try client.ask("CONFIG", "SET", "appendonly", "yes")
    #expect(try await error(server.options()) == nil)
    try client.ask("CONFIG", "SET", "maxmemory", "1mb")
    try client.ask("FUNCTION", "FLUSH")
    #expect(try await error(server.options())?.code == .full)
  }

  @Test func anEngineThatLoadsIsTriedLater() async throws {
    let folder = TemporaryFolder()
    let first = try RedisServer(["--appendonly", "no"], in: folder)
    let client = try first.connect()
    for number in 0..<5_000 {
      try client.ask("SET", "\(number)", String(repeating: "x", count: 2_000))
    }
    try client.ask("CONFIG", "SET", "rdbcompression", "no")
    try client.ask("SAVE")
    try first.end()
    let server = try RedisServer(
      [
        "--appendonly", "no", "--key-load-delay", "100000",
        "--loading-process-events-interval-bytes", "1024",
      ], in: folder, until: "RDB age")
    #expect(try await error(server.options())?.code == .loading)
  }

  @Test func anEngineWhoseDiskFailsTakesNoChanges() async throws {
    let folder = TemporaryFolder()
    try Folder.make(folder.file("dump.rdb"))
    let server = try RedisServer(["--save", "3600", "1"], in: folder)
    try server.connect().ask("BGSAVE")
    try server.waitForLog("Background saving error")
    let error = try await error(server.options())
    #expect(error?.code == .notDurable)
    #expect(error?.message.contains("cannot write to its disk") == true)
  }

  @Test func aSilentEngineIsGivenUp() async throws {
    let server = try RedisServer()
    try server.pause()
    let error = try await error(server.options(), silence: .milliseconds(300))
    #expect(error?.code == .silent)
    #expect(error?.message == "no reply within 300 ms")
  }

  @Test func aMissingEngineIsUnreachable() async throws {
    for address in ["unix:///nowhere/socket", "redis://127.0.0.1:1"] {
      let error = try await error(EngineOptions(try EngineAddress(address)))
      #expect(error?.code == .unreachable)
    }
    #expect(
      try await error(EngineOptions(try EngineAddress("redis://192.0.2.1")))?.code == .unencrypted)
  }

  @Test func olderFunctionsAreReplacedAndNewerOnesKept() async throws {
    let server = try RedisServer()
    let client = try server.connect()
    let connection = try await EngineConnection.connect(server.options())
    defer { connection.close() }
    func code() async -> RedisEngineError.Code? {
      do {
        try await connection.checkLibrary()
        return nil
      } catch {
        return (error as? RedisEngineError)?.code
      }
    }
    #expect(await code() == .missingLibrary)
    try client.ask("FUNCTION", "LOAD", library(version: 0))
    #expect(await code() == .otherLibrary)
    #expect(try await connection.installLibrary() == .replaced)
    #expect(await code() == nil)
    #expect(try await connection.installLibrary() == .kept)
    try client.ask("FUNCTION", "LOAD", "REPLACE", library(version: FleetLibrary.version + 1))
    #expect(await code() == .otherLibrary)
    await #expect(throws: RedisEngineError.self) { try await connection.installLibrary() }
    #expect(try client.text("FCALL_RO", "btn_version", "0") == "\(FleetLibrary.version + 1)")
  }

  private func library(version: Int) -> String {
    """
    #!lua name=buttond
    redis.register_function{
      function_name = 'btn_version', callback = function() return '\(version)' end, flags = {'no-writes'}}
    """
  }
}
