import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// Who may connect to a live daemon, and what each may do there.
  @Suite(.enabled(if: Identity.isAvailable, "only root can be another user"))
  struct RightsTests {
    /// Users and groups that no test machine has.
    static let stranger = Identity(uid: 54_321, gid: 54_321)
    static let member = Identity(uid: 54_322, gid: 54_322, groups: [1, 54_300, 2])

    /// The suite's daemon with access rules, on a socket that everybody can reach.
    private func daemon(_ rules: String) throws -> (daemon: DaemonProcess, files: ConfiguredFolder)
    {
      let (daemon, files) = try Shared.daemon(configuredBy: "access: [\(rules)]")
      chmod(daemon.folder.path, 0o711)
      return (daemon, files)
    }

    /// The code of the one line with which a connection is refused; it must be closed then.
    private func refusal(_ client: TestClient) throws -> Int? {
      let line = try client.next()
      #expect(line["id"] == .null)
      #expect(try client.nextLine() == nil)
      return line["error"]?["code"]?.int
    }

    private func mode(_ path: String) -> mode_t {
      var status = stat()
      return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    @Test func whoIsNamedNowhereIsToldSoInOneLineAndDisconnected() throws {
      let (daemon, _) = try daemon("{user: 54323, role: admin}, {group: 54323, role: admin}")
      let before = try daemon.connect()
      let refused = try before.figure("refusedClients")
      for _ in 0..<3 {
        #expect(try refusal(daemon.connect(as: RightsTests.stranger)) == -32003)
        #expect(try refusal(daemon.connect(as: RightsTests.member)) == -32003)
      }
      try daemon.waitForLog("refused a client of another user")
      #expect(daemon.log.contains("uid=54321"))
      #expect(
        try refusal(daemon.connect(as: Identity(uid: 65_534, gid: 65_534))) == -32003)
      try daemon.waitForLog("user=nobody")
      let stats = try before.call("server.stats")
      #expect(stats["refusedClients"]?.int == refused + 7)
      #expect(stats["connections"]?.int == 1)
      // One that says something at once is told the same.
      let eager = try daemon.connect(as: RightsTests.stranger)
      try? eager.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
      #expect(try refusal(eager) == -32003)
    }

    /// Rules, who comes, and the role that this gives.
    static let cases: [(rules: String, identity: Identity, role: String)] = [
      ("{group: 54322, role: press}", member, "press"),
      ("{group: 54300, role: write}", member, "write"),
      ("{user: 54322, role: read}, {group: 54300, role: press}", member, "press"),
      ("{group: 54300, role: press}, {user: 54322, role: read}", member, "press"),
      ("{user: 54321, role: admin}", stranger, "admin"),
      // Rules take nothing away from root, which runs the daemon here.
      (
        "{user: root, role: read}, {group: root, role: read}", Identity(uid: 0, gid: 54_321),
        "admin"
      ),
    ]

    @Test(arguments: cases)
    func aRoleComesFromTheUserTheGroupAndTheFurtherGroups(
      rules: String, identity: Identity, role: String
    ) throws {
      let (daemon, _) = try daemon(rules)
      let hello = try daemon.connect(as: identity).call("hello", #"{"client":"t"}"#)
      #expect(hello["role"]?.string == role)
    }

    @Test func withoutRulesTheSocketIsShutForOthersByTheFileSystemToo() throws {
      let (daemon, _) = try daemon("")
      #expect(mode(daemon.socketPath) == S_IFSOCK | 0o600)
      #expect(throws: TestFailure.self) { try daemon.connect(as: RightsTests.stranger) }
      // And where the file system does not, by the daemon.
      chmod(daemon.socketPath, 0o666)
      defer { chmod(daemon.socketPath, 0o600) }
      #expect(try refusal(daemon.connect(as: RightsTests.stranger)) == -32003)
    }

    @Test func rulesOpenTheSocketAndAReloadOpensAndShutsIt() throws {
      let (daemon, files) = try daemon("{user: 54321, role: press}")
      let admin = try daemon.connect()
      #expect(mode(daemon.socketPath) & 0o777 == 0o666)
      let client = try daemon.connect(as: RightsTests.stranger)
      try client.call("ping")
      files.configure("access: []")
      try admin.call("server.reload")
      #expect(mode(daemon.socketPath) & 0o777 == 0o600)
      #expect(try refusal(client) == -32003)
      #expect(throws: TestFailure.self) { try daemon.connect(as: RightsTests.stranger) }
      files.configure("access: [{user: 54321, role: read}]")
      daemon.program.kill(SIGHUP)
      try wait(for: "an open socket") { mode(daemon.socketPath) & 0o777 == 0o666 }
      let again = try daemon.connect(as: RightsTests.stranger)
      #expect(try again.call("hello", #"{"client":"t"}"#)["role"]?.string == "read")
      try admin.call("ping")
    }

    @Test func whoLosesRightsIsCutOffAndWhoKeepsThemIsNot() throws {
      let (daemon, files) = try daemon(
        "{user: 54321, role: write}, {group: 54300, role: read}, {user: 54324, role: read}")
      let admin = try daemon.connect()
      let demoted = try daemon.connect(as: RightsTests.stranger)
      let humble = try daemon.connect(as: RightsTests.stranger)
      try humble.call("hello", #"{"client":"humble","role":"read"}"#)
      let revoked = try daemon.connect(as: RightsTests.member)
      let promoted = try daemon.connect(as: Identity(uid: 54_324, gid: 54_324))
      for client in [demoted, humble, revoked, promoted] {
        try client.call("state.subscribe")
      }
      files.configure("access: [{user: 54321, role: press}, {user: 54324, role: admin}]")
      try admin.call("server.reload")
      #expect(try refusal(demoted) == -32003)
      #expect(try refusal(revoked) == -32003)
      try admin.call("state.set", #"{"values":{"a":1}}"#)
      for client in [humble, promoted] {
        let change = try client.nextNotification("state.changed")
        #expect(change["values"]?["a"]?.int == 1)
        // More is given to new connections only.
        #expect(try client.call("hello", #"{"client":"t"}"#)["role"]?.string == "read")
      }
      let new = try daemon.connect(as: Identity(uid: 54_324, gid: 54_324))
      #expect(try new.call("hello", #"{"client":"t"}"#)["role"]?.string == "admin")
      #expect(try admin.call("server.stats")["connections"]?.int == 4)
      try daemon.waitForLog("closed a client whose rights ended")
    }

    @Test func whoLosesRightsGetsNothingMoreAlsoWhenItDoesNotRead() throws {
      let (daemon, files) = try daemon("{user: 54321, role: write}")
      let admin = try daemon.connect()
      let value = String(repeating: "x", count: 60_000)
      for key in 0..<20 { try admin.call("state.set", #"{"values":{"k\#(key)":"\#(value)"}}"#) }
      let sleeper = try daemon.connect(as: RightsTests.stranger)
      try sleeper.call("state.subscribe")
      for _ in 0..<4 { _ = try sleeper.request("state.get") }
      try admin.wait(until: "stalledClients", is: 1)
      files.configure("access: [{user: 54399, role: read}]")
      try admin.call("server.reload")
      try admin.call("state.set", #"{"values":{"secret":1},"wait":"published"}"#)
      var lines: [String] = []
      while let line = try sleeper.nextLine() {
        lines.append(String(decoding: line, as: UTF8.self))
      }
      #expect(!lines.contains { $0.contains("secret") })
      #expect(lines.last?.contains("-32003") == true)
    }

    @Test func theLastConnectionsAreKeptForRootAndTheDaemonsUser() throws {
      let (daemon, _) = try Shared.daemon(
        configuredBy: "access: [{user: 54321, role: read}]\nlimits: {connections: 32}")
      chmod(daemon.folder.path, 0o711)
      let admin = try daemon.connect()
      try admin.wait(until: "connections", is: 1)
      var clients = [admin]
      for _ in 0..<15 { clients.append(try daemon.connect(as: RightsTests.stranger)) }
      for client in clients { try client.call("ping") }
      #expect(try refusal(daemon.connect(as: RightsTests.stranger)) == -32005)
      for _ in 0..<16 { clients.append(try daemon.connect()) }
      try clients[31].call("ping")
      #expect(try refusal(daemon.connect()) == -32005)
    }

    @Test func aPlaceThatOthersCannotReachIsSaid() throws {
      let (daemon, _) = try Shared.daemon(configuredBy: "access: [{user: 54321, role: read}]")
      #expect(
        daemon.log.contains(
          "the access rules let others in, but not all may enter \(daemon.folder.path)"))
    }
  }
}
