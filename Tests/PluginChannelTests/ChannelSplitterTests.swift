import PluginChannel
import TestSupport
import Testing

/// Frames come out of a stream the same, however its bytes arrive.
struct ChannelSplitterTests {
  private struct Seen: Equatable {
    var header: FrameHeader
    var payload: [UInt8]
  }

  private static func stream(_ payloads: [[UInt8]]) -> [UInt8] {
    var buffer = FrameBuffer()
    for (index, payload) in payloads.enumerated() {
      let start = buffer.beginFrame(.batch, sequence: UInt32(index))
      buffer.append(payload)
      buffer.endFrame(start)
    }
    return Array(buffer.bytes)
  }

  private static func expected(_ payloads: [[UInt8]]) -> [Seen] {
    payloads.enumerated().map { index, payload in
      Seen(
        header: FrameHeader(
          payloadLength: payload.count, type: .batch, sequence: UInt32(index)),
        payload: payload)
    }
  }

  private static func take(_ splitter: inout FrameSplitter, into seen: inout [Seen]) throws {
    while let frame = try splitter.next() {
      seen.append(Seen(header: frame.header, payload: Array(frame.payload)))
    }
  }

  private let payloads: [[UInt8]] = [
    [], [1, 2, 3], Array(repeating: 7, count: 500), [], [9],
  ]

  @Test func framesArriveByteByByte() throws {
    var splitter = FrameSplitter(capacity: 64)
    var seen: [Seen] = []
    for byte in Self.stream(payloads) {
      [byte].withUnsafeBytes { splitter.append($0) }
      try Self.take(&splitter, into: &seen)
    }
    #expect(seen == Self.expected(payloads))
  }

  @Test func framesArriveAllAtOnce() throws {
    var splitter = FrameSplitter(capacity: 64)
    var seen: [Seen] = []
    Self.stream(payloads).withUnsafeBytes { splitter.append($0) }
    try Self.take(&splitter, into: &seen)
    #expect(seen == Self.expected(payloads))
  }

  @Test func framesArriveInPiecesOfAnySize() throws {
    var random = Seed()
    for _ in 0..<scaled(50) {
      let payloads = (0..<20).map { _ in
        (0..<Int.random(in: 0...3_000, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
      }
      let stream = Self.stream(payloads)
      var splitter = FrameSplitter(capacity: 64)
      var seen: [Seen] = []
      var position = 0
      while position < stream.count {
        let count = min(Int.random(in: 1...4_000, using: &random), stream.count - position)
        let room = splitter.prepare(count)
        #expect(room.count >= count)
        room.copyBytes(from: stream[position..<(position + count)])
        splitter.commit(count)
        position += count
        if Bool.random(using: &random) { try Self.take(&splitter, into: &seen) }
      }
      try Self.take(&splitter, into: &seen)
      #expect(seen == Self.expected(payloads))
    }
  }

  @Test func theLargestPayloadPassesAndOneByteMoreIsRefused() throws {
    let largest = [UInt8](repeating: 1, count: ChannelLimits.payloadBytes)
    var splitter = FrameSplitter()
    var seen: [Seen] = []
    Self.stream([largest]).withUnsafeBytes { splitter.append($0) }
    try Self.take(&splitter, into: &seen)
    #expect(seen.map(\.payload.count) == [ChannelLimits.payloadBytes])

    let header: [UInt8] = [1, 0, 16, 0, 2, 0, 0, 0, 0, 0, 0, 0]
    header.withUnsafeBytes { splitter.append($0) }
    #expect(throws: MalformedFrame.self) { try Self.take(&splitter, into: &seen) }
  }
}
