/// A point in the life of a browser's connection at which it may end.
enum ConnectionStage: String, CaseIterable {
  case connected
  case partOfAHead
  case page
  case question
  case wrongRequest
  case opening
  case openingAndClose
  case openingAndWrongFrame
  case openingAndPartOfAFrame
  case openingAndRequests
  case open
  case openAndClose
  case openAndWrongFrame
  case openAndPartOfAMessage
  case openAndUnreadAnswers
  case subscribed

  /// How a connection ends.
  enum Ending: String, CaseIterable {
    case reset
    case close
    /// The browser sends no more, and closes later.
    case halfClose

    /// Makes a connection end this way when its object is released.
    func prepare(_ connection: WebConnection) {
      switch self {
      case .reset: connection.resetAtEnd()
      case .close: break
      case .halfClose: connection.endInput()
      }
    }
  }

  /// What is sent at once.
  var first: [UInt8] {
    switch self {
    case .connected: []
    case .partOfAHead: Array("GET /ws HTT".utf8)
    case .page: Self.request("/live-button.js")
    case .question: Self.request("/metrics") + Self.request("/healthz")
    case .wrongRequest: Array("GET\r\n\r\n".utf8)
    case .openingAndClose: Self.upgrade + Self.goodbye
    case .openingAndWrongFrame: Self.upgrade + Self.wrongFrame
    case .openingAndPartOfAFrame: Self.upgrade + Self.call("ping").dropLast(3)
    case .openingAndRequests: Self.upgrade + Self.call("ping") + Self.call("buttons.subscribe")
    case .opening, .open, .openAndClose, .openAndWrongFrame, .openAndPartOfAMessage,
      .openAndUnreadAnswers, .subscribed:
      Self.upgrade
    }
  }

  /// What is sent once the WebSocket is open; nil where that is not waited for.
  var second: [UInt8]? {
    switch self {
    case .open: []
    case .openAndClose: Self.goodbye
    case .openAndWrongFrame: Self.wrongFrame
    case .openAndPartOfAMessage:
      WebConnection.frame(0x01, Array(#"{"jsonrpc":"2.0","#.utf8)) + Self.call("ping").prefix(9)
    case .openAndUnreadAnswers: (0..<20).flatMap { _ in Self.call("hello") + Self.call("sync") }
    case .subscribed: Self.call("buttons.subscribe") + Self.call("state.subscribe")
    default: nil
    }
  }

  private static let goodbye = WebConnection.frame(0x88, [3, 232])
  private static let wrongFrame: [UInt8] = [0xF3, 0x01, 0x41]

  private static func request(_ path: String, _ headers: String = "") -> [UInt8] {
    Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n".utf8)
  }

  private static let upgrade = request(
    "/ws",
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")

  private static func call(_ method: String) -> [UInt8] {
    let line =
      #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"client":"page","match":"*"}}"#
    return WebConnection.frame(0x81, Array(line.utf8))
  }
}
