import TestSupport
import Testing

@testable import buttond_gateway

/// Frames in both directions, and the handshake.
@Suite struct WebSocketTests {
  /// A frame as a browser writes it.
  private func frame(
    _ kind: UInt8, _ payload: [UInt8], isLast: Bool = true, isMasked: Bool = true
  ) -> [UInt8] {
    var bytes: [UInt8] = [kind | (isLast ? 0x80 : 0)]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: bytes.append(mask | UInt8(payload.count))
    case ..<65_536: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      bytes.append(mask | 127)
      bytes += (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 255) }
    }
    guard isMasked else { return bytes + payload }
    let key: [UInt8] = [0x12, 0x9A, 0x00, 0xFF]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
  }

  /// Joins the pieces of messages.
  private func joined(_ events: [WebSocketParser.Event]) -> [WebSocketParser.Event] {
    var result: [WebSocketParser.Event] = []
    var message: [UInt8] = []
    for event in events {
      guard case .text(let bytes, let isEnd) = event else {
        result.append(event)
        continue
      }
      message += bytes
      if isEnd {
        result.append(.text(message, isEnd: true))
        message = []
      }
    }
    return result
  }

  @Test func messagesMayArriveInAnyPieces() {
    let long = [UInt8](repeating: 0x78, count: 300)
    let huge = [UInt8](repeating: 0x79, count: 70_000)
    let bytes =
      frame(1, Array("one".utf8)) + frame(1, long, isLast: false) + frame(9, [1, 2])
      + frame(0, [], isLast: false) + frame(0, Array("end".utf8)) + frame(10, []) + frame(1, [])
      + frame(1, huge) + frame(8, [3, 232])
    let expected: [WebSocketParser.Event] = [
      .text(Array("one".utf8), isEnd: true), .ping([1, 2]),
      .text(long + Array("end".utf8), isEnd: true), .pong, .text([], isEnd: true),
      .text(huge, isEnd: true), .close(.normal),
    ]
    for size in [1, 2, 3, 7, 1_000, bytes.count] {
      var parser = WebSocketParser(maximumMessageBytes: 100_000)
      var events: [WebSocketParser.Event] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += parser.take(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(joined(events) == expected, "in pieces of \(size)")
    }
  }

  @Test func aViolationEndsTheParser() {
    let cases: [(String, [UInt8], WebSocketCloseCode)] = [
      ("unmasked", frame(1, [65], isMasked: false), .protocolError),
      ("reserved bit", [0xC1, 0x80, 0, 0, 0, 0], .protocolError),
      ("unknown kind", [0x83, 0x80, 0, 0, 0, 0], .protocolError),
      ("binary", frame(2, [1]), .unsupportedData),
      ("continuation of nothing", frame(0, [1]), .protocolError),
      ("a message in a message", frame(1, [1], isLast: false) + frame(1, [2]), .protocolError),
      ("long control frame", frame(9, [UInt8](repeating: 0, count: 126)), .protocolError),
      ("control frame in parts", frame(9, [1], isLast: false), .protocolError),
      ("too long", frame(1, [UInt8](repeating: 0, count: 1_001)), .tooBig),
      (
        "too long in parts",
        frame(1, [UInt8](repeating: 0, count: 600), isLast: false)
          + frame(0, [UInt8](repeating: 0, count: 401)), .tooBig
      ),
      (
        "a length beyond all",
        [0x81, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 7) + [0, 0, 0, 0],
        .tooBig
      ),
      (
        "a length with its first bit",
        [0x81, 0xFF] + [UInt8](repeating: 0xFF, count: 8) + [0, 0, 0, 0],
        .protocolError
      ),
      ("two bytes for a short length", [0x81, 0xFE, 0, 125, 0, 0, 0, 0], .protocolError),
      (
        "eight bytes for a short length", [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0],
        .protocolError
      ),
      ("a close of one byte", frame(8, [3]), .protocolError),
      ("a reason that is not UTF-8", frame(8, [0x03, 0xE8, 0xFF]), .invalidData),
      ("a reason cut in a character", frame(8, [0x03, 0xE8, 0xC3]), .invalidData),
      ("a text cut in a character", frame(1, [0xE2, 0x82]), .invalidData),
    ]
    for (name, bytes, code) in cases {
      var parser = WebSocketParser(maximumMessageBytes: 1_000)
      let events = parser.take(bytes + frame(1, [65]))
      guard case .failed(let found, _) = events.last else {
        Issue.record("\(name): \(events)")
        continue
      }
      #expect(found == code, "\(name)")
      #expect(parser.take(frame(1, [65])).isEmpty, "\(name): it reads on")
    }
  }

  @Test func onlyCodesThatMayBeSentAreAnswered() {
    let valid: [ClosedRange<UInt16>] = [1000...1003, 1007...1014, 3000...4999]
    for code: UInt16 in [
      0, 1, 999, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013,
      1014, 1015, 1016, 1100, 2000, 2999, 3000, 3999, 4000, 4999, 5000, 65_535,
    ] {
      var parser = WebSocketParser(maximumMessageBytes: 1_000)
      let payload = [UInt8(code >> 8), UInt8(code & 255)] + Array("é".utf8)
      let isValid = valid.contains { $0.contains(code) }
      switch parser.take(frame(8, payload)).first {
      case .close(let answered): #expect(isValid && answered.rawValue == code, "\(code)")
      case .failed(let answered, _): #expect(!isValid && answered == .protocolError, "\(code)")
      case let event: Issue.record("\(code): \(String(describing: event))")
      }
      #expect(parser.take(frame(1, [65])).isEmpty, "\(code): it reads on")
    }
  }

  /// In one frame, in frames of one byte, and the same byte by byte.
  @Test func textFailsAtItsFirstByteThatIsNotUTF8() {
    let texts: [(valid: [UInt8], wrong: UInt8?)] = [
      (Array("aé€𝄞\u{10FFFF}\u{D7FF}\u{E000}\u{0}".utf8), nil),
      ([], 0x80), ([], 0xC0), ([], 0xC1), ([], 0xF5), ([], 0xFF), ([0xC3], 0x28),
      ([0xE0], 0x9F), ([0xED], 0xA0), ([0xF0], 0x8F), ([0xF4], 0x90), ([0xE2, 0x82], 0x41),
      ([0xF0, 0x9D, 0x84], 0xC3),
    ]
    for (valid, wrong) in texts {
      let bytes = valid + (wrong.map { [$0] } ?? [])
      var inFrames = frame(1, [], isLast: false)
      for byte in bytes { inFrames += frame(0, [byte], isLast: false) + frame(9, []) }
      // The end of the message is not needed to find a wrong byte.
      let inOne = frame(1, bytes + [0x61, 0x61], isLast: false).dropLast(2)
      for (input, size) in [(inFrames, inFrames.count), (inFrames, 1), (Array(inOne), 1)] {
        var parser = WebSocketParser(maximumMessageBytes: 1_000)
        var events: [WebSocketParser.Event] = []
        for start in stride(from: 0, to: input.count, by: size) {
          events += parser.take(input[start..<min(start + size, input.count)])
        }
        var taken: [UInt8] = []
        for case .text(let piece, _) in events { taken += piece }
        #expect(taken == valid, "\(bytes)")
        guard case .failed(let code, _) = events.last else {
          #expect(wrong == nil, "\(bytes)")
          continue
        }
        #expect(wrong != nil && code == .invalidData, "\(bytes)")
      }
    }
  }

  @Test func randomBytesNeverBreakTheParser() {
    var seed = Seed()
    for _ in 0..<scaled(300) {
      var parser = WebSocketParser(maximumMessageBytes: 500)
      var taken = 0
      for _ in 0..<20 {
        let count = Int.random(in: 0...60, using: &seed)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &seed) }
        for case .text(let text, _) in parser.take(bytes) { taken += text.count }
      }
      #expect(taken <= 1_200)
    }
  }

  @Test func aLineIsOneMessageHoweverItArrives() throws {
    let text = #"{"a":1}"# + "\n\n" + String(repeating: "é", count: 100) + "\n" + #"{"b":2}"# + "\n"
    let bytes = Array(text.utf8)
    let expected = text.split(separator: "\n").map(String.init)
    for size in 1...bytes.count {
      var framer = LineFramer()
      var output: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes {
          output += framer.frames(of: $0)
        }
      }
      var messages = ServerFrames()
      #expect(try messages.take(output) == expected.map { .text($0) })
    }
  }

  @Test func theHandshakeFollowsTheStandard() throws {
    let headers = [
      ("upgrade", "websocket"), ("connection", "keep-alive, Upgrade"),
      ("sec-websocket-version", "13"), ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
      ("sec-websocket-protocol", "buttond.1, token.x"),
    ]
    func head(without name: String = "", with other: (String, String)? = nil) -> HTTPRequestHead {
      let kept = headers.filter { $0.0 != name } + (other.map { [$0] } ?? [])
      return HTTPRequestHead(
        method: "GET", path: "/ws", isOneOne: true,
        headers: kept.map { HTTPRequestHead.Header(name: $0.0, value: $0.1) })
    }
    let answer = String(decoding: try WebSocketHandshake(head()).answer, as: UTF8.self)
    #expect(answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    #expect(answer.contains("Sec-WebSocket-Protocol: buttond.1\r\n"))
    for (name, _) in headers.dropLast() {
      #expect(throws: HTTPError.self, "\(name)") { try WebSocketHandshake(head(without: name)) }
    }
    let wrong = [
      ("sec-websocket-key", "short"), ("sec-websocket-version", "8"),
      ("sec-websocket-protocol", "chat"),
    ]
    for other in wrong {
      let head = head(without: other.0, with: other)
      #expect(throws: HTTPError.self, "\(other)") { try WebSocketHandshake(head) }
    }
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
  ])
  func digestsMatchTheStandard(text: String, digest: String) {
    let hex = SHA1.digest(Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(hex.joined() == digest)
  }

  @Test func aLongReasonIsCutBetweenCharacters() throws {
    let bytes = WebSocketFrame.close(.tooBig, String(repeating: "é", count: 100))
    #expect(bytes.count == 2 + 2 + 122)
    #expect(Array(bytes[..<4]) == [0x88, 124, 0x03, 0xF1])
  }
}
