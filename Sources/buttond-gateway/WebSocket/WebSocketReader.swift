/// Takes the frames of a browser apart, however their bytes arrive. It keeps no message: parts are handed
/// on as they come.
struct WebSocketReader {
  /// What has come.
  enum Event: Hashable, Sendable {
    /// Some bytes of a message; the last of it may be none.
    case text([UInt8], isEnd: Bool)
    /// To be answered with a pong of the same payload.
    case ping([UInt8])
    case pong
    /// The browser ends the connection; with the code to be answered.
    case close(CloseCode)
    /// The browser does not keep to the rules; nothing more is read.
    case failed(CloseCode, String)
  }

  /// The longest message, in bytes.
  let maximumMessageBytes: Int

  private var header: [UInt8] = []
  private var frame: Frame?
  /// Bytes of the message that is being received; nil between messages.
  private var messageBytes: Int?
  private var text = UTF8Check()
  private var isDead = false

  /// A frame whose payload is on its way.
  private struct Frame {
    var kind: WebSocketFrame.Kind
    var isLast: Bool
    var remaining: Int
    var mask: [UInt8]
    var place = 0
    /// The payload of a control frame, which comes as a whole.
    var control: [UInt8] = []
  }

  init(maximumMessageBytes: Int) { self.maximumMessageBytes = maximumMessageBytes }

  /// Takes bytes and says what they hold.
  mutating func take(_ input: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    var rest = Array(input)[...]
    while !isDead {
      if frame == nil {
        switch readHeader(&rest) {
        case .needsInput: return events
        case .whole: continue
        case .wrong(let code, let reason):
          isDead = true
          events.append(.failed(code, reason))
        }
      } else if let event = readPayload(&rest) {
        switch event {
        case .close, .failed: isDead = true
        case .text, .ping, .pong: break
        }
        events.append(event)
      } else {
        break
      }
    }
    return events
  }

  /// How far a header has come.
  private enum HeaderStep {
    case needsInput
    case whole
    case wrong(CloseCode, String)
  }

  private mutating func readHeader(_ rest: inout ArraySlice<UInt8>) -> HeaderStep {
    while header.count < 2 || header.count < headerLength {
      guard let byte = rest.popFirst() else { return .needsInput }
      header.append(byte)
      if header.count == 2, let wrong = fault() { return wrong }
    }
    let bytes = header
    header = []
    let short = bytes[1] & 0x7F
    let lengthBytes = bytes[2..<bytes.count - 4]
    let length =
      lengthBytes.isEmpty ? UInt64(short) : lengthBytes.reduce(0) { $0 << 8 | UInt64($1) }
    guard lengthBytes.isEmpty || length >= (short == 126 ? 126 : 1 << 16), length >> 63 == 0 else {
      return .wrong(.protocolError, "a length is written with the fewest bytes")
    }
    let isLast = bytes[0] & 0x80 != 0
    let kind = WebSocketFrame.Kind(rawValue: bytes[0] & 0x0F) ?? .continuation
    if !kind.isControl {
      let earlier = messageBytes ?? 0
      guard length <= UInt64(maximumMessageBytes - earlier) else {
        return .wrong(.tooBig, "a message has at most \(maximumMessageBytes) bytes")
      }
      messageBytes = earlier + Int(length)
    }
    frame = Frame(
      kind: kind, isLast: isLast, remaining: Int(length), mask: Array(bytes.suffix(4)))
    return .whole
  }

  /// What the first two bytes of the header break, before the rest of it has come.
  private func fault() -> HeaderStep? {
    guard header[0] & 0x70 == 0 else { return .wrong(.protocolError, "no extension was agreed on") }
    guard let kind = WebSocketFrame.Kind(rawValue: header[0] & 0x0F) else {
      return .wrong(.protocolError, "there is no frame of this kind")
    }
    if kind.isControl {
      guard header[0] & 0x80 != 0, header[1] & 0x7F <= 125 else {
        return .wrong(.protocolError, "a control frame is whole and has at most 125 bytes")
      }
    } else {
      guard kind != .binary else { return .wrong(.unsupportedData, "messages are text") }
      guard (kind == .continuation) == (messageBytes != nil) else {
        return .wrong(.protocolError, "the parts of a message follow one another")
      }
    }
    guard header[1] & 0x80 != 0 else { return .wrong(.protocolError, "a browser masks its frames") }
    return nil
  }

  /// How long the header is, once its first two bytes are known.
  private var headerLength: Int {
    let short = header[1] & 0x7F
    let length = short == 126 ? 2 : short == 127 ? 8 : 0
    return 2 + length + (header[1] & 0x80 != 0 ? 4 : 0)
  }

  /// Reads on in a payload; nil when bytes are missing.
  private mutating func readPayload(_ rest: inout ArraySlice<UInt8>) -> Event? {
    guard var current = frame, !rest.isEmpty || current.remaining == 0 else { return nil }
    var bytes = Array(rest.prefix(current.remaining))
    rest = rest.dropFirst(bytes.count)
    for index in bytes.indices { bytes[index] ^= current.mask[(current.place + index) & 3] }
    current.place += bytes.count
    current.remaining -= bytes.count
    let isWhole = current.remaining == 0
    if current.kind.isControl { current.control += bytes }
    frame = isWhole ? nil : current
    guard current.kind.isControl else {
      let isEnd = isWhole && current.isLast
      guard text.take(bytes), !isEnd || text.isComplete else {
        return .failed(.invalidData, "a message is not UTF-8")
      }
      if isEnd { messageBytes = nil }
      return .text(bytes, isEnd: isEnd)
    }
    guard isWhole else { return readPayload(&rest) }
    switch current.kind {
    case .ping: return .ping(current.control)
    case .pong: return .pong
    default: return Self.close(current.control)
    }
  }

  /// What the payload of a close frame says: nothing, or a code and a reason.
  private static func close(_ payload: [UInt8]) -> Event {
    if payload.isEmpty { return .close(.normal) }
    guard payload.count >= 2,
      let code = CloseCode(received: UInt16(payload[0]) << 8 | UInt16(payload[1]))
    else { return .failed(.protocolError, "there is no such close code") }
    var reason = UTF8Check()
    guard reason.take(payload[2...]), reason.isComplete else {
      return .failed(.invalidData, "the reason of a close is not UTF-8")
    }
    return .close(code)
  }
}
