import CPlatform
import Glibc
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct PipeServerTests {
    @Test func aClientsWordsComeBack() throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        let server = try PipeServer(bindingTo: folder.file("socket"), on: loop)
        var hasEnded = false
        try server.listen { result in
          #expect(throws: Never.self) {
            let pipe = try result.get()
            let echo = Collector(onEnd: {
              hasEnded = true
              $0.close()
              server.close()
            })
            echo.onRead = { [weak echo] pipe in
              try? pipe.send(echo?.text ?? "")
            }
            try pipe.startReading(echo)
          }
        }
        let client = Collector(onRead: { $0.close() })
        try PipeClient.connect(to: folder.file("socket"), on: loop) { result in
          #expect(throws: Never.self) {
            let pipe = try result.get()
            #expect(try pipe.peerCredentials().pid == getpid())
            try pipe.startReading(client)
            try pipe.send("hello")
          }
        }
        loop.run()
        #expect(client.text == "hello")
        #expect(hasEnded)
      }
    }

    @Test func manyClientsAreAllAccepted() throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        let server = try PipeServer(bindingTo: folder.file("socket"), on: loop)
        let count = 200
        var accepted = 0
        try server.listen { result in
          _ = result.map { $0.close() }
          accepted += 1
          if accepted == count { server.close() }
        }
        for _ in 0..<count {
          try PipeClient.connect(to: folder.file("socket"), on: loop) { result in
            _ = result.map { $0.close() }
          }
        }
        loop.run()
        #expect(accepted == count)
      }
    }

    @Test(arguments: [(UInt32(0o600), UInt32(0o600)), (0o640, 0o640), (0o700, 0o700)])
    func theSocketsFileIsPrivateBeforeAnybodyCanConnect(mode: UInt32, seen: UInt32) throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        let server = try PipeServer(bindingTo: folder.file("socket"), mode: mode, on: loop)
        var status = stat()
        #expect(lstat(folder.file("socket"), &status) == 0)
        #expect(status.st_mode & 0o7777 == seen)
        #expect(status.st_mode & S_IFMT == S_IFSOCK)
        #expect(server.path == folder.file("socket"))
        var refused: UVError?
        try PipeClient.connect(to: folder.file("socket"), on: loop) { result in
          if case .failure(let error) = result { refused = error }
          loop.stop()
        }
        loop.run()
        #expect(refused?.code == .connectionRefused, "nobody listens yet")
      }
    }

    @Test func aPathThatTheKernelWouldCutOffIsRefused() throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        let room = PipeServer.maxPathLength - folder.path.utf8.count - 1
        let longest = folder.file(String(repeating: "s", count: room))
        let server = try PipeServer(bindingTo: longest, on: loop)
        try server.listen { _ in }
        try PipeClient.connect(to: longest, on: loop) { result in
          #expect(throws: Never.self) { try result.get().close() }
          loop.stop()
        }
        loop.run()

        let live = loop.liveHandles
        let binding = #expect(throws: UVError.self) {
          _ = try PipeServer(bindingTo: longest + "s", on: loop)
        }
        let connecting = #expect(throws: UVError.self) {
          _ = try PipeClient.connect(to: longest + "s", on: loop) { _ in }
        }
        for error in [binding, connecting] {
          #expect(error?.code == .nameTooLong)
          #expect(error?.subject == longest + "s")
          #expect(error?.description.contains("at most 107 bytes, not 108") == true)
        }
        #expect(loop.liveHandles <= live)
      }
    }

    @Test(arguments: ["", "\0abstract", "a\0b"])
    func whatIsNoPathIsRefused(path: String) throws {
      try withLoop { loop in
        let error = #expect(throws: UVError.self) {
          _ = try PipeServer(bindingTo: path, on: loop)
        }
        #expect(error?.code == .invalid)
        #expect(throws: UVError.self) { try PipeClient.connect(to: path, on: loop) { _ in } }
      }
    }

    @Test func aPathInUseIsReportedAndLeftAlone() throws {
      let folder = TemporaryFolder()
      let path = folder.file("socket")
      try withLoop { loop in
        let first = try PipeServer(bindingTo: path, on: loop)
        let error = #expect(throws: UVError.self) {
          _ = try PipeServer(bindingTo: path, on: loop)
        }
        #expect(error?.code == .addressInUse)
        #expect(error?.operation == "bind")
        #expect(error?.subject == path)
        #expect(
          error?.description
            == "bind \(path): address already in use (EADDRINUSE); another process listens there, "
            + "or one that died left the file behind")
        try first.listen { _ in }
        #expect(access(path, F_OK) == 0)
      }
    }

    @Test(.inOwnProcess) func aRefusedServerLeavesNoDescriptorBehind() throws {
      let folder = TemporaryFolder()
      let path = folder.file("socket")
      try withLoop { loop in
        let first = try PipeServer(bindingTo: path, on: loop)
        let process = try LoneProcess()
        let before = try process.descriptorCount
        for _ in 0..<scaled(400) {
          #expect(throws: UVError.self) { _ = try PipeServer(bindingTo: path, on: loop) }
        }
        #expect(try process.descriptorCount == before)
        first.close()
        #expect(try process.descriptorCount == before - 1)
      }
    }

    @Test func aFolderThatIsMissingIsReported() throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        let error = #expect(throws: UVError.self) {
          _ = try PipeServer(bindingTo: folder.file("no/socket"), on: loop)
        }
        #expect(error?.code == .noSuchFile)
      }
    }

    @Test func closingRemovesTheFileUnlessItIsAnothers() throws {
      let folder = TemporaryFolder()
      let path = folder.file("socket")
      try withLoop { loop in
        let first = try PipeServer(bindingTo: path, on: loop)
        first.close()
        #expect(access(path, F_OK) != 0)

        let second = try PipeServer(bindingTo: path, on: loop)
        rename(path, folder.file("moved"))
        let third = try PipeServer(bindingTo: path, on: loop)
        second.close()
        #expect(access(path, F_OK) == 0, "the third server's file stays")
        third.close()
        #expect(access(path, F_OK) != 0)
      }
    }

    /// In a process of its own, where nobody else makes all descriptors close-on-exec.
    @Test(.inOwnProcess) func aSocketThatIsListeningAlreadyIsTakenOver() throws {
      let folder = TemporaryFolder()
      let path = folder.file("socket")
      try withLoop { loop in
        let descriptor = csystem_bind_unix(path, 0o600)
        try #require(descriptor >= 0)
        try #require(listen(descriptor, 8) == 0)
        _ = fcntl(descriptor, F_SETFD, 0)
        var connected = false
        // This client is in the queue before the server exists.
        try PipeClient.connect(to: path, on: loop) { result in
          #expect(throws: Never.self) { try result.get().close() }
          connected = true
        }
        let server = try PipeServer(adopting: descriptor, on: loop)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0, "children must not inherit it")
        #expect(server.path == nil)
        var accepted = 0
        try server.listen { result in
          _ = result.map { $0.close() }
          accepted += 1
          server.close()
        }
        loop.run()
        #expect(connected)
        #expect(accepted == 1)
        #expect(access(path, F_OK) == 0, "its file belongs to who bound it")
      }
    }

    @Test func adoptingNonsenseIsReported() throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        #expect(throws: UVError.self) { _ = try PipeServer(adopting: -1, on: loop) }
        let file = open(folder.write("x", to: "file"), O_RDONLY)
        let error = #expect(throws: UVError.self) { _ = try PipeServer(adopting: file, on: loop) }
        #expect(error?.operation == "adopt")
        #expect(error?.subject == "descriptor \(file)")
        #expect(fcntl(file, F_GETFD) >= 0, "it is still the caller's")
        close(file)
        let ends = UnixPair()
        let server = try PipeServer(adopting: ends.take(), on: loop)
        let other = #expect(throws: UVError.self) { try server.listen { _ in } }
        #expect(other?.operation == "listen on")
      }
    }

    @Test func connectingToNobodyFailsLater() throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        var errors: [UVError.Code] = []
        let then: (Result<Pipe, UVError>) -> Void = { result in
          if case .failure(let error) = result { errors.append(error.code) }
        }
        let pipe = try PipeClient.connect(to: folder.file("absent"), on: loop, then: then)
        #expect(errors.isEmpty)
        loop.run()
        #expect(errors == [.noSuchFile])
        #expect(pipe.isClosed)

        let stale = csystem_bind_unix(folder.file("stale"), 0o600)
        close(stale)
        try PipeClient.connect(to: folder.file("stale"), on: loop, then: then)
        loop.run()
        #expect(errors == [.noSuchFile, .connectionRefused])
      }
    }

    @Test func closingGivesUpConnecting() throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        let server = try PipeServer(bindingTo: folder.file("socket"), on: loop)
        try server.listen { _ in }
        var error: UVError?
        let pipe = try PipeClient.connect(to: folder.file("socket"), on: loop) { result in
          if case .failure(let failure) = result { error = failure }
        }
        pipe.close()
        while !pipe.isClosed && loop.run(.oneTurn) {}
        #expect(error?.code == .canceled)
      }
    }
  }
}
