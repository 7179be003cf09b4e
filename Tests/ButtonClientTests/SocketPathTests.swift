import ButtonClient
import Glibc
import TestSupport
import Testing

/// The path at which a client looks for the daemon.
struct SocketPathTests {
  private func standard(
    _ given: String? = nil, _ environment: [String: String] = [:], user: UInt32 = 7,
    temporaryFolder: String = "/nowhere"
  ) throws -> String {
    try SocketPath.standard(
      given, user: user, temporaryFolder: temporaryFolder, environment: { environment[$0] }
    ).text
  }

  @Test func theMostSpecificPathWins() throws {
    let all = ["BUTTOND_SOCKET": "/b", "XDG_RUNTIME_DIR": "/x"]
    #expect(try standard("/given", all) == "/given")
    #expect(try standard(nil, all) == "/b")
    #expect(try standard(nil, all, user: 0) == "/b")
    #expect(try standard(nil, ["XDG_RUNTIME_DIR": "/x"]) == "/x/buttond/buttond.sock")
    #expect(try standard(nil, ["XDG_RUNTIME_DIR": "/x"], user: 0) == "/x/buttond/buttond.sock")
    #expect(try standard(nil, [:], user: 0) == "/run/buttond/buttond.sock")
    #expect(try standard() == "/nowhere/buttond-7/buttond.sock")
    #expect(
      try standard(nil, ["BUTTOND_SOCKET": "", "XDG_RUNTIME_DIR": ""])
        == "/nowhere/buttond-7/buttond.sock")
  }

  @Test func anImpossibleSocketPathIsRefused() throws {
    #expect(try standard("/" + String(repeating: "x", count: 106)).utf8.count == 107)
    for path in ["", "/" + String(repeating: "x", count: 107), "/a\0b"] {
      let thrown = #expect(throws: ClientError.self) { try standard(path) }
      #expect(thrown?.code == .unusablePath)
    }
  }

  @Test func theFallbackMustBeOurOwnFolder() throws {
    let folder = TemporaryFolder()
    // Root would be sent elsewhere, so root's folders pass for those of a user with its own id.
    let user = geteuid() == 0 ? 7 : geteuid()
    let path = folder.file("buttond-\(user)")
    func attempt() throws -> String { try standard(user: user, temporaryFolder: folder.path) }
    func refusal() -> ClientError.Code? {
      #expect(throws: ClientError.self) { try attempt() }?.code
    }
    mkdir(path, 0o700)
    if geteuid() == 0 {
      #expect(refusal() == .untrustedFolder, "somebody else's")
      chown(path, user, user)
    }
    #expect(try attempt() == path + "/buttond.sock")
    chmod(path, 0o750)
    #expect(refusal() == .untrustedFolder, "open to others")
    rmdir(path)
    let elsewhere = folder.file("elsewhere")
    mkdir(elsewhere, 0o700)
    chown(elsewhere, user, getegid())
    symlink(elsewhere, path)
    #expect(refusal() == .untrustedFolder, "a link")
  }
}
