/// Parses the frames of a browser from bytes that arrive in any pieces. It buffers no messages: each
/// part is handed on when it arrives.
struct WebSocketParser {
  /// What has arrived.
  enum Event: Hashable, Sendable {
    /// Part of a message; the last part may be empty.
    case text([UInt8], isEnd: Bool)
    /// A ping, to be answered with a pong of the same payload.
    case ping([UInt8])
    case pong
    /// The browser closes the connection, with the code to answer; nothing more is read.
    case close(WebSocketCloseCode)
    /// The browser broke a rule; nothing more is read.
    case failed(WebSocketCloseCode, String)
  }

  /// The longest message, in bytes.
  let maximumMessageBytes: Int

  private var header: [UInt8] = []
  private var frame: Frame?
  /// The length of the current message so far; nil between messages.
  private var messageBytes: Int?
  private var text = UTF8Validator()
  private var hasEnded = false

  /// A frame whose payload is arriving.
  private struct Frame {
    let opcode: WebSocketFrame.Opcode
    let isLast: Bool
    let mask: [UInt8]
    let length: Int
    /// How many bytes of the payload have been read.
    var offset = 0
    /// The payload of a control frame, which is handed on as a whole.
    var control: [UInt8] = []

    /// Reads what there is of the payload.
    mutating func read(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
      var bytes = Array(rest.prefix(length - offset))
      rest = rest.dropFirst(bytes.count)
      for index in bytes.indices { bytes[index] ^= mask[(offset + index) & 3] }
      offset += bytes.count
      return bytes
    }
  }

  /// A broken rule.
  private struct Violation: Error {
    let code: WebSocketCloseCode
    let reason: String

    init(_ code: WebSocketCloseCode, _ reason: String) { (self.code, self.reason) = (code, reason) }
  }

  init(maximumMessageBytes: Int) { self.maximumMessageBytes = maximumMessageBytes }

  /// Takes bytes; returns what they complete.
  mutating func take(_ input: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    var rest = Array(input)[...]
    do throws(Violation) {
      while !hasEnded, let event = try next(&rest) {
        events.append(event)
        if case .close = event { hasEnded = true }
      }
    } catch {
      hasEnded = true
      events.append(.failed(error.code, error.reason))
    }
    return events
  }

  private mutating func next(_ rest: inout ArraySlice<UInt8>) throws(Violation) -> Event? {
    if frame == nil { frame = try readHeader(&rest) }
    guard var frame, !rest.isEmpty || frame.length == 0 else { return nil }
    let bytes = frame.read(&rest)
    let isWhole = frame.offset == frame.length
    if frame.opcode.isControl { frame.control += bytes }
    self.frame = isWhole ? nil : frame
    guard frame.opcode.isControl else {
      let isEnd = isWhole && frame.isLast
      guard text.take(bytes), !isEnd || text.isComplete else {
        throw Violation(.invalidData, "a message is not UTF-8")
      }
      if isEnd { messageBytes = nil }
      return .text(bytes, isEnd: isEnd)
    }
    guard isWhole else { return nil }
    switch frame.opcode {
    case .ping: return .ping(frame.control)
    case .pong: return .pong
    default: return .close(try Self.closeCode(frame.control))
    }
  }

  /// Reads the header of a frame; nil until it is complete.
  private mutating func readHeader(_ rest: inout ArraySlice<UInt8>) throws(Violation) -> Frame? {
    while header.count < 2 || header.count < headerLength {
      guard let byte = rest.popFirst() else { return nil }
      header.append(byte)
      if header.count == 2 { try checkHeader() }
    }
    let bytes = header
    header = []
    let short = bytes[1] & 0x7F
    let long = bytes[2..<bytes.count - 4]
    let length = long.isEmpty ? UInt64(short) : long.reduce(0) { $0 << 8 | UInt64($1) }
    guard long.isEmpty || length >= (short == 126 ? 126 : 1 << 16), length >> 63 == 0 else {
      throw Violation(.protocolError, "a length is written with the fewest bytes")
    }
    let opcode = WebSocketFrame.Opcode(rawValue: bytes[0] & 0x0F) ?? .continuation
    if !opcode.isControl {
      let earlier = messageBytes ?? 0
      guard length <= UInt64(maximumMessageBytes - earlier) else {
        throw Violation(.tooBig, "a message has at most \(maximumMessageBytes) bytes")
      }
      messageBytes = earlier + Int(length)
    }
    return Frame(
      opcode: opcode, isLast: bytes[0] & 0x80 != 0, mask: Array(bytes.suffix(4)),
      length: Int(length))
  }

  /// Checks the first two bytes of a header, before the rest has arrived.
  private func checkHeader() throws(Violation) {
    guard header[0] & 0x70 == 0 else {
      throw Violation(.protocolError, "no extension was agreed on")
    }
    guard let opcode = WebSocketFrame.Opcode(rawValue: header[0] & 0x0F) else {
      throw Violation(.protocolError, "unknown opcode")
    }
    if opcode.isControl {
      guard header[0] & 0x80 != 0, header[1] & 0x7F <= 125 else {
        throw Violation(
          .protocolError, "a control frame must be unfragmented and have at most 125 bytes")
      }
    } else {
      guard opcode != .binary else { throw Violation(.unsupportedData, "messages are text") }
      guard (opcode == .continuation) == (messageBytes != nil) else {
        throw Violation(.protocolError, "a continuation frame is missing or unexpected")
      }
    }
    guard header[1] & 0x80 != 0 else {
      throw Violation(.protocolError, "frames of a client must be masked")
    }
  }

  /// The length of the header, which its first two bytes tell.
  private var headerLength: Int {
    let short = header[1] & 0x7F
    return 2 + (short == 126 ? 2 : short == 127 ? 8 : 0) + 4
  }

  /// The code of a close frame, which may be empty or also hold a reason.
  private static func closeCode(_ payload: [UInt8]) throws(Violation) -> WebSocketCloseCode {
    if payload.isEmpty { return .normal }
    guard payload.count >= 2,
      let code = WebSocketCloseCode(received: UInt16(payload[0]) << 8 | UInt16(payload[1]))
    else { throw Violation(.protocolError, "there is no such close code") }
    var reason = UTF8Validator()
    guard reason.take(payload[2...]), reason.isComplete else {
      throw Violation(.invalidData, "the reason of a close is not UTF-8")
    }
    return code
  }
}
