/// The 12 bytes before every frame's payload: `u32 length | u8 type | u8 0 | u16 0 | u32 sequence`.
@usableFromInline
package struct FrameHeader: Hashable, Sendable {
  package static let byteCount = 12

  @usableFromInline package var payloadLength: Int
  @usableFromInline package var type: FrameType
  /// Numbers batches and gestures, and their answers alike; 0 for every other frame.
  @usableFromInline package var sequence: UInt32

  @inlinable
  package init(payloadLength: Int, type: FrameType, sequence: UInt32) {
    self.payloadLength = payloadLength
    self.type = type
    self.sequence = sequence
  }

  /// Needs at least 12 bytes.
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

/// Below 64 from daemon to worker, the others from worker to daemon.
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
