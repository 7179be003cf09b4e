import Testing

@testable import buttond_gateway

/// Which bytes are a request.
@Suite struct HTTPRequestParserTests {
  private static let whole =
    "GET /metrics?x=1 HTTP/1.1\r\nHost: localhost:8437\r\nX-List: a, b\r\nx-list:c \r\n\r\nrest"

  private func head(_ text: String) throws(HTTPError) -> HTTPRequestHead? {
    var parser = HTTPRequestParser()
    parser.append(text.utf8)
    return try parser.next()
  }

  @Test func aHeadMayArriveInAnyPieces() throws {
    let bytes = Array(Self.whole.utf8)
    let expected = try #require(try head(Self.whole))
    #expect(expected.path == "/metrics")
    #expect(expected.values("host") == ["localhost:8437"])
    #expect(expected.words("x-list") == ["a", "b", "c"])
    for cut in 1..<(bytes.count - 4) {
      var parser = HTTPRequestParser()
      parser.append(bytes[..<cut])
      #expect(try parser.next() == nil)
      parser.append(bytes[cut...])
      #expect(try parser.next() == expected)
      #expect(parser.takeRest() == Array("rest".utf8))
      #expect(parser.isEmpty)
    }
  }

  @Test func emptyLinesBeforeARequestAreIgnored() throws {
    #expect(try head("\r\n\r\nGET / HTTP/1.0\r\n\r\n")?.path == "/")
  }

  @Test func emptyLinesAreLimited() throws {
    var parser = HTTPRequestParser()
    parser.append("\r\n".utf8)
    #expect(try parser.next() == nil)
    #expect(!parser.isEmpty, "an empty line must not restart the timeout")
    #expect {
      for _ in 0..<17 {
        parser.append(String(repeating: "\r\n", count: 512).utf8)
        _ = try parser.next()
      }
    } throws: { ($0 as? HTTPError)?.status == 431 }
  }

  @Test func emptyLinesCountTowardsTheHead() throws {
    let request = "GET / HTTP/1.1\r\n\r\n"
    let most = HTTPRequestParser.maximumBytes - request.utf8.count
    func lines(_ bytes: Int) -> String { String(repeating: "\r\n", count: bytes / 2) }
    #expect(try head(lines(most) + request)?.path == "/")
    #expect { try head(lines(most + 2) + request) } throws: { ($0 as? HTTPError)?.status == 431 }
    #expect { try head(lines(60_000) + request) } throws: { ($0 as? HTTPError)?.status == 431 }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nConnection: keep-alive, Close\r\n\r\n", false),
    ("GET / HTTP/1.1\r\n\r\n", true),
    ("GET / HTTP/1.0\r\n\r\n", false),
  ])
  func connectionsAreKeptAliveByTheStandard(text: String, isKept: Bool) throws {
    #expect(try head(text)?.keepsAlive == isKept)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\nHost: a\n\n\r\n\r\n",
    "GET  / HTTP/1.1\r\n\r\n",
    "GET http://evil/ HTTP/1.1\r\n\r\n",
    "GET /\u{7F} HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1 x\r\n\r\n",
    "GET /\r\n\r\n",
    "G\u{1}T / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\n folded: x\r\n\r\n",
    "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "GET / HTTP/1.1\r\nName : x\r\n\r\n",
    "GET / HTTP/1.1\r\n: x\r\n\r\n",
    "GET / HTTP/1.1\r\nName: x\u{0}y\r\n\r\n",
    "GET / HTTP/1.1\r\nName: x\ry\r\n\r\n",
  ])
  func malformedRequestsAreRefused(text: String) throws {
    #expect { try head(text) } throws: { ($0 as? HTTPError)?.status == 400 }
  }

  @Test func otherVersionsAreRefused() {
    #expect { try head("GET / HTTP/2.0\r\n\r\n") } throws: { ($0 as? HTTPError)?.status == 505 }
  }

  @Test func anEndlessHeadIsRefused() throws {
    var parser = HTTPRequestParser()
    parser.append("GET / HTTP/1.1\r\nX: ".utf8)
    #expect(try parser.next() == nil)
    #expect {
      for _ in 0..<5 {
        parser.append([UInt8](repeating: 0x61, count: 4_000))
        _ = try parser.next()
      }
    } throws: {
      ($0 as? HTTPError)?.status == 431
    }
  }

  @Test func tooManyHeadersAreRefused() {
    let lines = String(repeating: "A: b\r\n", count: HTTPRequestParser.maximumHeaders + 1)
    #expect { try head("GET / HTTP/1.1\r\n\(lines)\r\n") } throws: {
      ($0 as? HTTPError)?.status == 431
    }
  }
}
