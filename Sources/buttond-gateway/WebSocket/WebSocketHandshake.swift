/// The opening of a WebSocket (RFC 6455): what the browser asks and what it is answered.
struct WebSocketHandshake: Hashable, Sendable {
  /// The path at which WebSockets are opened.
  static let path = "/ws"
  /// The protocol that is spoken, as browsers may name it.
  static let protocolName = "buttond.1"

  private let key: String
  /// Whether the browser offered protocols, of which it must be told one.
  private let offersProtocol: Bool

  /// Reads the request.
  init(_ head: RequestHead) throws(Refusal) {
    guard head.method == "GET", head.isOneOne else {
      throw Refusal(405, "a WebSocket is opened with GET and HTTP/1.1")
    }
    guard head.has("websocket", in: "upgrade"), head.has("upgrade", in: "connection") else {
      throw Refusal(426, "this is where WebSockets are opened")
    }
    guard head.values("sec-websocket-version") == ["13"] else {
      throw Refusal(426, "this gateway speaks version 13 of the WebSocket protocol")
    }
    let keys = head.values("sec-websocket-key")
    guard keys.count == 1, Base64.isText(keys[0], of: 16) else {
      throw Refusal(400, "Sec-WebSocket-Key is missing or not 16 bytes in Base64")
    }
    let offered = head.words("sec-websocket-protocol")
    guard offered.isEmpty || offered.contains(Self.protocolName) else {
      throw Refusal(400, "this gateway speaks the protocol \(Self.protocolName)")
    }
    key = keys[0]
    offersProtocol = !offered.isEmpty
  }

  /// The answer that opens it.
  var answer: [UInt8] {
    let digest = SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
    var text =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Accept: \(Base64.text(digest))\r\n"
    if offersProtocol { text += "Sec-WebSocket-Protocol: \(Self.protocolName)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}
