import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// Sockets that a service manager opens and hands over.
  @Suite struct ServiceSocketTests {
    @Test func clientsThatConnectedBeforeTheStartAreServed() throws {
      let socket = try OpenedSocket()
      let early = try (0..<5).map { _ in try TestClient(socket.path) }
      for client in early { try client.send(#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#) }
      let program = try socket.start()
      #expect(try program.nextLine() == "listening on \(socket.path)")
      for client in early { #expect(try client.next()["result"] != nil) }
      try TestClient(socket.path).call("ping")
      program.kill(SIGTERM)
      #expect(try program.waitForEnd() == .exited(0))
      #expect(access(socket.path, F_OK) == 0)
      #expect(access("\(socket.path).lock", F_OK) != 0)
    }

    @Test func clientsWaitWhileTheDaemonIsStartedAgain() throws {
      let socket = try OpenedSocket()
      let first = try socket.start()
      #expect(try first.nextLine() != nil)
      let before = try TestClient(socket.path)
      try before.call("ping")
      first.kill(SIGTERM)
      #expect(try first.waitForEnd() == .exited(0))
      #expect(try before.isClosedByDaemon())
      let between = try TestClient(socket.path)
      let id = try between.request("ping")
      let second = try socket.start()
      #expect(try second.nextLine() != nil)
      _ = try between.result(of: id)
    }

    @Test func theHandedOverSocketGoesBeforeAllOthers() throws {
      let socket = try OpenedSocket()
      let folder = TemporaryFolder()
      let program = try socket.start(["--socket", folder.file("b.sock")])
      #expect(try program.nextLine() == "listening on \(socket.path)")
      #expect(access(folder.file("b.sock"), F_OK) != 0)
    }

    @Test func whatIsMeantForAnotherProcessIsLeftAlone() throws {
      let socket = try OpenedSocket()
      let folder = TemporaryFolder()
      let path = folder.file("b.sock")
      for process in ["1", "", "x"] {
        let program = try socket.start(["--socket", path], process: process)
        #expect(try program.nextLine() == "listening on \(path)")
        program.kill(SIGTERM)
        #expect(try program.waitForEnd() == .exited(0))
      }
    }

    @Test func whatIsNoListeningUnixStreamSocketIsRefused() throws {
      let wrong = [
        try OpenedSocket(kind: SOCK_DGRAM, isListening: false),
        try OpenedSocket(isListening: false), try OpenedSocket(kind: SOCK_SEQPACKET),
      ]
      for socket in wrong {
        let program = try socket.start()
        #expect(try program.waitForEnd() == .exited(1))
        #expect(program.log.contains("is not a listening Unix stream socket"))
      }
      let one = try OpenedSocket()
      let two = try OpenedSocket()
      let program = try one.start(others: [two.descriptor])
      #expect(try program.waitForEnd() == .exited(1))
      #expect(program.log.contains("hands over 2 sockets"))
    }

    @Test func workersDoNotInheritIt() throws {
      let socket = try OpenedSocket()
      let shelf = TemporaryFolder()
      let plugins = try Set<ShippedPlugin>([.pill]).arguments(from: InstalledPrefix(), in: shelf)
      let program = try socket.start(plugins: plugins)
      #expect(try program.nextLine() != nil)
      var status = stat()
      #expect(fstat(socket.descriptor, &status) == 0)
      let link = "socket:[\(status.st_ino)]"
      #expect(try links(of: program.processID).contains(link))
      let client = try TestClient(socket.path)
      let worker = try wait(for: "a worker") {
        try client.call("plugins.list")["plugins"]?.elements.first { $0["pid"] != nil }
      }
      #expect(try !links(of: Int32(worker["pid"]?.int ?? 0)).contains(link))
    }

    @Test(.enabled(if: Identity.isAvailable, "only root can be another user"))
    func rulesHoldThereTooAndTheFileStaysAsItIs() throws {
      let socket = try OpenedSocket()
      chmod(socket.path, 0o622)
      let files = try ConfiguredFolder("access: [{user: 54321, role: press}]")
      let program = try socket.start(files.arguments)
      #expect(try program.nextLine() != nil)
      let client = try TestClient(socket.path, as: RightsTests.stranger)
      #expect(try client.call("hello", #"{"client":"t"}"#)["role"]?.string == "press")
      let stranger = try TestClient(socket.path, as: RightsTests.member)
      #expect(try stranger.next()["error"]?["code"]?.int == -32003)
      files.configure("")
      try TestClient(socket.path).call("server.reload")
      var status = stat()
      #expect(lstat(socket.path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o622)
      #expect(try client.isClosedByDaemon())
    }

    /// What the descriptors of a process lead to.
    private func links(of process: Int32) throws -> [String] {
      let folder = "/proc/\(process)/fd"
      return try Folder.names(in: folder).map { name in
        var buffer = [CChar](repeating: 0, count: 256)
        let count = readlink("\(folder)/\(name)", &buffer, buffer.count)
        let bytes = buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }
}
