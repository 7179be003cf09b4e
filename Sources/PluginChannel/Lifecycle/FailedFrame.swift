/// A worker's last frame: why this plugin cannot run until its file changes.
package struct FailedFrame: Hashable, Sendable {
  /// The message, with both values if two disagree.
  package var message: String

  package init(message: String) { self.message = message }

  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(payload)
    message = try reader.readString("message")
    try reader.finish()
  }

  package func write(to buffer: inout FrameBuffer) {
    let start = buffer.beginFrame(.failed)
    buffer.append(message, length: UInt16.self)
    buffer.endFrame(start)
  }
}
