import Glibc
import TestSupport
import Testing

extension GatewayTests {
  /// Connections that end at every point of their life, in every state of the daemon.
  @Suite struct ConnectionEndTests {
    @Test(arguments: ConnectionStage.allCases.filter { $0.second == nil })
    func aBrowserMayLeaveBeforeTheAnswer(stage: ConnectionStage) throws {
      let daemon = try GatewayStage.daemon
      defer { daemon.program.kill(SIGCONT) }
      let gateway = try GatewayProcess(to: daemon.socketPath)
      try daemon.program.pause()
      for ending in ConnectionStage.Ending.allCases {
        let connection = try gateway.connect()
        try connection.send(stage.first)
        ending.prepare(connection)
      }
      // What came before it has been read when a page is there.
      #expect(try gateway.get("/icon.svg").status == 200)
      daemon.program.kill(SIGCONT)
      #expect(try gateway.get("/healthz").status == 200)
      try expectOrderlyEnd(of: gateway)
    }

    @Test func theGatewayOutlivesConnectionsThatEndAnywhere() throws {
      var seed = Seed()
      let daemon = try GatewayStage.daemon
      defer { daemon.program.kill(SIGCONT) }
      let gateway = try GatewayProcess(to: daemon.socketPath, ["--max-connections", "1000"])
      var crowd = try Crowd(of: gateway)
      let round = 50
      for index in 0..<scaled(12) {
        let isStopped = index % 3 == 2
        if isStopped { try daemon.program.pause() }
        for _ in 0..<round {
          try crowd.add(isAnswered: !isStopped, using: &seed)
        }
        daemon.program.kill(SIGCONT)
        #expect(try gateway.get("/healthz").status == 200)
      }
      try crowd.leave()
      try expectOrderlyEnd(of: gateway)
    }

    @Test func theGatewayOutlivesADaemonThatEndsAnywhere() throws {
      var seed = Seed()
      let daemon = try FickleDaemon()
      let gateway = try GatewayProcess(to: daemon.socketPath, ["--max-connections", "1000"])
      var crowd = try Crowd(of: gateway)
      for _ in 0..<scaled(400) {
        try crowd.add(isAnswered: false, using: &seed)
        daemon.serve()
      }
      try crowd.leave {
        daemon.serve()
        daemon.endAll()
      }
      try expectOrderlyEnd(of: gateway)
    }

    private func expectOrderlyEnd(of gateway: GatewayProcess) throws {
      gateway.program.kill(SIGTERM)
      #expect(try gateway.program.waitForEnd() == .exited(0))
      #expect(!gateway.program.log.contains("Sanitizer"), "\(gateway.program.log)")
    }
  }
}
