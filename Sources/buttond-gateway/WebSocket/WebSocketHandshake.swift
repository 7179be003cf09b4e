import ButtonProtocol

/// The opening handshake of a WebSocket (RFC 6455).
struct WebSocketHandshake: Hashable, Sendable {
  /// The path at which WebSockets are opened.
  static let path = "/ws"
  /// The subprotocol that browsers may name.
  static let protocolName = "buttond.1"

  private let key: String
  /// Whether the browser offered subprotocols, so that the answer must choose one.
  private let offersProtocol: Bool

  /// Checks a request to open a WebSocket.
  init(_ head: HTTPRequestHead) throws(HTTPError) {
    guard head.method == "GET", head.isOneOne else {
      throw HTTPError(405, "a WebSocket is opened with GET and HTTP/1.1")
    }
    guard head.has("websocket", in: "upgrade"), head.has("upgrade", in: "connection") else {
      throw HTTPError(426, "this path is for WebSockets")
    }
    guard head.values("sec-websocket-version") == ["13"] else {
      throw HTTPError(426, "this gateway speaks version 13 of the WebSocket protocol")
    }
    let keys = head.values("sec-websocket-key")
    guard keys.count == 1, Base64.isKey(keys[0]) else {
      throw HTTPError(400, "Sec-WebSocket-Key is missing or not 16 bytes in Base64")
    }
    let offered = head.words("sec-websocket-protocol")
    guard offered.isEmpty || offered.contains(Self.protocolName) else {
      throw HTTPError(400, "this gateway speaks the protocol \(Self.protocolName)")
    }
    key = keys[0]
    offersProtocol = !offered.isEmpty
  }

  /// The response that opens the WebSocket.
  var answer: [UInt8] {
    let digest = SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
    var text =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Accept: \(Base64.text(digest))\r\n"
    if offersProtocol { text += "Sec-WebSocket-Protocol: \(Self.protocolName)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}

extension Base64 {
  /// Whether a text encodes 16 bytes.
  fileprivate static func isKey(_ text: String) -> Bool { bytes(Array(text.utf8))?.count == 16 }
}
