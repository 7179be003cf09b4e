/// The 12 bytes before every frame's payload: `u32 length | u8 type | u8 0 | u16 0 | u32 sequence`.
@usableFromInline
package struct FrameHeader: Hashable, Sendable {
  /// The size of the header on the wire.
  package static let byteCount = 12

  /// The bytes that follow the header.
  @usableFromInline package var payloadLength: Int
  @usableFromInline package var type: FrameType
  /// Numbers batches and gestures, and answers like what they answer; 0 for every other frame.
  @usableFromInline package var sequence: UInt32

  /// Creates a header.
  @inlinable
  package init(payloadLength: Int, type: FrameType, sequence: UInt32) {
    self.payloadLength = payloadLength
    self.type = type
    self.sequence = sequence
  }

  /// Reads a header from at least 12 bytes.
  package init(_ bytes: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(bytes)
    let length = try reader.read(UInt32.self, "payload length")
    guard length <= ChannelLimits.payloadBytes else {
      throw MalformedFrame("payload length over 1 MiB", at: 0)
    }
    guard let type = FrameType(rawValue: try reader.read(UInt8.self, "frame type")) else {
      throw MalformedFrame("unknown frame type", at: 4)
    }
    guard try reader.read(UInt8.self, "flags") == 0, try reader.read(UInt16.self, "reserved") == 0
    else { throw MalformedFrame("reserved header bytes are not 0", at: 5) }
    self.init(
      payloadLength: Int(length), type: type,
      sequence: try reader.read(UInt32.self, "sequence number"))
  }
}

/// What a frame says; below 64 from daemon to worker, the others back.
@usableFromInline
package enum FrameType: UInt8, Hashable, Sendable, CaseIterable {
  case load = 1
  case batch = 2
  case stop = 3
  case gesture = 4
  case hello = 64
  case answer = 65
  case log = 66
  case update = 67
  case failed = 68
  case gestureAnswer = 69
  case note = 70
}
