/// Makes frames of the daemon's lines: a line is a message, and what there is of it goes on at once, as a
/// part of the message.
struct LineFrames {
  private var isInLine = false

  init() {}

  /// Frames for bytes of the daemon, which may end anywhere.
  mutating func take(_ input: UnsafeRawBufferPointer) -> [UInt8] {
    var frames: [UInt8] = []
    frames.reserveCapacity(input.count + 64)
    var start = 0
    while start < input.count {
      let end = input[start...].firstIndex(of: 0x0A)
      let piece = input[start..<(end ?? input.count)]
      start = (end ?? input.count) + 1
      if piece.isEmpty, !isInLine { continue }
      WebSocketFrame.append(
        isInLine ? .continuation : .text, isLast: end != nil,
        UnsafeRawBufferPointer(rebasing: piece),
        to: &frames)
      isInLine = end == nil
    }
    return frames
  }
}
