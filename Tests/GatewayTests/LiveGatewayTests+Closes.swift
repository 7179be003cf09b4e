import TestSupport
import Testing

/// How WebSockets end, by the rules of RFC 6455.
extension GatewayTests.LiveGatewayTests {
  private static func close(_ code: Int, _ reason: [UInt8] = []) -> [UInt8] {
    WebConnection.frame(0x88, [UInt8(code >> 8), UInt8(code & 255)] + reason)
  }

  /// What a page sends, and the code that it is closed with.
  static let closes: [(name: String, bytes: [UInt8], code: Int)] = [
    ("a reserved bit", WebConnection.frame(0xC1, [65]), 1002),
    ("an unknown frame", WebConnection.frame(0x83, [65]), 1002),
    ("an unknown control frame", WebConnection.frame(0x8B, []), 1002),
    ("a ping in parts", WebConnection.frame(0x09, []), 1002),
    ("a long ping", WebConnection.frame(0x89, [UInt8](repeating: 0, count: 126)), 1002),
    ("an unmasked frame", [0x81, 0x01, 0x41], 1002),
    ("a part of nothing", WebConnection.frame(0x80, [65]), 1002),
    ("two beginnings", WebConnection.frame(0x01, [65]) + WebConnection.frame(0x81, [65]), 1002),
    ("a binary message", WebConnection.frame(0x82, [65]), 1003),
    ("a wrong byte", WebConnection.frame(0x01, [65, 0xFF]), 1007),
    (
      "a character cut by its message",
      WebConnection.frame(0x01, [0xE2]) + WebConnection.frame(0x80, [0x82]), 1007
    ),
    (
      "a surrogate over two frames",
      WebConnection.frame(0x01, [0xED]) + WebConnection.frame(0x00, [0xA0]), 1007
    ),
    ("a message too long", [0x81, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 1, 0, 0, 0, 0], 1009),
    ("a close without a code", WebConnection.frame(0x88, []), 1000),
    ("half a code", WebConnection.frame(0x88, [3]), 1002),
    ("a reason that is not text", close(1000, [0xC3]), 1007),
    ("a reason", close(1001, Array("é".utf8)), 1001),
    ("a code that nobody assigned", close(1016), 1002),
    ("a code for no one to send", close(1006), 1002),
    ("a code of a program", close(4321), 4321),
  ]

  @Test func aViolationClosesWithTheStandardsCode() throws {
    let (_, gateway) = try rig()
    for (name, bytes, code) in Self.closes {
      let page = try gateway.webSocket()
      try page.send(bytes)
      guard case .close(let found, _) = try page.nextMessage() else {
        Issue.record("\(name): it is not closed")
        continue
      }
      #expect(found == code, "\(name)")
      #expect(try page.nextMessage() == nil, "\(name)")
    }
  }

  @Test func aCharacterMaySpanFrames() throws {
    let (_, gateway) = try rig()
    let page = try gateway.webSocket()
    let text = Array(#"{"jsonrpc":"2.0","id":"𝄞€é","method":"ping"}"#.utf8)
    for (index, byte) in text.enumerated() {
      try page.send(frame: (index == 0 ? 0x01 : 0x00), [byte])
    }
    try page.send(frame: 0x80, [])
    #expect(try page.nextMessage() == .text(#"{"jsonrpc":"2.0","id":"𝄞€é","result":{}}"#))
  }
}
