import Testing

@testable import buttond_gateway

/// What is taken for a request, and what is not.
@Suite struct RequestHeadTests {
  private static let whole =
    "GET /metrics?x=1 HTTP/1.1\r\nHost: localhost:8437\r\nX-List: a, b\r\nx-list:c \r\n\r\nrest"

  private func read(_ text: String) throws(Refusal) -> (head: RequestHead, rest: [UInt8])? {
    var reader = RequestHeadReader()
    return try reader.take(Array(text.utf8))
  }

  @Test func aHeadIsReadWhereverItIsCut() throws {
    let bytes = Array(Self.whole.utf8)
    let expected = try #require(try read(Self.whole)).head
    #expect(expected.path == "/metrics")
    #expect(expected.values("host") == ["localhost:8437"])
    #expect(expected.words("x-list") == ["a", "b", "c"])
    for cut in 1..<(bytes.count - 4) {
      var reader = RequestHeadReader()
      #expect(try reader.take(bytes[..<cut]) == nil)
      let (head, rest) = try #require(try reader.take(bytes[cut...]))
      #expect(head == expected)
      #expect(String(decoding: rest, as: UTF8.self) == "rest")
    }
  }

  @Test func emptyLinesBeforeARequestMeanNothing() throws {
    #expect(try read("\r\n\r\nGET / HTTP/1.0\r\n\r\n")?.head.path == "/")
  }

  @Test func emptyLinesAreNotTakenWithoutEnd() throws {
    var reader = RequestHeadReader()
    #expect(try reader.take(Array("\r\n".utf8)) == nil)
    #expect(!reader.isEmpty, "who has begun to send is not waited for anew")
    let lines = [UInt8](String(repeating: "\r\n", count: 512).utf8)
    #expect {
      for _ in 0..<17 { _ = try reader.take(lines) }
    } throws: { ($0 as? Refusal)?.status == 431 }
  }

  @Test func emptyLinesBeforeAWholeHeadCountAsWell() throws {
    let head = "GET / HTTP/1.1\r\n\r\n"
    let most = RequestHeadReader.maximumBytes - head.utf8.count
    func lines(_ bytes: Int) -> String { String(repeating: "\r\n", count: bytes / 2) }
    #expect(try read(lines(most) + head)?.head.path == "/")
    #expect { try read(lines(most + 2) + head) } throws: { ($0 as? Refusal)?.status == 431 }
    #expect { try read(lines(60_000) + head) } throws: { ($0 as? Refusal)?.status == 431 }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nConnection: keep-alive, Close\r\n\r\n", false),
    ("GET / HTTP/1.1\r\n\r\n", true),
    ("GET / HTTP/1.0\r\n\r\n", false),
  ])
  func connectionsAreKeptAsHTTPSays(text: String, isKept: Bool) throws {
    #expect(try read(text)?.head.keepsAlive == isKept)
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
  func whatIsNotPlainlyRightIsRefused(text: String) throws {
    #expect { try read(text) } throws: { ($0 as? Refusal)?.status == 400 }
  }

  @Test func otherVersionsAreRefused() {
    #expect { try read("GET / HTTP/2.0\r\n\r\n") } throws: { ($0 as? Refusal)?.status == 505 }
  }

  @Test func aHeadWithoutEndIsRefusedBeforeItGrows() throws {
    var reader = RequestHeadReader()
    let piece = Array("GET / HTTP/1.1\r\nX: ".utf8) + [UInt8](repeating: 0x61, count: 4_000)
    #expect(try reader.take(piece) == nil)
    #expect {
      for _ in 0..<5 { _ = try reader.take([UInt8](repeating: 0x61, count: 4_000)) }
    } throws: {
      ($0 as? Refusal)?.status == 431
    }
  }

  @Test func tooManyHeadersAreRefused() {
    let lines = String(repeating: "A: b\r\n", count: RequestHeadReader.maximumHeaders + 1)
    #expect { try read("GET / HTTP/1.1\r\n\(lines)\r\n") } throws: {
      ($0 as? Refusal)?.status == 431
    }
  }
}
