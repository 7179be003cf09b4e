import ButtonSocket
import Glibc
import JSONRPC
import TestSupport
import Testing
import UVLoop

/// Lines over real Unix sockets, one test at a time: each blocks its thread in its loop.
@Suite(.serialized, .blocking) struct SocketTests {
  /// Runs a test with a server of its own and expects that nothing is left of it.
  private func withServer(
    maximumLineBytes: Int = 1 << 20, stallTimeout: UInt64 = 60_000,
    _ body: (SocketFixture) throws -> Void
  ) throws {
    let fixture = try SocketFixture(
      maximumLineBytes: maximumLineBytes, stallTimeout: stallTimeout)
    defer { fixture.close() }
    try body(fixture)
  }

  @Test func linesArriveHoweverTheyAreCut() throws {
    try withServer { fixture in
      let client = try fixture.connect()
      for byte in Array("one\r\n\ntwo\nthr".utf8) {
        client.write([byte])
        fixture.loop.run(.withoutWaiting)
      }
      fixture.run { fixture.lines.count == 2 }
      client.write("ee\nfour\n")
      fixture.run { fixture.lines.count == 4 }
      #expect(fixture.lines == ["0 one", "0 two", "0 three", "0 four"])
    }
  }

  @Test func responsesAndSharedLinesKeepTheirOrder() throws {
    try withServer { fixture in
      fixture.onLine = { text, connection in
        connection.respond { $0.raw("answer to \(text)\n") }
        connection.send(SharedLine("shared after \(text)"))
        connection.respond { $0.raw("more on \(text)\n") }
      }
      let client = try fixture.connect()
      client.write("1\n2\n")
      fixture.run {
        client.read()
        return client.lineCount == 6
      }
      #expect(
        client.text
          == "answer to 1\nshared after 1\nmore on 1\nanswer to 2\nshared after 2\nmore on 2\n")
    }
  }

  @Test func aLineSentAtOnceDoesNotOvertakeWhatWaits() throws {
    try withServer { fixture in
      let client = try fixture.connect()
      let connection = try #require(fixture.connections.first)
      connection.sendNow(SharedLine("a"))
      connection.respond { $0.raw("b\n") }
      connection.sendNow(SharedLine("c"))
      fixture.run {
        client.read()
        return client.lineCount == 3
      }
      #expect(client.text == "a\nb\nc\n")
    }
  }

  @Test func whatWaitsWithinALineGoesOnBeforeTheNextLine() throws {
    try withServer { fixture in
      var goesOn = 0
      fixture.onLine = { text, connection in if text == "1" { connection.pause() } }
      fixture.onReadOn = { connection in
        goesOn += 1
        if goesOn < 3 { connection.pause() }
      }
      fixture.onTurnEnd = { for connection in fixture.connections { connection.resume() } }
      let client = try fixture.connect()
      client.write("1\n2\n")
      fixture.run { fixture.lines.count == 2 }
      #expect(goesOn == 3)
      #expect(fixture.lines == ["0 1", "0 2"])
    }
  }

  @Test func withoutTimeOneConnectionGoesOnInATurn() throws {
    try withServer { fixture in
      let clients = try (0..<5).map { _ in try fixture.connect() }
      fixture.onLine = { text, connection in if text == "1" { connection.pause() } }
      for client in clients { client.write("1\n2\n") }
      fixture.run { fixture.lines.count == 5 }
      fixture.hasTime = false
      var goesOn = 0
      fixture.onReadOn = { _ in goesOn += 1 }
      var most = 0
      fixture.onTurnEnd = {
        most = max(most, goesOn)
        goesOn = 0
      }
      for connection in fixture.connections { connection.resume() }
      fixture.run { fixture.lines.count == 10 }
      #expect(most == 1)
      #expect(fixture.lines.suffix(5) == ["0 2", "1 2", "2 2", "3 2", "4 2"])
    }
  }

  @Test func oneLineGoesToManyWithoutACopy() throws {
    try withServer { fixture in
      let clients = try (0..<50).map { _ in try fixture.connect() }
      let line = SharedLine(String(repeating: "x", count: 10_000))
      for connection in fixture.connections { connection.send(line) }
      fixture.run {
        for client in clients { client.read() }
        return clients.allSatisfy { $0.lineCount == 1 }
      }
      #expect(clients.allSatisfy { $0.received.count == 10_001 })
    }
  }

  @Test func aReaderThatDoesNotReadIsBlockedOnceAndDrainsOnce() throws {
    try withServer { fixture in
      let client = try fixture.connect()
      let other = try fixture.connect()
      let connection = try #require(fixture.connections.first)
      let line = SharedLine(String(repeating: "x", count: 100_000))
      var sent = 0
      fixture.run {
        if !connection.isBlocked {
          connection.send(line)
          sent += 1
        }
        return connection.isBlocked
      }
      fixture.connections[1].send(line)
      fixture.run {
        other.read()
        return other.lineCount == 1
      }
      #expect(fixture.events == ["block"])
      fixture.run {
        client.read()
        return !connection.isBlocked
      }
      #expect(fixture.events == ["block", "drain"])
      connection.send(SharedLine("the end"))
      fixture.run {
        client.read()
        return client.lineCount == sent + 1
      }
      #expect(client.received.count == sent * 100_001 + 8)
      #expect(client.text.hasSuffix("x\nthe end\n"))
    }
  }

  @Test func whatIsWrittenWhileBlockedFollowsInOrder() throws {
    try withServer { fixture in
      let client = try fixture.connect()
      let connection = try #require(fixture.connections.first)
      connection.send(SharedLine(String(repeating: "x", count: 4_000_000)))
      fixture.run { connection.isBlocked }
      for number in 1...3 {
        connection.respond { $0.raw("answer \(number)\n") }
        fixture.idle(turns: 2)
      }
      connection.send(SharedLine(String(repeating: "y", count: 4_000_000)))
      fixture.run {
        client.read()
        return client.lineCount == 5
      }
      #expect(
        client.received.drop { $0 == UInt8(ascii: "x") }.prefix(28)
          == ArraySlice("\nanswer 1\nanswer 2\nanswer 3\n".utf8))
      fixture.run { !connection.isBlocked }
      #expect(fixture.events == ["block", "drain"], "also if more waited than the socket took")
    }
  }

  @Test func aClientThatAsksWithoutReadingIsNotReadFrom() throws {
    try withServer { fixture in
      let answer = String(repeating: "a", count: 10_000)
      fixture.onLine = { text, connection in connection.respond { $0.raw("\(text) \(answer)\n") } }
      let client = try fixture.connect()
      let requests = Array((0..<2_000).map { "\($0)\n" }.joined().utf8)
      var written = 0
      fixture.run {
        written += client.write(requests, from: written)
        return fixture.events.contains("block")
      }
      for _ in 0..<200 {
        written += client.write(requests, from: written)
        fixture.loop.run(.withoutWaiting)
      }
      let seen = fixture.lines.count
      #expect(seen < 200, "\(seen) requests were answered for a client that does not read")
      fixture.run {
        written += client.write(requests, from: written)
        client.read()
        return client.lineCount == 2_000
      }
      #expect(fixture.lines.count == 2_000)
      let order = client.text.split(separator: "\n").map { $0.prefix { $0 != " " } }
      #expect(order == (0..<2_000).map { Substring("\($0)") })
    }
  }

  @Test func aLineThatIsTooLongIsAnsweredAndTheConnectionCloses() throws {
    try withServer(maximumLineBytes: 1_000) { fixture in
      let client = try fixture.connect()
      client.write(String(repeating: "x", count: 1_000) + "\n")
      fixture.run { fixture.lines.count == 1 }
      client.write(String(repeating: "y", count: 1_001) + "\nlater\n")
      fixture.run {
        client.read()
        return client.hasEnded
      }
      #expect(client.text == "too long\n")
      #expect(fixture.lines.count == 1)
      #expect(fixture.events == ["too long", "close"])
      #expect(fixture.server.connectionCount == 0)
    }
  }

  @Test func halfALineIsForgottenWithItsConnection() throws {
    try withServer { fixture in
      let client = try fixture.connect()
      client.write("half a li")
      fixture.idle()
      client.close()
      fixture.run { fixture.server.connectionCount == 0 }
      #expect(fixture.lines.isEmpty)
      let next = try fixture.connect()
      next.write("ne\n")
      fixture.run { !fixture.lines.isEmpty }
      #expect(fixture.lines == ["0 ne"], "the id is given again")
    }
  }

  @Test func whoEndsItsHalfStillGetsItsAnswers() throws {
    try withServer { fixture in
      fixture.onLine = { text, connection in
        connection.respond { $0.raw("\(text) \(String(repeating: "z", count: 1_000_000))\n") }
      }
      let client = try fixture.connect()
      client.write("a\nb\n")
      client.endWriting()
      fixture.run {
        client.read()
        return client.hasEnded
      }
      #expect(client.lineCount == 2)
      #expect(fixture.server.connectionCount == 0)
    }
  }

  @Test func closingAfterTheOutputSendsAllOfItAndReadsNothingMore() throws {
    try withServer { fixture in
      fixture.onLine = { text, connection in
        connection.respond { $0.raw("\(String(repeating: "z", count: 3_000_000))\n") }
        connection.closeAfterOutput()
      }
      let client = try fixture.connect()
      client.write("a\nb\n")
      fixture.run {
        client.read()
        return client.hasEnded
      }
      #expect(client.received.count == 3_000_001)
      #expect(fixture.lines == ["0 a"])
      #expect(fixture.events.last == "close")
    }
  }

  @Test func aConnectionClosedWhileItsLineIsHandledIsDoneWith() throws {
    try withServer { fixture in
      fixture.onLine = { _, connection in connection.close() }
      let client = try fixture.connect()
      client.write("a\nb\nc\n")
      fixture.run {
        client.read()
        return client.hasEnded
      }
      #expect(fixture.lines == ["0 a"])
      #expect(fixture.events == ["close"])
    }
  }

  @Test func anIdIsNotGivenAgainWithinItsTurn() throws {
    try withServer { fixture in
      let first = try fixture.connect()
      let connection = try #require(fixture.connections.first)
      var idsAtEnd: [UInt32] = []
      first.close()
      let second = try SocketClient(fixture.path)
      fixture.onTurnEnd = {
        if fixture.server.connectionCount == 1, fixture.connections.first !== connection {
          idsAtEnd.append(fixture.connections.first?.id ?? 99)
          // A line for the one that has gone must not reach the one that came.
          fixture.server.connection(0)?.send(SharedLine("for the first"))
        }
      }
      fixture.run { !idsAtEnd.isEmpty }
      fixture.onTurnEnd = {}
      fixture.idle()
      second.read()
      if idsAtEnd.first == 1 { #expect(second.received.isEmpty) }
    }
  }

  @Test func aRefusedClientGetsOneLine() throws {
    try withServer { fixture in
      fixture.refusal = SharedLine("go away")
      let client = try SocketClient(fixture.path)
      client.write("hello\n")
      fixture.run {
        client.read()
        return client.hasEnded
      }
      #expect(client.text == "go away\n")
      #expect(fixture.server.connectionCount == 0)
      #expect(fixture.connections.isEmpty)
    }
  }

  @Test func aClientThatTakesNothingForTooLongIsClosed() throws {
    try withServer(stallTimeout: 1_500) { fixture in
      let client = try fixture.connect()
      let slow = try fixture.connect()
      let line = SharedLine(String(repeating: "x", count: 3_000_000))
      for connection in fixture.connections { connection.send(line) }
      fixture.run {
        slow.read()
        return fixture.events.contains("stall") && slow.lineCount == 1
      }
      fixture.idle()
      #expect(fixture.events.filter { $0 == "stall" }.count == 1)
      #expect(fixture.server.connectionCount == 1)
      #expect(slow.lineCount == 1)
      withExtendedLifetime(client) {}
    }
  }

  @Test func aDaemonThatStoodStillDoesNotBlameItsClient() throws {
    try withServer(stallTimeout: 200) { fixture in
      let client = try fixture.connect()
      fixture.connections.first?.send(SharedLine(String(repeating: "x", count: 3_000_000)))
      fixture.run { fixture.events.contains("block") }
      // The server looks four times in the client's time.
      var hasLooked = false
      let timer = try Timer(on: fixture.loop) { hasLooked = true }
      try timer.start(after: 80)
      fixture.run { hasLooked }
      timer.close()
      // As with SIGSTOP: the client's time passes without a turn, and the client takes what there is.
      let end = Deadline(seconds: 0.2)
      try wait(for: "the end of the client's time") { end.hasPassed }
      client.read()
      fixture.run {
        client.read()
        return client.lineCount == 1 || fixture.events.contains("stall")
      }
      #expect(!fixture.events.contains("stall"))
    }
  }

  @Test func aFloodDoesNotKeepOthersWaiting() throws {
    try withServer { fixture in
      let flooder = try fixture.connect()
      let other = try fixture.connect()
      let flood = Array(repeatElement("x\n", count: 200_000).joined().utf8)
      var written = flooder.write(flood)
      other.write("other\n")
      fixture.run {
        written += written < flood.count ? flooder.write(flood, from: written) : 0
        return fixture.lines.contains("1 other")
      }
      #expect(fixture.lines.count < 70_000, "one buffer of the flood at most before the other")
    }
  }

  @Test(.inOwnProcess) func aThousandComingAndGoingLeaveNothing() throws {
    try withServer { fixture in
      func comeAndGo(_ round: Int) throws {
        let client = try fixture.connect()
        if round % 3 == 0 { client.write("hello\nhalf") }
        if round % 5 == 0 { fixture.connections.first?.send(SharedLine("bye")) }
        if round % 2 == 0 { client.close() } else { fixture.connections.first?.close() }
        fixture.run { fixture.server.connectionCount == 0 }
      }
      let process = try LoneProcess()
      let before = try process.descriptorCount
      for round in 0..<scaled(1_000) { try comeAndGo(round) }
      #expect(try process.descriptorCount == before)
      #expect(fixture.server.connection(2) == nil, "few ids are enough")
    }
  }
}
