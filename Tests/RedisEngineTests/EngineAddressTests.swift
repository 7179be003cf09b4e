import Glibc
import RedisEngine
import TestSupport
import Testing

/// Addresses of engines and the files of their secrets say what is wrong with them.
@Suite struct EngineAddressTests {
  @Test(arguments: [
    ("redis://hub", EngineAddress.Transport.tcp(host: "hub", port: 6379, isEncrypted: false), nil),
    ("redis://hub.lan:7000/", .tcp(host: "hub.lan", port: 7000, isEncrypted: false), nil),
    ("rediss://till-17@hub:1", .tcp(host: "hub", port: 1, isEncrypted: true), "till-17"),
    ("redis://[::1]", .tcp(host: "::1", port: 6379, isEncrypted: false), nil),
    ("redis://a@b@[fe80::1]:65535", .tcp(host: "fe80::1", port: 65535, isEncrypted: false), "a@b"),
    ("unix:///run/redis.sock", .unix(path: "/run/redis.sock"), nil),
    ("unix://till@/run/redis.sock", .unix(path: "/run/redis.sock"), "till"),
  ])
  func anAddressHasATransportAndAUser(
    _ text: String, _ transport: EngineAddress.Transport, _ user: String?
  ) throws {
    let address = try EngineAddress(text)
    #expect(address.transport == transport)
    #expect(address.user == user)
  }

  @Test(arguments: [
    ("hub", "scheme"), ("http://hub", "scheme"), ("redis://", "host"), ("redis://:1", "host"),
    ("redis://hub:0", "port"), ("redis://hub:65536", "port"), ("redis://hub:x", "port"),
    ("redis://hub:", "port"), ("redis://::1", "brackets"), ("redis://hub/0", "path"),
    ("redis://hub?x", "path"), ("redis://u:p@hub", "password"), ("redis://@hub", "user"),
    ("unix://run", "user"), ("unix:///", "socket"), ("unix://", "socket"),
    ("unix://u:p@/run/x", "password"),
  ])
  func anotherTextSaysWhatIsWrong(_ text: String, _ word: String) {
    let error = #expect(throws: RedisEngineError.self) { try EngineAddress(text) }
    #expect(error?.code == .invalidAddress)
    #expect(error?.message.contains(word) == true)
  }

  @Test(arguments: [
    "redis://u:sesame@hub", "rediss://u:sesame@hub:x", "redis://u:se/sesame@hub", "u:sesame@hub",
    "http://u:sesame@hub", "unix://u:sesame@/run/x", "redis://u:sesame@hub/0", "u:sesame@x://hub",
    "rediss+sentinel://u:sesame@a,b/shop", "rediss+sentinel://u:sesame@a,b",
  ])
  func whatIsWrongIsSaidWithoutThePassword(_ text: String) {
    let error = #expect(throws: RedisEngineError.self) { try EngineLocation(text) }
    #expect(error.map { "\($0)" }?.contains("sesame") == false)
  }

  @Test(arguments: [
    ("redis://localhost", false), ("redis://127.0.0.1", false), ("redis://127.3.2.1", false),
    ("redis://[::1]", false), ("unix:///x", false), ("rediss://hub", false), ("redis://hub", true),
    ("redis://127.example.com", true), ("redis://127.0.0.256", true), ("redis://128.0.0.1", true),
    ("redis://localhost.example", true), ("redis://127.0.0.1.example", true),
  ])
  func onlyLoopbackAndEncryptionAreSafe(_ text: String, _ isExposed: Bool) throws {
    #expect(try EngineAddress(text).isExposed == isExposed)
  }

  @Test func aSecretIsForItsOwnerOnly() throws {
    let folder = TemporaryFolder()
    let path = folder.write("sesame\nmore\n", to: "secret")
    #expect(try EngineSecret(file: path).text == "sesame")
    chmod(path, 0o640)
    let error = #expect(throws: RedisEngineError.self) { try EngineSecret(file: path) }
    #expect(error?.advice == "run: chmod 600 \(path)")
    for bad in [folder.write("", to: "empty"), folder.path, "/nowhere"] {
      let error = #expect(throws: RedisEngineError.self) { try EngineSecret(file: bad) }
      #expect(error?.code == .unreadableSecret)
    }
    let long = folder.write(String(repeating: "x", count: 513), to: "long")
    #expect(throws: RedisEngineError.self) { try EngineSecret(file: long) }
  }

  @Test func aNewSecretIsRandomAndReadsBack() throws {
    let folder = TemporaryFolder()
    let first = try EngineSecret.create(file: folder.file("a"))
    let second = try EngineSecret.create(file: folder.file("b"))
    #expect(first.text.utf8.count == 32 && first != second)
    #expect(try EngineSecret(file: folder.file("a")) == first)
    #expect(throws: RedisEngineError.self) { try EngineSecret.create(file: folder.file("a")) }
  }
}
