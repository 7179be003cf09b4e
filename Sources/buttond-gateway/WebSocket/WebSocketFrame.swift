/// Frames as a server writes them (RFC 6455): unmasked.
enum WebSocketFrame {
  /// The opcode of a frame.
  enum Opcode: UInt8, Hashable, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Whether the frame concerns the connection, and may come between the parts of a message.
    var isControl: Bool { rawValue >= 8 }
  }

  /// Appends a frame.
  static func append(
    _ opcode: Opcode, isLast: Bool = true, _ payload: some Collection<UInt8>,
    to bytes: inout [UInt8]
  ) {
    let count = payload.count
    bytes.append(opcode.rawValue | (isLast ? 0x80 : 0))
    switch count {
    case ..<126: bytes.append(UInt8(count))
    case ..<(1 << 16): bytes += [126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default:
      bytes.append(127)
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    }
    bytes.append(contentsOf: payload)
  }

  /// One whole frame.
  static func bytes(_ opcode: Opcode, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(opcode, payload, to: &bytes)
    return bytes
  }

  /// A frame that closes the connection, with the reason in words.
  static func close(_ code: WebSocketCloseCode, _ reason: String) -> [UInt8] {
    // A control frame has at most 125 bytes; text that is too long is cut between characters.
    var text = Substring(reason)
    while text.utf8.count > 123 { text.removeLast() }
    return bytes(.close, [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + text.utf8)
  }
}

/// Why a WebSocket closes.
struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt16

  static let normal = WebSocketCloseCode(rawValue: 1000)
  static let goingAway = WebSocketCloseCode(rawValue: 1001)
  static let protocolError = WebSocketCloseCode(rawValue: 1002)
  static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
  /// The place of the connection went to another one.
  static let policy = WebSocketCloseCode(rawValue: 1008)
  /// Text that is not UTF-8.
  static let invalidData = WebSocketCloseCode(rawValue: 1007)
  static let tooBig = WebSocketCloseCode(rawValue: 1009)
  /// The browser may try again later.
  static let tryAgain = WebSocketCloseCode(rawValue: 1013)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A code that a browser sent; nil if it is reserved or not assigned.
  init?(received rawValue: UInt16) {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: self.rawValue = rawValue
    default: return nil
    }
  }
}

/// Turns the daemon's lines into messages. Each part of a line goes out when it arrives, as one frame
/// of its message.
struct LineFramer {
  private var isInLine = false

  init() {}

  /// The frames for bytes of the daemon, which may end anywhere in a line.
  mutating func frames(of input: UnsafeRawBufferPointer) -> [UInt8] {
    var frames: [UInt8] = []
    frames.reserveCapacity(input.count + 64)
    var start = 0
    while start < input.count {
      let end = input[start...].firstIndex(of: 0x0A)
      let part = input[start..<(end ?? input.count)]
      start = (end ?? input.count) + 1
      if part.isEmpty, !isInLine { continue }
      WebSocketFrame.append(
        isInLine ? .continuation : .text, isLast: end != nil,
        UnsafeRawBufferPointer(rebasing: part), to: &frames)
      isInLine = end == nil
    }
    return frames
  }
}
