import Glibc
import TestSupport
import Testing

extension DaemonTests {
  @Suite struct PlaceTests {
    @Test func theDefaultPlaceIsAPrivateFolderOfTheUsersRunTimeFolder() throws {
      let folder = TemporaryFolder()
      let program = try Program(
        InstalledPrefix().daemon, ["--ephemeral", "--no-installed-plugins"],
        environment: ["XDG_RUNTIME_DIR": folder.path])
      let path = folder.file("buttond/buttond.sock")
      #expect(try program.nextLine() == "listening on \(path)")
      var status = stat()
      #expect(lstat(folder.file("buttond"), &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o700)
      try TestClient(path).call("ping")
      program.kill(SIGTERM)
      #expect(try program.waitForEnd() == .exited(0))
      #expect(access(path, F_OK) != 0)
    }

    @Test func theEnvironmentNamesThePlaceAndTheCommandLineOverridesIt() throws {
      let folder = TemporaryFolder()
      let environment = ["XDG_RUNTIME_DIR": folder.path, "BUTTOND_SOCKET": folder.file("e.sock")]
      let daemon = try InstalledPrefix().daemon
      let bare = ["--ephemeral", "--no-installed-plugins"]
      let byEnvironment = try Program(daemon, bare, environment: environment)
      #expect(try byEnvironment.nextLine() == "listening on \(folder.file("e.sock"))")
      let byOption = try Program(
        daemon, bare + ["--socket", folder.file("o.sock")], environment: environment)
      #expect(try byOption.nextLine() == "listening on \(folder.file("o.sock"))")
    }

    /// What may be wrong with the folder.
    enum Folly: String, CaseIterable, Sendable {
      case readableByOthers, writableByTheGroup, link, file
    }

    @Test(arguments: Folly.allCases)
    func aFolderThatOthersMayEnterIsRefused(folly: Folly) throws {
      let folder = TemporaryFolder()
      let path = folder.file("buttond")
      switch folly {
      case .readableByOthers: mkdir(path, 0o755)
      case .writableByTheGroup:
        mkdir(path, 0o700)
        chmod(path, 0o720)
      case .link:
        mkdir(folder.file("elsewhere"), 0o700)
        symlink(folder.file("elsewhere"), path)
      case .file: folder.write("", to: "buttond")
      }
      try expectRefusal(of: path, in: folder)
    }

    @Test(.enabled(if: Identity.isAvailable, "only root can give a folder away"))
    func aFolderOfAnotherUserIsRefused() throws {
      let folder = TemporaryFolder()
      let path = folder.file("buttond")
      mkdir(path, 0o700)
      chown(path, 12_345, 12_345)
      try expectRefusal(of: path, in: folder)
    }

    private func expectRefusal(of path: String, in folder: TemporaryFolder) throws {
      let result = try Program.run(
        InstalledPrefix().daemon, ["--ephemeral", "--no-installed-plugins"],
        environment: ["XDG_RUNTIME_DIR": folder.path])
      #expect(result.end == .exited(1))
      #expect(result.error.contains("\(path) is not a folder of ours with mode 0700"))
      #expect(!result.error.contains("remove"), "it may be in use")
    }

    @Test func aPathOfMoreThan107BytesIsRefused() throws {
      let folder = TemporaryFolder()
      let longest = folder.file(String(repeating: "s", count: 107 - folder.path.utf8.count - 1))
      let daemon = try InstalledPrefix().daemon
      let result = try Program.run(daemon, ["--ephemeral", "--socket", longest + "s"])
      #expect(result.end == .exited(1))
      #expect(result.error.contains("108 bytes"))
      #expect(result.error.contains("107"))
      #expect(try Folder.names(in: folder.path) == [])

      let program = try Program(
        daemon, ["--ephemeral", "--no-installed-plugins", "--socket", longest])
      #expect(try program.nextLine() == "listening on \(longest)")
      try TestClient(longest).call("ping")
    }

    @Test func aListenerThatAcceptsNobodyIsAListener() throws {
      let folder = TemporaryFolder()
      let path = folder.file("b.sock")
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      func open(_ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> (Int32, Int32) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        let result = withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
          }
        }
        return (descriptor, result)
      }
      var descriptors: [Int32] = []
      defer { for descriptor in descriptors { close(descriptor) } }
      let listener = open(bind)
      descriptors.append(listener.0)
      #expect(listener.1 == 0 && listen(listener.0, 1) == 0)
      // Until its queue is full.
      var connected = 0
      while true {
        let client = open(connect)
        descriptors.append(client.0)
        if client.1 != 0 { break }
        connected += 1
      }
      #expect(connected > 0)
      let result = try Program.run(InstalledPrefix().daemon, ["--ephemeral", "--socket", path])
      #expect(result.end == .exited(1))
      #expect(result.error.contains("another process is listening on \(path)"))
      #expect(access(path, F_OK) == 0)
    }

    @Test func aFolderThatIsNotThereIsNamed() throws {
      let folder = TemporaryFolder()
      let result = try Program.run(
        InstalledPrefix().daemon, ["--ephemeral", "--socket", folder.file("none/b.sock")])
      #expect(result.end == .exited(1))
      #expect(result.error.contains("\(folder.file("none")) cannot be used"))
      #expect(result.error.contains("No such file or directory"))
    }
  }
}
