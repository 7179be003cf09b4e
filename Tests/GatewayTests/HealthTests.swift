import Glibc
import TestSupport
import Testing

extension GatewayTests {
  /// What `buttond-gateway --health` says; what is wrong with tokens and pages is the doctor's in
  /// DaemonTests.
  @Suite struct HealthTests {
    private let folder = TemporaryFolder()

    /// What is said of a gateway with some options: the finding as level, text and advice.
    private func health(
      port: UInt16, _ arguments: [String], of socket: String = "/none"
    ) throws -> (end: ProcessEnd, finding: String) {
      let words = ["--health", "--socket", socket, "--listen", "127.0.0.1", "--port", "\(port)"]
      let done = try Program.run(
        "\(InstalledPrefix().path)/bin/buttond-gateway", words + arguments)
      let report = try JSONTree(parsing: done.output)
      #expect(report["healthy"] == .bool(done.end == .exited(0)))
      let findings = (report["findings"]?.elements ?? []).map {
        "\($0["level"]?.string ?? ""): \($0["text"]?.string ?? "") | \($0["advice"]?.string ?? "")"
      }
      return (done.end, findings.joined(separator: "\n"))
    }

    @Test func aGatewayThatIsWellIsSaidToBeAndGoesOn() throws {
      let daemon = try GatewayStage.daemon
      let gateway = try GatewayStage.gateway
      let token = try FileBytes.read(gateway.tokenFile)
      let health = try health(
        port: gateway.port, ["--token-file", gateway.tokenFile], of: daemon.socketPath)
      #expect(health.end == .exited(0))
      let fine = "pages are served at http://127.0.0.1:\(gateway.port)/"
      #expect(health.finding == "ok: \(fine), token in \(gateway.tokenFile) | ")
      // The running one has its token and its port.
      #expect(try FileBytes.read(gateway.tokenFile) == token)
      _ = try gateway.webSocket(token: gateway.token)
    }

    @Test func aGatewayThatDoesNotRunIsMissedAndNothingIsMade() throws {
      let port = try FreePort.find()
      let health = try health(port: port, ["--token-file", folder.file("token"), "--keep-token"])
      #expect(health.end == .exited(1))
      #expect(
        health.finding
          == "problem: no gateway answers at http://127.0.0.1:\(port)/: Connection refused | Look at its "
          + "log, then restart buttond-gateway.")
      #expect(try Folder.names(in: folder.path).isEmpty)
    }

    @Test func aGatewayThatDoesNotReachItsDaemonIsFound() throws {
      let gateway = try GatewayProcess(to: folder.file("b.sock"))
      let health = try health(
        port: gateway.port, ["--token-file", gateway.tokenFile], of: folder.file("b.sock"))
      #expect(health.end == .exited(1))
      let page = "http://127.0.0.1:\(gateway.port)/"
      #expect(
        health.finding.hasPrefix("problem: the gateway at \(page) does not reach the daemon: "),
        "\(health.finding)")
    }

    /// A server that answers the same to all, and its port.
    private func server(
      _ answer: String, as identity: DaemonIdentity = .own
    ) throws -> (program: Program, port: UInt16) {
      let text = """
        import socket
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        while True:
            client = server.accept()[0]
            if client.recv(4096):
                client.sendall(b"HTTP/1.0 \(answer)\\n")
            client.close()
        """
      let command = identity.command("/usr/bin/env", ["python3", "-c", text])
      let program = try Program(command.path, command.arguments)
      return (program, try #require(try program.nextLine().flatMap { UInt16($0) }))
    }

    @Test func anotherServerAtThePortIsNotTakenForIt() throws {
      let (other, port) = try server("404 Not Found\\r\\n\\r\\nno such thing")
      let health = try health(port: port, [])
      #expect(health.end == .exited(1))
      #expect(
        health.finding
          == "problem: something else than buttond-gateway listens at http://127.0.0.1:\(port)/: no such "
          + "thing | Give the gateway another --port.")
      withExtendedLifetime(other) {}
    }

    @Test(.enabled(if: Identity.isAvailable))
    func aServerOfAnotherUserDoesNotGetTheToken() throws {
      let (other, port) = try server("200 OK\\r\\n\\r\\nok", as: .nobody)
      let health = try health(port: port, [])
      #expect(health.end == .exited(1))
      #expect(
        health.finding.hasPrefix(
          "problem: another user's program listens at http://127.0.0.1:\(port)/ | "))
      withExtendedLifetime(other) {}
    }

    @Test func aPortThatTheSystemChoosesIsNotAsked() throws {
      let health = try health(port: 0, [])
      #expect(health.end == .exited(0))
      #expect(health.finding.hasPrefix("note: the system has chosen the gateway's port"))
    }
  }
}
