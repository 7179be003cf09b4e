import Glibc
import TestSupport
import Testing

extension SurfaceTests {
  /// What `buttond-surface --health` and `buttonctl doctor` say of a server of decks.
  @Suite struct HealthTests {
    private let folder = TemporaryFolder()

    /// What `--health` says of a server at a port: its findings as level, text and advice.
    private func health(
      port: UInt16, of socket: String = "/none", by program: String? = nil
    ) throws -> (end: ProcessEnd, findings: [String]) {
      let path = folder.write("listen: [127.0.0.1]\nport: \(port)\n", to: "surface.yaml")
      let done = try Program.run(
        try program ?? Surface.path, ["--health", "--config", path, "--socket", socket])
      let report = try JSONTree(parsing: done.output)
      #expect(report["healthy"] == .bool(done.end == .exited(0)))
      return (done.end, texts(report["findings"]?.elements ?? []))
    }

    private func texts(_ findings: [JSONTree]) -> [String] {
      findings.map {
        "\($0["level"]?.string ?? ""): \($0["text"]?.string ?? "") | \($0["advice"]?.string ?? "")"
      }
    }

    /// What the doctor says of decks.
    private func doctor(_ socket: String) throws -> [String] {
      let done = try Program.run(
        InstalledPrefix().client, ["--json", "--socket", socket, "doctor"],
        environment: ["HOME": folder.path, "XDG_STATE_HOME": folder.path])
      let findings = try JSONTree(parsing: done.output)["findings"]?.elements ?? []
      return texts(findings.filter { $0["check"] == .string("surface") })
    }

    @Test func aServerThatIsWellIsSaidToBe() throws {
      let stage = try SurfaceTests.stage()
      let port = stage.surface.port
      let socket = stage.daemon.socketPath
      let fine = [
        "ok: decks are served at 127.0.0.1:\(port) | ", "ok: keys can be drawn | ",
        "ok: the daemon at \(socket) takes presses of this user | ",
      ]
      let health = try health(port: port, of: socket)
      #expect(health.end == .exited(0) && health.findings == fine)
      // It may serve other decks by other files.
      let found = try doctor(socket)
      #expect(fine.allSatisfy(found.contains), "\(found)")
    }

    @Test func aServerThatDoesNotRunIsMissed() throws {
      let port = try FreePort.find()
      let health = try health(port: port)
      #expect(health.end == .exited(1))
      #expect(
        health.findings.last?.hasPrefix("problem: the daemon at /none takes no presses") == true)
      #expect(health.findings.last?.contains("| Start the daemon, or name its socket") == true)
      #expect(
        health.findings.first?.hasPrefix(
          "problem: nothing serves decks at 127.0.0.1:\(port): Connection refused | Start") == true)
    }

    @Test func anotherServerAtThePortIsNotTakenForIt() throws {
      let stage = try SurfaceTests.stage()
      let path = folder.write(
        """
        import os, socket, sys
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        while True:
            server.accept()[0].sendall(b"BEGIN CompanionVersion=\\"4.2.0\\" ApiVersion=\\"1.12.0\\" \\n")

        """, to: "companion.py")
      let companion = try Program("/usr/bin/env", ["python3", path])
      let port = try #require(try companion.nextLine().flatMap { UInt16($0) })
      let health = try health(port: port)
      #expect(health.end == .exited(1))
      #expect(
        health.findings.first?.hasPrefix(
          "problem: something else than buttond-surface listens at 127.0.0.1:\(port) | Give the file"
        )
          == true, "\(health.findings)")
      withExtendedLifetime((stage, companion)) {}
    }

    @Test(arguments: [false, true]) func keysThatCannotBeDrawnAreFound(dies: Bool) throws {
      let stage = try SurfaceTests.stage()
      let alone = try Surface.copy(to: folder, painter: dies ? "#!/bin/sh\nexit 1\n" : nil)
      let health = try health(port: stage.surface.port, by: alone)
      #expect(health.end == .exited(1))
      #expect(
        health.findings.contains {
          $0.hasPrefix("problem: keys cannot be drawn by \(folder.path)")
        },
        "\(health.findings)")
    }

    @Test func aServerThatIsStoppedIsFound() throws {
      let stage = try SurfaceTests.stage(isShared: false)
      try stage.surface.program.pause()
      let found = try doctor(stage.daemon.socketPath).filter { $0.hasPrefix("problem") }
      #expect(
        found.count == 1 && found[0].contains("is stopped | Let it go on: kill -CONT"), "\(found)")
      let port = stage.surface.port
      #expect(
        try health(port: port).findings.first?.hasPrefix(
          "problem: what listens at 127.0.0.1:\(port) does not answer as buttond-surface does")
          == true)
      stage.surface.program.kill(SIGCONT)
    }
  }
}
