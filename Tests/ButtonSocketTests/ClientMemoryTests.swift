import ButtonSocket
import JSONRPC
import TestSupport
import Testing

/// What clients leave in memory: counted exactly, and bounded.
@Suite(.blocking) struct ClientMemoryTests {
  private static let limit = 2 << 20

  private func withServer(_ body: (SocketFixture) throws -> Void) throws {
    let fixture = try SocketFixture(memoryLimit: Self.limit)
    defer { fixture.close() }
    try body(fixture)
  }

  private func line(_ bytes: Int, _ letter: String = "x") -> SharedLine {
    SharedLine(String(repeating: letter, count: bytes))
  }

  @Test func linesOfTheirOwnThatNobodyReadsAreHeldToTheLimit() throws {
    try withServer { fixture in
      let reader = try fixture.connect()
      let sleepers = try (0..<20).map { _ in try fixture.connect() }
      for connection in fixture.connections.dropFirst() {
        connection.send(line(600_000))
        fixture.idle(turns: 2)
        #expect(fixture.server.clientBytes <= Self.limit)
      }
      fixture.run { fixture.events.contains { $0.hasPrefix("shed") } }
      #expect(fixture.server.connectionCount < 10)
      #expect(fixture.server.connectionCount >= 1 + 3)
      fixture.connections.first?.send(line(100_000))
      fixture.run {
        reader.read()
        return reader.lineCount == 1
      }
      withExtendedLifetime(sleepers) {}
    }
  }

  @Test func aLineThatWaitsForManyIsCountedOnce() throws {
    try withServer { fixture in
      let sleepers = try (0..<8).map { _ in try fixture.connect() }
      let shared = line(1_200_000)
      for connection in fixture.connections { connection.send(shared) }
      fixture.idle()
      #expect(fixture.server.clientBytes == 1_200_001)
      #expect(fixture.server.connectionCount == 8)
      for client in sleepers {
        fixture.run {
          client.read()
          return client.lineCount == 1
        }
      }
      fixture.run { fixture.server.clientBytes == 0 }
    }
  }

  @Test func theOneThatLeavesTheMostGoes() throws {
    try withServer { fixture in
      let clients = try (0..<4).map { _ in try fixture.connect() }
      for (connection, size) in zip(fixture.connections, [500_000, 900_000, 600_000, 500_000]) {
        connection.send(line(size))
      }
      fixture.run { fixture.server.connectionCount == 3 }
      #expect(fixture.events.filter { $0.hasPrefix("shed") } == ["shed 1"])
      withExtendedLifetime(clients) {}
    }
  }

  @Test func unfinishedLinesAreHeldToTheLimitAndTheirSendersAreToldSo() throws {
    try withServer { fixture in
      var clients: [SocketClient] = []
      let half = [UInt8](repeating: 0x78, count: 700_000)
      for _ in 0..<10 {
        let client = try fixture.connect()
        clients.append(client)
        var written = 0
        fixture.run {
          if written < half.count { written += client.write(half, from: written) }
          client.read()
          return written == half.count || client.hasEnded
        }
        fixture.idle(turns: 4)
        #expect(fixture.server.clientBytes <= Self.limit)
      }
      #expect(fixture.server.connectionCount < 5)
      for client in clients { client.read() }
      #expect(clients.count { $0.text == "too much\n" } == 10 - fixture.server.connectionCount)
    }
  }

  @Test func whateverHappensTheCountComesBackToNothing() throws {
    var seed = Seed()
    try withServer { fixture in
      let shared = [line(300_000, "a"), line(400_000, "b")]
      fixture.onLine = { text, connection in
        connection.respond { $0.raw(String(repeating: "r", count: Int(text) ?? 0) + "\n") }
      }
      for _ in 0..<scaled(20, few: 5) {
        var clients = try (0..<6).map { _ in try fixture.connect() }
        for _ in 0..<30 {
          let client = clients[Int.random(in: 0..<clients.count, using: &seed)]
          switch Int.random(in: 0..<6, using: &seed) {
          case 0: client.write("\(Int.random(in: 0...300_000, using: &seed))\n")
          case 1: client.write("1\n2")
          case 2: client.read()
          case 3:
            let open = fixture.server.openConnections
            open.randomElement(using: &seed)?.send(shared[Int.random(in: 0...1, using: &seed)])
          case 4: fixture.server.openConnections.randomElement(using: &seed)?.send(line(500_000))
          default: fixture.idle(turns: 1)
          }
          #expect(fixture.server.clientBytes >= 0)
        }
        fixture.idle(turns: 3)
        #expect(fixture.server.clientBytes <= Self.limit)
        clients = []
        fixture.run { fixture.server.connectionCount == 0 }
        #expect(fixture.server.clientBytes == 0)
      }
    }
  }
}
