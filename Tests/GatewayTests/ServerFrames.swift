import TestSupport

/// Parses the frames of a gateway, and checks that they follow the rules.
struct ServerFrames {
  /// A whole message, or a control frame.
  enum Message: Equatable {
    case text(String)
    case ping
    case pong([UInt8])
    case close(Int, String)
  }

  private var bytes: [UInt8] = []
  private var message: [UInt8]?

  /// Takes bytes; returns the messages that they complete.
  mutating func take(_ input: [UInt8]) throws -> [Message] {
    bytes += input
    var messages: [Message] = []
    while let (kind, isLast, payload) = try frame() {
      switch kind {
      case 0, 1:
        guard (kind == 1) == (message == nil) else { throw TestFailure("parts out of order") }
        message = (message ?? []) + payload
        guard isLast, let whole = message else { continue }
        message = nil
        guard let text = String(validating: whole, as: UTF8.self) else {
          throw TestFailure("a message that is not text")
        }
        messages.append(.text(text))
      case 8:
        let code = payload.count < 2 ? 1005 : Int(payload[0]) << 8 | Int(payload[1])
        messages.append(.close(code, String(decoding: payload.dropFirst(2), as: UTF8.self)))
      case 9: messages.append(.ping)
      case 10: messages.append(.pong(payload))
      default: throw TestFailure("a frame of kind \(kind)")
      }
    }
    return messages
  }

  private mutating func frame() throws -> (kind: UInt8, isLast: Bool, payload: [UInt8])? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] & 0x70 == 0, bytes[1] & 0x80 == 0 else { throw TestFailure("a masked frame") }
    var length = Int(bytes[1])
    var start = 2
    if length >= 126 {
      let size = length == 126 ? 2 : 8
      guard bytes.count >= 2 + size else { return nil }
      length = bytes[2..<2 + size].reduce(0) { $0 << 8 | Int($1) }
      start += size
    }
    guard bytes.count >= start + length else { return nil }
    defer { bytes.removeFirst(start + length) }
    return (bytes[0] & 0x0F, bytes[0] & 0x80 != 0, Array(bytes[start..<start + length]))
  }
}
