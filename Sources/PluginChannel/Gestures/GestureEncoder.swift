/// Writes GESTURE frames, one after the other, into memory that it keeps.
package struct GestureEncoder: ~Copyable {
  private var buffer = FrameBuffer(capacity: 1_024)

  /// An encoder without a frame.
  package init() {}

  /// The frame, header included; valid until the next `encode`.
  package var frame: UnsafeRawBufferPointer { buffer.bytes }

  /// The frame's payload; valid until the next `encode`.
  package var payload: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: frame.dropFirst(FrameHeader.byteCount))
  }

  /// Puts an event together with the payload of a batch that has the one button in it; false when
  /// they do not fit a frame, which then holds nothing. The sequence shares the batches' numbers.
  package mutating func encode(
    sequence: UInt32, handle: UInt64, _ event: GestureEvent, scratch: GestureScratch,
    batch: UnsafeRawBufferPointer
  ) -> Bool {
    buffer.removeAll()
    guard batch.count <= ChannelLimits.payloadBytes - GestureFrame.headBytes else { return false }
    let start = buffer.beginFrame(.gesture, sequence: sequence)
    buffer.append(handle)
    event.write(to: &buffer)
    buffer.append(scratch)
    buffer.append(batch)
    buffer.endFrame(start)
    return true
  }
}
