/// A worker's last words: why this plugin cannot run until its file changes.
package struct FailedFrame: Hashable, Sendable {
  /// What failed, with both values where two did not agree.
  package var message: String

  /// A frame with this message.
  package init(message: String) { self.message = message }

  /// Reads a payload.
  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(payload)
    message = try reader.readString("message")
    try reader.finish()
  }

  /// Adds the whole frame to a buffer.
  package func write(to buffer: inout FrameBuffer) {
    let start = buffer.beginFrame(.failed)
    buffer.append(message, length: UInt16.self)
    buffer.endFrame(start)
  }
}
