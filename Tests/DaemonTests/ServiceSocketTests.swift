import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// Sockets that a service manager opens and hands over.
  @Suite struct ServiceSocketTests {
    @Test func clientsOfBeforeAndBetweenAreServedAndNobodyElseHasIt() throws {
      let socket = try OpenedSocket()
      chmod(socket.path, 0o622)
      let early = try (0..<5).map { _ in try TestClient(socket.path) }
      for client in early { try client.send(#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#) }
      let (folder, shelf) = (TemporaryFolder(), TemporaryFolder())
      let plugins = try Set<ShippedPlugin>([.pill]).arguments(from: InstalledPrefix(), in: shelf)
      let first = try socket.start(["--socket", folder.file("b.sock")], plugins: plugins)
      #expect(try first.nextLine() == "listening on \(socket.path)", "it goes before all others")
      #expect(access(folder.file("b.sock"), F_OK) != 0)
      for client in early { #expect(try client.next()["result"] != nil) }
      // Its workers do not inherit it.
      var status = stat()
      #expect(fstat(socket.descriptor, &status) == 0)
      let link = "socket:[\(status.st_ino)]"
      #expect(try links(of: first.processID).contains(link))
      let worker = try wait(for: "a worker") {
        try early[0].call("plugins.list")["plugins"]?.elements.first { $0["pid"] != nil }
      }
      #expect(try !links(of: Int32(worker["pid"]?.int ?? 0)).contains(link))
      first.kill(SIGTERM)
      #expect(try first.waitForEnd() == .exited(0))
      #expect(try early[0].isClosedByDaemon())
      #expect(access(socket.path, F_OK) == 0 && access("\(socket.path).lock", F_OK) != 0)

      // Clients wait while the daemon is started again.
      let between = try TestClient(socket.path)
      let id = try between.request("ping")
      let files = try ConfiguredFolder("access: [{user: 54321, role: press}]")
      let second = try socket.start(files.arguments)
      #expect(try second.nextLine() != nil)
      _ = try between.result(of: id)
      if Identity.isAvailable { try checkRules(of: socket, files) }
      #expect(lstat(socket.path, &status) == 0 && status.st_mode & 0o777 == 0o622)
    }

    /// Rules hold there too, and the file stays as it is.
    private func checkRules(of socket: OpenedSocket, _ files: ConfiguredFolder) throws {
      let client = try TestClient(socket.path, as: RightsTests.stranger)
      #expect(try client.call("hello", #"{"client":"t"}"#)["role"]?.string == "press")
      let stranger = try TestClient(socket.path, as: RightsTests.member)
      #expect(try stranger.next()["error"]?["code"]?.int == -32003)
      files.configure("")
      try TestClient(socket.path).call("server.reload")
      #expect(try client.isClosedByDaemon())
    }

    @Test func whatIsMeantForAnotherProcessIsLeftAlone() throws {
      let socket = try OpenedSocket()
      let folder = TemporaryFolder()
      let program = try socket.start(["--socket", folder.file("b.sock")], process: "1")
      #expect(try program.nextLine() == "listening on \(folder.file("b.sock"))")
    }

    @Test func moreThanOneSocketIsRefused() throws {
      let (one, two) = (try OpenedSocket(), try OpenedSocket())
      let program = try one.start(others: [two.descriptor])
      #expect(try program.waitForEnd() == .exited(1))
      #expect(program.log.contains("hands over 2 sockets"))
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
