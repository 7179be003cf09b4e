/// Frames as a server writes them (RFC 6455): unmasked.
enum WebSocketFrame {
  /// What a frame is.
  enum Kind: UInt8, Hashable, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Whether it is about the connection, and may stand between the parts of a message.
    var isControl: Bool { rawValue >= 8 }
  }

  /// Appends a frame.
  static func append(
    _ kind: Kind, isLast: Bool = true, _ payload: some Collection<UInt8>, to bytes: inout [UInt8]
  ) {
    let count = payload.count
    bytes.append(kind.rawValue | (isLast ? 0x80 : 0))
    if count < 126 {
      bytes.append(UInt8(count))
    } else if count < 1 << 16 {
      bytes += [126, UInt8(count >> 8), UInt8(count & 0xFF)]
    } else {
      bytes.append(127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: count >> shift))
      }
    }
    bytes.append(contentsOf: payload)
  }

  /// A frame that ends the connection, with the reason in words.
  static func close(_ code: CloseCode, _ reason: String) -> [UInt8] {
    var bytes: [UInt8] = []
    let number = code.rawValue
    // A control frame has at most 125 bytes; a text that is cut must end with a whole character.
    var text = Substring(reason)
    while text.utf8.count > 123 { text.removeLast() }
    append(.close, [UInt8(number >> 8), UInt8(number & 0xFF)] + Array(text.utf8), to: &bytes)
    return bytes
  }
}

/// Why a WebSocket ends.
struct CloseCode: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt16

  static let normal = CloseCode(rawValue: 1000)
  static let goingAway = CloseCode(rawValue: 1001)
  static let protocolError = CloseCode(rawValue: 1002)
  static let unsupportedData = CloseCode(rawValue: 1003)
  /// A text that is not UTF-8.
  static let invalidData = CloseCode(rawValue: 1007)
  static let policy = CloseCode(rawValue: 1008)
  static let tooBig = CloseCode(rawValue: 1009)
  static let internalError = CloseCode(rawValue: 1011)
  /// Try again later.
  static let tryAgain = CloseCode(rawValue: 1013)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A code that a browser sent; nil for one that may not be sent: reserved, or not assigned.
  init?(received rawValue: UInt16) {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: self.rawValue = rawValue
    default: return nil
    }
  }
}
