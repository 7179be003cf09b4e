/// Writes GESTURE frames, reusing its memory.
package struct GestureEncoder: ~Copyable {
  private var buffer = FrameBuffer(capacity: 1_024)

  package init() {}

  /// Header included; valid until the next `encode`.
  package var frame: UnsafeRawBufferPointer { buffer.bytes }

  /// Valid until the next `encode`.
  package var payload: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: frame.dropFirst(FrameHeader.byteCount))
  }

  /// Adds an event and the payload of a batch with its button alone; returns false, and leaves no
  /// frame, if they do not fit. The sequence is one of the batches' numbers.
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
